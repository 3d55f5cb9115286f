"""The types of the services' arguments and results: for the services, and for window, terminal and command line.

Importing this loads neither a server's transport nor the keyring nor the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.conditions.widths import MOST_CALLS
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


# --- texts, bounded. A ``title`` words what a refused value must be; a validator's own words would repeat a secret ----


def _text(title: str, pattern: str = r"^[^\x00]*\Z", least: int = 0, most: int | None = None) -> Meta:
    return Meta(title=title, pattern=pattern, min_length=least or None, max_length=most)


def _told(schema: Any) -> Any:
    """Return the schema of a table with its titles as `to_wire` makes them: msgspec refuses coded texts."""
    if isinstance(schema, Mapping):
        return {name: _told(value) for name, value in schema.items()}
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
"""What becomes of the keys in clients' entries when routing is undone."""
ShownOrNot = Annotated[bool | None, Meta(title="services.expect_true_false_null")]
"""None: as the server is, or as all clients are shown it."""
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
    str, Meta(extra_json_schema=_told({"title": alternatives(entered_kinds(), ""), "enum": list(entered_kinds())}))
]
SettingValue = Annotated[
    int | float | str | bool | list[Text] | None, Meta(title="services.expect_number_text_true_false_null")
]
MOST_LINES = 5_000
Lines = Annotated[int, Meta(title="services.expect_number_from_1_5000", ge=1, le=MOST_LINES)]

# --- what goes in ------------------------------------------------------------------------------------------------


if TYPE_CHECKING:

    class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
        """A server as a form or a command line describes it: what is left out is at its default, or stays as it is.

        Its other members are the settings in `toolguard.tables.servers`.
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
                (name, Annotated[Any, Meta(extra_json_schema=_told(whole(schema)))], UNSET)
                for name, schema in member_schemas().items()
            ),
            ("enabled", YesOrNo | UnsetType, UNSET),
        ],
        module=__name__, kw_only=True, frozen=True, forbid_unknown_fields=True, omit_defaults=True,
    )  # fmt: skip


class NewServer(ServerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A server to be registered; with ``tools`` clients see these and no others, also when it lists more one day.

    Clients do not see those that are ``hidden``.
    """

    tools: ToolNames | UnsetType = UNSET
    hidden: ToolNames | UnsetType = UNSET


class RouteSelection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whose entries: of these clients, files and names, or of all where none is given.

    ``projects`` are folders whose files are looked at, too. ``one_gate``: the clients' own questions about the servers'
    tools are turned off.
    """

    clients: ClientNames = []
    files: Paths = []
    names: EntryNames = []
    projects: Paths = []
    one_gate: YesOrNo = False


class RouteOrder(RouteSelection, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A plan to be carried out: its ``digest``, and the servers that it adds. They are checked as servers."""

    digest: Fingerprint
    added: Annotated[list[dict[str, Any]], Meta(title="services.expect_list_servers")] = []
    confirmed: YesOrNo = False
    """Also files of clients whose facts are not verified."""


class BundleChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bundle with what a person set: the server's name, and ``values`` by key.

    ``typed``: the keys of secrets that get a value.
    """

    path: Full
    name: Name
    values: Annotated[dict[str, list[Text]], Meta(title="services.expect_object")] = {}
    typed: Annotated[list[str], Meta(title="services.expect_list_entries", max_length=1000)] = []


class BundleOrder(BundleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bundle that is to be added: the digest of its file and its server, as they were shown."""

    digest: Fingerprint
    added: Annotated[dict[str, Any], Meta(title="services.expect_object")]


class SwitchEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A switch as the configuration keeps it."""

    client: Place = "*"
    server: Name | UnsetType = UNSET
    tool: Place = "*"
    exposed: YesOrNo


class RemovedServer(ServerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that goes with a server that is removed, and comes back with it. Its rules are checked as rules."""

    secrets: AnyServers | UnsetType = UNSET
    switches: Annotated[list[SwitchEntry], Meta(title="services.expect_list_switches")] | UnsetType = UNSET
    rules: Annotated[list[dict[str, Any]], Meta(title="services.expect_list_rules")] | UnsetType = UNSET


def _with_matchers(of: type[_Struct]) -> type[_Struct]:
    """Add what a rule can be for beside the members that ``of`` declares."""
    more: list[Any] = [
        (name, Annotated[str, Meta(extra_json_schema=_told(whole(schema)))], UNSET)
        for name, schema in rule_members(512).items()
        if name not in of.__struct_fields__
    ]
    made: Any = msgspec.defstruct(
        of.__name__, more, bases=(of,), module=__name__, kw_only=True, frozen=True, forbid_unknown_fields=True,
        omit_defaults=True,
    ) if more else of  # fmt: skip
    return cast(type[_Struct], made)


def _rule_member(name: str) -> Meta:
    return Meta(extra_json_schema=_told(whole(condition_schemas()[name])))


Conditions = Annotated[list[Condition], _rule_member("when")]
Examples = Annotated[list[Example], _rule_member("examples")]
OtherArguments = Annotated[Literal["none", "any"], _rule_member("other_arguments")]
CoveredTools = Annotated[dict[str, dict[str, str]], _rule_member("covers")]
RuleNote = Annotated[str, _rule_member("note")]


@_with_matchers
class NewRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule to be made. ``seconds``, ``expires`` (a time) or ``until`` say when it ends, ``idle`` with the latter how
    long the person is away, and ``session`` which client session it is for."""

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
CallIds = Annotated[list[Full], Meta(title="services.expect_list_calls", min_length=1, max_length=MOST_CALLS)]
BackTestCursor = Annotated[
    str, Meta(title="services.expect_cursor", pattern=r"^((deny|allow):[0-9]{1,18})?\Z", max_length=32)
]
PromptCursor = Annotated[
    str, Meta(title="services.expect_cursor", pattern=r"^((person|timeout):[0-9]{1,18})?\Z", max_length=32)
]
CallArguments = Annotated[dict[str, Any], Meta(title="services.expect_object")]


@_with_matchers
class RuleChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is to be different in a rule; ``seconds`` 0 is no end. Whatever is said of its end replaces the whole."""

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
    """A limit on calls: ``calls`` in ``seconds``, bytes of ``arguments`` and ``result``, seconds until the answer."""

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
    """A rule that was removed, as it comes back."""

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


# --- what comes back ----------------------------------------------------------------------------------------------


class SignInState(TypedDict):
    """How it stands with a server's sign-in, without a token in it."""

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
    """The same with the server's name."""

    name: str


class SignInAddress(TypedDict):
    """The page where a sign-in goes on."""

    name: str
    address: str


class SignedOut(TypedDict):
    """``revoked``: whether the authorization server forgot the tokens, too."""

    name: str
    revoked: bool


class NamedResult(TypedDict):
    """What was changed."""

    name: str


class LaunchedServer(TypedDict):
    """A registered server; the members of its kind stand between these, as the configuration keeps them."""

    name: str
    kind: str
    enabled: bool
    launch: str
    short: str
    secrets: list[str]
    launches: dict[str, dict[str, str]]
    doubts: list[str]


class ChangedServer(LaunchedServer):
    """``sessions`` go on with the settings of before."""

    sessions: int


class ListedServer(LaunchedServer):
    """With its last failure (seconds since 1970, why), and how it stands with its sign-in."""

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
    """When a server could not be opened the last time, and why."""

    time: float
    why: str


class ShownServer(LaunchedServer):
    """A server with what runs of it now."""

    running: bool
    sessions: list[ServerSession]
    tools: int | None
    processes: list[ServerProcess]
    memory: int
    starts: int
    failure: Failure | None
    sign_in: SignInState | None


class SwitchedServer(TypedDict):
    """``ended``: so many sessions."""

    name: str
    enabled: bool
    ended: int


class EndedServer(TypedDict):
    """``ended``: so many sessions."""

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
    name: str
    secret: str
    before: str
    missing: bool


class FoundServer(TypedDict):
    """A server that pasted text names."""

    name: str
    agent: str
    server: dict[str, Any]
    """Its settings, as the text has them, and the tools that it hides (``hidden``), if any."""
    notes: list[str]
    tools: list[str] | None
    suspects: list[SuspectedValue]
    same_as: str
    launch: str
    doubts: list[str]


class ServerLogLines(TypedDict):
    """What a server wrote; ``lines`` is None when nothing was written since the ``mark`` that was given."""

    path: str
    mark: str
    lines: list[str] | None
    more: bool


class ProbedTool(TypedDict):
    """A tool that a look at a server told of."""

    name: str
    title: str
    description: str


class Probed(TypedDict):
    """What a look at a server told: ``server`` and ``version`` are its own, unchecked words."""

    version: Any
    server: Any
    era: str
    capabilities: list[str]
    tools: list[ProbedTool]
    count: int


class ShortTool(TypedDict):
    """A tool in a list."""

    name: str
    title: str
    about: str
    hints: dict[str, bool]
    exposed: bool
    switch: bool | None
    twice: bool
    fingerprint: str
    allowed: Literal["", "as it is", "as it was"]
    changed: bool
    """Its definition is not as a person knows it."""
    pages_only: bool
    """It is meant for pages of MCP Apps, and hosts keep it from the model."""


class ToolsOfServer(TypedDict):
    """A server with its tools."""

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
    """How many tools, the server itself counted as one, are not as a person knows them."""


class ChangeEntry(TypedDict):
    """One difference between two definitions (`DefinitionChange`), its values as texts; None: it was not there."""

    id: str
    kind: ChangeKind
    words: str
    """What that means."""
    place: str
    risky: bool
    before: str | None
    after: str | None


class ChangedTool(TypedDict):
    """A tool that is not as a person knows it; "" in the place of its name: what the server says of itself.

    ``rules``: the allow rules that do not apply until the change is accepted. ``unpinnable``: why none can.
    """

    tool: str
    since: float
    changes: list[ChangeEntry]
    rules: list[str]
    unpinnable: str


class AcceptedTools(TypedDict):
    """What was accepted, "" for the server itself, and the rules that rest on it now."""

    server: str
    tools: list[str]
    rules: list[str]


class ToolPage(TypedDict):
    """A tool's page (MCP Apps) as it was read last; ``read`` 0: never."""

    uri: str
    read: float
    digest: str
    domains: dict[str, list[str]]
    permissions: list[str]


class ToolForClient(TypedDict):
    """What a client may see of a tool; ``whole``: of its server."""

    client: str
    connected: bool
    exposed: bool
    whole: bool
    switch: bool | None


class ShownTool(ShortTool):
    """All that is known of a tool."""

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
    """What is another thing than a person knows."""
    unpinnable: str
    """Why no rule can allow it; "" when one can."""
    page: ToolPage | None
    trusted: bool
    """The person trusts what this server claims of its tools."""
    clients: list[ToolForClient]
    rules: list[str]


class RefreshedTools(TypedDict):
    """So many tools."""

    server: str
    tools: int


class SwitchedTool(TypedDict):
    """A switch as it is now; None: it is gone."""

    server: str
    tool: str
    client: str
    exposed: bool | None


class SwitchedTools(TypedDict):
    """The switches of a server for a client, as they are now."""

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
    """Arguments that a rule must cover, or must not."""

    arguments: dict[str, Any]
    covered: bool


_Excepted = TypedDict("_Excepted", {"except": list[ConditionEntry]})


class RuleEntry(_Excepted):
    """A rule."""

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
    """With a sentence on a name in it that is not known."""

    doubts: list[str]


class ListedRule(RuleEntry):
    """With whether it is over, for which definition of its tool it holds, and why its check failed, or ""."""

    expired: bool
    fault: str
    definition: Literal["any", "as it is", "as it was", "not listed"]


class RuleUses(TypedDict):
    """How often a rule has decided a call, and when last (seconds since the epoch)."""

    id: str
    count: int
    last: float


class LimitEntry(TypedDict):
    """A limit on calls (`CallLimit`); 0 is no limit.

    ``left``: how many calls it lets through now; None while no app runs, and where calls are not counted.
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


class DifferentCall(TypedDict):
    """A recorded call that a rule would decide differently. ``verdict`` and ``by`` are what became of it.

    ``arguments`` is None for long ones; ``text`` is their beginning as JSON. ``before`` is what the rules say now, and
    ``after`` what they would say.
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
    """What some calls of the log say of a rule: so many it covers, and so many of these a person denied.

    ``next`` is the cursor of the next page; "" when all calls were looked at.
    """

    looked: int
    covered: int
    denied: int
    different: list[DifferentCall]
    next: str


class PromptFact(TypedDict):
    """One prompt: when, what came of it after how many seconds, and the length of its arguments as JSON."""

    time: float
    verdict: str
    by: str
    waited: float
    characters: int


class PromptPage(TypedDict):
    """Some prompts of the log. ``next`` is the cursor of the next page; "" when all were read."""

    prompts: list[PromptFact]
    next: str


class ProposedRule(TypedDict):
    """A rule that covers some calls."""

    client: str
    server: str
    tool: str
    method: str
    verdict: Literal["allow", "deny", "ask"]
    when: list[ConditionEntry]
    examples: list[ExampleEntry]


class SuggestedRule(ProposedRule):
    """A rule with how many prompts it would have saved."""

    saved: int


class ConsideredRule(TypedDict):
    """A rule that is for such a client, server and tool. ``why`` says what keeps it from deciding, or ""."""

    id: str
    verdict: Literal["allow", "deny", "ask"]
    fits: bool
    why: str


class Explanation(TypedDict):
    """Which rule would decide a call, the ids of those that fit, too, and what each other one says of it."""

    verdict: str
    rule: RuleEntry | None
    note: str
    hidden: bool
    also: list[str]
    considered: list[ConsideredRule]


class SecretUse(TypedDict):
    """A place in a server where a secret goes; the last three of an argument that is filled in."""

    server: str
    place: str
    bound: bool
    tool: NotRequired[str]
    argument: NotRequired[str]
    template: NotRequired[str]


class SecretEntry(TypedDict):
    """A secret, never its value.

    ``stale``: the servers that are no longer what it was bound to. ``shipped_to``: the receivers of the log that get
    it in a header, as URLs.
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
    """Which secrets have a value; None where it cannot be seen unasked."""

    keychain: str
    backend: str
    trouble: str
    present: dict[str, bool | None]


class ClientUrls(TypedDict):
    """Where a client comes in."""

    url: str
    url_with_token: str
    url_sse: str


class ServerUrls(ClientUrls):
    """Where a client comes in for one server."""

    server: str
    otc_url: str
    otc_url_with_token: str


# The member ``all`` is spelled so on the wire: the endpoint of all servers.
class AddedClient(TypedDict):
    """A new client over HTTP. This is the only place where its token is told."""

    name: str
    token: str
    all: ClientUrls
    servers: list[ServerUrls]
    trouble: str


class ListedClient(TypedDict):
    """A client over HTTP; ``servers`` None: every one."""

    name: str
    servers: list[str] | None
    created: float
    sessions: int
    url_of_all: str
    urls: dict[str, str]
    otc_urls: dict[str, str]


class ClientSession(TypedDict):
    """A session of a client."""

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
    """A client with its sessions."""

    client: str
    sessions: list[ClientSession]


class ClientStatus(TypedDict):
    """Who is connected."""

    running: bool
    clients: list[ConnectedClient]


class ToolView(TypedDict):
    """What a client sees of a tool."""

    tool: str
    title: str
    own: bool | None
    shown: bool
    for_all: bool


class ServerView(TypedDict):
    """What a client sees of a server; ``more`` tools are not told of."""

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
    """A server in a chat client's file. ``path`` are the members that lead to it."""

    name: str
    path: list[str | int]
    state: Literal["guarded", "unguarded", "changed", "unguardable", "unreadable"]
    """``changed``: ToolGuard routed it, and another program has written it anew."""
    reason: str
    launch: str
    """Its command line or address, without secrets."""
    server: str
    """The ToolGuard server that a guarded one reaches."""


class ClientFile(TypedDict):
    """A settings file of a chat client; ``project`` is the folder that it belongs to."""

    path: str
    project: str
    error: str
    read_only: bool
    servers: list[ClientEntry]


class InstalledClient(TypedDict):
    """A chat client on this computer; ``limits`` say what of it cannot be guarded."""

    client: str
    title: str
    installed: bool
    running: bool
    reload: Literal["restart", "automatic", "command"]
    verified: bool
    source: str
    limits: list[str]
    projects: list[str]
    """Project folders that the client knows, with servers of their own that are not guarded. Ask for them by name."""
    installs_bundles: bool
    files: list[ClientFile]


class PlannedEntry(TypedDict):
    """An entry that becomes one of ToolGuard."""

    name: str
    path: list[str | int]
    server: str
    notes: list[str]


class LeftoverFile(TypedDict):
    """A file that holds a key of an entry, too: a backup of ToolGuard, the client's own copy, or a shell's history."""

    path: str
    kind: Literal["backup", "client", "shell"]


class UndoneKey(TypedDict):
    """A key of an entry that is undone. ``variable`` is what the entry refers to if it is left out, "": to nothing."""

    name: str
    place: str
    variable: str


class PlannedFile(TypedDict):
    """What becomes of a chat client's file. Values that look like secrets are masked in ``diff``."""

    client: str
    title: str
    path: str
    running: bool
    reload: Literal["restart", "automatic", "command"]
    verified: bool
    own_question: bool
    """Whether the client itself asks about tools, and a setting in the file turns that off (``one_gate``)."""
    entries: list[PlannedEntry]
    diff: str
    copies: list[LeftoverFile]
    """Where keys that leave the file stay."""


class PlannedSecret(TypedDict):
    """A secret of a server that is added. ``missing``: it has no value yet."""

    server: str
    secret: str
    place: str
    missing: bool


class SkippedEntry(TypedDict):
    """An entry or a file that is left as it is, and why."""

    client: str
    path: str
    name: str
    reason: str


class RoutePlan(TypedDict):
    """What routing would do. ``digest`` is what the plan is recognised by."""

    digest: str
    files: list[PlannedFile]
    servers: list[dict[str, Any]]
    """The servers that are added, as `client.route` takes them for ``added``."""
    secrets: list[PlannedSecret]
    skipped: list[SkippedEntry]


class ChangedFile(TypedDict):
    """A file that was written, or why it was not. ``backup`` is a copy of the old one."""

    client: str
    path: str
    backup: str
    error: str
    notes: list[str]
    diff: str
    keys: list[UndoneKey]
    """Of an undo: the keys of its entries, which are put back or left out."""
    copies: list[LeftoverFile]
    """Where keys of its entries stay."""


class RoutedFiles(TypedDict):
    """What was routed."""

    files: list[ChangedFile]
    servers: list[str]
    secrets: list[PlannedSecret]


class UndonePlan(TypedDict):
    """What undoing would do."""

    files: list[ChangedFile]


class BundleOptionEntry(TypedDict):
    """A value that a bundle asks for. ``several``: it takes more than one."""

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
    """What a bundle says of itself. ``name`` is free for its server; ``digest`` is the SHA-256 of its file."""

    name: str
    title: str
    version: str
    description: str
    digest: str
    options: list[BundleOptionEntry]


class BundleSecret(TypedDict):
    """A secret that a bundle asks for, and the name that it is kept under."""

    key: str
    title: str
    secret: str


class BundlePlan(TypedDict):
    """The server that a bundle adds, as `bundle.add` takes it.

    ``moved``: names of secrets whose values come from the bundle or the person's settings. ``missing``: keys of
    required values. ``problems``: what is wrong with a value, by its key. ``same_as``: the server that launches the
    same already.
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
    """The server that was added, and the folder that its bundle was unpacked in. ``secrets`` have no value yet."""

    name: str
    folder: str
    digest: str
    secrets: list[BundleSecret]


class MadeBundle(TypedDict):
    """A bundle of ours: a name for its file, and its bytes in base64."""

    file: str
    data: str


class EndedClient(TypedDict):
    """``ended``: so many sessions."""

    client: str
    ended: int


class ClientSnippet(TypedDict):
    """What stands in one chat client's file; ``path`` is where that is, "" where it is pasted in the program."""

    client: str
    title: str
    installed: bool
    reload: Literal["restart", "automatic", "command"]
    path: str
    format: str
    text: str


class SnippetEntry(TypedDict):
    """What a client starts."""

    command: str
    args: list[str]


class Snippet(TypedDict):
    """What stands in a chat client's file."""

    server: str
    entry: SnippetEntry
    text: str
    clients: list[ClientSnippet]
    """The same for each client that is known, in its own form; those that are installed first."""


class SettingEntry(TypedDict):
    """A setting; ``title`` says what it must be."""

    name: str
    value: Any
    default: Any
    title: str
    fixed: bool
    """An organization has set it: nobody else can change it."""


class SecurityKeyEntry(TypedDict):
    """A security key; the times are seconds since 1970, 0: never."""

    name: str
    added: float
    used: float


class ArchivedLog(TypedDict):
    """The path of the old log."""

    kept: str


class LogShipment(TypedDict):
    """How a receiver stands that the log is sent to; the times are seconds since 1970, 0: never."""

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
    """``step``: how many times the log has reached the size at which a person is told."""

    bytes: int
    step: int


class CompressedLog(TypedDict):
    """How many files of the log were compressed."""

    files: int


class RemovedRecords(TypedDict):
    """A file of the log that was removed, and the folder with its copy."""

    first: int
    last: int
    bytes: int
    archive: str


class FoundLogRecord(TypedDict):
    """A record in which text can be, or was, redacted."""

    seq: int
    time: float
    kind: str
    call: str


class StatusSession(TypedDict):
    """A session."""

    session: str
    client: str
    server: str
    state: str
    since: float


class AppStatus(TypedDict):
    """What runs and what is wrong; without an app only the first three."""

    running: bool
    keychain: str
    trouble: list[str]
    sessions: NotRequired[list[StatusSession]]
    held: NotRequired[int]
    calls: NotRequired[int]
    proposals: NotRequired[int]
    recorded: NotRequired[int]
    waiting: NotRequired[int]
    process: NotRequired[dict[str, Any]]
