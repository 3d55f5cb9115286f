"""``toolguard tool``. Texts of servers are made visible, and their hints are marked as claims."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Mapping
from functools import partial
from typing import Any

from toolguard.cli.help.command_parser import add_command, did_you_mean, either_way
from toolguard.cli.printing import counted, done, print_hint, print_json, show_table, when
from toolguard.gate.policy.rules import ANY
from toolguard.gate.policy.unicode_safety import suspicious, visible
from toolguard.services.interface import ToolPage
from toolguard.services.runtime.requests import SendRequest

_HINT_WORDS = {
    "readOnlyHint": ("read-only", "modifies data"),
    "destructiveHint": ("destructive", "not destructive"),
    "idempotentHint": ("safe to repeat", "not safe to repeat"),
    "openWorldHint": ("external access", "no external access"),
}


def add_commands(commands: Any, send: SendRequest) -> None:
    """Add the commands of ``toolguard tool`` to the subparsers ``commands``."""
    listing = add_command(commands, "list", "list the tools of all servers, or of one", partial(tool_list, send))
    either_way(listing, server="optional")
    show = add_command(commands, "show", "show a tool", partial(tool_show, send))
    either_way(show, server="required", tool="required")
    for name, help, exposed in (
        ("expose", "make a tool, or all tools of a server, visible to clients", True),
        ("hide", "hide a tool, or all tools of a server, from clients and block its calls", False),
    ):
        command = add_command(commands, name, help, partial(tool_switch, send, exposed=exposed))
        either_way(command, server="required", tool="*")
        command.add_argument("--client", metavar="C", default="*", help="only for this chat client")
    changes = add_command(commands, "changes", "show what a server changed in its tools", partial(tool_changes, send))
    either_way(changes, server="required")
    about = "accept what a server changed: rules that allowed its tools apply again"
    accept = add_command(commands, "accept", about, partial(tool_accept, send))
    either_way(accept, server="required", tool="rest")
    refresh = add_command(commands, "refresh", "fetch a server's tools now", partial(tool_refresh, send))
    either_way(refresh, server="required")


def tool_list(send: SendRequest, options: argparse.Namespace) -> int:
    """List the tools, and the servers that have not listed any."""
    servers = send(lambda services: services.tools.all(options.server or None))
    rows = [
        (server["name"], tool["name"], _shown(tool), _marks(tool)) for server in servers for tool in server["tools"]
    ]
    status = show_table(options, servers, ("SERVER", "TOOL", "CLIENTS", ""), rows, "No tools yet.")
    if options.json:
        return status
    unlisted = [server["name"] for server in servers if not server["tools"]]
    if unlisted:
        name = unlisted[0] if len(unlisted) == 1 else "NAME"
        print_hint(f"No tools yet from {', '.join(unlisted)}: `toolguard tool refresh {name}` fetches them.")
    for server in servers:
        for doubt in server["doubts"]:
            print_hint(doubt)
    return status


def _shown(tool: Mapping[str, Any]) -> str:
    return "shown" if tool["exposed"] else "hidden"


def _marks(tool: Mapping[str, Any]) -> str:
    marks = ["listed twice"] if tool["twice"] else []
    marks += ["changed since you allowed it"] if tool["allowed"] == "as it was" else []
    marks += ["changed"] if tool["changed"] and tool["allowed"] != "as it was" else []
    marks += ["for pages only"] if tool["pages_only"] else []
    return "; ".join([*marks, *suspicious(tool["name"])])


def tool_show(send: SendRequest, options: argparse.Namespace) -> int:
    """Show everything that is known about a tool."""
    from toolguard.gate import jsonrpc

    tool = send(lambda services: services.tools.show(options.server, options.tool))
    if options.json:
        print_json(tool)
        return 0
    print(visible(f"{tool['name']} on {tool['server']}" + (f" — {tool['title']}" if tool["title"] else "")))
    for line in tool["description"].strip().split("\n") if tool["description"] else []:
        print(f"    {visible(line)}")
    claims = [_HINT_WORDS[name][0 if value else 1] for name, value in tool["hints"].items()]
    hidden = [client["client"] for client in tool["clients"] if not client["exposed"]] if tool["exposed"] else []
    facts = [
        ("clients", "hidden from all clients" if not tool["exposed"] else "shown"),
        ("hidden from", ", ".join(hidden)),
        ("annotations", f"{'; '.join(claims)} ({_source(tool)})" if claims else ""),
        ("beware", _marks(tool)),
        ("no allow rule", tool["unpinnable"]),
        *_page(tool["page"]),
        ("not checked", tool["unchecked"]),
        *(("requires", _need(place, tool["scopes"])) for place in tool["needs"]),
        *(("filled in", f"{pointer} = {template}") for pointer, template in tool["filled"].items()),
        ("refused", tool["unfilled"] and f"all calls: {tool['unfilled']}"),
        ("answers", "forwarded as is; not validated against the output schema"),
        ("definition", f"{tool['fingerprint'][2:18]}, unchanged since {when(tool['since'])}"),
        ("rules", ", ".join(tool["rules"])),
        ("listed", when(tool["seen"])),
    ]
    for label, words in facts:
        if words:
            print(f"{label:<14} {visible(words)}")
    print("schema")
    print(textwrap.indent(visible(jsonrpc.text(tool["schema"])), "    "))
    return 0


def _source(tool: Mapping[str, Any]) -> str:
    return "as the server claims, which you trust" if tool["trusted"] else "as the server claims"


def _page(page: ToolPage | None) -> list[tuple[str, str]]:
    """Return the tool's page (MCP Apps) and the addresses that it may load."""
    if page is None:
        return []
    read = f"read {when(page['read'])}" if page["read"] else "never read"
    domains = [(name, ", ".join(listed)) for name, listed in page["domains"].items()]
    return [("page", f"{page['uri']}, {read}"), *domains, ("permissions", ", ".join(page["permissions"]))]


def _need(place: str, scopes: dict[str, list[str]]) -> str:
    named = ", ".join(scopes.get(place.removeprefix("context authorization "), ()))
    return place.removeprefix("context ") + (f", for {named}" if named else "")


def tool_switch(send: SendRequest, options: argparse.Namespace, exposed: bool) -> int:
    """Expose or hide a tool, or all tools of a server. Warn of a tool that the server does not list."""
    result = send(lambda services: services.tools.switch(options.server, options.tool, options.client, exposed))
    every = options.tool == ANY
    what = f"All tools of {options.server} are" if every else f"{options.tool} of {options.server} is"
    clients = "all clients" if options.client == ANY else options.client
    state = f"visible to {clients}" if exposed else f"hidden from {clients} and can't be called"
    done(options, result, f"{what} now {state}.")
    listed = [tool["name"] for server in send(lambda services: services.tools.all(options.server))
              for tool in server["tools"]]  # fmt: skip
    if listed and not every and options.tool not in listed:
        print_hint(f"{options.server} lists no tool {options.tool} now{did_you_mean(options.tool, listed) or '.'}")
    return 0


def tool_changes(send: SendRequest, options: argparse.Namespace) -> int:
    """Show every change with its old and new value; return exit status 1 if there are any."""
    changed_tools = send(lambda services: services.tools.review(options.server))
    if options.json:
        print_json(changed_tools)
    elif not changed_tools:
        print_hint(f"The tools of {options.server} have not changed since you last reviewed them.")
    for changed in changed_tools if not options.json else ():
        print(visible(changed["tool"]) or f"{options.server} itself")
        for change in changed["changes"]:
            print(f"  {'!' if change['risky'] else ' '} {change['text']}: {visible(change['place'])}")
            for sign, text in (("-", change["before"]), ("+", change["after"])):
                for line in text.split("\n") if text is not None else ():
                    print(f"      {sign} {visible(line)}")
    return 1 if changed_tools else 0


def tool_accept(send: SendRequest, options: argparse.Namespace) -> int:
    """Accept the current definitions. The running app shows every change to the person and asks."""
    changed_tools = send(lambda services: services.tools.review(options.server))
    accepted = [tool for tool in changed_tools if not options.tool or tool["tool"] in options.tool]
    changes = [change["id"] for tool in accepted for change in tool["changes"]]
    result = send(lambda services: services.tools.update(options.server, options.tool, changes))
    text = f"Accepted {counted(len(result['tools']), 'changed definition')}."
    return done(options, result, f"{text} Allow rules that apply again: {len(result['rules']):,}.")


def tool_refresh(send: SendRequest, options: argparse.Namespace) -> int:
    """Have the running app list a server's tools."""
    result = send(lambda services: services.tools.refresh(options.server))
    return done(options, result, f"{options.server} has {counted(result['tools'], 'tool')}.")
