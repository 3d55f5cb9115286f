"""The error of commands. Imports nothing, so that the command line's parser starts in milliseconds."""


class CommandError(Exception):
    """A command failed; the text is one line that says what to do."""
