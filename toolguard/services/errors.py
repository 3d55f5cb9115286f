"""How a look at a server fails. It imports nothing: the command line's parser starts in milliseconds."""


class CommandError(Exception):
    """A look at a server failed; the text is one line that says what to do."""
