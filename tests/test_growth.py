"""Growth is one row: a row that is inserted into its table appears everywhere, without a change of another line.

Each test copies the package, inserts the text of one row, and runs the copy.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def grown(folder: Path, file: str, before: str, row: str, ask: str, *more: tuple[str, str, str]) -> Any:
    """Insert ``row`` before ``before`` in a copy of the package, and likewise ``more`` (file, before, row).

    Run ``ask`` there, and return its JSON output.
    """
    shutil.copytree(ROOT / "toolguard", folder / "toolguard")
    shutil.copytree(ROOT / "resources", folder / "resources")
    for name, place, inserted in ((file, before, row), *more):
        path = folder / "toolguard" / name
        text = path.read_text(encoding="utf-8")
        assert text.count(place) == 1
        path.write_text(text.replace(place, inserted + place), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen", "COLUMNS": "200"}
    environment |= {"TOOLGUARD_HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "xdg"), "HOME": str(folder)}
    said = subprocess.run(
        [sys.executable, "-c", f"{_ASKING}\n{ask}"], env=environment, cwd=folder, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout.splitlines()[-1])


_ASKING = """
import asyncio, contextlib, io, json, sys
from pathlib import Path
from toolguard.store.config import config_schema
from toolguard.store.config.config import Config
from toolguard.cli import parser

def helped(*command):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        parser.read([*command, "--help"])
    return out.getvalue()

def manual(key):
    from toolguard.window.help.manual import chapters
    return next(one.text for one in chapters("en") if one.key == key)

def qt():
    from PySide6.QtWidgets import QApplication
    return QApplication([])

def loaded(**state):
    path = Path("config.json")
    path.write_text(json.dumps({"version": 1, **state}))
    return Config.load(path)

def service(order, **arguments):
    from toolguard.services.registry import ORDERS
    from toolguard.services.runtime.command_caller import CommandCaller
    caller = CommandCaller(Path("home"), print)
    return caller.send(lambda _services: caller.perform(ORDERS[order], None, arguments))

def tell(**found):
    print(json.dumps(found))
"""


SETTING = """    greeting: Annotated[
        Literal["none", "short"],
        Setting(
            group=LIMITS,
            title="Greeting",
            about="What to say first.",
            value=Choice(labels={"none": "Say nothing", "short": "Say hello"}),
            loosens=lambda was, now: now == "none",
        ),
    ] = "short"
"""


def test_setting_is_one_row(tmp_path: Path) -> None:
    ask = """
schema = config_schema.schema()["$defs"]["preferences"]["properties"]["greeting"]
good, bad = loaded(preferences={"greeting": "none"}), loaded(preferences={"greeting": "loud"})
parser.main(["settings", "set", "greeting", "none"])
listed = next(one for one in service("preferences.list") if one["name"] == "greeting")
del listed["texts"]
from toolguard.services.settings import describe_change
app = qt()
from toolguard.window.pages.settings import _control
from toolguard.tables.settings import SETTINGS, Preferences
row = _control(SETTINGS["greeting"])
tell(
    schema=schema, good=good.preferences.greeting, problem=bad.problem, help=helped("settings", "set"), listed=listed,
    form=[row.title, row.choice.itemText(1)], manual=manual("settings"),
    loosens=describe_change("greeting", "none", Preferences()),
)
"""
    found = grown(tmp_path, "tables/settings.py", "    pending_per_session: Annotated[", SETTING, ask)
    assert found["schema"] == {"title": '"none" or "short"', "enum": ["none", "short"]}
    assert found["good"] == "none" and 'preferences.greeting must be "none" or "short"' in found["problem"]
    assert "greeting             Greeting" in found["help"]
    assert found["listed"] == {
        "name": "greeting", "value": "none", "default": "short", "title": '"none" or "short"', "fixed": False,
    }  # fmt: skip
    assert found["form"] == ["Greeting", "Say hello"]
    assert "- **Greeting** (`greeting`): What to say first." in found["manual"]
    assert "greeting" in found["loosens"]


CREDENTIAL = """    "passphrase": CredentialKind(title="Passphrase"),
"""


def test_credential_kind_is_one_row(tmp_path: Path) -> None:
    ask = """
schema = config_schema.schema()["$defs"]["secret"]["properties"]["kind"]["enum"]
good = loaded(secrets={"x": {"kind": "passphrase"}})
from toolguard.services.registry import ORDERS
order = ORDERS["secret.enter"].schema["properties"]["kind"]["anyOf"][0]["enum"]
Path("home").mkdir(exist_ok=True)
service("secret.enter", name="mine", kind="passphrase")
app = qt()
from toolguard.window.credentials.credential_editor import CredentialEditor
editor = CredentialEditor()
tell(
    schema=schema, good=good.secrets["x"].kind, order=order, stored=service("secret.show", name="mine")["kind"],
    help=helped("secret", "set"), manual=manual("credentials"),
    form=[editor.kind.itemText(at) for at in range(editor.kind.count())],
)
"""
    found = grown(tmp_path, "tables/credentials.py", '    "oauth": CredentialKind(', CREDENTIAL, ask)
    assert "passphrase" in found["schema"] and "passphrase" in found["order"]
    assert found["good"] == found["stored"] == "passphrase"
    assert "user_id,passphrase}" in found["help"]
    assert "- **Passphrase** (`passphrase`)" in found["manual"]
    assert found["form"][-1] == "Passphrase"


KIND = """    "radio": ServerKindRow(
        title="Radio server",
        settings=("url", "headers", "bridge"),
        needs="url",
        describe=describe_remote,
        protocol="radio",
        about={"url": "Where the radio is."},
        signs_in=True,
    ),
    "capsule": ServerKindRow(
        title="Capsule",
        settings=("command", "args", "env", "arguments"),
        needs="command",
        describe=describe_program,
        protocol="capsule",
    ),
"""
OPENER = """    "capsule": stdio_channel.open_stdio,
"""


def test_server_kind_is_one_row(tmp_path: Path) -> None:
    ask = """
settings = {"kind": "radio", "url": "https://radio.test/", "headers": {"A": "b"}, "bridge": "off"}
good, bad = loaded(servers={"r": settings}), loaded(servers={"r": {**settings, "args": []}})
Path("home").mkdir(exist_ok=True)
words = ["server", "add", "mine", "--kind", "radio", "--url", "https://radio.test/", "--header", "A=b"]
status = parser.main(words)
told = service("server.show", name="mine")
app = qt()
from toolguard.window.forms.form import Form
from toolguard.window.forms.table_text import table_schema
kind = next(one for one in service("server.kinds") if one["kind"] == "radio")
form = Form(table_schema(kind["schema"]), {}, title="x")
from PySide6.QtWidgets import QLabel
from toolguard.servers import LoginPath, ServerResources, open_server
from toolguard.servers.launch_fingerprint import LaunchFingerprints
from toolguard.servers.local_paths import paths_of
from toolguard.servers.oauth.sign_ins import can_sign
from toolguard.store.config.config import ServerSpec
from toolguard.window.credentials.credential_changes import targets

async def no_release(name):
    raise AssertionError(name)

async def opened(spec):
    channel = await open_server(spec, ServerResources(release=no_release, log=lambda _line: None))
    await channel.close("the test is over")
    return list(await LaunchFingerprints(LoginPath()).of(spec))

program = ServerSpec(name="c", kind="capsule", command=sys.executable, args=("-c", "input()"))
tell(
    capsule=asyncio.run(opened(program)), sees=[paths_of(spec) is not None for spec in (program, good.servers["r"])],
    signs=[can_sign(spec) for spec in (program, good.servers["r"])],
    targets=[one.member for one in targets([{"name": kind, "kind": kind} for kind in ("capsule", "radio")]).values()],
    good=good.servers["r"].bridge, problem=bad.problem, help=helped("server", "add"), status=status,
    told=[told["kind"], told["launch"]], label=kind["label"],
    form=[one.text() for one in form.findChildren(QLabel)], manual=manual("servers"),
)
"""
    found = grown(
        tmp_path, "tables/servers.py", '    "otc": ServerKindRow(', KIND, ask,
        ("servers/__init__.py", '    "otc": otc_kind.open_otc', OPENER),
    )  # fmt: skip
    assert found["capsule"] == ["command", "program", "sha256"]
    assert (found["sees"], found["signs"]) == ([True, False], [False, True])
    assert found["targets"] == ["env", "headers"]
    assert found["good"] == "off" and "servers.r.args is not a known setting" in found["problem"]
    assert "--kind {mcp,radio,capsule,otc}" in found["help"] and "NAME --kind radio --url URL" in found["help"]
    assert found["status"] == 0 and found["told"] == ["radio", "https://radio.test/ [A: b]"]
    assert found["label"] == "Radio server" and {"URL", "Headers", "Protocol bridge"} <= set(found["form"])
    assert "### Radio server (`radio`)" in found["manual"] and "Where the radio is." in found["manual"]


SERVER_SETTING = """    nickname: Annotated[
        str,
        ServerSetting(
            schema={
                "must": "a nickname of at most 9 letters",
                "type": "string",
                "maxLength": 9,
                "default": "",
                "title": "Nickname",
                "description": "What you call it.",
            },
            options=(Option(flag="--nickname", metavar="TEXT", help="what you call it"),),
            lines=lambda spec: [("nickname", spec.nickname)] if spec.nickname else [],
        ),
    ] = ""
"""


def test_common_server_setting_is_one_row_and_its_name_in_each_kind(tmp_path: Path) -> None:
    ask = """
import dataclasses
from toolguard.tables import servers
servers.KINDS["stdio"] = dataclasses.replace(servers.KINDS["stdio"], settings=("command", "args", "nickname"))
bad = loaded(servers={"r": {"kind": "stdio", "command": "x", "nickname": "much too long"}})
Path("home").mkdir(exist_ok=True)
status = parser.main(["server", "add", "mine", "--nickname", "Bob", "--", "prog"])
out = io.StringIO()
with contextlib.redirect_stdout(out):
    parser.main(["server", "show", "mine"])
tell(problem=bad.problem, help=helped("server", "add"), shown=out.getvalue(), manual=manual("servers"))
"""
    found = grown(tmp_path, "tables/servers.py", "    transport: Annotated[", SERVER_SETTING, ask)
    assert "servers.r.nickname must be a nickname of at most 9 letters" in found["problem"]
    assert "--nickname TEXT" in found["help"] and "Bob" in found["shown"]
    assert "- **Nickname** (`--nickname`): What you call it." in found["manual"]


CLIENT = """    ClientRow(
        key="radio-chat", title="Radio Chat",
        files=(SettingsFile(path="{home}/.radio/servers.json", places=(("tools",),)),),
        dialect=Dialect(command="cmd"), verified=True, source="radio.test",
    ),
"""


def test_chat_client_is_one_row(tmp_path: Path) -> None:
    ask = """
path = Path.home() / ".radio" / "servers.json"
path.parent.mkdir()
path.write_text(json.dumps({"tools": {"time": {"cmd": "uvx", "args": ["mcp-time"]}}}, indent=2))
Path("home").mkdir()
found = next(one for one in service("client.found", projects=[]) if one["client"] == "radio-chat")
out = io.StringIO()
with contextlib.redirect_stdout(out):
    parser.main(["client", "guard", "radio-chat", "--dry-run"])
from toolguard.cli.help import known_names
tell(
    found=[found["title"], [(one["name"], one["state"]) for one in found["files"][0]["servers"]]],
    plan=out.getvalue(), completed="radio-chat" in dict(known_names._chat_clients(Path("home"), "")),
)
"""
    before = '    ClientRow(\n        key="claude-desktop"'
    found = grown(tmp_path, "clients/wiring/clients.py", before, CLIENT, ask)
    assert found["found"] == ["Radio Chat", [["time", "unguarded"]]]
    assert "adds server time: uvx mcp-time" in found["plan"] and "toolguard-connect" in found["plan"]
    assert found["completed"]


MATCHER = """    claim: Annotated[
        str,
        Matcher(title="Client version", any="any version", help="how the client's name begins",
                matches=lambda text, call: call.claim.startswith(text)),
    ] = ANY
"""


def test_matcher_is_one_row(tmp_path: Path) -> None:
    ask = """
rule = {"id": "r", "client": "*", "server": "*", "tool": "*", "verdict": "allow"}
good = loaded(rules=[{**rule, "claim": "Good"}])
bad = loaded(rules=[{**rule, "claim": ""}])
from toolguard.gate.model import Call, ClientInfo
from toolguard.gate.policy.rules import RuleSet
from toolguard.services.rules.service import describe_allow, from_config
rules = RuleSet(from_config(good))

def verdict(claim):
    call = Call(
        id="", session="", client=ClientInfo(id="c"), claim=claim, server="s", tool="t", message={}, era="legacy",
        since=0.0,
    )
    return rules.decide(call, None, 0.0).verdict

from toolguard.store.config.config_diff import split_changes
deny = {**rule, "verdict": "deny"}
state = {name: {} for name in ("servers", "secrets", "clients", "security_keys", "preferences")} | {"tools": []}
narrower = split_changes({**state, "rules": [deny]}, {**state, "rules": [{**deny, "claim": "Good"}]})[1]
Path("home").mkdir(exist_ok=True)
parser.main(["rule", "add", "--server", "s", "--tool", "t", "--verdict", "deny", "--claim", "Bad"])
app = qt()
from tests.window.conftest import Gate
from toolguard.window.policy import rule_text
from toolguard.window.core_link import CoreLink
from toolguard.window.policy.rule_form import RuleForm
form = RuleForm(CoreLink(asyncio.new_event_loop(), Gate()))
form.begin()
form.places.set(claim="Good")
form.verdict.choose("deny")
whole = {**form.entered_rule(), "expires": 0}
tell(
    problem=bad.problem, verdicts=[verdict("Good 1"), verdict("Evil 1")], help=helped("rule", "add"),
    listed=[one["claim"] for one in service("rule.list")], asked=form.entered_rule()["claim"],
    words=rule_text.sentence(whole), manual=manual("rules"), waits=len(narrower),
    frees=describe_allow({"claim": "Good"}),
)
"""
    before = '    verdict: Verdict\n    until: Until = "always"'
    found = grown(tmp_path, "gate/policy/rules.py", before, MATCHER, ask)
    assert found["verdicts"] == ["allow", "ask"]
    assert "rules[0].claim must be" in found["problem"]
    assert "--claim C" in found["help"] and "how the client's name begins" in found["help"]
    assert found["listed"] == ["Bad"] and found["asked"] == "Good"
    assert "Only if Client version is Good." in found["words"] and "claim Good" in found["frees"]
    assert "- **Client version** (`--claim`)" in found["manual"]
    assert found["waits"] == 1, "a deny rule that is for fewer calls waits for a person"


PAGE = """    PageRow("notes", QT_TRANSLATE_NOOP("MainWindow", "Notes"), "help", HelpPage),
"""


def test_page_is_one_row(tmp_path: Path) -> None:
    ask = """
from PySide6.QtGui import QShortcut
from toolguard.window.core_link import CoreLink
from toolguard.window.main import PAGES, MainWindow
from tests.window.conftest import Gate
app = qt()
loop = asyncio.new_event_loop()
window = MainWindow(core_link=CoreLink(loop, Gate(), None), settings_path=Path("w.ini"), on_quit=lambda: None)
at = [row.key for row in PAGES].index("notes")
window.side.buttons[at].click()
tell(
    title=window.side.buttons[at].text(), shown=window.stack.key, page=type(window.stack.page("notes")).__name__,
    key=any(one.key().toString() == f"Ctrl+{at + 1}" for one in window.findChildren(QShortcut)),
)
"""
    before = '    PageRow("credentials",'
    found = grown(tmp_path, "window/main.py", before, PAGE, f"sys.path.append({str(ROOT)!r})\n{ask}")
    assert found == {"title": "Notes", "shown": "notes", "page": "HelpPage", "key": True}


REVISIONS = """    Revision("2099-01-01", "modern", structured_content=True, priming_events=True),
"""
OLDER = """    Revision("2025-12-24", "legacy", structured_content=True, priming_events=True),
"""


def test_protocol_revision_is_one_row(tmp_path: Path) -> None:
    ask = """
from toolguard.clients.http import header_check
from toolguard.gate.mcp import revisions
from toolguard.servers.bridge import protocol
from toolguard.servers.otc import channel, tools
tell(
    era=revisions.revision("2099-01-01").era, headers=header_check.VERSIONS, bridge=protocol.MODERN,
    modern=revisions.MODERN, legacy=revisions.LEGACY[-1], bridged=protocol.LEGACY,
    unknown=revisions.revision("2025-12-31").version, newer=revisions.revision("2100-01-01").version,
)
"""
    last = '    Revision("2026-07-28", "modern"'
    both = grown(tmp_path / "older", "gate/mcp/revisions.py", last, OLDER, ask)
    assert both["legacy"] == both["bridged"] == both["unknown"] == "2025-12-24"
    assert both["newer"] == both["bridge"] == "2026-07-28"
    found = grown(tmp_path / "newer", "gate/mcp/revisions.py", ')\n"""All revisions, oldest', REVISIONS, ask)
    assert found["era"] == "modern" and found["headers"][-1] == found["modern"][-1] == "2099-01-01"
    assert found["bridge"] == found["newer"] == "2099-01-01" and found["unknown"] == "2025-11-25"


REQUEST = """    "listings": RequestKind(
        title="Listings", description="The client asks for a listing", is_from_server=False, method="vendor/list",
        params=("topic",),
    ),
"""


def test_request_kind_is_one_row(tmp_path: Path) -> None:
    ask = """
schema = config_schema.schema()["$defs"]["stdio"]["properties"]["requests"]["properties"]["listings"]
bad = loaded(servers={"x": {"kind": "stdio", "command": "x", "requests": {"listings": "maybe"}}})
Path("home").mkdir(exist_ok=True)
parser.main(["server", "add", "x", "--request", "listings=ask", "--", "prog"])
from toolguard.gate.policy.rules import Rule, RuleSet
from toolguard.services.rules.backtest import a_call, without_rule
call = a_call("c", "x", "", {}, "vendor/list")
service("rule.add", server="x", tool="*", method="vendor/list", verdict="deny")
from toolguard.gate.mcp.request_kinds import denial, kind_of, mistakable_method
app = qt()
from toolguard.window.approval import request_text
from toolguard.tables.servers import KINDS
tell(
    schema=schema, problem=bad.problem, setting=without_rule(call, {"listings": "ask"}),
    form=KINDS["stdio"].schema["properties"]["requests"]["properties"]["listings"]["title"],
    kind=kind_of("vendor/list", is_from_server=False), poses=mistakable_method("Vendor/List"),
    help=helped("server", "add"),
    wants=request_text.wants(call), error=denial("listings", 1, "no", by="person")["error"]["message"],
)
"""
    found = grown(tmp_path, "gate/mcp/request_kinds.py", '    "client-other": RequestKind(', REQUEST, ask)
    assert found["schema"]["enum"] == ["pass", "ask", "deny"]
    assert 'requests.listings must be "pass", "ask" or "deny"' in found["problem"]
    assert (found["setting"], found["kind"], found["poses"]) == ("ask", "listings", "vendor/list")
    assert found["form"] == "Listings" and "listings" in found["help"] and found["error"] == "no"
    assert found["wants"] == "{client} sends {server} the request {tool}"
