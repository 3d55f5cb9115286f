"""Types of the services' arguments and results, for the services, the window, the terminal and the command line.

Importing this module loads neither a server's transport nor the keyring nor the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict, TypeVar, cast
from urllib.parse import unquote

import msgspec
from msgspec import UNSET, Meta, UnsetType

from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.conditions.widths import MAX_CALLS
from toolguard.gate.policy.declared_effects import Effect
from toolguard.gate.policy.definitions.changes import ChangeKind
from toolguard.gate.policy.rule_ends import MAX_IDLE, MIN_IDLE, Until
from toolguard.gate.policy.rules import Example
from toolguard.gate.texts import CodedText, to_wire
from toolguard.tables.credentials import entered_kinds
from toolguard.tables.rules import condition_schemas
from toolguard.tables.rules import schemas as rule_members
from toolguard.tables.servers import member_schemas
from toolguard.tables.values import alternatives, whole

_Struct = TypeVar("_Struct", bound=msgspec.Struct)


class RefusedError(Exception):
    """ToolGuard refuses the order; the text says why and what to do."""


# --- bounded types. A ``title`` says what a value must be, because a validator's own message can repeat a secret -----


def _text(title: str, pattern: str = r"^[^\x00]*\Z", least: int = 0, most: int | None = None) -> Meta:
    return Meta(title=title, pattern=pattern, min_length=least or None, max_length=most)


def _with_wire_titles(schema: Any) -> Any:
    """Return the schema of a table with its titles in the form of `to_wire`, because msgspec refuses coded texts."""
    if isinstance(schema, Mapping):
        return {name: _with_wire_titles(value) for name, value in schema.items()}
    return to_wire(schema) if isinstance(schema, CodedText) else schema


Name = Annotated[
    str,
    Meta(
        title="services.expect_1_64_letters_digits_beginning",
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z",
    ),
]
Text = Annotated[str, _text(title="services.expect_text_without_nul_character")]
Full = Annotated[str, _text(title="services.expect_text_not_empty_without_nul", least=1)]
Place = Annotated[str, Meta(title="services.expect_name_or_any", min_length=1, max_length=512)]
ToolName = Annotated[str, Meta(title="services.expect_tool_name", min_length=1, max_length=512)]
ToolNames = Annotated[list[ToolName], Meta(title="services.expect_list_tools_names", max_length=1000)]
ClientNames = Annotated[list[Place], Meta(title="services.expect_list_clients_names")]
Paths = Annotated[list[Full], Meta(title="services.expect_list_paths", max_length=1000)]
EntryNames = Annotated[list[Full], Meta(title="services.expect_list_entries", max_length=1000)]
SomeServers = Annotated[
    list[Name], Meta(title="services.expect_list_servers_names", min_length=1, extra_json_schema={"uniqueItems": True})
]
AnyServers = Annotated[
    list[Name], Meta(title="services.expect_list_servers_names", extra_json_schema={"uniqueItems": True})
]
YesOrNo = Annotated[bool, Meta(title="services.expect_true_false")]
KeyChoice = Annotated[Literal["put-back", "leave-out"], Meta(title="services.expect_put_back_leave_out")]
"""What happens to the keys in clients' entries when routing is undone."""
ShownOrNot = Annotated[bool | None, Meta(title="services.expect_true_false_null")]
"""None: as for the whole server, or as for all clients."""
Switches = Annotated[
    dict[Annotated[str, Meta(title="services.expect_tool_name_or_any", min_length=1, max_length=512)], YesOrNo],
    Meta(title="services.expect_object_true_false_tool"),
]
Pointer = Annotated[
    str, Meta(title="services.expect_json_pointer_such_as_connection", pattern=r"^(/([^~/]|~[01])*)+\Z", max_length=512)
]
Template = Annotated[str, _text(title="services.expect_text_not_empty_without_nul", least=1, most=4096)]
RedactionText = Annotated[str, _text(title="services.expect_text_without_nul_character", most=10_000)]
RedactionReason = Annotated[str, _text(title="services.expect_text_not_empty_without_nul", least=1, most=500)]
RecordNumbers = Annotated[
    list[Annotated[int, Meta(title="services.expect_record_number", ge=1, le=10**17)]],
    Meta(title="services.expect_record_numbers", max_length=1000),
]
Verdict = Annotated[Literal["allow", "deny", "ask"], Meta(title="services.expect_allow_deny_ask")]
RuleUntil = Annotated[Until, Meta(title="services.expect_rule_end")]
IdleSeconds = Annotated[float, Meta(title="services.expect_seconds_without_person", ge=MIN_IDLE, le=MAX_IDLE)]
Seconds = Annotated[float, Meta(title="services.expect_number_seconds_most_ten_years", ge=1, le=315_360_000)]
SecondsOrNone = Annotated[float, Meta(title="services.expect_number_seconds_most_ten_years", ge=0, le=315_360_000)]
LimitSeconds = Annotated[float, Meta(title="services.expect_seconds_of_a_day", ge=1, le=86_400)]
LimitTimeout = Annotated[float, Meta(title="services.expect_seconds_of_a_day", ge=0, le=86_400)]
LimitBytes = Annotated[int, Meta(title="services.expect_bytes", ge=0, le=1024 * 1024 * 1024)]
Moment = Annotated[float, Meta(title="services.expect_seconds_since_1970", ge=0)]
Fingerprint = Annotated[str, Meta(title="services.expect_text", max_length=512)]
ChangeIds = Annotated[list[Fingerprint], Meta(title="services.expect_list_changes", max_length=100_000)]
SecretKind = Annotated[
    str,
    Meta(
        extra_json_schema=_with_wire_titles({"title": alternatives(entered_kinds(), ""), "enum": list(entered_kinds())})
    ),
]
SettingValue = Annotated[
    int | float | str | bool | list[Text] | None, Meta(title="services.expect_number_text_true_false_null")
]
MAX_LINES = 5_000
Lines = Annotated[int, Meta(title="services.expect_number_from_1_5000", ge=1, le=MAX_LINES)]

# --- arguments ---------------------------------------------------------------------------------------------------


if TYPE_CHECKING:

    class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
        """The settings of a server in a form or on a command line. Omitted ones have their default, or do not change.

        The other members are the settings in `toolguard.tables.servers`.
        """

        name: Name
        kind: str | UnsetType = UNSET
        url: str | UnsetType = UNSET

        def __init__(self, *, name: str, **settings: Any) -> None: ...

else:
    ServerSettings = msgspec.defstruct(
        "ServerSettings",
        [
            ("name", Name),
            *(
                (name, Annotated[Any, Meta(extra_json_schema=_with_wire_titles(whole(schema)))], UNSET)
                for name, schema in member_schemas().items()
            ),
            ("enabled", YesOrNo | UnsetType, UNSET),
        ],
        module=__name__, kw_only=True, frozen=True, forbid_unknown_fields=True, omit_defaults=True,
    )  # fmt: skip


class NewServer(ServerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A server to register. If ``tools`` is set, clients see only these, also if the server lists more later.

    Clients do not see the tools in ``hidden``.
    """

    tools: ToolNames | UnsetType = UNSET
    hidden: ToolNames | UnsetType = UNSET


class RouteSelection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Selected entries of clients' files, by client, file and name. An empty list selects all.

    ``projects`` are folders whose files are included. ``turn_off_prompts``: turn off the clients' own prompts
    for the servers' tools.
    """

    clients: ClientNames = []
    files: Paths = []
    names: EntryNames = []
    projects: Paths = []
    turn_off_prompts: YesOrNo = False


class RouteOrder(RouteSelection, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order to carry out a plan: its ``digest``, and the servers to add, which are validated like `NewServer`."""

    digest: Fingerprint
    added: Annotated[list[dict[str, Any]], Meta(title="services.expect_list_servers")] = []
    confirmed: YesOrNo = False
    """Includes files of clients whose table row is not verified."""


class BundleChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bundle with the person's choices: the server's name, and ``values`` by key.

    ``typed``: the keys of secrets for which the person enters a value.
    """

    path: Full
    name: Name
    values: Annotated[dict[str, list[Text]], Meta(title="services.expect_object")] = {}
    typed: Annotated[list[str], Meta(title="services.expect_list_entries", max_length=1000)] = []


class BundleOrder(BundleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order to add a bundle: the digest of its file, and its server as shown to the person."""

    digest: Fingerprint
    added: Annotated[dict[str, Any], Meta(title="services.expect_object")]


class SwitchEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A visibility switch of a tool or server, as stored in the configuration."""

    client: Place = "*"
    server: Name | UnsetType = UNSET
    tool: Place = "*"
    exposed: YesOrNo


class RemovedServer(ServerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A removed server with everything that was removed with it, to restore it. Its rules are validated."""

    secrets: AnyServers | UnsetType = UNSET
    switches: Annotated[list[SwitchEntry], Meta(title="services.expect_list_switches")] | UnsetType = UNSET
    clients: AnyServers | UnsetType = UNSET
    """HTTP clients whose list of servers named it."""
    rules: Annotated[list[dict[str, Any]], Meta(title="services.expect_list_rules")] | UnsetType = UNSET


class EarlierServer(ServerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A server as it was before a change, so that the change can be undone."""

    secrets: AnyServers | UnsetType = UNSET
    """Secrets that it was given, except the ``stale`` ones."""
    stale: AnyServers | UnsetType = UNSET
    """Secrets bound to it that a person must confirm, because its launch differed from the bound one."""
    changed_to: Fingerprint | UnsetType = UNSET
    """Fingerprint of the settings that the change made; the undo is refused if others apply by now."""


def _with_matchers(of: type[_Struct]) -> type[_Struct]:
    """Add the members for matchers that ``of`` does not declare."""
    more: list[Any] = [
        (name, Annotated[str, Meta(extra_json_schema=_with_wire_titles(whole(schema)))], UNSET)
        for name, schema in rule_members(512).items()
        if name not in of.__struct_fields__
    ]
    result: Any = msgspec.defstruct(
        of.__name__, more, bases=(of,), module=__name__, kw_only=True, frozen=True, forbid_unknown_fields=True,
        omit_defaults=True,
    ) if more else of  # fmt: skip
    return cast(type[_Struct], result)


def _rule_member(name: str) -> Meta:
    return Meta(extra_json_schema=_with_wire_titles(whole(condition_schemas()[name])))


Conditions = Annotated[list[Condition], _rule_member("when")]
Examples = Annotated[list[Example], _rule_member("examples")]
OtherArguments = Annotated[Literal["none", "any"], _rule_member("other_arguments")]
CoveredTools = Annotated[dict[str, dict[str, str]], _rule_member("covers")]
RuleNote = Annotated[str, _rule_member("note")]


@_with_matchers
class NewRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule to create. ``seconds``, ``expires`` (a time) or ``until`` define its end. ``idle`` is for ``until``: how
    many seconds the person must be away. ``session`` restricts it to one client session.
    """

    client: Place | UnsetType = UNSET
    server: Place
    tool: Place
    method: Place | UnsetType = UNSET
    verdict: Verdict
    seconds: Seconds | UnsetType = UNSET
    expires: Moment | UnsetType = UNSET
    until: RuleUntil | UnsetType = UNSET
    idle: IdleSeconds | UnsetType = UNSET
    session: Full | UnsetType = UNSET
    when: Conditions | UnsetType = UNSET
    except_: Conditions | UnsetType = msgspec.field(default=UNSET, name="except")
    other_arguments: OtherArguments | UnsetType = UNSET
    note: RuleNote | UnsetType = UNSET
    disabled: YesOrNo | UnsetType = UNSET
    examples: Examples | UnsetType = UNSET


ImportedRules = Annotated[list[NewRule], Meta(title="services.expect_list_rules", max_length=10_000)]
CallIds = Annotated[list[Full], Meta(title="services.expect_list_calls", min_length=1, max_length=MAX_CALLS)]
BackTestCursor = Annotated[
    str, Meta(title="services.expect_cursor", pattern=r"^((deny|allow):[0-9]{1,18})?\Z", max_length=32)
]
PromptCursor = Annotated[
    str, Meta(title="services.expect_cursor", pattern=r"^((person|timeout):[0-9]{1,18})?\Z", max_length=32)
]
CallArguments = Annotated[dict[str, Any], Meta(title="services.expect_object")]


@_with_matchers
class RuleChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Members of a rule to change. ``seconds`` 0 removes the end; any member of the end replaces all of it."""

    id: Place
    client: Place | UnsetType = UNSET
    server: Place | UnsetType = UNSET
    tool: Place | UnsetType = UNSET
    method: Place | UnsetType = UNSET
    verdict: Verdict | UnsetType = UNSET
    seconds: SecondsOrNone | UnsetType = UNSET
    expires: Moment | UnsetType = UNSET
    until: RuleUntil | UnsetType = UNSET
    idle: IdleSeconds | UnsetType = UNSET
    session: Full | UnsetType = UNSET
    when: Conditions | UnsetType = UNSET
    except_: Conditions | UnsetType = msgspec.field(default=UNSET, name="except")
    other_arguments: OtherArguments | UnsetType = UNSET
    note: RuleNote | UnsetType = UNSET
    examples: Examples | UnsetType = UNSET


class NewLimit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A limit for calls: ``calls`` in ``seconds``, bytes of ``arguments`` and ``result``, ``timeout`` in seconds."""

    client: Place | UnsetType = UNSET
    server: Place
    tool: Place | UnsetType = UNSET
    calls: Annotated[int, Meta(title="services.expect_number_to_million", ge=0, le=1_000_000)] | UnsetType = UNSET
    seconds: LimitSeconds | UnsetType = UNSET
    arguments: LimitBytes | UnsetType = UNSET
    result: LimitBytes | UnsetType = UNSET
    timeout: LimitTimeout | UnsetType = UNSET


@_with_matchers
class RemovedRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A removed rule, so that it can be restored."""

    id: Place
    client: Place
    server: Place
    tool: Place
    verdict: Verdict
    until: RuleUntil | UnsetType = UNSET
    session: Text | UnsetType = UNSET
    idle: Moment | UnsetType = UNSET
    fingerprint: Fingerprint | UnsetType = UNSET
    created: Moment | UnsetType = UNSET
    expires: Moment | UnsetType = UNSET
    by: Text | UnsetType = UNSET
    covers: CoveredTools | UnsetType | None = UNSET
    when: Conditions | UnsetType = UNSET
    except_: Conditions | UnsetType = msgspec.field(default=UNSET, name="except")
    other_arguments: OtherArguments | UnsetType = UNSET
    note: RuleNote | UnsetType = UNSET
    disabled: YesOrNo | UnsetType = UNSET
    examples: Examples | UnsetType = UNSET


class EarlierRule(RemovedRule, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule as it was before a change, so that the change can be undone."""

    changed_to: Fingerprint | UnsetType = UNSET
    """Fingerprint of the rule that the change made; the undo is refused if another one applies by now."""


# --- results ------------------------------------------------------------------------------------------------------


class SignInState(TypedDict):
    """The state of a server's sign-in, without tokens."""

    state: Literal["none", "wanted", "waiting", "in", "out"]
    issuer: str
    resource: str
    scopes: str
    expires: float
    place: str
    why: str
    """Why the last sign-in failed, or ""."""
    secret: str
    renewable: NotRequired[bool]


class NamedSignIn(SignInState):
    """The state of a sign-in with the server's name."""

    name: str


class SignInAddress(TypedDict):
    """The page on which the person continues a sign-in."""

    name: str
    address: str


class SignedOut(TypedDict):
    """``revoked``: whether the authorization server revoked the tokens."""

    name: str
    revoked: bool


class NamedResult(TypedDict):
    """The name of the changed item."""

    name: str


class LaunchedServer(TypedDict):
    """A registered server, with the members of its kind as in the configuration."""

    name: str
    kind: str
    enabled: bool
    launch: str
    short: str
    secrets: list[str]
    launches: dict[str, dict[str, str]]
    doubts: list[str]


class ChangedServer(LaunchedServer):
    """A changed server; ``sessions`` is the number of sessions that still use the previous settings.

    ``before`` is the argument of ``server.revert``.
    """

    sessions: int
    before: EarlierServer


class ListedServer(LaunchedServer):
    """A server in a list, with its last failure (seconds since 1970, reason) and the state of its sign-in."""

    failure: tuple[float, str] | None
    sign_in: SignInState | None


class ServerSession(TypedDict):
    """A client session that uses a server."""

    session: str
    client: str
    state: str
    detail: str
    since: float


class ServerProcess(TypedDict):
    """A process of a server; ``memory`` in bytes."""

    pid: int
    name: str
    memory: int
    since: float


class Failure(TypedDict):
    """The last time that opening a server failed, and why."""

    time: float
    why: str


class RunningServer(TypedDict):
    """The running sessions and processes of a server."""

    running: bool
    sessions: list[ServerSession]
    tools: int | None
    processes: list[ServerProcess]
    memory: int
    starts: int
    failure: Failure | None


class ShownServer(LaunchedServer, RunningServer):
    """A server with its sessions and processes."""

    sign_in: SignInState | None


class SwitchedServer(TypedDict):
    """``ended``: the number of ended sessions."""

    name: str
    enabled: bool
    ended: int


class EndedServer(TypedDict):
    """``ended``: the number of ended sessions."""

    name: str
    ended: int


class ServerKind(TypedDict):
    """A kind of server with the JSON Schema of its settings, for forms."""

    kind: str
    label: str
    schema: Mapping[str, Any]


class SuspectedValue(TypedDict):
    """A value in a server's settings that looks like a secret."""

    place: str
    """The setting: ``env``, ``headers`` or ``url``."""
    name: str
    """The variable, header or query parameter."""
    secret: str
    """A proposed name in the keyring."""
    before: str
    """The text before the value that is not secret, such as ``Bearer ``."""
    after: str
    missing: bool
    """Whether the value is not known, because it is a reference to one elsewhere."""


def text_of(settings: Mapping[str, Any], suspect: SuspectedValue) -> str:
    """Return the text with the value in a server's settings; "" if there is none."""
    place = settings.get(suspect["place"]) or {}
    return str(place) if suspect["place"] == "url" else place.get(suspect["name"], "")


def value_of(settings: Mapping[str, Any], suspect: SuspectedValue) -> str:
    """Return the suspected value in a server's settings, in a URL without percent-encoding."""
    text = text_of(settings, suspect).removeprefix(suspect["before"]).removesuffix(suspect["after"])
    return unquote(text) if suspect["place"] == "url" else text


def with_text(settings: Mapping[str, Any], suspect: SuspectedValue, text: str) -> dict[str, Any]:
    """Return a server's settings with another text in the place of the suspected value's."""
    place = suspect["place"]
    return {**settings, place: text if place == "url" else {**settings[place], suspect["name"]: text}}


def with_secret(settings: Mapping[str, Any], suspect: SuspectedValue, secret: str) -> dict[str, Any]:
    """Return a server's settings with a reference to ``secret`` instead of the suspected value."""
    return with_text(settings, suspect, f"{suspect['before']}${{secret:{secret}}}{suspect['after']}")


class FoundServer(TypedDict):
    """A server that was found in pasted text."""

    name: str
    agent: str
    server: dict[str, Any]
    """Its settings as in the text, and the tools that it hides (``hidden``), if any."""
    notes: list[str]
    tools: list[str] | None
    suspects: list[SuspectedValue]
    same_as: str
    launch: str
    doubts: list[str]


class ServerLogLines(TypedDict):
    """Lines that a server wrote. ``lines`` is None if it wrote nothing since ``mark``."""

    path: str
    mark: str
    lines: list[str] | None
    more: bool


class ProbedTool(TypedDict):
    """A tool in the result of a probe."""

    name: str
    title: str
    description: str


class Probed(TypedDict):
    """The result of a probe. ``server`` and ``version`` are the server's own claims."""

    version: Any
    server: Any
    era: str
    capabilities: list[str]
    tools: list[ProbedTool]
    count: int


class ShortTool(TypedDict):
    """A tool in a list, without its schema."""

    name: str
    title: str
    about: str
    hints: dict[str, bool]
    exposed: bool
    hidden_from: list[str]
    """The clients from which it is hidden although others see it."""
    switch: bool | None
    twice: bool
    fingerprint: str
    allowed: Literal["", "as it is", "as it was"]
    changed: bool
    """Whether its definition differs from the one that the person accepted."""
    pages_only: bool
    """Whether only a page of MCP Apps may call it; hosts hide it from the model."""


class ToolsOfServer(TypedDict):
    """A server's tools, and who may see them."""

    name: str
    enabled: bool
    seen: float
    exposed: bool
    switches: dict[str, bool]
    narrowed: list[str]
    clients: list[str]
    tools: list[ShortTool]
    doubts: list[str]
    changed: int
    """Number of tools that changed since the person accepted them; the server's own changes count as one."""


class ChangeEntry(TypedDict):
    """One difference between two definitions (`DefinitionChange`). The values are texts; None means absent."""

    id: str
    kind: ChangeKind
    text: str
    """The meaning of the change."""
    place: str
    risky: bool
    before: str | None
    after: str | None


class ChangedTool(TypedDict):
    """A tool that changed since the person accepted it; the name "" stands for the server's own instructions.

    ``rules``: the allow rules that do not apply until the change is accepted. ``unpinnable``: why no rule can allow it.
    """

    tool: str
    since: float
    changes: list[ChangeEntry]
    rules: list[str]
    unpinnable: str


class AcceptedTools(TypedDict):
    """The accepted tools, "" for the server itself, and the rules that are pinned to their new definitions."""

    server: str
    tools: list[str]
    rules: list[str]


class ToolPage(TypedDict):
    """A tool's page (MCP Apps) as last read; ``read`` is 0 if never."""

    uri: str
    read: float
    digest: str
    domains: dict[str, list[str]]
    permissions: list[str]


class ToolForClient(TypedDict):
    """What a client may see of a tool; ``whole``: whether it sees the tool's server."""

    client: str
    connected: bool
    exposed: bool
    whole: bool
    switch: bool | None


class ShownTool(ShortTool):
    """Everything that is known about a tool."""

    server: str
    description: str
    schema: Any
    """The tool's JSON Schema, as its server lists it."""
    annotations: dict[str, Any]
    needs: list[str]
    scopes: dict[str, list[str]]
    since: float
    seen: float
    unchecked: str
    filled: dict[str, str]
    unfilled: str
    changes: list[ChangeEntry]
    """The differences from the definition that the person accepted."""
    unpinnable: str
    """Why no rule can allow it, or ""."""
    page: ToolPage | None
    trusted: bool
    """Whether the person trusts the server's annotations of its tools."""
    clients: list[ToolForClient]
    rules: list[str]


class RefreshedTools(TypedDict):
    """``tools``: the number of tools."""

    server: str
    tools: int


class SwitchedTool(TypedDict):
    """The current state of a switch; ``exposed`` is None if the switch was removed."""

    server: str
    tool: str
    client: str
    exposed: bool | None


class SwitchedTools(TypedDict):
    """The current switches of a server for one client."""

    server: str
    client: str
    tools: dict[str, bool]


class ConditionEntry(TypedDict):
    """A condition of a rule (`Condition`)."""

    pointer: str
    matcher: str
    value: Any
    quantifier: Literal["value", "each", "any"]


class ExampleEntry(TypedDict):
    """Arguments that a rule must cover or must not cover."""

    arguments: dict[str, Any]
    covered: bool


_Excepted = TypedDict("_Excepted", {"except": list[ConditionEntry]})


class RuleEntry(_Excepted):
    """A saved rule."""

    id: str
    client: str
    server: str
    tool: str
    method: str
    verdict: Literal["allow", "deny", "ask"]
    until: Until
    session: str
    idle: float
    fingerprint: str
    created: float
    expires: float
    by: str
    when: list[ConditionEntry]
    other_arguments: Literal["none", "any"]
    note: str
    disabled: bool
    examples: list[ExampleEntry]
    covers: dict[str, dict[str, str]] | None


class AddedRule(RuleEntry):
    """A new rule, with warnings about unknown names in it."""

    doubts: list[str]


class ChangedRule(AddedRule):
    """A changed rule; ``before`` is the argument of ``rule.revert``."""

    before: EarlierRule


class ListedRule(RuleEntry):
    """A rule with its state: expired or not, for which definition of its tool it applies, why its check failed (fault),
    and why the organization does not accept it (forbidden).

    ``definition`` of an allow rule for several tools is "as it is" if it covers only definitions that were listed when
    it was made. ``effect`` is the declared effect of its only tool; None if it has several, or an unknown one.
    ``overridden_by``: for an allow rule for several tools, the IDs of the rules that take precedence for some of its
    calls; ``hidden``: the listed tools that it would allow and that are hidden, with their servers.
    """

    expired: bool
    fault: str
    forbidden: str
    definition: Literal["any", "as it is", "as it was", "not listed"]
    effect: Effect | None
    overridden_by: list[str]
    hidden: list[tuple[str, str]]


class RuleUses(TypedDict):
    """How often a rule decided a call, and when last (seconds since 1970)."""

    id: str
    count: int
    last: float


class LimitEntry(TypedDict):
    """A limit for calls (`CallLimit`); 0 means no limit.

    ``left``: how many calls are possible now. None if no app runs or calls are not counted. ``wait``: in how many
    seconds the next call is possible; 0 if one is possible now.
    """

    id: str
    client: str
    server: str
    tool: str
    calls: int
    seconds: float
    arguments: int
    result: int
    timeout: float
    left: int | None
    wait: float


class DifferentCall(TypedDict):
    """A recorded call that a rule would decide differently. ``verdict`` and ``by`` are the recorded decision.

    ``arguments`` is None if they are long; ``text`` is their beginning as JSON. ``before`` is the verdict of the
    current rules, ``after`` the verdict of the changed rules.
    """

    call: str
    time: float
    client: str
    server: str
    tool: str
    arguments: dict[str, Any] | None
    text: str
    verdict: str
    by: str
    before: str
    after: str


class BackTestPage(TypedDict):
    """Part of a backtest: how many calls the rule covers, and how many of those a person denied.

    ``next`` is the cursor of the next page, or "" if this is the last one.
    """

    looked: int
    covered: int
    denied: int
    different: list[DifferentCall]
    next: str


class PromptFact(TypedDict):
    """One prompt: its call, its time, its result, the seconds until then, and the length of the arguments as JSON."""

    call: str
    time: float
    verdict: str
    by: str
    waited: float
    characters: int


class PromptPage(TypedDict):
    """Part of the prompts in the log. ``next`` is the cursor of the next page, or "" if this is the last one."""

    prompts: list[PromptFact]
    next: str


class ProposedRule(TypedDict):
    """A rule that covers the given calls."""

    client: str
    server: str
    tool: str
    method: str
    verdict: Literal["allow", "deny", "ask"]
    when: list[ConditionEntry]
    examples: list[ExampleEntry]


class SuggestedRule(ProposedRule):
    """A rule, with the number of prompts that it would have avoided."""

    saved: int


class ConsideredRule(TypedDict):
    """A rule that matches the client, server and tool. ``why`` says why it does not decide, or ""."""

    id: str
    verdict: Literal["allow", "deny", "ask"]
    fits: bool
    why: str


class Explanation(TypedDict):
    """The rule that decides a call, the ids of other rules that match, and why each of the rest does not."""

    verdict: str
    rule: RuleEntry | None
    note: str
    hidden: bool
    also: list[str]
    considered: list[ConsideredRule]


class SecretUse(TypedDict):
    """A place in a server where a secret is used. The last three members are for injected arguments."""

    server: str
    place: str
    bound: bool
    tool: NotRequired[str]
    argument: NotRequired[str]
    template: NotRequired[str]


class SecretEntry(TypedDict):
    """A secret without its value.

    ``stale``: the servers that changed since the secret was bound. ``shipped_to``: the URLs of the receivers of the log
    that get it in a header.
    """

    name: str
    kind: str
    note: str
    servers: list[str]
    stale: list[str]
    uses: list[SecretUse]
    shipped_to: list[str]
    session_only: bool
    issuer: NotRequired[str]
    resource: NotRequired[str]
    sign_in: NotRequired[SignInState]


class KeychainCheck(TypedDict):
    """Which secrets have a value; None if that is unknown without asking the person."""

    keychain: str
    backend: str
    trouble: str
    present: dict[str, bool | None]


class ClientUrls(TypedDict):
    """The URLs of an endpoint for an HTTP client."""

    url: str
    url_with_token: str
    url_sse: str


class ServerUrls(ClientUrls):
    """The URLs of one server for an HTTP client."""

    server: str
    otc_url: str
    otc_url_with_token: str


# The member is named ``all`` in JSON; it is the endpoint of all servers.
class AddedClient(TypedDict):
    """A new HTTP client. No other result contains its token."""

    name: str
    token: str
    all: ClientUrls
    servers: list[ServerUrls]
    trouble: str


class ListedClient(TypedDict):
    """An HTTP client; ``servers`` is None for all servers."""

    name: str
    servers: list[str] | None
    created: float
    sessions: int
    url_of_all: str
    urls: dict[str, str]
    otc_urls: dict[str, str]


class ClientSession(TypedDict):
    """A session of a connected client."""

    session: str
    server: str
    state: str
    since: float
    era: str
    version: str
    claim: str
    program: str
    pid: int
    transport: str


class ConnectedClient(TypedDict):
    """A connected client with its sessions."""

    client: str
    sessions: list[ClientSession]


class ClientStatus(TypedDict):
    """The connected clients; none if no app runs."""

    running: bool
    clients: list[ConnectedClient]


class ToolView(TypedDict):
    """A tool as a client sees it."""

    tool: str
    title: str
    own: bool | None
    shown: bool
    for_all: bool


class ServerView(TypedDict):
    """A server as a client sees it; ``more`` is the number of tools left out."""

    server: str
    own: bool | None
    shown: bool
    for_all: bool
    tools: list[ToolView]
    more: int


class ClientView(TypedDict):
    """What a client may see, and the rules that name it."""

    client: str
    servers: list[ServerView]
    rules: list[ListedRule]


class ClientEntry(TypedDict):
    """A server in a chat client's file. ``path`` holds the JSON members that lead to it."""

    name: str
    path: list[str | int]
    state: Literal["guarded", "unguarded", "changed", "unguardable", "unreadable"]
    """``changed``: ToolGuard routed it, and another program overwrote it."""
    reason: str
    launch: str
    """Its command line or URL, without secrets."""
    server: str
    """For a guarded entry, its server in ToolGuard."""


class ClientFile(TypedDict):
    """A settings file of a chat client; ``project`` is the project folder, if any."""

    path: str
    project: str
    error: str
    read_only: bool
    servers: list[ClientEntry]


class InstalledClient(TypedDict):
    """A chat client on this computer; ``limits`` are notes on what cannot be guarded."""

    client: str
    title: str
    installed: bool
    running: bool
    reload: Literal["restart", "automatic", "command"]
    verified: bool
    source: str
    limits: list[str]
    projects: list[str]
    """Project folders of the client whose own servers are not guarded. They are included only when requested."""
    installs_bundles: bool
    files: list[ClientFile]


class PlannedEntry(TypedDict):
    """An entry to be replaced by an entry of ToolGuard."""

    name: str
    path: list[str | int]
    server: str
    notes: list[str]


class LeftoverFile(TypedDict):
    """Where else a key of an entry is: in the file itself, ToolGuard's backup, the client's copy, a shell's history."""

    path: str
    kind: Literal["settings", "backup", "client", "shell"]


class UndoneKey(TypedDict):
    """A key of an entry whose routing is undone. ``variable`` is the reference that replaces it if left out, or ""."""

    name: str
    place: str
    variable: str


class PlannedFile(TypedDict):
    """The planned change of a chat client's file. Values that look like secrets are masked in ``diff``."""

    client: str
    title: str
    path: str
    running: bool
    reload: Literal["restart", "automatic", "command"]
    verified: bool
    own_question: bool
    """Whether the client itself asks before calls, and a setting in the file turns that off (``turn_off_prompts``)."""
    entries: list[PlannedEntry]
    diff: str
    copies: list[LeftoverFile]
    """Files that still contain keys that are removed from this file."""


class PlannedSecret(TypedDict):
    """A secret of a server to add. ``missing``: whether it has no value yet."""

    server: str
    secret: str
    place: str
    missing: bool


class SkippedEntry(TypedDict):
    """An entry or file that is left unchanged, and why."""

    client: str
    path: str
    name: str
    reason: str


class RoutePlan(TypedDict):
    """What routing would do. ``digest`` identifies the plan."""

    digest: str
    files: list[PlannedFile]
    servers: list[dict[str, Any]]
    """The servers to add, in the form that `client.route` takes as ``added``."""
    secrets: list[PlannedSecret]
    skipped: list[SkippedEntry]


class ChangedFile(TypedDict):
    """A written file, or why it was not written. ``backup`` is a copy of the previous one."""

    client: str
    path: str
    backup: str
    error: str
    notes: list[str]
    diff: str
    keys: list[UndoneKey]
    """For an undo: the keys of its entries, which are restored or left out."""
    copies: list[LeftoverFile]
    """Files that still contain keys of its entries."""


class RoutedFiles(TypedDict):
    """What guarding changed."""

    files: list[ChangedFile]
    servers: list[str]
    secrets: list[PlannedSecret]


class UndonePlan(TypedDict):
    """What undoing would do."""

    files: list[ChangedFile]


class BundleOptionEntry(TypedDict):
    """A value that a bundle asks for. ``several``: whether it takes more than one."""

    key: str
    title: str
    description: str
    type: Literal["string", "number", "boolean", "directory", "file"]
    required: bool
    secret: bool
    several: bool
    default: list[str]
    least: float | None
    most: float | None


class OpenedBundle(TypedDict):
    """A bundle's own description. ``name`` is an unused name for its server; ``digest`` is the SHA-256 of its file."""

    name: str
    title: str
    version: str
    description: str
    digest: str
    options: list[BundleOptionEntry]


class BundleSecret(TypedDict):
    """A secret that a bundle asks for, and its name in the keyring."""

    key: str
    title: str
    secret: str


class BundlePlan(TypedDict):
    """The server that a bundle adds, in the form that `bundle.add` takes.

    ``moved``: names of secrets whose values come from the bundle or the person's settings. ``missing``: keys of
    required values. ``problems``: error messages for values, by key. ``same_as``: a registered server with the same
    launch.
    """

    digest: str
    server: dict[str, Any]
    launch: str
    secrets: list[BundleSecret]
    moved: list[str]
    missing: list[str]
    problems: dict[str, str]
    doubts: list[str]
    same_as: str


class AddedBundle(TypedDict):
    """The added server, and the folder to which its bundle was unpacked. ``secrets`` have no value yet."""

    name: str
    folder: str
    digest: str
    secrets: list[BundleSecret]


class MadeBundle(TypedDict):
    """A bundle made by ToolGuard: a file name, and its bytes in base64."""

    file: str
    data: str


class EndedClient(TypedDict):
    """``ended``: the number of ended sessions."""

    client: str
    ended: int


class ClientSnippet(TypedDict):
    """An entry for one chat client's file; ``path`` is the file, or "" if the entry is pasted in the program."""

    client: str
    title: str
    installed: bool
    reload: Literal["restart", "automatic", "command"]
    path: str
    format: str
    text: str


class SnippetEntry(TypedDict):
    """The command that a client starts."""

    command: str
    args: list[str]


class Snippet(TypedDict):
    """An entry for a chat client's file."""

    server: str
    entry: SnippetEntry
    text: str
    clients: list[ClientSnippet]
    """The entry for each known client, in its own format; installed clients come first."""


class SettingEntry(TypedDict):
    """A setting; ``title`` says what its value must be."""

    name: str
    value: Any
    default: Any
    title: str
    fixed: bool
    """Whether an organization has set it, so that nobody else can change it."""


class SecurityKeyEntry(TypedDict):
    """A security key; the times are seconds since 1970, or 0 for never."""

    name: str
    added: float
    used: float


class ArchivedLog(TypedDict):
    """The path of the previous log."""

    kept: str


class LogShipment(TypedDict):
    """The status of a receiver of the log; the times are seconds since 1970, or 0 for never."""

    kind: str
    place: str
    fixed: bool
    running: bool
    record: int
    behind: int
    sent: int
    missed: int
    refused: int
    time: float
    problem: str
    again: float


class LogSize(TypedDict):
    """``step``: how many times the log has reached the size at which the person is notified."""

    bytes: int
    step: int


class CompressedLog(TypedDict):
    """The number of compressed files."""

    files: int


class RemovedRecords(TypedDict):
    """A file of the log that was removed, and the folder with its copy."""

    first: int
    last: int
    bytes: int
    archive: str


class FoundLogRecord(TypedDict):
    """A record that contains the text, or in which text was redacted."""

    seq: int
    time: float
    kind: str
    call: str


class StatusSession(TypedDict):
    """A connected session; ``code`` is the code of the text ``state``, or the state itself if it is not a text."""

    session: str
    client: str
    server: str
    state: str
    code: str
    since: float


class StatusCall(TypedDict):
    """A call that is pending, running, or continues after its response; ``state`` is an outcome of the log's index.

    ``since`` is when it reached this state, in seconds since the epoch.
    """

    call: str
    client: str
    server: str
    tool: str
    state: str
    since: float


class AppStatus(TypedDict):
    """What runs, and current problems. Without an app, only the first three members.

    ``pending`` and ``calls`` count the pending and the running calls; ``open_calls`` has at most 500 of each.
    """

    running: bool
    keychain: str
    trouble: list[str]
    sessions: NotRequired[list[StatusSession]]
    pending: NotRequired[int]
    calls: NotRequired[int]
    open_calls: NotRequired[list[StatusCall]]
    blocked: NotRequired[bool]
    proposals: NotRequired[int]
    recorded: NotRequired[int]
    waiting: NotRequired[int]
    process: NotRequired[dict[str, Any]]
