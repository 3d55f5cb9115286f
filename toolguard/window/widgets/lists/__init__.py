"""Lists and tables: their models, delegates, column widths, search and sorting."""
