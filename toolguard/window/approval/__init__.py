"""Views in which a person decides about one call or one proposed change."""
