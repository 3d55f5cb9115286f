"""Everything that a person can order: typed services for the window, the terminal and the command line."""
