"""Secrets: injected into what a server gets, and redacted in everything that it returns."""
