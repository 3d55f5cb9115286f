"""What the command line asks for: orders that the running app takes, and looks at what it left on disk."""
