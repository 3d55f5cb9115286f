"""One client joined to one upstream: messages, calls, server requests, continuations, back-pressure."""
