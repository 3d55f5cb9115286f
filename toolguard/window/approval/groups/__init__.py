"""Decisions on several calls at once."""
