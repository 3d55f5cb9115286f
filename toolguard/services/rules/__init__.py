"""Rules: the orders about them, and what they would have done with the calls of the log."""
