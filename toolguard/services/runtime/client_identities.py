"""Names of chat clients, by which rules apply to them, and questions about rules of earlier releases.

A name belongs to one program (`toolguard.store.client_names`). If an earlier release used another name, its limits
apply at once. Its allow rules wait until a person confirms that they are meant for this program.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import Any

import msgspec

from toolguard.clients.local.handshake import UNKNOWN_CLIENT, ClientHandshake
from toolguard.gate.api import GateApi
from toolguard.gate.model import ConfigChanged
from toolguard.gate.policy.rules import Rule
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.task_set import cancel_tasks
from toolguard.gate.texts import coded
from toolguard.services.known_tools import switches
from toolguard.store.client_names import ClientNames
from toolguard.store.config.config import Config, ConfigError

AUTHOR = "ToolGuard"


class ClientIdentities:
    """Names clients when they connect. Runs on the core's loop."""

    def __init__(self, names: ClientNames, config: Config, guard: GateApi) -> None:
        self._names = names
        self._config = config
        self._guard = guard
        self._unidentified: set[str] = {UNKNOWN_CLIENT}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._apply()

    def named(self, handshake: ClientHandshake) -> ClientHandshake:
        """Return ``handshake`` with the name of its program; a client over HTTP keeps its token's name."""
        caller = handshake.caller
        if caller.has_token or caller.id == UNKNOWN_CLIENT:
            return handshake
        if not handshake.identity:
            self._unidentified.add(caller.id)
            self._apply()
            return handshake
        before = self._names.names_of(handshake.identity)
        allows = self._rules(caller.id, "allow")
        name = self._names.name(
            caller.id, handshake.identity, taken=frozenset(self._config.clients), ruled=bool(allows)
        )  # fmt: skip
        if not self._names.is_known(name):  # too many: another program can get the same name
            self._unidentified.add(name)
        self._apply()
        earlier = handshake.earlier_name
        if name in self._names.unconfirmed():
            self._ask(name, self._confirm(name, handshake))
        elif not before and earlier not in ("", name) and not self._names.is_known(earlier):
            self._restrict(earlier, name)
            if self._rules(earlier, "allow"):
                self._ask(name, self._take_over(earlier, name, handshake))
        return replace(handshake, caller=msgspec.structs.replace(caller, id=name))

    def is_known(self, name: str) -> bool:
        """Return whether ``name`` belongs to a program."""
        return self._names.is_known(name)

    async def close(self) -> None:
        """Withdraw the open questions."""
        await cancel_tasks(self._asking.values())

    def _apply(self) -> None:
        self._guard.gate.rules.set_unidentified(self._names.unconfirmed() | self._unidentified)

    def _rules(self, client: str, *verdicts: str) -> list[Rule]:
        rules = (rule for rule in self._guard.gate.rules if not rule.disabled)
        return [rule for rule in rules if rule.client == client and rule.verdict in verdicts]

    def _ask(self, name: str, question: Any) -> None:
        if name in self._asking and not self._asking[name].done():
            question.close()
            return
        self._asking[name] = asyncio.get_running_loop().create_task(question)

    async def _confirm(self, name: str, handshake: ClientHandshake) -> None:
        title = coded("services.allow_rules_exist_client", name=name)
        answer = await self._guard.proposals.ask(
            "client", title, self._detail(handshake, self._rules(name, "allow")), name
        )
        if answer.verdict == "accepted":
            self._names.confirm(name)
        elif answer.verdict == "rejected":
            self._names.release(name)
        self._apply()
        self._guard.gate.renewed()

    async def _take_over(self, earlier: str, name: str, handshake: ClientHandshake) -> None:
        rules = self._rules(earlier, "allow")
        title = coded("services.earlier_release_called_apply", name=name, earlier=earlier)
        if (
            await self._guard.proposals.ask("client", title, self._detail(handshake, rules), name)
        ).verdict == "accepted":
            for rule in rules:
                self._copy(rule, name)
            self._guard.gate.renewed()

    def _restrict(self, earlier: str, name: str) -> None:
        """Copy rules that deny or ask, and hidden tools, from the earlier name to the new one."""
        for rule in self._rules(earlier, "deny", "ask"):
            self._copy(rule, name)
        hidden = [switch for switch in switches(self._config) if switch.client == earlier and not switch.exposed]
        for switch in hidden:
            try:
                self._config.set_switch(switch.server, switch.tool, name, False)
            except ConfigError as problem:
                self._note(coded("services.hidden_tool_not_hidden", earlier=earlier, name=name), str(problem))
        if hidden:
            self._guard.gate.tool_visibility.replace(switches(self._config))
            self._note(coded("services.tools_hidden_hidden", earlier=earlier, name=name), "")

    def _copy(self, rule: Rule, name: str) -> None:
        copy = msgspec.structs.replace(rule, id=secrets.token_hex(4), client=name)
        try:
            self._guard.add_rule(copy, by=AUTHOR)
        except ValueError as problem:
            self._note(coded("services.rule_not_applied", id=rule.id, name=name), str(problem))

    def _note(self, change: str, detail: str) -> None:
        self._guard.gate.note(ConfigChanged(what=change, by=AUTHOR, detail=detail))

    @staticmethod
    def _detail(handshake: ClientHandshake, rules: list[Rule]) -> str:
        lines = [
            f"program   {visible(handshake.caller.program or 'unknown')}",
            f"identity  {visible(handshake.identity)}",
            "",
        ]
        for rule in rules:
            words = {"always": "", "session": coded("services.until_closes")}
            until = words.get(rule.until, coded("services.until_ends"))
            lines.append(visible(f"allow     tool {rule.tool} of server {rule.server}{until}"))
        return "\n".join(lines)
