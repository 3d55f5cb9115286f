"""Bundles of one server (``.mcpb``, ``.dxt``): a ZIP with a manifest. Read, unpacked in a folder of ours, written."""
