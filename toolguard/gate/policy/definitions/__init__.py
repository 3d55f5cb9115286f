"""What a person accepts of a tool: its whole definition as it arrived, how it is pinned, and what changed in it."""
