"""Servers that are child processes."""
