"""What a call is, what can happen to it, and how that is told: the facts.

Facts are frozen values that go up, to the log and to the window. They are ``msgspec.Struct``, not dataclasses: they
are made several times a call, and a Struct is made and encoded five to ten times faster.
"""

from __future__ import annotations

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
    """The log could not take a record (disk full, file locked, damaged). Nothing may run until it can."""


class ClientInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A chat client as ToolGuard itself knows it. ``id`` keys rules; ``claim`` is what the client says of itself."""

    id: str
    """The label in its entry (``toolguard-connect --client``), else the name of the program that started it."""
    program: str = ""
    """Path of the program that started ``toolguard-connect``, from the kernel; empty when it is not known."""
    pid: int = 0
    transport: str = "stdio"
    process: str = ""
    """That program's process, told apart from a later one with the same number; empty when it is not known."""


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """A tool as its server describes it. Every text is the server's claim, to be shown as data."""

    server: str
    name: str
    title: str = ""
    description: str = ""
    input_schema: Any = None
    annotations: dict[str, Any] = {}
    definition: dict[str, Any] = {}
    """All of it as it arrived; the members above are read from it."""
    fingerprint: str = ""
    """What allow rules rest on: the whole definition, its server's instructions, its page (`definitions.pins`)."""
    unpinnable: str = ""
    """Why no allow rule can rest on it; "" when one can."""
    needs: tuple[str, ...] = ()
    """What an Open Tool Calling server says that the tool must be given: ``context secret ID`` and the like."""
    scopes: dict[str, tuple[str, ...]] = {}
    """What it wants to be able to do with each token, by the id of the token."""


class InjectedArgument(msgspec.Struct, frozen=True, kw_only=True):
    """What ToolGuard puts into a call after its approval, by names: no value is ever here."""

    place: str
    """``argument /connection``: a kind of place, and where it is."""
    secrets: tuple[str, ...]
    template: str = ""
    """What it is made from, when that is more than one secret alone: ``postgres://app:${secret:PASSWORD}@db``."""
    missing: str = ""
    """Why it cannot be filled in, and what to do; "" when it can."""

    @property
    def pointer(self) -> str:
        """Where it is among the arguments (RFC 6901); "" for other places."""
        kind, _, place = self.place.partition(" ")
        return place if kind == "argument" else ""

    @property
    def named(self) -> tuple[str, ...]:
        """``DB_URL argument /connection``: each secret with its place, for the log."""
        return tuple(f"{secret} {self.place}" for secret in self.secrets)


CONTINUED = ("inputResponses", "requestState")
"""What a client adds to the params of a request to go on with it (2026-07-28)."""
NOT_ARGUMENTS = ("_meta", *CONTINUED)


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One ``tools/call``, or another request that is decided about (`request_kinds`), as it was parsed.

    ``message`` is the very object that is shown, decided on and encoded.
    """

    id: str
    """ToolGuard's own name for it: unique, sorts by time."""
    session: str
    client: ClientInfo
    claim: str
    """What the client calls itself (``clientInfo``), not trusted."""
    server: str
    tool: str
    message: jsonrpc.Message
    era: Era
    since: float
    """Seconds since the epoch when it arrived."""
    injected: tuple[InjectedArgument, ...] = ()
    """What is put into it when it is sent; ``message`` never has it."""
    method: str = CALL
    """What rules call its method (`request_kinds.rule_method`). Of a request ``tool`` is the method as it came."""

    @property
    def is_request(self) -> bool:
        """Whether it is a request other than a tool call."""
        return self.method != CALL

    @property
    def is_from_server(self) -> bool:
        """Whether the server asks the client."""
        return self.method != CALL and request_kinds.is_from_server(self.method)

    @property
    def arguments(self) -> dict[str, Any]:
        """Of a tool call its arguments, of another request its params."""
        params = self.message["params"]
        if self.method != CALL:
            return {name: value for name, value in params.items() if name not in NOT_ARGUMENTS}
        return params.get("arguments") or {}

    @property
    def extra(self) -> dict[str, Any]:
        """Whatever else of it reaches the server and is for a person to see: answers to questions, a task's wishes."""
        params = self.message["params"]
        if self.method != CALL:
            return {name: value for name, value in params.items() if name in CONTINUED}
        return {name: value for name, value in params.items() if name not in ("name", "arguments", "_meta")}

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of what `jsonrpc.encode` makes of it: what was shown is compared with what is sent by this."""
        return jsonrpc.digest(self.message)


class PendingCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that waits for a person, with everything that the person needs to see."""

    call: Call
    tool: Tool | None
    """None when the server never listed it."""
    warnings: tuple[str, ...] = ()
    """One sentence each: what does not fit the schema, what could not be checked, what changed."""
    secrets: tuple[str, ...] = ()
    """Names (never values) of the secrets that the server has been or will be given."""
    expires: float = 0.0
    """Seconds since the epoch when the prompt denies by itself."""
    waiting: int = 1
    """How many identical calls of the same session wait for this one decision."""
    deadline: float = 0.0
    """Seconds since the epoch when the client is told to ask again, because it would give up; 0: it waits."""
    deferred: bool = False
    """It was told so already: an approval while nobody waits is kept for the identical call."""
    leaks: tuple[str, ...] = ()
    """The secrets whose values stand in it. ``call`` is then shown with their names in the place of the values."""
    digest: str = ""
    """`Call.digest` of what would be sent, where ``call`` is not shown as it is."""
    burst: str = ""
    """Equal for calls that came together (`Bursts`). It decides nothing."""

    @property
    def shown(self) -> str:
        """What an approval names: the digest of what would be sent."""
        return self.digest or self.call.digest


class PromptPause(msgspec.Struct, frozen=True, kw_only=True):
    """A client's calls to a server are refused, because nobody answered the last ones. Seconds since the epoch."""

    client: str
    server: str
    unanswered: int
    since: float
    until: float


class RunningCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that the server is working on."""

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
    """A person's answer that no call has used yet. ``call`` is the one that they saw."""

    id: str
    """SHA-256 (hex) over all that two calls must have in common to be the same (`deferred_approval_id`)."""
    call: Call
    verdict: Literal["allow", "deny"] = "allow"
    reason: str = ""
    expires: float
    """Seconds since the epoch."""
    arguments: dict[str, Any] | None = None
    """What the person made of the arguments, when they edited them."""
    presence: PresenceProof | None = None
    approver: Approver = UNKNOWN


class OngoingCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that was answered and goes on: its server waits for the client's answer, or works on as a task."""

    call: str
    """The call that was approved."""
    session: str
    client: str
    server: str
    tool: str
    state: Literal["question", "task"]
    since: float
    """Seconds since the epoch."""
    asks: tuple[str, ...] = ()
    """What the server asks of the client: methods, as it says."""


class LeakedMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message of a client that was refused because a secret's value stands in it.

    Of a message that is no call ``tool`` is its method, and ``call`` only tells it from others.
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
    """``server``, ``rule``, ``secret``: what would change."""
    title: str
    """One sentence: what would be true after accepting."""
    detail: str
    """The exact thing, untruncated: the whole command, the rule's members."""
    asked_by: str
    since: float
    risks: tuple[Risk, ...] = ()
    """Of a proposal without parts."""
    parts: tuple[ProposalPart, ...] = ()
    """The changes that are accepted or denied one by one; none where there is only one."""


Outcome = Literal["result", "tool_error", "error", "input_required", "task"]


# Events: one record each in the log. Texts are scrubbed of secret values at the log's door.


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of everything that is recorded. ``session`` and ``call`` are empty where they do not apply.

    Its tag is the record's kind in the log and in exports: chosen once, whatever the class is called.
    """

    session: str = ""
    call: str = ""


class CallEvent(Event, frozen=True, kw_only=True):
    """What all events of a call say: whose it is."""

    client: str
    server: str
    tool: str
    method: str | msgspec.UnsetType = msgspec.UNSET
    """`Call.method` of a request other than a tool call. ``tool`` is then the method as it came."""


class SessionStarted(Event, frozen=True, kw_only=True, tag="session_started"):
    """A client session began, or was taken over from a process that died."""

    client: str
    server: str
    program: str = ""
    claim: str = ""
    resumed: bool = False


class HandshakeCompleted(Event, frozen=True, kw_only=True, tag="handshake_completed"):
    """The handshake of a session, so that it can be replayed to a server that is started anew."""

    client: str
    server: str
    claim: str
    initialize: str
    """The client's ``initialize`` request as compact JSON."""
    version: str = ""


class SessionEnded(Event, frozen=True, kw_only=True, tag="session_ended"):
    client: str
    server: str
    reason: str
    missing: bool = False
    """It did not come back after ToolGuard ended unexpectedly. When it does after all, it goes on."""


class CallHeld(CallEvent, frozen=True, kw_only=True, tag="call_held"):
    """A call is held. ``arguments`` is exact compact JSON."""

    request: str
    """The JSON-RPC id as JSON text, so that ``7`` and ``"7"`` stay different."""
    arguments: str
    digest: str
    era: Era
    warnings: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    responses: str = ""
    """What it answers to its server's questions (``inputResponses``): the beginning of its compact JSON."""


class CallDecided(CallEvent, frozen=True, kw_only=True, tag="call_decided"):
    """Who decided what. A decision without a person carries the call's data itself: no ``CallHeld`` stands before
    it.
    """

    verdict: Literal["allow", "deny"]
    by: str
    """``person``, ``rule <id>``, ``timeout``, ``limit``, ``no window``, ``closing``, ``hidden``, ``crash``,
    ``setting``: the server is set to deny requests of this kind,
    ``panic``: the person denies all calls, ``rate limit``, ``size limit``,
    ``prompt limit``: too many prompts in a minute, ``prompt pause``: nobody answered the last ones,
    ``bound argument``: the call would set, or cannot be given, what ToolGuard fills in;
    ``leak``: the value of a secret stands in it."""
    reason: str = ""
    request: str = ""
    arguments: str = ""
    digest: str = ""
    era: Era = "legacy"
    waited: float = 0.0
    """Seconds between arrival and decision."""
    edited: bool = False
    """The person changed the arguments: ``arguments`` and ``digest`` are those that were sent."""
    responses: str = ""
    presence: PresenceProof | msgspec.UnsetType = msgspec.UNSET
    """Where the settings demand it: the proof that the person was present. Else unset, as in older records."""
    approver: Approver | msgspec.UnsetType = msgspec.UNSET
    """Where a person's decision came from. Unset in records of rules and of older versions."""


class CallForwarded(CallEvent, frozen=True, kw_only=True, tag="call_forwarded"):
    """The call was written to the server. ``digest`` is SHA-256 (hex) of those bytes, without what was filled in."""

    digest: str
    secrets: tuple[str, ...] = ()
    """What was filled in: a secret's name and its place each, ``DB_URL argument /connection``."""


class CallCompleted(CallEvent, frozen=True, kw_only=True, tag="call_completed"):
    outcome: Outcome
    size: int
    """Bytes of the answer."""
    digest: str
    took: float
    """Seconds between forwarding and the answer."""
    preview: str = ""
    """The first 2,000 characters of what came back."""


class CallDeferred(CallEvent, frozen=True, kw_only=True, tag="call_deferred"):
    """The client would have given up: it was told to ask again with identical arguments, and the prompt stays open."""

    request: str
    waited: float


class DecisionDeferred(CallEvent, frozen=True, kw_only=True, tag="decision_deferred"):
    """A call was decided while nobody waited for it: it did not run. The answer is for its next repetition."""

    verdict: Literal["allow", "deny"] = "allow"
    expires: float
    """Seconds since the epoch."""
    presence: PresenceProof | msgspec.UnsetType = msgspec.UNSET
    approver: Approver | msgspec.UnsetType = msgspec.UNSET


class CallWithdrawn(CallEvent, frozen=True, kw_only=True, tag="call_withdrawn"):
    """A call was given up before it was written to the server, by the client or for want of a server: it never ran."""

    reason: str


class CallCancelled(CallEvent, frozen=True, kw_only=True, tag="call_cancelled"):
    """A cancel was sent to the server for a running call."""

    by: str
    reason: str = ""


class CallOutcomeUnknown(CallEvent, frozen=True, kw_only=True, tag="call_outcome_unknown"):
    """A forwarded call whose outcome nobody knows (server died, app died)."""

    reason: str


class TaskEnded(CallEvent, frozen=True, kw_only=True, tag="task_ended"):
    """A call that went on as a task has ended, as the server told its client: completed, failed or cancelled."""

    task: str
    status: str


class ResponseDropped(Event, frozen=True, kw_only=True, tag="response_dropped"):
    """An answer that came after nobody waited for it any more. It was dropped."""

    server: str
    request: str
    size: int
    count: int | msgspec.UnsetType = msgspec.UNSET
    """How many there were in this session, since only some are recorded (`RecordLimit`)."""


class RequestForwarded(Event, frozen=True, kw_only=True, tag="request_forwarded"):
    """A request that was passed on because its server is set to that, or that ToolGuard does not know."""

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


class MessageRefused(Event, frozen=True, kw_only=True, tag="message_refused"):
    """A message that was refused before it meant anything."""

    client: str
    server: str
    reason: str
    count: int | msgspec.UnsetType = msgspec.UNSET
    """How many there were in this session, since only some are recorded (`RecordLimit`)."""


class SecretReleased(Event, frozen=True, kw_only=True, tag="secret_released"):
    """A secret's value was given to a server that it is bound to. ``place`` says where in it: ``env GITHUB_TOKEN``."""

    server: str
    secret: str
    place: str = ""


class ServerStateChanged(Event, frozen=True, kw_only=True, tag="server_state_changed"):
    """A server's process changed state: ``starting``, ``ready``, ``ended``, ``failed``, ``stopped``."""

    server: str
    state: str
    detail: str = ""


class ConfigChanged(Event, frozen=True, kw_only=True, tag="config_changed"):
    """Somebody changed what the gate goes by: a rule, a server, a secret's binding."""

    what: str
    by: str
    detail: str = ""
    presence: PresenceProof | msgspec.UnsetType = msgspec.UNSET
    approver: Approver | msgspec.UnsetType = msgspec.UNSET


class ConfigAccepted(Event, frozen=True, kw_only=True, tag="config_accepted"):
    """What the gate goes by from here on: the SHA-256 (hex) of the configuration, of which a copy is kept."""

    digest: str


class RecordsUnsigned(Event, frozen=True, kw_only=True, tag="records_unsigned"):
    """Nothing vouches for the records ``first`` to ``last``: they follow the newest one that ToolGuard had signed."""

    first: int
    last: int
    reason: str = ""


class LogTakenOver(Event, frozen=True, kw_only=True, tag="log_taken_over"):
    """The records before this one were taken over from a log that an earlier version wrote, and its chain goes on."""

    file: str
    records: int
    digest: str
    """The hash (hex) of its newest record."""


class TornLineClosed(Event, frozen=True, kw_only=True, tag="torn_line_closed"):
    """The log ended in the middle of a line, as after a crash or a power failure: that line was removed.

    Nobody was told that its record was there.
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
    """``settings`` or who ordered it."""
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
)
"""Every kind of record, for reading the log back."""


class ConnectedSession(msgspec.Struct, frozen=True, kw_only=True):
    """One client session, as the window shows it."""

    session: str
    client: ClientInfo
    claim: str
    server: str
    era: Era
    version: str
    info: str = ""
    """What the server calls itself, with its version: its own claim."""
    capabilities: tuple[str, ...] = ()
    """What the server says it can do: ``tools``, ``tools.listChanged``, …"""
    state: str
    """The server's: ``starting``, ``ready``, ``ended``, ``stopped``, ``failed``, or a text of what it waits for."""
    detail: str
    since: float
    asks: tuple[str, ...] = ()
    """What the server asks of the client now: methods."""


Alarm = Literal["", "trouble", "keychain", "refusing", "tampered"]
"""The worst of what is wrong: something, secrets cannot be read, every call is refused, the log was edited."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a window shows of the gate at one moment. Made on the core's thread, never changed."""

    held: tuple[PendingCall, ...] = ()
    tickets: tuple[DeferredApproval, ...] = ()
    """Answers that wait for their call to be made again."""
    leaked: tuple[LeakedMessage, ...] = ()
    """Calls that were refused for a secret in their inputs, oldest first; at most 20."""
    proposals: tuple[Proposal, ...] = ()
    ongoing: tuple[OngoingCall, ...] = ()
    """Calls that were answered and go on, oldest first; at most 200."""
    running: tuple[RunningCall, ...] = ()
    """At most 500, oldest first; ``running_count`` counts all."""
    running_count: int = 0
    sessions: tuple[ConnectedSession, ...] = ()
    authenticating: tuple[AuthenticationPrompt, ...] = ()
    trouble: tuple[str, ...] = ()
    """What is wrong now and what to do, a sentence each: log, keychain, configuration. Empty is good."""
    alarm: Alarm = ""
    pauses: tuple[PromptPause, ...] = ()
    """Of whom nobody is asked now, because the last prompts were not answered."""
    panic: bool = False
    """Every call is denied, because a person wants that."""
    sees_screen: bool = False
    """A rule can end when the screen locks: that would be noticed."""
    watching: bool = False
    """A rule ends by the screen's lock or the person's absence: both are to be reported often."""
    recorded: int = 0
    """Number of the newest record in the log."""
    edition: int = 0
    """Grows whenever servers, tools, rules, secrets, preferences or sessions change: ask again for what you show."""
