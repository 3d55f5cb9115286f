"""Errors of reading and changing a chat client's settings."""


class WiringError(Exception):
    """A settings file, or one entry in it, cannot be read or changed; the text says why and what to do."""
