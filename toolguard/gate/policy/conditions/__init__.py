"""Conditions of a rule on the arguments of a call."""
