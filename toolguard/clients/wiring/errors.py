"""How reading or changing a chat client's settings fails."""


class WiringError(Exception):
    """A settings file, or one entry in it, cannot be read or changed; the text says why and what to do."""
