"""Rules and tools: forms, tables and details."""
