"""The page Help from within: the manual, Markdown as a widget, the tour of the demo."""
