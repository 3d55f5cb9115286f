"""Secrets on their way to a server, and kept out of everything that comes back."""
