"""The queue of pending calls and the views around it."""
