"""What keeps the log bounded: compressed segments, removal of old ones with a record of it, redaction of records."""
