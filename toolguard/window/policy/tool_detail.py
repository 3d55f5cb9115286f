"""Details of one tool, or of a whole server: definition, the server's claims, and which clients see it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from toolguard.services.interface import ShortTool, ShownTool, ToolForClient, ToolPage, ToolsOfServer
from toolguard.window import core_translation, theme
from toolguard.window.approval.call_detail import CallHeading
from toolguard.window.approval.consequence import EffectBadges
from toolguard.window.approval.otc_requirements import needs
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.schema_view import SchemaView
from toolguard.window.policy.tool_tree import oddities, oddity, summary, visibility
from toolguard.window.widgets import time_format
from toolguard.window.widgets.layout.boxes import STRETCH, discard, fill_rows, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.property_list import FoldedProperties, Property, PropertyList, WarningBox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import enable_unless, label, make_pane, show_text

MAX_CLIENTS = 40
"""Maximum clients with a check box."""
_MAX_ODD_TOOLS = 5
"""Maximum tools of a server of which the server's details say why they need attention."""
_MAX_NAME_LENGTH = 32  # characters of a client's name: a check box cannot wrap its text, and would widen the page


class ToolClients(QWidget):
    """A check box for each known client: whether it may see this tool. Emits `switched`."""

    switched = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self._boxes: dict[str, QCheckBox] = {}
        self._column = vbox(label(self.tr("Client access"), strong=True), parent=self, spacing=theme.SPACE)
        self.summary = label(tone="quiet", wrap=True)
        self._column.addWidget(self.summary)

    def show_clients(self, clients: list[ToolForClient], *, exposed: bool) -> None:
        """Show one row per client; none can see what is hidden from all."""
        if not exposed:
            self.summary.setText(self.tr("None. It is hidden from all clients."))
        elif not clients:
            self.summary.setText(self.tr("All clients. None have connected yet."))
        else:
            self.summary.setText(self.tr("Visible to the selected clients and to new ones."))
        shown = {tool["client"]: tool for tool in clients[:MAX_CLIENTS]}
        for name in self._boxes.keys() - shown.keys():
            box = self._boxes.pop(name)
            discard(self._column, box)
        for name, client in shown.items():
            box = self._boxes.get(name) or self._add(name)
            with QSignalBlocker(box):
                box.setChecked(client["exposed"])
            short = untrusted_text.shortened(name, _MAX_NAME_LENGTH)
            tip = "" if short == name else untrusted_text.shortened(name, 400)
            enable_unless(box, "" if exposed else self.tr("The tool is hidden from all clients."), tip)
            text = self.tr("{0} (connected)").format(short) if client["connected"] else short
            box.setText(text.replace("&", "&&"))
            box.setAccessibleName(self.tr("Visible to {0}").format(short))

    def _add(self, name: str) -> QCheckBox:
        box = QCheckBox()
        box.toggled.connect(lambda on: self.switched.emit(name, on))
        self._boxes[name] = box
        self._column.addWidget(box)
        return box


class ToolDetail(QWidget):
    """Shows a result of ``tool.show``. The page carries out `switched` and the buttons."""

    switched = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self.heading = CallHeading()
        self.heading.sentence.setAccessibleName(self.tr("Selected tool"))
        self.badges = EffectBadges()
        self._exposed = False
        self.shown = QCheckBox()
        self.shown.clicked.connect(lambda: self.switched.emit(not self._exposed))
        self.calls = push_button(self.tr("Show calls"), kind="link")
        self.rules = push_button(self.tr("Show rules"), kind="link")
        self.warnings = WarningBox()
        self.review = push_button(self.tr("Review changes"))
        self.about = PropertyList()
        self.schema = SchemaView()
        self.clients = ToolClients()
        self.details = FoldedProperties()
        self.about.align_lists(self.details.facts)
        self._lay_out()

    def _lay_out(self) -> None:
        row = hbox(self.shown, STRETCH, self.calls, self.rules, spacing=theme.SPACE * 5)
        fixed = vbox(self.heading, self.badges, row, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 2))
        self.body = DetailScrollArea(
            self.warnings, (self.review, 0, Qt.AlignmentFlag.AlignLeft), self.about, self.schema,
            self.clients, self.details,
        )  # fmt: skip
        vbox(fixed, (self.body, 1), parent=self, spacing=0)

    def show_tool(self, tool: ShownTool, today: int, last: float) -> None:
        """Show ``tool``. ``today``: its calls of today; ``last``: time of its last call, 0 if unknown."""
        title = untrusted_text.own_title(tool["name"], tool["title"])
        names = {"tool": ("strong mono name", tool["name"]), "title": ("quiet", title)}
        server = ("strong name", tool["server"])
        if title:
            self.heading.set_sentence(self.tr("{tool} “{title}” on {server}"), server=server, **names)
        else:
            self.heading.set_sentence(self.tr("{tool} on {server}"), server=server, **names)
        self.heading.say_below(self._used(today, last))
        self._show_visibility(tool)
        self.warnings.show_sentences(self._sentences(tool))
        self.review.setVisible(tool["changed"])
        self.badges.show_tool(tool["hints"], tool["server"], trusted=tool["trusted"])
        filled = "\n".join(f"{pointer} ← {template}" for pointer, template in tool["filled"].items())
        needed = needs(tool["needs"], tool["scopes"])
        self.about.show_facts([
            Property(self.tr("Description"), tool["description"] or self.tr("none")),
            Property(self.tr("Requires"), needed),
            Property(self.tr("Bound arguments"), filled, mono=True),
            Property(self.tr("Used by"), self.tr("Pages only; clients keep it from the model")
                 if tool["pages_only"] else ""),
            *self._page(tool["page"]),
        ])  # fmt: skip
        self.schema.show_schema(tool["schema"])
        self.clients.show_clients(tool["clients"], exposed=tool["exposed"])
        self.details.facts.show_facts([*self._claims(tool), *self._facts(tool)])

    def _show_visibility(self, tool: ShownTool) -> None:
        """Show whether clients see the tool; a client's own switch can hide it from some, as in the tree."""
        self._exposed = tool["exposed"]
        text, clients = self.tr("Visible to clients"), tool["clients"]
        if self._exposed and tool["hidden_from"]:
            number, shown = self.locale().toString, sum(client["exposed"] for client in clients)
            text = self.tr("Visible to {0} of {1} clients").format(number(shown), number(len(clients)))
        self.shown.setText(text)
        self.shown.setCheckState(visibility(tool))

    def _used(self, today: int, last: float) -> str:
        if not last and not today:
            return self.tr("Never called")
        text = self.tr("1 call today") if today == 1 else self.tr("%n calls today", "", today)
        return self.tr("{0} · last used {1}").format(text, time_format.clock(last)) if last else text

    def _sentences(self, tool: ShownTool) -> list[str]:
        sentences = oddities(tool)
        if tool["unpinnable"]:
            reason = core_translation.local(tool["unpinnable"])
            sentences.append(self.tr("No rule can allow this tool: {0}.").format(reason))
        if tool["unchecked"] and isinstance(tool["schema"], dict | bool):  # otherwise the schema's place says it
            sentences.append(
                self.tr("Can't validate arguments against its schema: {0}.").format(
                    core_translation.local(tool["unchecked"])
                )
            )
        if tool["unfilled"]:
            sentences.append(
                self.tr("All calls are refused because bound arguments can't be added: {0}.").format(
                    core_translation.local(tool["unfilled"])
                )
            )
        for name in ("description", "title"):
            if untrusted_text.unseen(tool[name]):
                sentences.append(self.tr("Its description contains invisible characters."))
                break
        return sentences

    def _claims(self, tool: ShownTool) -> list[Property]:
        hints = tool["hints"]
        return [
            Property(self.tr("Modifies data"), _hint_text(hints.get("readOnlyHint"), self.tr("No, read-only"),
                 self.tr("Yes"), self.tr("Not declared; assume yes"))),
            Property(self.tr("Destructive"), _hint_text(hints.get("destructiveHint"), self.tr("Yes"),
                 self.tr("No, only adds data"), self.tr("Not declared; assume yes"))),
            Property(self.tr("Safe to repeat"), _hint_text(hints.get("idempotentHint"), self.tr("Yes"),
                 self.tr("No"), self.tr("Not declared; assume no"))),
            Property(self.tr("External access"), _hint_text(hints.get("openWorldHint"), self.tr("Yes"),
                 self.tr("No"), self.tr("Not declared; assume yes"))),
        ]  # fmt: skip

    def _facts(self, tool: ShownTool) -> list[Property]:
        shown = untrusted_text.name(tool["name"])
        return [
            Property(self.tr("Unchanged since"), time_format.clock(tool["since"])),
            Property(self.tr("Responses"), self.tr("Forwarded as is; not validated")),
            Property(self.tr("Last listed"), time_format.clock(tool["seen"])),
            Property(self.tr("Original name"), "" if shown == tool["name"] else tool["name"], mono=True),
            Property(self.tr("Definition hash"), tool["fingerprint"], mono=True, style="quiet"),
        ]  # fmt: skip

    def _page(self, page: ToolPage | None) -> list[Property]:
        """Show the tool's page (MCP Apps): its URI, and what it may access."""
        if page is None:
            return []
        domains = "\n".join(f"{name}: {', '.join(listed)}" for name, listed in page["domains"].items() if listed)
        nothing = self.tr("none") if page["read"] else self.tr("not known; no client has read it")
        return [
            Property(self.tr("Page"), page["uri"], mono=True),
            Property(self.tr("Page's domains"), domains or nothing, mono=bool(domains)),
            Property(self.tr("Page's permissions"), core_translation.join_list(page["permissions"])),
            Property(self.tr("Page last read"), time_format.clock(page["read"]) if page["read"] else ""),
            Property(self.tr("Calls"), self.tr("The model or the page; ToolGuard can't tell which")),
        ]


def _hint_text(hint: bool | None, yes: str, no: str, unsaid: str) -> str:
    return unsaid if hint is None else yes if hint else no


class ServerToolsDetail(QWidget):
    """Shows one server of ``tool.list``: its tools, hidden ones, and a button that probes it."""

    tool_chosen = Signal(str)
    """The name of a tool that needs attention."""

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self.heading = CallHeading()
        self.heading.sentence.setAccessibleName(self.tr("Selected server"))
        self.look = push_button(self.tr("Refresh"))
        self.server = push_button(self.tr("About this server"), kind="link")
        self.news_label = label(tone="quiet", wrap=True)
        self.doubts = WarningBox()
        self.odd_tools = [push_button(kind="link") for _ in range(_MAX_ODD_TOOLS)]
        for button in self.odd_tools:
            button.clicked.connect(lambda _=False, button=button: self.tool_chosen.emit(button.property("tool")))
        self.review = push_button(self.tr("Review changes"))
        self.facts = PropertyList()
        self.explains = label(
            self.tr("Starts the server, lists its tools and stops it. No tool is called."),
            tone="quiet", wrap=True,
        )  # fmt: skip
        for button in (*self.odd_tools, self.review):
            self.doubts.offer(button)
        row = hbox(self.look, self.server, STRETCH, spacing=theme.SPACE * 4)
        vbox(
            self.heading, self.doubts, row, self.explains, self.news_label, self.facts, STRETCH,
            parent=self, spacing=theme.SPACE * 3, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 6),
        )  # fmt: skip

    def show_server(self, entry: ToolsOfServer, *, looking: bool, news: str) -> None:
        """Show ``entry``; ``news`` is the progress of the probe while ``looking``, or its result."""
        self.heading.set_sentence(self.tr("Tools of {server}"), server=("strong name", entry["name"]))
        self.heading.say_below(summary(entry))
        self.look.setText(self.tr("Refreshing…") if looking else self.tr("Refresh"))
        off = "" if entry["enabled"] else self.tr("The server is turned off.")
        enable_unless(self.look, self.look.text() if looking else off)
        show_text(self.news_label, untrusted_text.shortened(core_translation.local(news), 300))
        count = entry["changed"]
        changed = [self.tr("The server changed %n tools since you accepted them.", "", count)] if count else []
        doubts = [untrusted_text.shortened(core_translation.local(doubt), 600) for doubt in entry["doubts"]]
        odd_tools = [tool for tool in entry["tools"] if oddity(tool) and not tool["changed"]][:_MAX_ODD_TOOLS]
        self.doubts.show_sentences([*changed, *(self._oddity(tool) for tool in odd_tools), *doubts])
        fill_rows(self.odd_tools, odd_tools, self._name_button)
        self.review.setVisible(bool(count))
        exceptions = sum(1 for name, on in entry["switches"].items() if name != "*" and on)
        hidden = self.tr("All tools, including new ones, except %n turned on individually", "", exceptions)
        self.facts.show_facts([
            Property(self.tr("Hidden"), "" if entry["exposed"] else hidden),
            Property(self.tr("Some tools hidden from"), core_translation.join_list(entry["narrowed"])),
            Property(self.tr("In use by"), core_translation.join_list(entry["clients"])),
            Property(self.tr("Last listed"), time_format.clock(entry["seen"]) if entry["seen"] else self.tr("never")),
        ])  # fmt: skip

    def _name_button(self, button: QPushButton, tool: ShortTool) -> None:
        button.setProperty("tool", tool["name"])
        button.setText(self.tr("Show {0}").format(untrusted_text.short_name(tool["name"], 40)).replace("&", "&&"))

    def _oddity(self, tool: ShortTool) -> str:
        name = untrusted_text.short_name(tool["name"], 60)
        return self.tr("{0}: {1}").format(name, core_translation.join_sentences(*oddities(tool)))
