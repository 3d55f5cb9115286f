"""Sends the records of the log to other computers, at least once each: OpenTelemetry logs (OTLP/HTTP) and syslog."""
