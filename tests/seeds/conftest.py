"""The road for the documents' plays."""

from tests.road.conftest import road

__all__ = ["road"]
