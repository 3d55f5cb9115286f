"""JSON values and schemas as text, outline and pictures."""
