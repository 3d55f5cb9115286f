"""Chat clients: details, editor, token, tool visibility."""
