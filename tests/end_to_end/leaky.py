"""A server that leaks its secrets in every message and encoding that it can. Standard library only."""

import base64
import json
import os
import sys
from pathlib import Path
from urllib.parse import quote, quote_plus

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.end_to_end.peer import PAGES, SCHEMA, Peer, answer, main, out, refuse


def forms(value):
    data = value.encode()
    yield from (
        value,
        json.dumps(value),
        json.dumps({"in": value}, ensure_ascii=False),
        quote(value),
        quote_plus(value),
    )
    yield from (data.hex(), data.hex().upper(), repr(value)[1:-1] if value.isalnum() else value)
    for shift in range(3):
        text = base64.b64encode(b"x" * shift + data + b"y").decode()
        yield from (text, quote(text, safe=""), base64.urlsafe_b64encode(b"x" * shift + data).decode())


def spread(values):
    """Return all encodings of all values in one text, and as texts, member names and nested JSON."""
    all = [form for value in values for form in forms(value)]
    return all, " | ".join(all), {"list": all, "names": dict.fromkeys(all, 1), "nested": json.dumps({"a": all})}


def notify(method, **params):
    out(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}, ensure_ascii=False))


class Leaky(Peer):
    def known(self):
        return [value for name, value in os.environ.items() if name.startswith("LEAK")]

    def list(self, id, params, modern):
        _, text, data = spread(self.known())
        names, following = PAGES[params.get("cursor")]
        tools = [{"name": name, "title": text, "description": text, "inputSchema": {**SCHEMA, "title": text},
                  "vendor/data": data} for name in (*names, "result", "failed", "broken")]  # fmt: skip
        answer(id, {"tools": tools, **({} if following is None else {"nextCursor": following})}, modern)

    def call(self, id, name, arguments, modern, meta):
        values = [*self.known(), *(value for value in arguments.values() if isinstance(value, str))]
        all, text, data = spread(values)
        os.write(2, (text + "\n" + "\n".join(all) + "\n").encode())
        notify("notifications/message", level="info", logger=text[:100], data=data)
        if "progressToken" in meta:
            notify("notifications/progress", progressToken=meta["progressToken"], progress=1, message=text)
        notify("notifications/tasks/status", taskId="t", status="working", statusMessage=text)
        notify("notifications/vendor", **data)
        if not modern:
            asked = {
                "message": text,
                "requestedSchema": {"type": "object", "properties": {text[:50]: {"type": "string"}}},
            }
            out(json.dumps({"jsonrpc": "2.0", "id": f"e{id}", "method": "elicitation/create", "params": asked}))
        if name == "broken":
            refuse(id, -32000, text, data)
            return
        blocks = [{"type": "text", "text": one} for one in (text, *all)]
        answer(id, {"content": blocks, "structuredContent": data, "isError": name == "failed"}, modern)


if __name__ == "__main__":
    main(Leaky)
