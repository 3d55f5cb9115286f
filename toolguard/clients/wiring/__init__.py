"""Where each chat client keeps its servers: find, read, route, undo. Nothing that a file contains is ever run."""
