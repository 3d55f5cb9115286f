"""Remote servers over Streamable HTTP and HTTP+SSE."""
