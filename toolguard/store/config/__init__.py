"""The configuration file: its model, its checks, its seal."""
