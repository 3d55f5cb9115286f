"""Help, examples, completions, man pages, and suggestions for mistyped names."""
