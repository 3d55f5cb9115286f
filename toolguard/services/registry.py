"""Every order and query of commands: the methods of all services, by name.

An order that reduces protection waits for a person in the running app or, if none runs, in the one that is started
next. `toolguard serve --accept-changes` applies it unasked. No order can approve a pending call or accept a proposal,
and none returns, reports or records a secret's value.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from toolguard.gate import json_pointer
from toolguard.gate.policy.risks import Risk
from toolguard.gate.texts import CodedText, arguments_to_wire, coded, encodable, error_to_wire
from toolguard.services.clients.bundles import BundleService
from toolguard.services.clients.routing import RoutingService
from toolguard.services.clients.service import ClientService
from toolguard.services.context import ServiceContext
from toolguard.services.interface import RefusedError
from toolguard.services.log import LogService
from toolguard.services.methods import Ask, ConsentQuestion, MethodRunner, Service, ServiceMethod
from toolguard.services.rules.limits import LimitService
from toolguard.services.rules.service import RuleService
from toolguard.services.secrets import SecretService
from toolguard.services.security_keys import SecurityKeyService
from toolguard.services.servers import ServerService
from toolguard.services.settings import SettingService
from toolguard.services.sign_ins import SignInService
from toolguard.services.status import StatusService
from toolguard.services.tools import ToolService


class Propose(Protocol):
    """Asks a person; see `Proposals.propose`."""

    def __call__(
        self, kind: str, title: str, detail: str, asked_by: str, risks: Sequence[Risk] = (), target: str = "", /
    ) -> Awaitable[bool]: ...


SERVICES: tuple[type[Service], ...] = (
    ServerService, SignInService, ToolService, RuleService, LimitService, SecretService, ClientService, RoutingService,
    BundleService, SettingService, SecurityKeyService, LogService, StatusService,
)  # fmt: skip
ORDERS: dict[str, ServiceMethod] = {order.name: order for service in SERVICES for order in service.orders}


async def execute(name: str, arguments: Any, state: ServiceContext, propose: Propose | None = None) -> dict[str, Any]:
    """Run one order. Return ``{"ok": True, "value": …}`` or ``{"ok": False, "error": one sentence, "code": …}``.

    If the value contains texts of ToolGuard, ``texts`` has their codes and arguments by JSON Pointer (RFC 6901).

    With ``propose`` a person is asked first about anything that reduces protection; without it, it runs at once.
    """
    accepted = list[ConsentQuestion]()
    try:
        order = ORDERS.get(name) if isinstance(name, str) else None
        if order is None or order.service is None:
            raise RefusedError(coded("services.no_order_two_versions", name=repr(name)))
        caller = MethodRunner(state, None if propose is None else _asking(propose, accepted))
        value = await caller.perform(order, order.service(caller), arguments)
    except RefusedError as why:
        if state.guard is not None:
            for question in accepted:
                state.guard.proposals.fail(question.kind, question.title, question.asked_by, str(why))
        return {"ok": False, **error_to_wire(str(why))}
    texts = dict(_codes(value))
    return {"ok": True, "value": msgspec.to_builtins(value, enc_hook=encodable), **({"texts": texts} if texts else {})}


def _codes(value: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the place of each coded text in a result, with its code and arguments."""
    if isinstance(value, CodedText):
        yield place, {"code": value.code, "arguments": arguments_to_wire(value)}
        return
    members: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, msgspec.Struct):
        members = msgspec.structs.asdict(value).items()
    elif isinstance(value, Mapping):
        members = value.items()
    elif isinstance(value, list | tuple):
        members = enumerate(value)
    for name, member in members:
        yield from _codes(member, f"{place}/{json_pointer.escape(str(name))}")


def _asking(propose: Propose, accepted: list[ConsentQuestion]) -> Ask:
    """Return what asks a person; it adds the questions that were accepted to ``accepted``."""

    async def ask(question: ConsentQuestion) -> bool:
        if not await propose(
            question.kind, question.title, question.detail, question.asked_by, question.risks, question.target
        ):
            return False
        accepted.append(question)
        return True

    return ask
