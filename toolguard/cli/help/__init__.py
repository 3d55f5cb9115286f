"""What the command line says of itself: its help, examples, completions, man pages, and names that were mistyped."""
