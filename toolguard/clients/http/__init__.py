"""Chat clients over loopback HTTP, in every protocol revision."""
