"""Servers from command lines and from the settings of chat clients."""
