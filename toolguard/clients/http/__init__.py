"""Chat clients that come in over loopback HTTP, in every protocol revision."""
