"""The SQLite index of the log: derived from the journal, so it can be deleted at any time without loss."""
