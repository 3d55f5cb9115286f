"""A scripted server that records every line that it receives. Standard library only.

``say`` (a tool, and a request that no revision defines) prints the texts of its ``lines`` unchanged, each on a line,
with the ID of the request in the place of ``$ID``. So the messages of the server are in the test. Hundreds of tests
start this server, so a module that few of them need is imported in the function that needs it.
"""

import json
import os
import sys
import threading
import time

VERSION = "io.modelcontextprotocol/protocolVersion"
MODERN = "2026-07-28"
INFO = {"name": "peer", "version": "1", "vendor/mood": "fine"}
SCHEMA = {"type": "object", "x-vendor": True}
PAGES = {None: (["say", "big"], ""), "": ([], "c2"), "c2": (["wait", "env"], "c3"), "c3": (["die", "noise"], None)}
QUERY = {"connection": {"type": "string"}, "sql": {"type": "string"}, "more": {"type": "object"}}
SCHEMAS = {"query": {"type": "object", "properties": QUERY, "required": ["connection", "sql"]}}
PAGES["query"] = (["query"], None)
MAX_RECORDED_LINE = 1 << 20


def out(line):
    if BATCH and '"id"' in line:
        BATCH[-1].append(line)
        return
    with WRITING:
        sys.stdout.buffer.write(line.encode("utf-8", "surrogatepass") + b"\n")
        sys.stdout.buffer.flush()


WRITING = threading.Lock()
BATCH = []
"""Responses of the current batch, which are sent as one array."""


def answer(id, result, modern=False):
    result = {"resultType": "complete", **result, "_meta": {"vendor/end": [1]}} if modern else result
    out(json.dumps({"jsonrpc": "2.0", "id": id, "result": result, "vendor/outside": 1}))


def refuse(id, code, text, data=None):
    more = {} if data is None else {"data": data}
    out(json.dumps({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text, **more}}))


def text(*values):
    return {"content": [{"type": "text", "text": value, "vendor/block": None} for value in values], "isError": False}


def repeated(value):
    """Return a hash of the value, and the value in the encodings in which servers leak secrets."""
    data = value.encode()
    import base64
    import hashlib
    from urllib.parse import quote

    forms = [value, json.dumps(value), quote(value), base64.b64encode(data).decode(), data.hex()]
    return hashlib.sha256(data).hexdigest(), *forms


def encoded_value(name, arguments):
    """Return the value of a variable, or of an argument with the whole call, in the encodings of `repeated`."""
    if name == "env":
        return repeated(os.environ.get(arguments["name"], ""))
    return *repeated(arguments.get("connection", "")), json.dumps(arguments), json.dumps(arguments, ensure_ascii=False)


class Peer:
    """The server. ``era``: ``legacy`` and ``modern`` refuse the first request of the other era.

    ``silent`` never answers ``server/discover``. ``strict`` exits if its first request is not ``initialize`` (like the
    Rust SDK). ``stunned`` does not answer it, and exits on the next line (like the Python SDK up to 1.6).
    """

    def __init__(self, era):
        self.era = era
        self.stunned = False
        self.handshaken = False
        self.deaf = False
        self.name = "peer"

    def receive(self, message):
        if self.stunned:
            sys.exit("what was that before initialize?")
        if isinstance(message, list):
            BATCH.append([])
            for member in message:
                self.receive(member)
            out("[" + ",".join(BATCH.pop()) + "]")
        elif "method" not in message or "id" not in message:
            self.notice(message)
        elif not self.is_lost(message["method"]):
            self.asked(message["method"], message["id"], message.get("params") or {})

    def notice(self, message):
        method, params = message.get("method"), message.get("params") or {}
        if method == "notifications/say":
            self.say(None, params)
        elif method == "notifications/rename":
            self.name = params["to"]

    def is_lost(self, method):
        """Return whether a server of the first SDKs stops serving after this first request."""
        if self.era in ("strict", "stunned") and not self.handshaken:
            self.stunned = method != "initialize"
            self.handshaken = not self.stunned
            if self.stunned and self.era == "strict":
                sys.exit("expected initialize")
        return self.stunned

    def asked(self, method, id, params):
        modern = VERSION in (params.get("_meta") or {})
        if method == "initialize" and self.era == "modern":
            refuse(id, -32022, "Unsupported protocol version", {"supported": [MODERN], "requested": "legacy"})
        elif method == "initialize":
            told = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {"listChanged": True}}}
            answer(id, {**told, "serverInfo": INFO, "vendor/extra": {"a": [None]}})
        elif method == "server/discover" and self.era != "silent":
            self.discover(id)
        elif method == "ping":
            answer(id, {})
        elif method == "tools/list":
            self.list(id, params, modern)
        elif method == "vendor/say":
            self.say(id, params)
        elif method == "tools/call":
            self.call(id, params["name"], params.get("arguments") or {}, modern, params.get("_meta") or {})
        elif method == "subscriptions/listen" and modern:
            return  # without a response
        elif method != "server/discover":
            refuse(id, -32601, f"Method not found: {method}", {"vendor/asked": method})

    def discover(self, id):
        if self.era == "legacy":
            refuse(id, -32601, "Method not found", {"why": "older than that"})
        else:
            answer(id, {"supportedVersions": [MODERN], "capabilities": {"tools": {}}, "ttlMs": 0}, modern=True)

    def list(self, id, params, modern):
        names, following = PAGES[params.get("cursor")]
        tools = [
            {"name": name, "description": f"{name} of {self.name}", "inputSchema": SCHEMAS.get(name, SCHEMA)}
            for name in names
        ]
        more = {} if following is None else {"nextCursor": following}
        answer(id, {"tools": [{**tool, "vendor/t": 1} for tool in tools], **more}, modern)

    def say(self, id, params):
        for line in params["lines"]:
            out(line.replace("$ID", json.dumps(id)))

    def relay(self, id, arguments, meta):
        """Answer like ``say``, with the progress token of the call in the place of ``$TOKEN``."""
        token = json.dumps(meta.get("progressToken"))
        self.say(
            id, {"lines": [line.replace('"$TOKEN"', token).replace("$TOKEN", token) for line in arguments["lines"]]}
        )

    def call(self, id, name, arguments, modern, meta):
        if name == "say":
            self.say(id, arguments)
        elif name == "relay":
            self.relay(id, arguments, meta)
        elif name == "big":
            answer(id, text("x" * arguments["size"]), modern)
        elif name == "flood":
            for i in range(arguments["count"]):
                out(json.dumps({"jsonrpc": "2.0", "method": "notifications/message",
                                "params": {"i": i, "text": "x" * arguments["size"]}}))  # fmt: skip
            answer(id, text("flooded"), modern)
        elif name == "noise":
            os.write(2, b"noise on stderr\n" * 400_000)
            answer(id, text("after the noise"), modern)
        elif name in ("env", "query"):
            answer(id, text(*encoded_value(name, arguments)), modern)
        elif name == "die":
            os.write(2, b"no disk left\n")
            os._exit(7)
        elif name == "deaf":
            answer(id, text("I hear nothing more"), modern)
            self.deaf = True
        elif name == "slow":
            threading.Timer(arguments["seconds"], answer, (id, text("slow"), modern)).start()
        elif name != "wait":
            refuse(id, -32602, f"Unknown tool: {name}")


def main(kind=Peer):
    era, record = sys.argv[1], sys.argv[2]
    peer = kind(era)
    with open(record + ".pids", "a") as pids:
        pids.write(f"{os.getpid()}\n")
    if era == "dead":
        os.write(2, b"cannot even start\n")
        os._exit(3)
    with open(record, "ab", buffering=0) as received:
        for line in sys.stdin.buffer:
            if not line.strip():
                continue
            received.write(line if len(line) < MAX_RECORDED_LINE else b'{"bytes": %d}\n' % len(line))
            peer.receive(json.loads(line))
            while peer.deaf:
                time.sleep(60)


if __name__ == "__main__":
    main()
