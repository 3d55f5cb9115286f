"""ToolGuard's own look at a server: started alone, asked for its tools, ended again. No client, no gate, no call."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from toolguard.checkpoint.visible import suspicious, visible
from toolguard.commands.printing import SaysNo, Wants, command_line, print_json
from toolguard.commands.servers import spec_of
from toolguard.commands.state import Arguments, Refused, State
from toolguard.commands.talking import Answered, Talk
from toolguard.servers import Channel, LoginPath, Release, Unreachable, open_server
from toolguard.servers.launches import Launches, same
from toolguard.servers.oauth_record import unpacked
from toolguard.store.config import MEMBERS, ServerSpec
from toolguard.store.keychain import Keychain, KeychainProblem

MOST_TOLD = 1_000
"""Tools that one look tells of; all of them are counted."""
_LONGEST = 2_000  # characters of a tool's text


def try_server(
    one: dict[str, Any], options: Wants, keychain_timeout: float = 30.0, give: Callable[..., Any] | None = None
) -> int:
    """Show what the server ``one`` (as ``server.show`` tells it) offers; raises `SaysNo`.

    One that a person is signed in to, or has to be, is tried by the app, by ``give``: two programs that renew a token
    lose it.
    """
    members = {name: one[name] for name in ("name", "kind", *MEMBERS[one["kind"]])}
    sign_in = one.get("sign_in") or {}
    if give is not None and (sign_in.get("secret") or sign_in.get("state") == "wanted"):
        told = give("server.try", members)
        return _show(one, {name: told[name] for name in told if name not in ("tools", "count")}, told["tools"], options)
    spec = msgspec.convert(members, ServerSpec)
    keychain = Keychain(timeout=keychain_timeout)
    try:
        shown, tools = asyncio.run(_open(spec, release_of(one, spec, keychain), lambda text: _stderr(text)))
    except (Unreachable, SaysNo) as why:
        raise SaysNo(_sign_in_first(one) if _unknown_here(one, str(why)) else str(why)) from None
    finally:
        keychain.close()
    return _show(one, shown, tools, options)


def _unknown_here(one: dict[str, Any], why: str) -> bool:
    """Whether a remote server asks who comes, and its settings do not say it."""
    named = any(header.lower() == "authorization" for header in one.get("headers") or {})
    return one["kind"] == "http" and not named and "(status 401" in why


def _sign_in_first(one: dict[str, Any]) -> str:
    name = one["name"]
    return (
        f"the server {name} wants to know who you are: sign in with `toolguard server sign-in {name}`, or, if it gave "
        "you a token, set its header Authorization to the likes of Bearer ${secret:NAME}"
    )


def _show(one: dict[str, Any], shown: dict[str, Any], tools: list[dict[str, Any]], options: Wants) -> int:
    if options.json:
        print_json({"name": one["name"], **shown, "tools": tools})
    else:
        _print(one, shown, tools)
    return 0


async def server_try(arguments: Arguments, state: State) -> dict[str, Any]:
    """What a server offers that need not be registered. What it says meanwhile is told line by line."""
    spec = msgspec.structs.replace(spec_of(arguments), enabled=True)
    if state.reach is None:
        raise Refused("ToolGuard must run for this: open it (`toolguard`), or use `toolguard server try`.")
    try:
        shown, tools = await _look(await state.reach(spec, state.tell))
    except (Unreachable, SaysNo) as why:
        raise Refused(_sentence(str(why))) from None
    return {**shown, "tools": [_tool(one) for one in tools[:MOST_TOLD]], "count": len(tools)}


def server_try_loosens(arguments: Arguments, state: State) -> str:
    spec = spec_of(arguments)
    found = state.config.servers.get(spec.name)
    if found is not None and msgspec.structs.replace(found, enabled=spec.enabled) == spec:
        return ""
    does = f"reaches {visible(spec.url)}" if spec.url else "starts this program"
    return f"ToolGuard {does} once, as the server {spec.name}, and asks for its tools. Then it is ended."


def _sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}{'' if why.endswith(('.', '!', '?')) else '.'}"


def _tool(told: dict[str, Any]) -> dict[str, str]:
    """The part of a tool that is told of one: bounded texts."""
    words = {name: told.get(name) for name in ("name", "title", "description")}
    return {name: value[:_LONGEST] if isinstance(value, str) else "" for name, value in words.items()}


async def _open(
    spec: ServerSpec, release: Release, log: Callable[[str], None]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:  # fmt: skip
    return await _look(await open_server(spec, release=release, log=log))


async def _look(channel: Channel) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What an open server says of itself, and its tools; then it is ended."""
    try:
        talk = Talk(channel)
        shown = await talk.shake_hands()
        try:
            return shown, await talk.tools()
        except Answered as why:
            raise SaysNo(f"the server does not list its tools: {why}") from None
    finally:
        await channel.close("ToolGuard has seen it")


def release_of(one: dict[str, Any], spec: ServerSpec, keychain: Keychain) -> Release:
    """Gives the values of the secrets that are bound to the server ``one`` (as ``server.show`` tells it)."""
    launches = Launches(LoginPath())

    async def release(name: str) -> str:
        if name not in one["secrets"]:
            raise Unreachable(
                f"the secret {name} is not bound to the server: toolguard secret bind {name} --server {one['name']}"
            )
        bound = one["launches"].get(name)
        if bound is not None and not same(bound, await launches.of(spec)):
            raise Unreachable(
                f"the server is no longer what the secret {name} was bound to. Look at what changed, then bind it "
                f"again: toolguard secret bind {name} --server {one['name']}"
            )
        try:
            value = await keychain.get(name)
        except KeychainProblem as why:
            raise Unreachable(f"the secret {name} cannot be had. {why}") from None
        if value is None:
            raise Unreachable(f"the secret {name} has no value in your keychain: toolguard secret set {name}")
        if unpacked(value) is not None:
            raise Unreachable(f"{name} is a sign-in, whose tokens go by themselves where they may go: take it out")
        return value

    return release


def _print(one: dict[str, Any], shown: dict[str, Any], tools: list[dict[str, Any]]) -> None:
    info = shown["server"] if isinstance(shown["server"], dict) else {}
    words = [text for text in (info.get("name"), info.get("version")) if isinstance(text, str)]
    print(visible(f"{one['name']}: {command_line(one)}"))
    print(visible(f"calls itself {' '.join(words) or 'nothing'}, speaks {shown['version']}, {len(tools):,} tools"))
    for tool in tools:
        name = tool.get("name") if isinstance(tool.get("name"), str) else "(a tool without a name)"
        about = tool.get("description") if isinstance(tool.get("description"), str) else ""
        print(visible(f"\n  {name}", keep_newlines=True))
        for line in str(about).strip().split("\n") if about else []:
            print(f"      {visible(line)}")
        for doubt in suspicious(str(name)):
            print(f"    ! {doubt}")


def _stderr(text: str) -> None:
    print(visible(text), file=sys.stderr, flush=True)
