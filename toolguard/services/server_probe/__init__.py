"""Probes of a server: ToolGuard starts or calls it without a client."""
