"""Detects whether client and server support a common era, and creates the translator if they do not.

Meanwhile all messages pass unchanged. Only a pair that would fail is probed: with ``server/discover`` for a client
whose handshake was refused, with ``initialize`` for a client that continues in the modern era after the server has
shown that it is a legacy one. A ``tools/call`` is never sent to a server that might refuse it because of its era, since
a call that may have run must not be sent again.

Many servers of the first SDKs do not refuse an unknown request but exit, at once or after the next message. Up to then
they got only read-only requests, so that a new process can be asked the same in the legacy era.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded
from toolguard.servers.bridge import protocol, to_legacy, to_modern
from toolguard.servers.bridge.memory import BridgeMemory

PROBE_TIMEOUT = 5.0
"""Seconds that a server has to answer the bridge's ``server/discover``."""
FIRST_RESPONSE_TIMEOUT = 5.0
"""Seconds without a response to a modern client's first request after which its server counts as a legacy one."""
HANDSHAKE_TIMEOUT = 30.0
"""Seconds that a server has to answer the bridge's ``initialize``."""
READ_ONLY = protocol.CACHED_METHODS | {"prompts/get", "completion/complete"}
"""Read-only requests, which can be sent again after they were refused because of their era."""


class NegotiationContext(protocol.BridgePeers, Protocol):
    """`BridgePeers`, and the transitions at the end of the negotiation."""

    def use_translator(self, translator: protocol.Translator, text: str) -> None:
        """Let ``translator`` handle both sides from now on; ``text`` is for a person."""

    def pass_through(self) -> None:
        """Pass all messages unread from now on."""


class EraNegotiation:
    """The initial translator, which passes messages unchanged until the eras are known."""

    def __init__(self, bridge: NegotiationContext, memory: BridgeMemory) -> None:
        self._bridge = bridge
        self._memory = memory
        self._initialize: Message | None = None
        self._refusal: Message | None = None  # the server's, of that `initialize`
        self._modern_request: Message | None = None  # the client's newest modern request
        self._discover: Id | None = None  # the client's own, without an answer
        self._refused = False  # the server knows no modern revision
        self._has_unrepeatable = False  # the client sent requests that must not be repeated
        self._tentative: dict[Id, Message] = {}  # read-only first requests of a modern client
        self._answers: list[Message] = []  # responses to those, not yet delivered
        self._held_messages: deque[Message] = deque()
        self._holding = False
        self._is_awaited = False  # a call waits for the outcome, and is not sent before
        self._probe_id = ""
        self._initialize_id = ""
        self._timer: protocol.Timer | None = None

    @property
    def held(self) -> int:
        """Number of messages that wait for the outcome."""
        return len(self._held_messages)

    @property
    def is_holding(self) -> bool:
        """Whether messages wait for the outcome."""
        return self._holding

    # --- client to server -------------------------------------------------------------------------------------

    def expect(self, call: Message) -> None:
        """Find the server's era, because the client will send ``call``, which must not be refused for its era."""
        if not self._holding and revisions.era_of(call) == "modern":
            self._modern_request = call
            self._await_outcome()
        self._is_awaited = True

    def from_client(self, message: Message) -> None:
        method = message.get("method")
        if method == "notifications/cancelled" and self._drop_held(protocol.requested_id(message)):
            return
        if self._holding:
            self._held_messages.append(message)
        elif method is None or "id" not in message:
            self._bridge.send_to_server(message)
        elif method == "initialize":
            self._from_initialize(message)
        elif revisions.era_of(message) == "modern":
            self._modern_request = message
            self._from_modern(message)
        else:
            self._has_unrepeatable = True
            self._bridge.send_to_server(message)

    def _drop_held(self, id: Id | None) -> bool:
        """Remove the held request ``id``; return False if it is not held."""
        if id is None:
            return False
        others = [message for message in self._held_messages if message.get("id") != id or "method" not in message]
        was_queued = len(others) < len(self._held_messages)
        self._held_messages = deque(others)
        if self._tentative.pop(id, None) is not None:
            self._answers = [answer for answer in self._answers if answer.get("id") != id]
        return was_queued

    def _from_initialize(self, message: Message) -> None:
        self._initialize = message
        if self._memory.server == "modern" and self._modern_request is None:
            self._send_discover()
        else:
            self._bridge.send_to_server(message)

    def _from_modern(self, message: Message) -> None:
        id, method = message["id"], message["method"]
        is_known = self._memory.server == "legacy"
        if method == "server/discover" and not is_known:
            self._discover = id
            self._bridge.send_to_server(message)
        elif method in READ_ONLY and not is_known and not self._refused:
            self._tentative[id] = message
            self._bridge.send_to_server(message)
            self._start_timer(FIRST_RESPONSE_TIMEOUT, self._probe_server)
        else:
            self._held_messages.append(message)
            self._await_outcome()

    def _await_outcome(self) -> None:
        if self._memory.server == "legacy" or self._refused or not self._tentative:
            self._probe_server()
        self._holding = True  # the response to the probe decides

    # --- a server that exits because of a request's era -------------------------------------------------------

    def was_ended_by_era(self) -> bool:
        """Return whether the server exited because of a modern request, and a new process may get what was held."""
        if self._has_unrepeatable or self._refusal is not None:
            return False
        return self._discover is not None or bool(self._probe_id or self._tentative)

    def restart(self, ended: str) -> None:
        """Continue with a new server process in the legacy era. ``ended``: how the first one exited."""
        self._stop()
        self._refused = True
        self._memory.server = "legacy"
        self._probe_id = self._initialize_id = ""
        if self._initialize is not None:
            self._bridge.send_to_server(self._initialize)
        elif self._tentative or self._held_messages or self._is_awaited:
            self._send_initialize()
        elif self._discover is not None:
            text = coded("servers.server_ended_asked", ended=ended)
            self._bridge.send_to_client(
                jsonrpc.error(self._discover, jsonrpc.METHOD_NOT_FOUND, f"ToolGuard: {text}", {"reason": text})
            )
            self._discover = None

    # --- probing the server -----------------------------------------------------------------------------------

    def _probe_server(self) -> None:
        """Find the server's era, because the client continues in the modern one."""
        self._holding = True
        if self._refused or self._memory.server == "legacy":
            self._send_initialize()
        elif self._discover is not None:
            self._start_timer(FIRST_RESPONSE_TIMEOUT, self._send_initialize)  # the client has sent a request already
        else:
            self._send_discover()

    def _send_discover(self) -> None:
        if self._probe_id:
            return
        self._holding = True
        self._probe_id = self._bridge.new_id()
        if self._modern_request is not None:
            meta = self._modern_request["params"]["_meta"]
        else:
            meta = to_modern.make_envelope(protocol.object_or_empty((self._initialize or {}).get("params")))
        client_meta = {name: value for name, value in meta.items() if name != "progressToken"}
        self._bridge.send_to_server(protocol.request(self._probe_id, "server/discover", {"_meta": client_meta}))
        self._start_timer(PROBE_TIMEOUT, self._probe_failed)

    def _send_initialize(self) -> None:
        if self._initialize_id or self._modern_request is None:
            return
        self._holding = True
        self._initialize_id = self._bridge.new_id()
        self._bridge.send_to_server(to_legacy.initialize_request(self._initialize_id, self._modern_request))
        self._start_timer(HANDSHAKE_TIMEOUT, self._finish)

    def _start_timer(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._bridge.call_later(seconds, then)

    # --- server to client -------------------------------------------------------------------------------------

    def from_server(self, message: Message) -> None:
        id = message.get("id")
        if "method" in message:
            if self._initialize_id and message["method"] == "ping" and id is not None:
                self._bridge.send_to_server(jsonrpc.result(id, {}))
            else:
                self._bridge.send_to_client(message)
        elif id is not None and id == self._probe_id:
            self._probe_answered(message)
        elif id is not None and id == self._initialize_id:
            self._initialize_answered(message)
        elif self._initialize is not None and id == self._initialize["id"]:
            self._initialized(message)
        elif id is not None and id == self._discover:
            self._discovery_answered(message)
        elif id in self._tentative:
            self._tentative_answered(message)
        else:
            self._bridge.send_to_client(message)

    def _initialized(self, message: Message) -> None:
        if "error" in message and self._modern_request is None:
            self._refusal = message
            self._send_discover()
        else:
            self._bridge.send_to_client(message)
            self._finish()

    def _probe_answered(self, message: Message) -> None:
        if "result" not in message or protocol.MODERN not in protocol.versions(message["result"]):
            self._probe_failed()
        elif self._modern_request is not None:
            self._finish()
        elif self._initialize is not None:
            self._memory.server = "modern"
            translator = to_modern.ModernTranslator(self._bridge, self._initialize, message["result"])
            self._start_translating(
                translator, coded("servers.bridged_client_server", modern=translator.version, version=protocol.MODERN)
            )

    def _probe_failed(self) -> None:
        if self._modern_request is not None:
            self._send_initialize()
            return
        if self._refusal is None and self._initialize is not None:
            self._bridge.send_to_server(self._initialize)  # the server was modern before it was restarted
        self._memory.server = ""
        self._finish()

    def _discovery_answered(self, message: Message) -> None:
        """Pass the response to the client's own ``server/discover`` unchanged, and note what it shows."""
        self._discover = None
        self._bridge.send_to_client(message)
        self._refused = _is_of_a_legacy_server(message)
        if not self._refused:
            self._finish()
        elif self._holding:
            self._send_initialize()

    def _tentative_answered(self, message: Message) -> None:
        result = protocol.members(message["result"]) if "result" in message else {}
        code = protocol.object_or_empty(message.get("error")).get("code")
        if result is None or "resultType" in result or code in protocol.MODERN_ERRORS:
            self._bridge.send_to_client(message)
            self._finish()
        else:
            self._answers.append(message)
            self._probe_server()

    def _initialize_answered(self, message: Message) -> None:
        fields = protocol.members(message["result"]) if "result" in message else None
        version = jsonrpc.plain(fields.get("protocolVersion")) if fields else None
        if version not in revisions.LEGACY:
            self._finish()
            return
        self._memory.server = "legacy"
        self._bridge.send_to_server(protocol.notification("notifications/initialized"))
        self._held_messages.extendleft(reversed(self._tentative.values()))
        self._answers.clear()
        translator = to_legacy.LegacyTranslator(self._bridge, fields, self._bridge.pass_through)
        self._start_translating(
            translator, coded("servers.bridged_client_server", modern=protocol.MODERN, version=version)
        )

    # --- outcome ----------------------------------------------------------------------------------------------

    def _start_translating(self, translator: protocol.Translator, text: str) -> None:
        self._stop()
        self._bridge.use_translator(translator, text)
        for message in self._held_messages:
            translator.from_client(message)
        self._held_messages.clear()

    def _finish(self) -> None:
        """Stop: both sides support a common era, or no translation is possible."""
        self._stop()
        if self._refusal is not None:
            self._bridge.send_to_client(self._refusal)
        for message in self._answers:
            self._bridge.send_to_client(message)
        for message in self._held_messages:
            self._bridge.send_to_server(message)
        self._held_messages.clear()
        self._bridge.pass_through()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _is_of_a_legacy_server(answer: Message) -> bool:
    """Return whether a response to ``server/discover`` shows a legacy server (versioning §Backward Compatibility)."""
    if "result" in answer:
        return protocol.MODERN not in protocol.versions(answer["result"])
    error = protocol.object_or_empty(answer["error"])
    if error.get("code") != protocol.VERSION_REFUSED:
        return error.get("code") not in protocol.MODERN_ERRORS
    supported = protocol.object_or_empty(error.get("data")).get("supported")
    return (
        isinstance(supported, list)
        and protocol.MODERN not in supported
        and any(version in revisions.SPOKEN_LEGACY for version in supported)
    )
