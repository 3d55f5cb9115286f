"""The middle: what a call is, who may make it, where it waits. No file, socket, clock or Qt."""
