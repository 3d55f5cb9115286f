"""A program on a real D-Bus that answers method calls and sends signals, in a thread of the test."""

from __future__ import annotations

import queue
import threading

from jeepney import Message, MessageType, message_bus
from jeepney.io.blocking import open_dbus_connection


class DBusService:
    """Owner of ``names`` on the bus at ``address``. A subclass calls `start` when it is ready to answer."""

    def __init__(self, address: str, *names: str) -> None:
        self._outgoing: queue.Queue[Message] = queue.Queue()
        self._ending = threading.Event()
        self._bus = open_dbus_connection(bus=address)
        for name in names:
            self._bus.send_and_get_reply(message_bus.RequestName(name), timeout=120)
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def send(self, message: Message) -> None:
        """Queue a signal. The thread of the service sends it."""
        self._outgoing.put(message)

    def answer(self, call: Message) -> Message:
        """Return the reply to a method call, or an error. Runs in the service's thread."""
        raise NotImplementedError

    def end(self) -> None:
        self._ending.set()
        self._thread.join()
        self._bus.close()

    def _run(self) -> None:
        while not self._ending.is_set():
            while not self._outgoing.empty():
                self._bus.send(self._outgoing.get())
            try:
                message = self._bus.receive(timeout=0.02)
            except TimeoutError:
                continue
            except (OSError, EOFError):
                return
            if message.header.message_type == MessageType.method_call:
                self._bus.send(self.answer(message))
