"""A sample server and a scripted client, connected through the real stub, gate and servers."""
