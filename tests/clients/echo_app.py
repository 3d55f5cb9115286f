"""An app for tests, to be killed: a real `LocalListener` on uvloop whose sessions echo. It notes each hello it sees."""

import asyncio
import json
import os
import sys
from pathlib import Path

import uvloop

from toolguard.clients.local.listener import ClientHandshake, HandshakeError, LocalApp, LocalListener, SessionAdmission
from toolguard.gate.session.upstream import Channel
from toolguard.store.lock import StateLock


async def main(home: Path) -> None:
    def note(hello: ClientHandshake) -> None:
        with (home / "hellos.jsonl").open("a") as file:
            left = [one.id for one in hello.open]
            known = {"session": hello.session, "open": left, "server": hello.server, "pid": os.getpid()}
            file.write(json.dumps(known) + "\n")

    async def admit(hello: ClientHandshake) -> SessionAdmission:
        note(hello)
        if hello.server == "unknown":
            raise HandshakeError("there is no server named 'unknown': see `toolguard server list`")
        return SessionAdmission(hello.session or "s-1", echo)

    async def echo(channel: Channel) -> None:
        async for message in channel:
            if isinstance(message, dict) and message.get("method") == "flood":
                await channel.send({"jsonrpc": "2.0", "id": message["id"], "result": {"text": "x" * 2_000_000}})
            elif isinstance(message, dict):
                await channel.send({"jsonrpc": "2.0", "id": message.get("id"), "result": message.get("params", {})})

    async def order(_name: str, arguments: dict[str, object]) -> dict[str, object]:
        return {"ok": True, "value": arguments}

    local = LocalListener(
        home,
        LocalApp(admit=admit, order=order, raise_window=lambda: None),
        tcp=os.environ.get("TOOLGUARD_LOCAL") == "tcp",
    )
    with (home / "starts").open("a") as starts:
        starts.write(f"{os.getpid()}\n")
    if not StateLock(home / "run").acquire():
        return
    await local.start()
    (home / "pid").write_text(str(os.getpid()))
    await asyncio.sleep(60)
    await local.stop()


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
