"""Where a credential may go and where it stands: a row for each server, with the one button that changes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from toolguard.store.seen import Release
from toolguard.window import icons, moments, text, theme
from toolguard.window.passage import Passage


@dataclass(frozen=True, slots=True)
class Place:
    """What one server has to do with a credential. ``known``: the server is still there."""

    server: str
    bound: bool
    places: tuple[str, ...]
    known: bool = True
    last: float = 0.0
    times: int = 0
    stale: bool = False
    """It is no longer what the credential was bound to."""


def places_of(credential: dict[str, Any], servers: Sequence[str], releases: Sequence[Release]) -> list[Place]:
    """A place for each server that is bound, names the credential, or was given it once."""
    found: dict[str, Place] = {}
    given = [one for one in releases if one.secret == credential["name"]]
    uses = {use["server"] for use in credential["uses"]}
    for server in sorted({*credential["servers"], *uses, *(one.server for one in given)}):
        mine = [one for one in given if one.server == server]
        found[server] = Place(
            server=server,
            bound=server in credential["servers"],
            places=tuple(use["place"] for use in credential["uses"] if use["server"] == server),
            known=server in servers,
            stale=server in credential.get("stale", ()),
            last=max((one.last for one in mine), default=0.0),
            times=sum(one.times for one in mine),
        )
    return list(found.values())


def place_name(place: str) -> str:
    """``env GITHUB_TOKEN`` as it is said to a person; what a newer version wrote as it is."""
    kind, _, name = place.partition(" ")
    if kind == "argument" and " /" in name:
        tool, _, pointer = name.partition(" /")
        said = QCoreApplication.translate("Places", "the argument {0} of {1}")
        return said.format(text.visible(f"/{pointer}"), text.visible(tool))
    templates = {
        "env": QCoreApplication.translate("Places", "the variable {0}"),
        "header": QCoreApplication.translate("Places", "the header {0}"),
    }
    if kind == "context" or place == "sign-in":
        return _otc_place(place)
    return templates[kind].format(text.visible(name)) if kind in templates and name else text.visible(place)


def _otc_place(place: str) -> str:
    """A place in the settings of an Open Tool Calling server."""
    _, part, id = [*place.split(" ", 2), "", ""][:3]
    told = {
        "secret": QCoreApplication.translate("Places", "the secret {0} of tools that ask for it"),
        "authorization": QCoreApplication.translate("Places", "the token for {0} of tools that ask for it"),
        "user_id": QCoreApplication.translate("Places", "your user id, for tools that ask for it"),
        "": QCoreApplication.translate("Places", "the credential of its sign-in"),
    }
    return told[part].format(text.visible(id)) if part in told else text.visible(place)


def _words(one: Place, reference: str) -> str:
    translate = QCoreApplication.translate
    where = ", ".join(map(place_name, one.places))
    if not one.known:
        return translate("Places", "This server was removed.")
    if one.stale:
        return translate(
            "Places",
            "Bound to another launch: its command, address or program has changed since. "
            "It is given nothing until you say that it may have it as it is now.",
        )
    if one.bound and where:
        return translate("Places", "Gets it as {0}.").format(where)
    if one.bound:
        return translate(
            "Places", "May have it, but its settings do not name it: put {0} into one of its variables or headers."
        ).format(reference)
    if all(place.startswith("argument ") for place in one.places) and where:
        return translate(
            "Places", "It is to be filled into {0}, but it is not bound. Until it is, such calls are refused."
        ).format(where)
    if where:
        return translate(
            "Places",
            "Asks for it as {0}, but it is not bound. Until it is, the server gets nothing and does not start.",
        ).format(where)
    return translate("Places", "Not bound any more.")


def released(one: Place) -> str:
    """When it was last given, and how often."""
    translate = QCoreApplication.translate
    if not one.times:
        return translate("Places", "Not released yet.") if one.bound else ""
    if one.times == 1:
        return translate("Places", "Released once, at {0}.").format(moments.clock(one.last))
    return translate("Places", "Last released {0}; %n times in all.", None, one.times).format(moments.clock(one.last))


class _Row(theme.Dressed, QWidget):
    """One server."""

    def __init__(self, owner: Places) -> None:
        super().__init__()
        self._owner = owner
        self.place = Place("", bound=False, places=())
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignTop)
        self._name = Passage()
        self._says = Passage(tone="quiet")
        self.button = QPushButton(autoDefault=False)
        self.button.clicked.connect(self._press)
        self.again = QPushButton(self.tr("Bind again"), autoDefault=False)
        self.again.clicked.connect(lambda: self._owner.wanted.emit("secret.bind", self.place.server))
        middle = QVBoxLayout()
        middle.setSpacing(theme.SPACE // 2)
        middle.addWidget(self._name)
        middle.addWidget(self._says)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign)
        row.addLayout(middle, 1)
        row.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)

    def fill(self, place: Place, reference: str) -> None:
        self.place = place
        self._name.say(("strong", place.server))
        self._name.setAccessibleName(self.tr("Server"))
        said = " ".join(part for part in (_words(place, reference), released(place)) if part)
        self._says.say(said)
        self._says.setAccessibleName(self.tr("How {0} uses it").format(text.visible(place.server)))
        self.button.setText(self.tr("Unbind") if place.bound else self.tr("Bind"))
        name = self.tr("Unbind {0}") if place.bound else self.tr("Bind {0}")
        self.button.setAccessibleName(name.format(text.visible(place.server)))
        self.again.setVisible(bool(reference) and place.stale)
        self.again.setAccessibleName(self.tr("Bind {0} again, as it is now").format(text.visible(place.server)))
        self.button.setVisible(bool(reference) and (place.bound or (place.known and bool(place.places))))
        self._says.set_tone("caution" if self._doubtful() else "quiet")
        self._worn = None
        self.redress()

    def _doubtful(self) -> bool:
        return self.place.known and (self.place.stale or self.place.bound != bool(self.place.places))

    def _press(self) -> None:
        self._owner.wanted.emit("secret.unbind" if self.place.bound else "secret.bind", self.place.server)

    def dress(self, colours: theme.Colours) -> None:
        gets = self.place.known and self.place.bound and bool(self.place.places)
        sign = ("ok", colours.ok) if gets else ("gone", colours.quiet)
        if self._doubtful():
            sign = ("caution", colours.caution)
        self._sign.setPixmap(icons.pixmap(*sign, 18, self.devicePixelRatioF()))


class Places(QWidget):
    """The rows; ``wanted`` tells an order and the server that it is about."""

    wanted = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[_Row] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE)

    def show_places(self, places: list[Place], reference: str) -> None:
        """Show these; a row keeps its place in the list while its server is there.

        Without a ``reference`` it is nothing that can be bound, but a sign-in.
        """
        while len(self.rows) < len(places):
            row = _Row(self)
            self.rows.append(row)
            self._column.addWidget(row)
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(places))
            if at < len(places):
                row.fill(places[at], reference)
