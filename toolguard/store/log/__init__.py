"""The audit log: its journal, the chain of its records, signed checkpoints, export."""
