"""The services of chat clients: connected clients, and the routing of their settings files."""
