"""The window: everything that uses Qt. Each page has a module of its own."""
