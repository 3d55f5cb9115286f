"""Left edge: connections of chat clients."""
