"""Requests of the window, the terminal and the command line to the services: functions of `Services`.

Importing this loads no service: each is imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from toolguard.services.clients.bundles import BundleService
    from toolguard.services.clients.routing import RoutingService
    from toolguard.services.clients.service import ClientService
    from toolguard.services.log import LogService
    from toolguard.services.methods import MethodCaller
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


class Services:
    """All services of one caller. Each method raises only `RefusedError`, or what the caller declares.

    A change that reduces protection first waits for a person, or for proof that one is present.
    """

    def __init__(self, caller: MethodCaller) -> None:
        self._caller = caller

    @cached_property
    def servers(self) -> ServerService:
        from toolguard.services.servers import ServerService

        return ServerService(self._caller)

    @cached_property
    def sign_ins(self) -> SignInService:
        from toolguard.services.sign_ins import SignInService

        return SignInService(self._caller)

    @cached_property
    def tools(self) -> ToolService:
        from toolguard.services.tools import ToolService

        return ToolService(self._caller)

    @cached_property
    def rules(self) -> RuleService:
        from toolguard.services.rules.service import RuleService

        return RuleService(self._caller)

    @cached_property
    def secrets(self) -> SecretService:
        from toolguard.services.secrets import SecretService

        return SecretService(self._caller)

    @cached_property
    def limits(self) -> LimitService:
        from toolguard.services.rules.limits import LimitService

        return LimitService(self._caller)

    @cached_property
    def clients(self) -> ClientService:
        from toolguard.services.clients.service import ClientService

        return ClientService(self._caller)

    @cached_property
    def routing(self) -> RoutingService:
        from toolguard.services.clients.routing import RoutingService

        return RoutingService(self._caller)

    @cached_property
    def bundles(self) -> BundleService:
        from toolguard.services.clients.bundles import BundleService

        return BundleService(self._caller)

    @cached_property
    def settings(self) -> SettingService:
        from toolguard.services.settings import SettingService

        return SettingService(self._caller)

    @cached_property
    def security_keys(self) -> SecurityKeyService:
        from toolguard.services.security_keys import SecurityKeyService

        return SecurityKeyService(self._caller)

    @cached_property
    def log(self) -> LogService:
        from toolguard.services.log import LogService

        return LogService(self._caller)

    @cached_property
    def status(self) -> StatusService:
        from toolguard.services.status import StatusService

        return StatusService(self._caller)


Request = Callable[[Services], Coroutine[Any, Any, T]]
"""One order as a function of the services: ``lambda services: services.rules.remove(id)``."""


class RunRequest(Protocol):
    """Runs a request from the window on the core's loop; ``on_progress`` receives progress lines."""

    def __call__(self, request: Request[T], on_progress: Callable[[str], None], /) -> Coroutine[Any, Any, T]: ...


class SendRequest(Protocol):
    """Sends a request from the command line and waits for its result; raises `CommandError`."""

    def __call__(self, request: Request[T], /) -> T: ...
