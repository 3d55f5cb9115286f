"""The desktop around the window: tray, notifications, D-Bus, motion."""
