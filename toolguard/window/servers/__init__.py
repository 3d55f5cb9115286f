"""Servers: details, editor, log, test, sign-in."""
