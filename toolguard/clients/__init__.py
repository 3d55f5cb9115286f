"""Left edge: where chat clients come in."""
