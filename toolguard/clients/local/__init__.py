"""Chat clients over the local socket."""
