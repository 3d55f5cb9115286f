"""The queue of pending calls and what stands around it."""
