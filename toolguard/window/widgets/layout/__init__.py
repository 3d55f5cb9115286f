"""Layouts, scroll areas and panes, and the order in which Tab reaches what is in them."""
