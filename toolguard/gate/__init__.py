"""The core: what a call is, who may make it, and where it is pending. No file, socket, clock or Qt."""
