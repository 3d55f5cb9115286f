"""The table of a record's attributes for OpenTelemetry and syslog.

Their names are those of the semantic conventions for GenAI, MCP and JSON-RPC if there are any, otherwise
``toolguard.*``. ``packaging/log-shipping.md`` contains the table, and a test compares both.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import msgspec

from toolguard.gate import approver, deciders, model
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.gate.texts import code_of
from toolguard.store.log.records import Record, Scrub

Value = str | int | float | bool | tuple[str, ...]
Severity = Literal["info", "warning", "error"]
Origin = Literal["MCP", "GenAI", "JSON-RPC", "general", "ToolGuard"]


class LoggedRecord(NamedTuple):
    """A record with its context in the log."""

    record: Record
    hash: bytes
    """Its hash in the chain."""
    transport: str = ""
    """The transport of its server: ``pipe``, ``tcp``, or empty if unknown."""
    missed: int = 0
    """Number of records right before it that could not be sent."""


@dataclass(frozen=True, slots=True)
class LogAttribute:
    """One attribute; ``of`` returns its value for a record. None, "" and () are not sent."""

    name: str
    of: Callable[[LoggedRecord], Any]
    about: str
    origin: Origin = "ToolGuard"
    content: bool = False
    """Whether it contains or can quote arguments or results, which are sent only if that is turned on."""


_SHORTENED = "toolguard.shortened"
_ERROR_CODE = re.compile(r'"code":\s*(-?[0-9]{1,9})\b')


def _member(*names: str) -> Callable[[LoggedRecord], Any]:
    """Return the first of these members that the event has."""

    def get(record: LoggedRecord) -> Any:
        return next((value for name in names if (value := _set(record, name)) not in (None, "")), None)

    return get


def _set(record: LoggedRecord, name: str) -> Any:
    value = getattr(record.record.event, name, None)
    return None if value is msgspec.UNSET else value


def _of(kind: type[model.Event], name: str) -> Callable[[LoggedRecord], Any]:
    return lambda record: getattr(record.record.event, name) if isinstance(record.record.event, kind) else None


def _method(record: LoggedRecord) -> str | None:
    event = record.record.event
    if isinstance(event, model.CallEvent):
        return CALL if event.method is msgspec.UNSET else event.tool
    if isinstance(event, model.HandshakeCompleted):
        return "initialize"
    method: str | None = _set(record, "method")
    return method


def _tool(record: LoggedRecord) -> str | None:
    event = record.record.event
    return event.tool if isinstance(event, model.CallEvent) and event.method is msgspec.UNSET else None


def _operation(record: LoggedRecord) -> str | None:
    return "execute_tool" if _tool(record) else None


def _request_id(record: LoggedRecord) -> str | None:
    """Return the id as text: ``7`` and ``"7"`` both become ``7``, as in the conventions."""
    text = _set(record, "request")
    if not text:
        return None
    try:
        return str(msgspec.json.decode(text))
    except (msgspec.DecodeError, RecursionError):
        return str(text)


def _error(record: LoggedRecord) -> str | None:
    match record.record.event:
        case model.CallCompleted(outcome="tool_error"):
            return "tool_error"
        case model.CallCompleted(outcome="error", preview=preview):
            code = _ERROR_CODE.search(preview)
            return code[1] if code else "_OTHER"
        case model.CallDecided(verdict="deny"):
            return "denied"
        case model.CallOutcomeUnknown():
            return "outcome_unknown"
        case model.CallWithdrawn():
            return "withdrawn"
        case model.CallCancelled():
            return "cancelled"
        case model.MessageRefused():
            return "refused"
        case model.ServerStateChanged(state="failed"):
            return "server_failed"
    return None


def _decided_by(record: LoggedRecord) -> str | None:
    """Return who decided, without the rule's name."""
    by = _of(model.CallDecided, "by")(record)
    return deciders.RULE.strip() if by and deciders.rule_id(by) else by


def _rule(record: LoggedRecord) -> str | None:
    by = _of(model.CallDecided, "by")(record)
    return deciders.rule_id(by) or None if by else None


def _arguments_digest(record: LoggedRecord) -> str | None:
    arguments = _set(record, "arguments")
    return hashlib.sha256(arguments.encode("utf-8", "replace")).hexdigest() if arguments else None


def _request_digest(record: LoggedRecord) -> str | None:
    event = record.record.event
    return event.digest if isinstance(event, model.CallHeld | model.CallDecided | model.CallForwarded) else None


def _subject_digest(record: LoggedRecord) -> str | None:
    return None if isinstance(record.record.event, model.CallEvent) else _set(record, "digest")


def _reason_code(record: LoggedRecord) -> str | None:
    return next((code for name in ("reason", "detail") if (code := code_of(_set(record, name)))), None)


def _exact_change(record: LoggedRecord) -> str | None:
    """Return the detail of a changed server, or a changed rule without its values; None for any other change."""
    event = record.record.event
    if not isinstance(event, model.ConfigChanged):
        return None
    code = getattr(event.what, "code", "")
    if code in _SERVER_CHANGES:
        return event.detail
    return _without_values(event.detail) if code in _RULE_CHANGES else None


def _without_values(rule: str) -> str | None:
    """Return a rule, as JSON, with the number of its conditions and examples in their place."""
    try:
        members = msgspec.json.decode(rule, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    counts = {name: len(members[name]) for name in RULE_VALUES if isinstance(members.get(name), list)}
    kept = {name: value for name, value in members.items() if name in RULE_SCOPE}
    return msgspec.json.encode({**kept, **counts}).decode()


_SERVER_CHANGES = frozenset((
    "services.server_added", "services.server_changed", "services.server_removed", "services.server_restored",
    "services.secret_bound_server", "services.secret_bound_server_now",
))  # fmt: skip
_RULE_CHANGES = frozenset((
    "gate.rule_added", "gate.rule_changed", "gate.rule_turned_off", "gate.rule_turned_on", "gate.rule_removed",
    "gate.rule_rests_on_whole",
))  # fmt: skip
RULE_SCOPE = frozenset((
    "id", "client", "server", "method", "tool", "verdict", "until", "session", "idle", "fingerprint", "created",
    "expires", "by", "other_arguments", "disabled", "covers",
))  # fmt: skip
"""Members of a rule that have no arguments of calls."""
RULE_VALUES = ("when", "except", "examples")
"""Members of a rule that a call's arguments can be in. A person's note, which is not sent, can quote them too."""


def _presence(record: LoggedRecord) -> str | None:
    proof = _set(record, "presence")
    return proof.by if proof is not None else None


ATTRIBUTES: tuple[LogAttribute, ...] = (
    LogAttribute("mcp.method.name", _method,
        "The method of the request: `tools/call`, `sampling/createMessage`, …", origin="MCP"),
    LogAttribute("mcp.session.id", _member("session"),
        "ToolGuard's name for the client's session with the server", origin="MCP"),
    LogAttribute("mcp.protocol.version", _of(model.HandshakeCompleted, "version"),
        "The protocol revision that client and server agreed on", origin="MCP"),
    LogAttribute("jsonrpc.request.id", _request_id, "The client's id of the request", origin="JSON-RPC"),
    LogAttribute("gen_ai.operation.name", _operation, "`execute_tool` in all records of a tool call", origin="GenAI"),
    LogAttribute("gen_ai.tool.name", _tool, "The tool that is called", origin="GenAI"),
    LogAttribute("gen_ai.tool.call.arguments", _member("arguments"),
        "The arguments as compact JSON; of a request other than a tool call its parameters",
        origin="GenAI", content=True),
    LogAttribute("gen_ai.tool.call.result", _of(model.CallCompleted, "preview"),
        "The first 2,000 characters of what the server answered", origin="GenAI", content=True),
    LogAttribute("error.type", _error,
        "`denied`, `tool_error`, `outcome_unknown`, `withdrawn`, `cancelled`, `refused`, `server_failed`, or the "
        "JSON-RPC error code (`_OTHER` where it is not known)", origin="general"),
    LogAttribute("network.transport", lambda record: record.transport,
        "How the server is reached, as it is set up when the record is sent: `pipe` or `tcp`", origin="general"),
    LogAttribute("toolguard.record.number", lambda record: record.record.seq,
        "The record's number in the log. A record that arrives twice has the same number and hash"),
    LogAttribute("toolguard.record.kind", lambda record: record.record.event.__struct_config__.tag,
        "The kind of record, as in the log: `call_held`, `call_decided`, …"),
    LogAttribute("toolguard.chain.head", lambda record: record.hash.hex(),
        "The record's hash, which covers all records before it"),
    LogAttribute("toolguard.records.missed", lambda record: record.missed or None,
        "How many records before this one were removed from the log before they could be sent"),
    LogAttribute("toolguard.call.id", _member("call"), "ToolGuard's name for the call, the same in all its records"),
    LogAttribute("toolguard.client.name", _member("client"), "The chat client, as rules name it"),
    LogAttribute("toolguard.client.claim", _member("claim"), "What the client calls itself. Not trusted"),
    LogAttribute("toolguard.client.program", _member("program"), "The program that started the session"),
    LogAttribute("toolguard.server.name", _member("server"), "The MCP server"),
    LogAttribute("toolguard.decision", _member("verdict"), "`allow` or `deny`"),
    LogAttribute("toolguard.decided_by", _decided_by, "Who decided: `person`, `rule`, `timeout`, `limit`, …"),
    LogAttribute("toolguard.rule.id", _rule, "The rule that decided"),
    LogAttribute("toolguard.reason.code", _reason_code, "The code of the reason, where ToolGuard gave it"),
    LogAttribute("toolguard.reason", _member("reason"), "The reason in words. It can quote an argument", content=True),
    LogAttribute("toolguard.warnings", _member("warnings"),
        "What the person was warned of. It can quote an argument", content=True),
    LogAttribute("toolguard.arguments.sha256", _arguments_digest, "SHA-256 of the arguments as they are in the log"),
    LogAttribute("toolguard.request.sha256", _request_digest,
        "SHA-256 of the whole request as it was shown, decided on or written to the server"),
    LogAttribute("toolguard.arguments.edited", lambda record: _set(record, "edited") or None,
        "True where the person changed the arguments"),
    LogAttribute("toolguard.input.responses", _member("responses"),
        "What the request answers to its server's questions", content=True),
    LogAttribute("toolguard.request.params", _member("params", "initialize"),
        "The parameters of a request that was passed on, or of the handshake", content=True),
    LogAttribute("toolguard.protocol.era", _member("era"), "`legacy` or `modern` (from revision 2026-07-28 on)"),
    LogAttribute("toolguard.secrets", _member("secrets"),
        "Names of the credentials that the server has, or that were filled in. Never a value"),
    LogAttribute("toolguard.secret.name", _of(model.SecretReleased, "secret"),
        "The name of the credential that was given to the server"),
    LogAttribute("toolguard.secret.place", _of(model.SecretReleased, "place"), "Where it was put: `env GITHUB_TOKEN`"),
    LogAttribute("toolguard.outcome", _of(model.CallCompleted, "outcome"),
        "`result`, `tool_error`, `error`, `input_required` or `task`"),
    LogAttribute("toolguard.size", _member("size"),
        "Bytes of the answer, of one that was dropped, or of a line that was removed"),
    LogAttribute("toolguard.result.sha256", _of(model.CallCompleted, "digest"), "SHA-256 of the answer"),
    LogAttribute("toolguard.duration", _of(model.CallCompleted, "took"), "Seconds between forwarding and the answer"),
    LogAttribute("toolguard.waited", _member("waited"), "Seconds between the arrival of the call and the decision"),
    LogAttribute("toolguard.approved_where", lambda record: approver.decision_sentence(record.record.event),
        "Where and how the person decided"),
    LogAttribute("toolguard.presence", _presence, "How the person proved to be present"),
    LogAttribute("toolguard.changed_by", lambda record: None if _decided_by(record) else _set(record, "by"),
        "Who changed the configuration, or cancelled the call"),
    LogAttribute("toolguard.change", _of(model.ConfigChanged, "what"), "What was changed"),
    LogAttribute("toolguard.change.exact", _exact_change,
        "The settings of a changed server, or a changed rule as JSON, with the number of its conditions and examples "
        "in their place"),
    LogAttribute("toolguard.detail", _member("detail"),
        "The exact change, or more about a server's state. It can quote an argument: a rule has those it was made from",
        content=True),
    LogAttribute("toolguard.state", _member("state", "status"),
        "The state of a server, of a server's request or of a task"),
    LogAttribute("toolguard.task.id", _of(model.TaskEnded, "task"), "The task that the call went on as"),
    LogAttribute("toolguard.expires", _of(model.DecisionDeferred, "expires"),
        "Until when the decision waits for the call, in seconds since 1970"),
    LogAttribute("toolguard.session.resumed", lambda record: _set(record, "resumed") or None,
        "True where the session was taken over after a crash"),
    LogAttribute("toolguard.session.missing", lambda record: _set(record, "missing") or None,
        "True where the session did not come back after a crash"),
    LogAttribute("toolguard.subject.sha256", _subject_digest,
        "SHA-256 of the configuration that was accepted, of a line that was removed, or of the newest record that was "
        "taken over"),
    LogAttribute("toolguard.records.first", _member("first"),
        "The first record that this one is about: it was removed, or nothing vouches for it"),
    LogAttribute("toolguard.records.last", _member("last"), "The last one"),
    LogAttribute(_SHORTENED, lambda _one: None,
        "True where a text of this record was too long and is sent only in part"),
)  # fmt: skip
"""Every attribute, in the order of sending."""
_ERRORS = ("outcome_unknown", "server_failed")
_UNSOUND = (model.RecordsUnsigned, model.TornLineClosed)


class LogMessage(NamedTuple):
    """A record in the form in which it is sent."""

    seq: int
    time: float
    """Seconds since the epoch."""
    severity: Severity
    name: str
    """``toolguard.call_decided`` and the like."""
    body: str
    """One sentence."""
    attributes: dict[str, Value]
    size: int
    """Its approximate size in bytes."""


def severity_of(record: LoggedRecord) -> Severity:
    """Return a record's severity: a denial, refusal or failure is a warning, an unknown outcome is an error."""
    error = _error(record)
    if isinstance(record.record.event, _UNSOUND) or error in _ERRORS:
        return "error"
    return "warning" if error else "info"


def message_of(record: LoggedRecord, *, contents: bool, longest: int, scrub: Scrub = lambda data: data) -> LogMessage:
    """Return the message of a record: with arguments and results if ``contents``, texts of at most ``longest``.

    ``scrub`` removes secrets that became known after the record was written.
    """
    attributes: dict[str, Value] = {}
    shortened = False
    for row in ATTRIBUTES:
        if row.content and not contents:
            continue
        value = row.of(record)
        if value is None or value in ("", ()):
            continue
        value = _scrubbed(value, scrub)  # before it is cut, which could leave a part of a secret
        sent = _bounded(value, longest)
        shortened = shortened or sent != value
        attributes[row.name] = sent
    if shortened:
        attributes[_SHORTENED] = True
    body = _scrubbed(sentence(record), scrub)
    size = len(body) + sum(len(name) + _size(value) for name, value in attributes.items())
    kind = record.record.event.__struct_config__.tag
    return LogMessage(
        record.record.seq, record.record.time, severity_of(record), f"toolguard.{kind}", body, attributes, size
    )


def _scrubbed(value: Any, scrub: Scrub) -> Any:
    if isinstance(value, tuple | list):
        return tuple(_scrubbed(item, scrub) for item in value)
    if not isinstance(value, str):
        return value
    data = value.encode("utf-8", "surrogatepass")
    clean = scrub(data)
    return value if clean == data else clean.decode("utf-8", "surrogatepass")


_MAX_TEXTS = 100  # maximum texts of one attribute


def _bounded(value: Any, longest: int) -> Value:
    """Return a value with valid Unicode, bounded texts, and numbers that can be sent."""
    if isinstance(value, tuple | list):
        return tuple(_valid(shorten(text, longest)) for text in value[:_MAX_TEXTS])
    if isinstance(value, str):
        return _valid(shorten(value, longest))
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return str(value)  # OTLP has integers of 64 bits
    plain: Value = value
    return plain


def _valid(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def shorten(text: str, longest: int) -> str:
    """Return a text with at most ``longest`` characters; if it was cut, it ends with its original length."""
    if len(text) <= longest:
        return text
    mark = f"… ({len(text)} characters)"
    return text[: max(longest - len(mark), 0)] + mark


def _size(value: Value) -> int:
    if isinstance(value, tuple):
        return sum(map(_size, value))
    return len(value.encode("utf-8", "replace")) if isinstance(value, str) else 8


def sentence(record: LoggedRecord) -> str:
    """Return what happened, in a few words: ``call decided: deny, git/status, for claude``."""
    event = record.record.event
    parts = [
        str(value)
        for name in ("verdict", "outcome", "state", "status")
        if (value := _set(record, name)) not in (None, "")
    ]
    where = "/".join(filter(None, (_set(record, "server"), _tool(record) or _method(record))))
    client = _set(record, "client")
    parts += [*([where] if where else []), *([f"for {client}"] if client else [])]
    kind = str(event.__struct_config__.tag).replace("_", " ")
    return shorten(f"{kind}: {', '.join(parts)}" if parts else kind, 300)
