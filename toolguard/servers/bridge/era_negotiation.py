"""Finds out whether a client and a server understand each other, and makes the translator when they do not.

Everything passes meanwhile as it came. Only a pair that would fail is looked at closer: by a ``server/discover`` for a
client whose handshake was refused, by an ``initialize`` for a client that goes on in the modern era after the server
has shown that it is of a legacy one. A ``tools/call`` never goes to a server that might refuse it for its era, since
what may have run must not be sent again.

Many a server of the first SDKs does not refuse what it does not know: it ends, at once or with the next thing that it
reads. What it was asked by then only read, so that a fresh one can be asked it in the legacy era.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded
from toolguard.servers.bridge import to_legacy, to_modern
from toolguard.servers.bridge.memory import BridgeMemory
from toolguard.servers.bridge.protocol import (
    CACHED,
    MODERN,
    MODERN_ERRORS,
    VERSION_REFUSED,
    BridgePeers,
    Timer,
    Translator,
    an_object,
    members,
    notice,
    request,
    requested_id,
    versions,
)

PROBE = 5.0
"""Seconds that a server has to answer a ``server/discover`` of ours."""
SILENCE = 5.0
"""Seconds without an answer to a modern client's first request after which its server is taken for a legacy one."""
HANDSHAKE = 30.0
"""Seconds that a server has to answer an ``initialize`` of ours."""
HARMLESS = CACHED | {"prompts/get", "completion/complete"}
"""Requests that only read: one that was refused for its era can be sent again."""


class NegotiationContext(BridgePeers, Protocol):
    """Where the opening stands: `BridgePeers`, and the way to what comes after it."""

    def translate(self, translator: Translator, told: str) -> None:
        """From now on ``translator`` hears both sides; ``told`` says so to a person."""

    def step_out(self) -> None:
        """From now on everything passes unread."""


class EraNegotiation:
    """The translator that does not translate."""

    def __init__(self, place: NegotiationContext, memory: BridgeMemory) -> None:
        self._place = place
        self._memory = memory
        self._initialize: Message | None = None
        self._refusal: Message | None = None  # the server's, of that `initialize`
        self._modern: Message | None = None  # the client's newest modern request
        self._discover: Id | None = None  # the client's own, without an answer
        self._refused = False  # the server knows no modern revision
        self._others = False  # the client asked what is not kept here, and what must not be asked twice
        self._tried: dict[Id, Message] = {}  # harmless first requests of a modern client
        self._answers: list[Message] = []  # to those, not told yet
        self._held: deque[Message] = deque()
        self._holding = False
        self._probe = ""
        self._shake = ""
        self._timer: Timer | None = None

    @property
    def held(self) -> int:
        """How many messages wait for the outcome."""
        return len(self._held)

    # --- client to server -------------------------------------------------------------------------------------

    def from_client(self, message: Message) -> None:
        method = message.get("method")
        if method == "notifications/cancelled" and self._forgotten(requested_id(message)):
            return
        if self._holding:
            self._held.append(message)
        elif method is None or "id" not in message:
            self._place.up(message)
        elif method == "initialize":
            self._hear_initialize(message)
        elif revisions.era_of(message) == "modern":
            self._modern = message
            self._hear_modern(message)
        else:
            self._others = True
            self._place.up(message)

    def _forgotten(self, id: Id | None) -> bool:
        """True when ``id`` was held here: no server ever hears of it."""
        if id is None:
            return False
        held = [one for one in self._held if one.get("id") != id or "method" not in one]
        found = len(held) < len(self._held)
        self._held = deque(held)
        if self._tried.pop(id, None) is not None:
            self._answers = [one for one in self._answers if one.get("id") != id]
        return found

    def _hear_initialize(self, message: Message) -> None:
        self._initialize = message
        if self._memory.server == "modern" and self._modern is None:
            self._ask_modern()
        else:
            self._place.up(message)

    def _hear_modern(self, message: Message) -> None:
        id, method = message["id"], message["method"]
        known = self._memory.server == "legacy"
        if method == "server/discover" and not known:
            self._discover = id
            self._place.up(message)
        elif method in HARMLESS and not known and not self._refused:
            self._tried[id] = message
            self._place.up(message)
            self._wait(SILENCE, self._ask)
        else:
            self._held.append(message)
            if known or self._refused or not self._tried:
                self._ask()
            self._holding = True  # the first answer to what was tried will tell

    # --- a server that ended over it --------------------------------------------------------------------------

    def ended_of_it(self) -> bool:
        """Did the server end over a request of the modern era, and may a fresh one be asked what waits?"""
        if self._others or self._refusal is not None:
            return False
        return self._discover is not None or bool(self._probe or self._tried)

    def begin_again(self, ended: str) -> None:
        """There is a fresh server, which hears nothing of the modern era. ``ended``: how the first one did."""
        self._stop()
        self._refused = True
        self._memory.server = "legacy"
        self._probe = self._shake = ""
        if self._initialize is not None:
            self._place.up(self._initialize)
        elif self._tried or self._held:
            self._shake_hands()
        elif self._discover is not None:
            told = coded("servers.server_ended_asked", ended=ended)
            self._place.down(
                jsonrpc.error(self._discover, jsonrpc.METHOD_NOT_FOUND, f"ToolGuard: {told}", {"reason": told})
            )
            self._discover = None

    # --- asking the server ------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """The client goes on in the modern era: which one is the server's?"""
        self._holding = True
        if self._refused or self._memory.server == "legacy":
            self._shake_hands()
        elif self._discover is not None:
            self._wait(SILENCE, self._shake_hands)  # the client has asked already
        else:
            self._ask_modern()

    def _ask_modern(self) -> None:
        if self._probe:
            return
        self._holding = True
        self._probe = self._place.new_id()
        if self._modern is not None:
            meta = self._modern["params"]["_meta"]
        else:
            meta = to_modern.hello(an_object((self._initialize or {}).get("params")))
        asked = {name: value for name, value in meta.items() if name != "progressToken"}
        self._place.up(request(self._probe, "server/discover", {"_meta": asked}))
        self._wait(PROBE, self._no_discovery)

    def _shake_hands(self) -> None:
        if self._shake or self._modern is None:
            return
        self._holding = True
        self._shake = self._place.new_id()
        self._place.up(to_legacy.hello(self._shake, self._modern))
        self._wait(HANDSHAKE, self._pass)

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._place.later(seconds, then)

    # --- server to client -------------------------------------------------------------------------------------

    def from_server(self, message: Message) -> None:
        id = message.get("id")
        if "method" in message:
            if self._shake and message["method"] == "ping" and id is not None:
                self._place.up(jsonrpc.result(id, {}))
            else:
                self._place.down(message)
        elif id is not None and id == self._probe:
            self._discovered_by_us(message)
        elif id is not None and id == self._shake:
            self._shaken(message)
        elif self._initialize is not None and id == self._initialize["id"]:
            self._initialized(message)
        elif id is not None and id == self._discover:
            self._discovered(message)
        elif id in self._tried:
            self._first_answer(message)
        else:
            self._place.down(message)

    def _initialized(self, message: Message) -> None:
        if "error" in message and self._modern is None:
            self._refusal = message
            self._ask_modern()
        else:
            self._place.down(message)
            self._pass()

    def _discovered_by_us(self, message: Message) -> None:
        if "result" not in message or MODERN not in versions(message["result"]):
            self._no_discovery()
        elif self._modern is not None:
            self._pass()
        elif self._initialize is not None:
            self._memory.server = "modern"
            translator = to_modern.ModernTranslator(self._place, self._initialize, message["result"])
            self._become(translator, coded("servers.bridged_client_server", modern=translator.version, version=MODERN))

    def _no_discovery(self) -> None:
        if self._modern is not None:
            self._shake_hands()
            return
        if self._refusal is None and self._initialize is not None:
            self._place.up(self._initialize)  # the server was modern before it was started anew
        self._memory.server = ""
        self._pass()

    def _discovered(self, message: Message) -> None:
        """The answer to the client's own question reaches it as it came."""
        self._discover = None
        self._place.down(message)
        self._refused = _is_of_a_legacy_server(message)
        if not self._refused:
            self._pass()
        elif self._holding:
            self._shake_hands()

    def _first_answer(self, message: Message) -> None:
        result = members(message["result"]) if "result" in message else {}
        code = an_object(message.get("error")).get("code")
        if result is None or "resultType" in result or code in MODERN_ERRORS:
            self._place.down(message)
            self._pass()
        else:
            self._answers.append(message)
            self._ask()

    def _shaken(self, message: Message) -> None:
        told = members(message["result"]) if "result" in message else None
        version = jsonrpc.plain(told.get("protocolVersion")) if told else None
        if version not in revisions.LEGACY:
            self._pass()
            return
        self._memory.server = "legacy"
        self._place.up(notice("notifications/initialized"))
        self._held.extendleft(reversed(self._tried.values()))
        self._answers.clear()
        translator = to_legacy.LegacyTranslator(self._place, told, self._place.step_out)
        self._become(translator, coded("servers.bridged_client_server", modern=MODERN, version=version))

    # --- the end of it ----------------------------------------------------------------------------------------

    def _become(self, translator: Translator, told: str) -> None:
        self._stop()
        self._place.translate(translator, told)
        for message in self._held:
            translator.from_client(message)
        self._held.clear()

    def _pass(self) -> None:
        """They understand each other, or nothing can be done for them."""
        self._stop()
        if self._refusal is not None:
            self._place.down(self._refusal)
        for message in self._answers:
            self._place.down(message)
        for message in self._held:
            self._place.up(message)
        self._held.clear()
        self._place.step_out()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _is_of_a_legacy_server(answer: Message) -> bool:
    """Whether this answer to ``server/discover`` shows no modern revision (versioning §Backward Compatibility)."""
    if "result" in answer:
        return MODERN not in versions(answer["result"])
    error = an_object(answer["error"])
    if error.get("code") != VERSION_REFUSED:
        return error.get("code") not in MODERN_ERRORS
    told = an_object(error.get("data")).get("supported")
    return isinstance(told, list) and MODERN not in told and any(one in revisions.SPOKEN_LEGACY for one in told)
