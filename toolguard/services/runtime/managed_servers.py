"""Servers that an organization denies to a chat client here: ToolGuard does not start or reach them either."""

from __future__ import annotations

from toolguard.clients.wiring.clients import CLIENTS
from toolguard.clients.wiring.machine import Machine
from toolguard.clients.wiring.managed_policies import LaunchFacts, policy_of
from toolguard.gate.texts import coded
from toolguard.servers import UnreachableError
from toolguard.store.config.config import ServerSpec


def require_not_denied(spec: ServerSpec, machine: Machine) -> None:
    """Raise `UnreachableError` if a deny-list has the server's name, exact command or URL, or cannot be read.

    Allow-lists say what one client may load and are checked when that client's file is routed: a server of
    ToolGuard may be another client's.
    """
    facts = LaunchFacts(spec.name, () if spec.url else (spec.command, *spec.args), spec.url)
    for row in CLIENTS:
        policy = policy_of(row.title, row.policy, machine, own_lists=False) if row.policy is not None else None
        if policy is not None and (policy.problem or policy.denies(facts)):
            code = "services.policy_unreadable" if policy.problem else "services.policy_denies_launch"
            raise UnreachableError(coded(code, client=row.title))
