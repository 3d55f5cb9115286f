"""Requests of the window and the terminal to the services: functions of `Services`, which the core runs.

Importing this loads no service: the services are imported for type checkers only, and the core provides them.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from toolguard.services.clients.bundles import BundleService
    from toolguard.services.clients.routing import RoutingService
    from toolguard.services.clients.service import ClientService
    from toolguard.services.log import LogService
    from toolguard.services.rules.limits import LimitService
    from toolguard.services.rules.service import RuleService
    from toolguard.services.secrets import SecretService
    from toolguard.services.security_keys import SecurityKeyService
    from toolguard.services.servers import ServerService
    from toolguard.services.settings import SettingService
    from toolguard.services.sign_ins import SignInService
    from toolguard.services.status import StatusService
    from toolguard.services.tools import ToolService

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Services:
    """All services. Each method runs on the core's loop and raises only `RefusedError`.

    A change that reduces protection first waits for a person, or for proof that one is present.
    """

    servers: ServerService
    sign_ins: SignInService
    tools: ToolService
    rules: RuleService
    secrets: SecretService
    limits: LimitService
    clients: ClientService
    routing: RoutingService
    bundles: BundleService
    settings: SettingService
    security_keys: SecurityKeyService
    log: LogService
    status: StatusService


Request = Callable[[Services], Coroutine[Any, Any, T]]
"""One order as a function of the services: ``lambda services: services.rules.remove(id)``."""


class RunRequest(Protocol):
    """Runs a request from the window on the core's loop; ``on_progress`` receives progress lines."""

    def __call__(self, request: Request[T], on_progress: Callable[[str], None], /) -> Coroutine[Any, Any, T]: ...
