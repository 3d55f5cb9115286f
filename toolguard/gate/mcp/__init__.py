"""What the gate knows of MCP: revisions, tasks, parameter headers, the draft of 2024-10-07."""
