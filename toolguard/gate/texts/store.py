"""What `store` says to people, by code."""

TEXTS: dict[str, str] = {}
