"""The services of chat clients: who is connected, and whose settings lead through ToolGuard."""
