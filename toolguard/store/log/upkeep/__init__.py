"""Keeps the log's size limited: compresses segments, removes old ones with a record of it, redacts records."""
