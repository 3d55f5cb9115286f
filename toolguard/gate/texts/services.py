"""What `services` says to people, by code."""

TEXTS: dict[str, str] = {}
