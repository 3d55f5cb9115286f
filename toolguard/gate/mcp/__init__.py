"""The gate's knowledge of MCP: revisions, tasks, parameter headers, the draft of 2024-10-07."""
