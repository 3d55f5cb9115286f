"""One MCP endpoint that combines all servers."""
