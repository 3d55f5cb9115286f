"""The audit log: table, filters, histogram, call history, verification."""
