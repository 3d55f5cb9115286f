"""Chat clients that speak Open Tool Calling."""
