"""An AT-SPI client, like a screen reader: the controls of a program by role, name and state."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from jeepney import DBusAddress, HeaderFields, Message, MessageType, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection

from tests.support import waiting

WAIT = 120
CHECKED, EDITABLE, ENABLED, FOCUSABLE, FOCUSED, SELECTED, SHOWING, VISIBLE = 4, 7, 8, 11, 12, 23, 25, 30
"""Members of `AtspiStateType`."""

Node = tuple[str, str]
Query = Callable[[Node], Message]
SERIAL = slice(8, 12)
"""Position of the serial number in an encoded D-Bus message."""


def eventually(look: Callable[[], Any], what: object, seconds: float = WAIT) -> Any:
    """As `waiting.eventually`, with longer pauses: in each look, the program answers a query for each control."""
    return waiting.eventually(look, what, seconds, shortest_pause=0.25)


class Seen(NamedTuple):
    """A control: its depth in the tree, role, name, and states as a bit set."""

    node: Node
    depth: int
    role: str
    name: str
    states: int

    def has(self, state: int) -> bool:
        return bool(self.states >> state & 1)


_NO_CONTROL = Seen(("", ""), 0, "", "", 0)


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
def _bytes_of(query: Query, node: Node) -> bytes:
    """Return the encoded message of a query, which is cached because queries repeat. Its serial number is replaced."""
    return bytes(query(node).serialise(serial=1))


def _joined(answer: Any) -> int:
    """Return the states of a control as a bit set."""
    low, high = answer[0]
    return int(low | high << 32)


class ScreenReader:
    """A client of the accessibility bus that finds, reads and operates controls."""

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

    def _body(self, query: Message) -> Any:
        reply = self._bus.send_and_get_reply(query, timeout=WAIT)
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
        """Return the left, top, width and height on the screen in pixels."""
        return self._ask(node, "Component", "GetExtents", 0, signature="u")[0]

    def seen_part(self, node: Node) -> tuple[int, int, int, int]:
        """Return the left, top, right and bottom of a control, clipped by all its ancestors."""
        left, top, width, height = self.extents(node)
        right, bottom = left + width, top + height
        parent = self._parent(node)
        while parent is not None:
            x, y, width, height = self.extents(parent)
            left, top, right, bottom = max(left, x), max(top, y), min(right, x + width), min(bottom, y + height)
            parent = self._parent(parent)
        return left, top, right, bottom

    def frame_of(self, node: Node) -> Node:
        """Return the innermost ancestor that clips this control, which is a scroll area, or else its parent."""
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
        """Return the parent of a control, or None for a window."""
        name, path = self._property(node, "Accessible", "Parent")
        parent = (name, path)
        return None if self.role(parent) in ("application", "desktop frame") else parent

    # All of them

    def look(self) -> list[Seen]:
        """Return every visible control of every program in the order of the tree."""
        return self._walk(_name_of)

    def _walk(self, *more: Query) -> list[Seen]:
        """Return all visible controls. They have no name unless ``more`` contains `_name_of`.

        The controls of one depth are queried together, and roles, which never change, only once: that takes a quarter
        of the time.
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
        self, nodes: list[Node], depth: int, more: tuple[Query, ...], found: dict[Node, Seen],
        below: dict[Node, list[Node]],
    ) -> list[Node]:  # fmt: skip
        """Add the existing, visible controls of ``nodes`` to ``found``. Return the children of all of them."""
        states = dict(zip(nodes, self._query([(_state_of, node) for node in nodes]), strict=True))
        shown = [node for node, reply in states.items() if reply and (depth <= 1 or _joined(reply) >> VISIBLE & 1)]
        unknown = [node for node in shown if node not in self._roles]
        roles = self._query([(_role_of, node) for node in unknown])
        self._roles |= {node: reply[0] for node, reply in zip(unknown, roles, strict=True) if reply}
        queries = (_children_of, *more)
        replies = iter(self._query([(query, node) for node in shown for query in queries]))
        following: list[Node] = []
        for node in shown:
            children, *named = [next(replies) for _ in queries]
            if node in self._roles and children and all(named):
                name = named[0][0][1] if named else ""
                found[node] = Seen(node, depth, self._roles[node], name, _joined(states[node]))
                below[node] = [(child[0], child[1]) for child in children[0]][:300]
                following += below[node]
        return following

    def _named(self, seen: list[Seen]) -> list[Seen]:
        """Return ``seen`` with names, without controls that no longer exist."""
        names = self._query([(_name_of, control.node) for control in seen])
        return [control._replace(name=name[0][1]) for control, name in zip(seen, names, strict=True) if name]

    def _query(self, queries: list[tuple[Query, Node]]) -> list[Any]:
        """Send all queries together, and return the bodies of their replies in order, None for an error."""
        waiting: dict[int, int] = {}
        data = bytearray()
        for number, query in enumerate(queries):
            serial = next(self._bus.outgoing_serial)
            waiting[serial] = number
            message = bytearray(_bytes_of(*query))
            message[SERIAL] = serial.to_bytes(4, "little")  # jeepney encodes messages in little-endian order
            data += message
        self._bus.sock.sendall(data)
        found: list[Any] = [None] * len(queries)
        with suppress(TimeoutError):
            while waiting:
                reply = self._bus.receive(timeout=WAIT)
                number = waiting.pop(reply.header.fields.get(HeaderFields.reply_serial, -1), None)
                if number is not None and reply.header.message_type == MessageType.method_return:
                    found[number] = reply.body
        return found

    def find(self, role: str, name: str) -> Node | None:
        """Return an enabled, visible control of this role whose name is ``name``, or else begins with it, or None."""
        usable = [
            seen
            for seen in self._walk()
            if role in seen.role
            and ("item" in role or (seen.has(SHOWING) and (seen.has(ENABLED) or "item" in seen.role)))
        ]
        found = [seen for seen in self._named(usable) if seen.name.startswith(name)]
        return next((seen.node for seen in (*(exact for exact in found if exact.name == name), *found)), None)

    def described(self, role: str, text: str) -> Node:
        """Return the control whose description begins with ``text``: a combo box has its current text as its name."""
        found = [seen for seen in self.look() if role in seen.role and self.description(seen.node).startswith(text)]
        assert found, f"no {role} is described by {text!r}"
        return found[0].node

    def focused(self) -> Seen | None:
        """Return the control that has the focus, or None.

        Qt also reports the current item of a list, and the parent of a text, as focused.
        """
        focused = [
            seen for seen in self._walk() if seen.has(FOCUSED) and "item" not in seen.role and "cell" not in seen.role
        ]
        return next((seen for seen in reversed(self._named(focused)) if seen.name), None)

    def at(self, name: str) -> None:
        """Wait until a control whose name begins with ``name`` has the focus."""
        eventually(
            lambda: (self.focused() or _NO_CONTROL).name.startswith(name), lambda: f"{self.focused()}, not {name!r}"
        )

    def outline(self) -> str:
        return "\n".join(f"{seen.role}: {seen.name[:100]}" for seen in self.look() if seen.name)

    def wait(self, role: str, name: str) -> Node:
        """Wait for a control that is visible and enabled. The buttons of a prompt are enabled after a delay."""
        return eventually(lambda: self.find(role, name), lambda: f"no {role} {name!r} among:\n{self.outline()}")

    def press(self, role: str, name: str) -> None:
        """Run the first action of a control, like a screen reader."""
        assert self._ask(self.wait(role, name), "Action", "DoAction", 0, signature="i")[0]

    def place(self, role: str, name: str) -> tuple[int, int]:
        """Return the centre of a control on the screen in pixels."""
        x, y, width, height = self.extents(self.wait(role, name))
        return x + width // 2, y + height // 2

    def type(self, name: str, text: str) -> None:
        assert self._ask(self.wait("text", name), "EditableText", "SetTextContents", text, signature="s")[0]

    def has_text(self, part: str) -> bool:
        """Return whether a control shows ``part`` in its name or text."""
        readable: list[tuple[Query, Node]] = []
        for seen in self.look():
            if part in seen.name:
                return True
            if "text" in seen.role or "label" in seen.role:
                readable.append((_text_of, seen.node))
        return any(reply and part in reply[0] for reply in self._query(readable))

    def wait_for_text(self, part: str) -> None:
        """Wait until a control shows ``part`` in its name or text."""
        eventually(lambda: self.has_text(part), lambda: f"{part!r} is nowhere among:\n{self.outline()}")

    def wait_until_gone(self, part: str) -> None:
        """Wait until no control shows ``part``."""
        eventually(lambda: not self.has_text(part), lambda: f"{part!r} is still among:\n{self.outline()}")
