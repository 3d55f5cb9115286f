"""Chat clients with Open Tool Calling."""
