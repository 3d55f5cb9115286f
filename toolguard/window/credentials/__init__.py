"""Credentials: details, editor, bindings."""
