"""The long-lived objects of the core and their connections."""
