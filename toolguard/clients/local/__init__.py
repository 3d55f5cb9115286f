"""Chat clients that come in over the local socket."""
