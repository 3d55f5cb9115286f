"""ToolGuard's own look at a server: started or called alone, without a client."""
