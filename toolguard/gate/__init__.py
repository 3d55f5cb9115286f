"""The gate: judges calls, keeps pending ones, and forwards those that may run. No file, socket, clock or Qt."""
