"""The long-lived objects of the core, and how they are joined."""
