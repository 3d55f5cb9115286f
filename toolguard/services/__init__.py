"""What a person can order: typed services for window, terminal and command line."""
