"""What decides without a person: rules, tool visibility, schema checks, hidden characters."""
