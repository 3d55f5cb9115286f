"""The audit log: the chain of records, its database, its search index."""
