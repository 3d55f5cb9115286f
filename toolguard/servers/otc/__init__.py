"""Open Tool Calling servers."""
