"""What surrounds a page: the sidebar, headers, tabs and bars."""
