"""Rules and limits: the orders that change them, and tests of rules on recorded calls."""
