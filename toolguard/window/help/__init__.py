"""Parts of the page Help (manual, Markdown view), shortcuts, command palette, and the tour of the demo."""
