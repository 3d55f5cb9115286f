"""Output and prompts of ``toolguard serve`` in a terminal."""
