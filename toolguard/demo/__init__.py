"""A sample server and a scripted client, run through the real road."""
