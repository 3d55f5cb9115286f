"""Data model: calls, tools, records of the log, snapshots for the window. Frozen values.

They are ``msgspec.Struct``, not dataclasses, because several are made per call, and a Struct is created and encoded
five to ten times faster.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.presence_proof import AuthenticationPrompt, PresenceProof
from toolguard.gate.approver import UNKNOWN, Approver
from toolguard.gate.mcp import request_kinds
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.gate.policy.risks import ProposalPart, Risk

Verdict = Literal["allow", "deny", "ask"]
Era = Literal["legacy", "modern"]


class LogWriteError(Exception):
    """The log cannot be written (disk full, file locked, damaged). Nothing may run until it can."""


class ClientInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A chat client as ToolGuard identifies it. ``id`` is used in rules."""

    id: str
    """The label in its entry (``toolguard-connect --client``), else the name of the program that started it."""
    program: str = ""
    """Path of the program that started ``toolguard-connect``, from the kernel; empty if unknown."""
    pid: int = 0
    transport: str = "stdio"
    process: str = ""
    """Identifies that program's process, distinct from a later one with the same id; empty if unknown."""

    @property
    def has_token(self) -> bool:
        """Whether it is known by the token that it sends over HTTP, and not by its program."""
        return self.transport == "http"


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """A tool as its server describes it. All texts are claims of the server, to be shown as data."""

    server: str
    name: str
    title: str = ""
    description: str = ""
    input_schema: Any = None
    annotations: dict[str, Any] = {}
    definition: dict[str, Any] = {}
    """The complete definition as received, from which the members above are read."""
    fingerprint: str = ""
    """What allow rules depend on: the whole definition, its server's instructions, its page (`definitions.pins`)."""
    unpinnable: str = ""
    """Why no allow rule can depend on it; "" if one can."""
    needs: tuple[str, ...] = ()
    """What an Open Tool Calling server says the tool needs: ``context secret ID`` and others."""
    scopes: dict[str, tuple[str, ...]] = {}
    """The scopes that it requests for each token, by token id."""


class InjectedArgument(msgspec.Struct, frozen=True, kw_only=True):
    """A value that ToolGuard injects into a call after approval. Contains names only, never a secret's value."""

    place: str
    """Kind and location: ``argument /connection``."""
    secrets: tuple[str, ...]
    template: str = ""
    """The template, if more than a single secret: ``postgres://app:${secret:PASSWORD}@db``."""
    missing: str = ""
    """Why it cannot be injected, and what to do; "" if it can."""

    @property
    def pointer(self) -> str:
        """JSON pointer into the arguments (RFC 6901); "" for other locations."""
        kind, _, place = self.place.partition(" ")
        return place if kind == "argument" else ""

    @property
    def named(self) -> tuple[str, ...]:
        """Each secret with its location, for the log: ``DB_URL argument /connection``."""
        return tuple(f"{secret} {self.place}" for secret in self.secrets)


CONTINUED = ("inputResponses", "requestState")
"""Params that a client adds to a request to continue it (2026-07-28)."""
NOT_ARGUMENTS = ("_meta", *CONTINUED)


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A ``tools/call``, or another request that is decided about (`request_kinds`), as it was parsed.

    ``message`` is the object that is shown, decided on and encoded.
    """

    id: str
    """ToolGuard's id of the call: unique, sorts by time."""
    session: str
    client: ClientInfo
    claim: str
    """The client's own name (``clientInfo``); not trusted."""
    server: str
    tool: str
    message: jsonrpc.Message
    era: Era
    since: float
    """Arrival in seconds since the epoch."""
    injected: tuple[InjectedArgument, ...] = ()
    """Values that are injected when it is sent; not in ``message``."""
    method: str = CALL
    """Its method as rules name it (`request_kinds.rule_method`). For other requests ``tool`` is the original method."""

    @property
    def is_request(self) -> bool:
        """Whether it is a request other than a tool call."""
        return self.method != CALL

    @property
    def is_from_server(self) -> bool:
        """Whether a server sent it to the client."""
        return self.method != CALL and request_kinds.is_from_server(self.method)

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of a tool call, or the params of another request."""
        params = self.message["params"]
        if self.method != CALL:
            return {name: value for name, value in params.items() if name not in NOT_ARGUMENTS}
        return params.get("arguments") or {}

    @property
    def extra(self) -> dict[str, Any]:
        """Other params that reach the server and that a person should see: input responses, task options."""
        params = self.message["params"]
        if self.method != CALL:
            return {name: value for name, value in params.items() if name in CONTINUED}
        return {name: value for name, value in params.items() if name not in ("name", "arguments", "_meta")}

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the encoded message, to compare what was shown with what is sent."""
        return jsonrpc.digest(self.message)


class PendingCall(msgspec.Struct, frozen=True, kw_only=True):
    """A pending call, with everything that the person needs to see."""

    call: Call
    tool: Tool | None
    """None if the server never listed it."""
    warnings: tuple[str, ...] = ()
    """One sentence each: schema mismatches, what could not be checked, what changed."""
    secrets: tuple[str, ...] = ()
    """Names (never values) of the secrets that the server has received or will receive."""
    expires: float = 0.0
    """Seconds since the epoch when the prompt expires and denies."""
    waiting: int = 1
    """Number of identical calls of the session that wait for this decision."""
    deadline: float = 0.0
    """Seconds since the epoch when the client is told to retry, because it would time out; 0: never."""
    deferred: bool = False
    """Whether it was told so: an approval that comes while nobody waits is stored for the identical call."""
    leaks: tuple[str, ...] = ()
    """Names of the secrets in it. ``call`` then shows their names instead of the values."""
    digest: str = ""
    """`Call.digest` of what would be sent, if ``call`` is masked."""
    burst: str = ""
    """Equal for calls that arrived together (`Bursts`). Decides nothing."""
    asked_because: str = ""
    """Why a person is asked, as a clause."""
    rule: str = ""
    """The id of the rule that asks, or that allows but does not cover it; "" for none."""

    @property
    def shown(self) -> str:
        """The digest that an approval names, of what would be sent."""
        return self.digest or self.call.digest

    @property
    def facts(self) -> tuple[object, ...]:
        """What the person is told about the call. It changes with the tool's definition while it is pending."""
        return self.warnings, self.tool, self.secrets


class Editions(msgspec.Struct, frozen=True):
    """Counters of what decisions depend on. `GateContext.ruling` changes with one of them, with a rule's end, and with
    loss of trust in the log.
    """

    rules: int = 0
    tool_visibility: int = 0
    tools: int = 0
    panics: int = 0
    leaks: int = 0
    """The known values of secrets."""


class PromptPause(msgspec.Struct, frozen=True, kw_only=True):
    """A client's calls to a server are refused, because recent prompts were not answered. Seconds since the epoch."""

    client: str
    server: str
    unanswered: int
    since: float
    until: float


class RunningCall(msgspec.Struct, frozen=True, kw_only=True):
    """A forwarded call without a response."""

    call: Call
    tool: Tool | None
    since: float
    """Seconds since the epoch when it was forwarded."""
    by: str
    progress: float | None = None
    total: float | None = None
    note: str = ""
    """The server's last progress message."""
    stopping: bool = False
    """A cancel was sent and the server has not answered yet."""


class DeferredApproval(msgspec.Struct, frozen=True, kw_only=True):
    """A person's decision that no call has used yet. ``call`` is the one that they saw."""

    id: str
    """SHA-256 (hex) of everything that identical calls share (`deferred_approval_id`)."""
    call: Call
    verdict: Literal["allow", "deny"] = "allow"
    reason: str = ""
    expires: float
    """Seconds since the epoch."""
    arguments: dict[str, Any] | None = None
    """The arguments as the person edited them."""
    presence: PresenceProof | None = None
    approver: Approver = UNKNOWN


class OngoingCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that continues after its response: its server waits for client input, or runs it as a task."""

    call: str
    """The id of the approved call."""
    session: str
    client: str
    server: str
    tool: str
    state: Literal["question", "task"]
    since: float
    """Seconds since the epoch."""
    asks: tuple[str, ...] = ()
    """The methods that the server requests of the client."""


class LeakedMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A client message that was refused because it contains a secret's value.

    For messages other than calls ``tool`` is the method, and ``call`` only distinguishes them.
    """

    call: str
    client: str
    server: str
    tool: str
    secrets: tuple[str, ...]
    since: float
    """Seconds since the epoch."""
    is_call: bool = True


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A change to the gate that waits for a person: a new server, an allow rule, a bound secret, …"""

    id: str
    kind: str
    """What would change: ``server``, ``rule``, ``secret``."""
    title: str
    """One sentence: the effect of accepting."""
    detail: str
    """The exact change, not shortened: the whole command, the rule's members."""
    target: str = ""
    """The command line that it would start, which ``detail`` begins with; empty if it is about something else."""
    asked_by: str
    since: float
    risks: tuple[Risk, ...] = ()
    """Risks of a proposal without parts."""
    parts: tuple[ProposalPart, ...] = ()
    """Changes that are accepted or denied separately; empty if there is only one."""


class FailedChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change that a person accepted and that was then refused: kind and title of its proposal, and why."""

    kind: str
    title: str
    reason: str
    since: float
    """Seconds since the epoch."""


Outcome = Literal["result", "tool_error", "error", "input_required", "task"]


# Events: one record each in the log. Secret values are removed from texts when they are written.


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of all recorded events. ``session`` and ``call`` are empty if they do not apply.

    The tag is the record's kind in the log and in exports. It never changes, even if the class is renamed.
    """

    session: str = ""
    call: str = ""


class CallEvent(Event, frozen=True, kw_only=True):
    """Common members of all events of a call."""

    client: str
    server: str
    tool: str
    method: str | msgspec.UnsetType = msgspec.UNSET
    """`Call.method` of a request other than a tool call. ``tool`` is then the original method."""


class SessionStarted(Event, frozen=True, kw_only=True, tag="session_started"):
    """A client session began, or was taken over from a process that died."""

    client: str
    server: str
    program: str = ""
    claim: str = ""
    resumed: bool = False


class HandshakeCompleted(Event, frozen=True, kw_only=True, tag="handshake_completed"):
    """The handshake of a session, recorded to be replayed when the server is opened again."""

    client: str
    server: str
    claim: str
    initialize: str
    """The client's ``initialize`` request as compact JSON."""
    version: str = ""


class SessionEnded(Event, frozen=True, kw_only=True, tag="session_ended"):
    """A session has ended."""

    client: str
    server: str
    reason: str
    missing: bool = False
    """Whether the client did not return after ToolGuard ended unexpectedly. The session continues if it returns."""


class CallHeld(CallEvent, frozen=True, kw_only=True, tag="call_held"):
    """A call is pending. ``arguments`` is exact compact JSON."""

    request: str
    """The JSON-RPC id as JSON text, to distinguish ``7`` from ``"7"``."""
    arguments: str
    digest: str
    era: Era
    warnings: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    responses: str = ""
    """Its ``inputResponses``: the beginning of their compact JSON."""


class CallDecided(CallEvent, frozen=True, kw_only=True, tag="call_decided"):
    """A decision. Without a person it contains the call's data, because no ``CallHeld`` precedes it."""

    verdict: Literal["allow", "deny"]
    by: str
    """``person``, ``rule <id>``, ``timeout``, ``limit``, ``no window``, ``closing``, ``hidden``, ``crash``,
    ``setting``: the server is set to deny requests of this kind, ``panic``: the person denies all calls, ``rate
    limit``, ``size limit``, ``prompt limit``: too many prompts in a minute, ``prompt pause``: nobody answered the
    last ones, ``bound argument``: the call sets an injected argument, or the value cannot be injected; ``leak``: it
    contains the value of a secret.
    """
    reason: str = ""
    request: str = ""
    arguments: str = ""
    digest: str = ""
    era: Era = "legacy"
    waited: float = 0.0
    """Seconds between arrival and decision."""
    edited: bool = False
    """Whether the person edited the arguments: ``arguments`` and ``digest`` are those that were sent."""
    responses: str = ""
    presence: PresenceProof | msgspec.UnsetType = msgspec.UNSET
    """Proof that the person was present, if the settings demand it. Unset in older records."""
    approver: Approver | msgspec.UnsetType = msgspec.UNSET
    """Origin of a person's decision. Unset in records of rules and of older versions."""


class CallForwarded(CallEvent, frozen=True, kw_only=True, tag="call_forwarded"):
    """The call was written to the server. ``digest`` is SHA-256 (hex) of those bytes, without injected values."""

    digest: str
    secrets: tuple[str, ...] = ()
    """Injected values: each secret's name and its location, ``DB_URL argument /connection``."""


class CallCompleted(CallEvent, frozen=True, kw_only=True, tag="call_completed"):
    """The response to a forwarded call was received."""

    outcome: Outcome
    size: int
    """Bytes of the response."""
    digest: str
    took: float
    """Seconds between forwarding and response."""
    preview: str = ""
    """The first 2,000 characters of the response."""


class CallDeferred(CallEvent, frozen=True, kw_only=True, tag="call_deferred"):
    """The client was told to retry with identical arguments before it timed out; the prompt stays open."""

    request: str
    waited: float


class DecisionDeferred(CallEvent, frozen=True, kw_only=True, tag="decision_deferred"):
    """A call was decided while nobody waited for it, and did not run. The decision is for its next repetition."""

    verdict: Literal["allow", "deny"] = "allow"
    expires: float
    """Seconds since the epoch."""
    presence: PresenceProof | msgspec.UnsetType = msgspec.UNSET
    approver: Approver | msgspec.UnsetType = msgspec.UNSET


class CallWithdrawn(CallEvent, frozen=True, kw_only=True, tag="call_withdrawn"):
    """A call was given up before it was written to the server, by the client or because no server was available."""

    reason: str


class CallCancelled(CallEvent, frozen=True, kw_only=True, tag="call_cancelled"):
    """A cancel was sent to the server for a running call."""

    by: str
    reason: str = ""


class CallOutcomeUnknown(CallEvent, frozen=True, kw_only=True, tag="call_outcome_unknown"):
    """A forwarded call whose outcome is unknown (server or app ended)."""

    reason: str


class TaskEnded(CallEvent, frozen=True, kw_only=True, tag="task_ended"):
    """A task has ended, according to its server: completed, failed or cancelled."""

    task: str
    status: str


class ResponseDropped(Event, frozen=True, kw_only=True, tag="response_dropped"):
    """A response that no request waited for was dropped."""

    server: str
    request: str
    size: int
    count: int | msgspec.UnsetType = msgspec.UNSET
    """Number of such events in this session, because only some are recorded (`RecordLimit`)."""


class RequestForwarded(Event, frozen=True, kw_only=True, tag="request_forwarded"):
    """A request was passed on without a decision, because its server is set so or ToolGuard does not know it."""

    client: str
    server: str
    method: str
    params: str = ""
    """The first 2,000 characters of their compact JSON."""


class ServerRequestReceived(Event, frozen=True, kw_only=True, tag="server_request_received"):
    """A server sent a request to its client: ``sampling/createMessage``, ``elicitation/create``, …

    What is decided about has the records of calls, from `CallHeld` on.
    """

    client: str
    server: str
    method: str
    params: str = ""
    """The first 2,000 characters of their compact JSON."""
    state: str
    """``passed`` to the client, ``refused``; in older records also ``held`` for a person."""
    count: int | msgspec.UnsetType = msgspec.UNSET
    """Number of refused requests in this session, or passed ones in this minute, if only some are recorded."""


class MessageRefused(Event, frozen=True, kw_only=True, tag="message_refused"):
    """A message was refused before it was interpreted."""

    client: str
    server: str
    reason: str
    count: int | msgspec.UnsetType = msgspec.UNSET
    """Number of such events in this session, because only some are recorded (`RecordLimit`)."""


class SecretReleased(Event, frozen=True, kw_only=True, tag="secret_released"):
    """A secret's value was released to a server that it is bound to. ``place`` says where: ``env GITHUB_TOKEN``."""

    server: str
    secret: str
    place: str = ""


class ServerStateChanged(Event, frozen=True, kw_only=True, tag="server_state_changed"):
    """A server's process changed state: ``starting``, ``ready``, ``ended``, ``failed``, ``stopped``."""

    server: str
    state: str
    detail: str = ""


class ConfigChanged(Event, frozen=True, kw_only=True, tag="config_changed"):
    """The configuration of the gate was changed: a rule, a server, a secret's binding."""

    what: str
    by: str
    detail: str = ""
    presence: PresenceProof | msgspec.UnsetType = msgspec.UNSET
    approver: Approver | msgspec.UnsetType = msgspec.UNSET


class ClientForgotten(Event, frozen=True, kw_only=True, tag="client_forgotten"):
    """A client was removed from the list of clients until it connects again. Its records stay."""

    client: str
    by: str
    approver: Approver | msgspec.UnsetType = msgspec.UNSET


class ConfigAccepted(Event, frozen=True, kw_only=True, tag="config_accepted"):
    """A configuration takes effect: its SHA-256 (hex). A copy is kept."""

    digest: str


class RecordsUnsigned(Event, frozen=True, kw_only=True, tag="records_unsigned"):
    """Nothing vouches for the records ``first`` to ``last``, which follow the newest signed one."""

    first: int
    last: int
    reason: str = ""


class LogTakenOver(Event, frozen=True, kw_only=True, tag="log_taken_over"):
    """The records before this one were taken over from the log of an earlier version; the chain continues."""

    file: str
    records: int
    digest: str
    """The hash (hex) of its newest record."""


class TornLineClosed(Event, frozen=True, kw_only=True, tag="torn_line_closed"):
    """An incomplete line at the end of the log, left by a crash or power failure, was removed.

    No writer had been told that its record was stored.
    """

    size: int
    """Bytes that were removed."""
    digest: str
    """SHA-256 (hex) of them."""


class SegmentRemoved(Event, frozen=True, kw_only=True, tag="segment_removed"):
    """The file with the oldest records is about to be removed. The rest of the log verifies by this record."""

    first: int
    last: int
    count: int
    previous: str
    """The hash (hex) that record ``first`` follows."""
    hash: str
    """The hash (hex) of record ``last``."""
    since: float
    """The times of the first and the last record, in seconds since the epoch."""
    until: float
    file: str
    """The name of the file, its bytes and their SHA-256 (hex)."""
    size: int
    digest: str
    by: str
    """``settings``, or who ordered it."""
    archive: str = ""
    """The folder to which the file was copied before; empty for none."""


class RedactedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record in which text is replaced: its number, its hash and the SHA-256 of its new line (both hex)."""

    seq: int
    hash: str
    line: str


class RecordsRedacted(Event, frozen=True, kw_only=True, tag="records_redacted"):
    """Text in older records is replaced by ``[redacted]``. Their new lines verify by this record."""

    by: str
    reason: str
    records: tuple[RedactedRecord, ...]
    approver: Approver | msgspec.UnsetType = msgspec.UNSET


AnyEvent = (
    SessionStarted
    | HandshakeCompleted
    | SessionEnded
    | CallHeld
    | CallDecided
    | CallForwarded
    | CallCompleted
    | CallDeferred
    | DecisionDeferred
    | CallWithdrawn
    | CallCancelled
    | CallOutcomeUnknown
    | TaskEnded
    | ResponseDropped
    | RequestForwarded
    | ServerRequestReceived
    | MessageRefused
    | SecretReleased
    | ConfigAccepted
    | RecordsUnsigned
    | LogTakenOver
    | TornLineClosed
    | SegmentRemoved
    | RecordsRedacted
    | ServerStateChanged
    | ConfigChanged
    | ClientForgotten
)
"""Every kind of record, for reading the log back."""


class ConnectedSession(msgspec.Struct, frozen=True, kw_only=True):
    """A client session, as shown in the window."""

    session: str
    client: ClientInfo
    claim: str
    server: str
    era: Era
    version: str
    info: str = ""
    """The server's own name and version; not trusted."""
    capabilities: tuple[str, ...] = ()
    """The capabilities that the server declares: ``tools``, ``tools.listChanged``, …"""
    state: str
    """State of the server: ``starting``, ``ready``, ``ended``, ``stopped``, ``failed``, or what it waits for."""
    detail: str
    since: float
    asks: tuple[str, ...] = ()
    """The methods that the server currently requests of the client."""


Alarm = Literal["", "trouble", "keychain", "refusing", "tampered"]
"""The most severe problem: something is wrong, secrets cannot be read, every call is refused, the log was edited."""

LogRestriction = Literal["", "rules", "calls"]
"""What the log's state prevents: nothing, that a rule allows a call, every call."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the window shows of the gate at one moment. Created on the core's thread, immutable."""

    pending: tuple[PendingCall, ...] = ()
    tickets: tuple[DeferredApproval, ...] = ()
    """Deferred approvals: decisions that wait for an identical call."""
    leaked: tuple[LeakedMessage, ...] = ()
    """Messages that were refused for a secret in them, oldest first; at most 20."""
    proposals: tuple[Proposal, ...] = ()
    failed_changes: tuple[FailedChange, ...] = ()
    """Oldest first; at most 20."""
    ongoing: tuple[OngoingCall, ...] = ()
    """Calls that continue after their response, oldest first; at most 200."""
    running: tuple[RunningCall, ...] = ()
    """At most 500, oldest first; ``running_count`` counts all."""
    running_count: int = 0
    sessions: tuple[ConnectedSession, ...] = ()
    authenticating: tuple[AuthenticationPrompt, ...] = ()
    trouble: tuple[str, ...] = ()
    """Current problems and what to do, one sentence each: log, keyring, configuration."""
    alarm: Alarm = ""
    log_prevents: LogRestriction = ""
    pauses: tuple[PromptPause, ...] = ()
    """Clients and servers whose calls are refused without a prompt."""
    panic: bool = False
    """Whether a person has every call denied."""
    sees_screen: bool = False
    """Whether a screen lock would be noticed, so that rules can end by it."""
    forbidden_ends: Mapping[str, str] = MappingProxyType({})
    """Names of the `RULE_ENDS` that an organization does not accept for allow rules, each with the reason."""
    watching: bool = False
    """Whether a rule ends by screen lock or absence, so that both must be reported often."""
    recorded: int = 0
    """Number of the newest record in the log."""
    edition: int = 0
    """Grows whenever servers, tools, rules, secrets, preferences or sessions change, so that views query again."""
