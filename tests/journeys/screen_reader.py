"""An AT-SPI client, as a screen reader is one: every control of a program by role, name and state, through AT-SPI."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from jeepney import DBusAddress, HeaderFields, Message, MessageType, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection

WAIT = 120
CHECKED, EDITABLE, ENABLED, FOCUSABLE, FOCUSED, SELECTED, SHOWING, VISIBLE = 4, 7, 8, 11, 12, 23, 25, 30
"""Numbers of states, as `AtspiStateType` counts them."""

Node = tuple[str, str]
Question = Callable[[Node], Message]
SERIAL = slice(8, 12)
"""Where the number of a message stands in its bytes."""


def eventually(look: Callable[[], Any], what: Any, seconds: float = WAIT) -> Any:
    """The first true answer of ``look``; fails with ``what`` when there is none in time."""
    end = time.monotonic() + seconds
    while True:
        began = time.monotonic()
        found = look()
        if found:
            return found
        now = time.monotonic()
        assert now < end, f"not within {seconds} s: {what() if callable(what) else what}"
        time.sleep(max(0.05, now - began))  # the program has to answer each look: the other half of the time is its own


class Seen(NamedTuple):
    """A control as it is told: how deep it lies, what it is, how it is called, and the numbers of its states."""

    node: Node
    depth: int
    role: str
    name: str
    states: int

    def has(self, state: int) -> bool:
        return bool(self.states >> state & 1)


_NOBODY = Seen(("", ""), 0, "", "", 0)


def _call(node: Node, interface: str, method: str, *args: Any, signature: str = "") -> Message:
    address = DBusAddress(node[1], node[0], f"org.a11y.atspi.{interface}")
    return new_method_call(address, method, signature or None, args)


def _get(node: Node, interface: str, name: str) -> Message:
    return Properties(DBusAddress(node[1], node[0], f"org.a11y.atspi.{interface}")).get(name)


def _state_of(node: Node) -> Message:
    return _call(node, "Accessible", "GetState")


def _text_of(node: Node) -> Message:
    return _call(node, "Text", "GetText", 0, -1, signature="ii")


def _role_of(node: Node) -> Message:
    return _call(node, "Accessible", "GetRoleName")


def _children_of(node: Node) -> Message:
    return _call(node, "Accessible", "GetChildren")


def _name_of(node: Node) -> Message:
    return _get(node, "Accessible", "Name")


@lru_cache(maxsize=100_000)
def _bytes_of(question: Question, node: Node) -> bytes:
    """The question as it is sent, but for its number: the same controls are asked the same again and again."""
    return bytes(question(node).serialise(serial=1))


def _joined(answer: Any) -> int:
    """The states of a control, as one number."""
    low, high = answer[0]
    return int(low | high << 32)


class ScreenReader:
    """Sees every control of one application through AT-SPI."""

    def __init__(self, session_bus: str) -> None:
        with open_dbus_connection(bus=session_bus) as bus:
            launcher = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            address = bus.send_and_get_reply(new_method_call(launcher, "GetAddress"), timeout=WAIT).body[0]
        self._bus = open_dbus_connection(bus=address)
        self._roles: dict[Node, str] = {}

    def close(self) -> None:
        self._bus.close()

    def _ask(self, node: Node, interface: str, method: str, *args: Any, signature: str = "") -> Any:
        return self._body(_call(node, interface, method, *args, signature=signature))

    def _property(self, node: Node, interface: str, name: str) -> Any:
        return self._body(_get(node, interface, name))[0][1]

    def _body(self, question: Message) -> Any:
        reply = self._bus.send_and_get_reply(question, timeout=WAIT)
        if reply.header.message_type == MessageType.error:
            raise LookupError(str(reply.body))
        return reply.body

    # One control

    def name(self, node: Node) -> str:
        return self._property(node, "Accessible", "Name")

    def description(self, node: Node) -> str:
        return self._property(node, "Accessible", "Description")

    def role(self, node: Node) -> str:
        if node not in self._roles:
            self._roles[node] = self._ask(node, "Accessible", "GetRoleName")[0]
        return self._roles[node]

    def text(self, node: Node) -> str:
        try:
            return self._ask(node, "Text", "GetText", 0, -1, signature="ii")[0]
        except LookupError:
            return self.name(node)

    def children(self, node: Node) -> list[Node]:
        return [(child[0], child[1]) for child in self._ask(node, "Accessible", "GetChildren")[0]]

    def extents(self, node: Node) -> tuple[int, int, int, int]:
        """Left, top, width and height on the screen, in pixels."""
        return self._ask(node, "Component", "GetExtents", 0, signature="u")[0]

    def seen_part(self, node: Node) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what is left of the place when every control around it has cut it."""
        left, top, width, height = self.extents(node)
        right, bottom = left + width, top + height
        parent = self._parent(node)
        while parent is not None:
            x, y, width, height = self.extents(parent)
            left, top, right, bottom = max(left, x), max(top, y), min(right, x + width), min(bottom, y + height)
            parent = self._parent(parent)
        return left, top, right, bottom

    def frame_of(self, node: Node) -> Node:
        """The innermost control around this one that does not hold all of it: what scrolls; else its parent."""
        x, y, width, height = self.extents(node)
        parent = first = self._parent(node)
        while parent is not None:
            left, top, wide, high = self.extents(parent)
            if y < top or y + height > top + high or x < left or x + width > left + wide:
                return parent
            parent = self._parent(parent)
        assert first is not None
        return first

    def _parent(self, node: Node) -> Node | None:
        """What it lies in; None for a window, in which everything lies."""
        name, path = self._property(node, "Accessible", "Parent")
        parent = (name, path)
        return None if self.role(parent) in ("application", "desktop frame") else parent

    # All of them

    def look(self) -> list[Seen]:
        """Every control of every program that is not hidden, in the order of the tree."""
        return self._walk(_name_of)

    def _walk(self, *more: Question) -> list[Seen]:
        """As `look`; without ``more`` none has its name.

        All controls of one depth are asked at once, and none twice for its role, which never changes: a walk takes a
        quarter of the time.
        """
        root = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        found: dict[Node, Seen] = {}
        below = {root: self.children(root)}
        level, depth = below[root], 0
        while level:
            level = self._read_level(level, depth, more, found, below)
            depth += 1
        order: list[Seen] = []
        todo = [root]
        while todo:
            node = todo.pop()
            if node in found:
                order.append(found.pop(node))
            todo += reversed(below.pop(node, ()))
        return order

    def _read_level(
        self, nodes: list[Node], depth: int, more: tuple[Question, ...], found: dict[Node, Seen],
        below: dict[Node, list[Node]],
    ) -> list[Node]:  # fmt: skip
        """Add those of ``nodes`` that are there and not hidden to ``found``; return the children of all of them."""
        states = dict(zip(nodes, self._answers([(_state_of, node) for node in nodes]), strict=True))
        shown = [node for node, told in states.items() if told and (depth <= 1 or _joined(told) >> VISIBLE & 1)]
        unknown = [node for node in shown if node not in self._roles]
        roles = self._answers([(_role_of, node) for node in unknown])
        self._roles |= {node: told[0] for node, told in zip(unknown, roles, strict=True) if told}
        asked = (_children_of, *more)
        told = iter(self._answers([(question, node) for node in shown for question in asked]))
        following: list[Node] = []
        for node in shown:
            children, *named = [next(told) for _ in asked]
            if node in self._roles and children and all(named):
                name = named[0][0][1] if named else ""
                found[node] = Seen(node, depth, self._roles[node], name, _joined(states[node]))
                below[node] = [(child[0], child[1]) for child in children[0]][:300]
                following += below[node]
        return following

    def _named(self, seen: list[Seen]) -> list[Seen]:
        """``seen`` with their names, without those that are gone."""
        names = self._answers([(_name_of, one.node) for one in seen])
        return [one._replace(name=told[0][1]) for one, told in zip(seen, names, strict=True) if told]

    def _answers(self, questions: list[tuple[Question, Node]]) -> list[Any]:
        """The bodies of the answers to questions that are asked all at once; None for an error."""
        waiting: dict[int, int] = {}
        asked = bytearray()
        for number, question in enumerate(questions):
            serial = next(self._bus.outgoing_serial)
            waiting[serial] = number
            message = bytearray(_bytes_of(*question))
            message[SERIAL] = serial.to_bytes(4, "little")  # jeepney writes little-endian messages on every machine
            asked += message
        self._bus.sock.sendall(asked)
        found: list[Any] = [None] * len(questions)
        with suppress(TimeoutError):
            while waiting:
                reply = self._bus.receive(timeout=WAIT)
                number = waiting.pop(reply.header.fields.get(HeaderFields.reply_serial, -1), None)
                if number is not None and reply.header.message_type == MessageType.method_return:
                    found[number] = reply.body
        return found

    def find(self, role: str, name: str) -> Node | None:
        """An enabled, showing control of this role whose name is or begins with ``name``; the former first."""
        usable = [
            seen
            for seen in self._walk()
            if role in seen.role
            and ("item" in role or (seen.has(SHOWING) and (seen.has(ENABLED) or "item" in seen.role)))
        ]
        found = [seen for seen in self._named(usable) if seen.name.startswith(name)]
        return next((seen.node for seen in (*(one for one in found if one.name == name), *found)), None)

    def described(self, role: str, words: str) -> Node:
        """The control whose description begins so: on Linux a choice is named by what is chosen."""
        found = [one for one in self.look() if role in one.role and self.description(one.node).startswith(words)]
        assert found, f"no {role} is described by {words!r}"
        return found[0].node

    def focused(self) -> Seen | None:
        """What has the keyboard. Qt says so of a list's current item and of what a text lies in, too."""
        focused = [
            seen for seen in self._walk() if seen.has(FOCUSED) and "item" not in seen.role and "cell" not in seen.role
        ]
        return next((seen for seen in reversed(self._named(focused)) if seen.name), None)

    def at(self, name: str) -> None:
        """Wait until the keyboard is at a control whose name begins so."""
        eventually(lambda: (self.focused() or _NOBODY).name.startswith(name), lambda: f"{self.focused()}, not {name!r}")

    def outline(self) -> str:
        return "\n".join(f"{seen.role}: {seen.name[:100]}" for seen in self.look() if seen.name)

    def wait(self, role: str, name: str) -> Node:
        """The control, once it is there and can be used (a prompt arms itself only after a while)."""
        return eventually(lambda: self.find(role, name), lambda: f"no {role} {name!r} among:\n{self.outline()}")

    def press(self, role: str, name: str) -> None:
        """What a screen reader's own key does."""
        assert self._ask(self.wait(role, name), "Action", "DoAction", 0, signature="i")[0]

    def place(self, role: str, name: str) -> tuple[int, int]:
        """The middle of a control on the screen, in pixels."""
        x, y, width, height = self.extents(self.wait(role, name))
        return x + width // 2, y + height // 2

    def type(self, name: str, text: str) -> None:
        assert self._ask(self.wait("text", name), "EditableText", "SetTextContents", text, signature="s")[0]

    def shows(self, part: str) -> bool:
        """Whether some control shows ``part`` in its name or text."""
        readable: list[tuple[Question, Node]] = []
        for seen in self.look():
            if part in seen.name:
                return True
            if "text" in seen.role or "label" in seen.role:
                readable.append((_text_of, seen.node))
        return any(told and part in told[0] for told in self._answers(readable))

    def sees(self, part: str) -> None:
        """Wait until some control shows ``part`` in its name or text."""
        eventually(lambda: self.shows(part), lambda: f"{part!r} is nowhere among:\n{self.outline()}")

    def misses(self, part: str) -> None:
        """Wait until no control shows ``part``."""
        eventually(lambda: not self.shows(part), lambda: f"{part!r} is still among:\n{self.outline()}")
