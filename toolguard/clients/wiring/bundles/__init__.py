"""Bundles of one server (``.mcpb``, ``.dxt``): a ZIP archive with a manifest. Read, unpacked, written."""
