"""The SQLite index of the log: derived from the journal, and deleted at any time without loss."""
