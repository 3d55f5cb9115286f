"""Calls that wait for a person: the queue, deferred approvals, long poll, client timeouts, presence."""
