"""One endpoint that stands for all servers."""
