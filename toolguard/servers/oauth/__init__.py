"""Sign-in to remote servers (OAuth 2.1)."""
