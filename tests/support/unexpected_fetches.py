"""A port that counts connections, for tests in which nothing may be fetched."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest


class UnexpectedFetches:
    """A listener that serves nothing. ``came`` counts the connections, which every kind of fetch needs."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.came = 0
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._thread.start()

    def _wait(self) -> None:
        while True:
            client, _ = self._listener.accept()
            with client:
                if client.recv(1) == b"\0":  # from `close`, which proves that connections are counted
                    return
                self.came += 1

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    def close(self) -> None:
        with socket.create_connection(("127.0.0.1", self.port)) as last:
            last.sendall(b"\0")
        self._thread.join()
        self._listener.close()


@pytest.fixture
def fetches() -> Iterator[UnexpectedFetches]:
    listener = UnexpectedFetches()
    yield listener
    listener.close()
    assert listener.came == 0
