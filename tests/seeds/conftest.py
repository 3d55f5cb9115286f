"""Fixtures for the examples of the documents."""

from tests.end_to_end.conftest import sandbox

__all__ = ["sandbox"]
