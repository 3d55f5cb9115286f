"""What ToolGuard stores on this computer: log, configuration, secrets."""
