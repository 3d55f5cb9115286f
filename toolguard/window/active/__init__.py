"""Parts of the page Active."""
