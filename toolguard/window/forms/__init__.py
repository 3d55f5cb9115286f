"""Forms drawn from JSON Schemas, and their fields."""
