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
        """Servers in the configuration, and their sessions."""
        from toolguard.services.servers import ServerService

        return ServerService(self._caller)

    @cached_property
    def sign_ins(self) -> SignInService:
        """OAuth sign-ins to servers."""
        from toolguard.services.sign_ins import SignInService

        return SignInService(self._caller)

    @cached_property
    def tools(self) -> ToolService:
        """Tools that servers have listed, and which of them clients see."""
        from toolguard.services.tools import ToolService

        return ToolService(self._caller)

    @cached_property
    def rules(self) -> RuleService:
        """Allow and deny rules, and the test of a rule on recorded calls."""
        from toolguard.services.rules.service import RuleService

        return RuleService(self._caller)

    @cached_property
    def secrets(self) -> SecretService:
        """Names and bindings of secrets. Values are written, never read."""
        from toolguard.services.secrets import SecretService

        return SecretService(self._caller)

    @cached_property
    def limits(self) -> LimitService:
        """Limits on the number of calls."""
        from toolguard.services.rules.limits import LimitService

        return LimitService(self._caller)

    @cached_property
    def clients(self) -> ClientService:
        """Connected chat clients, and the tokens of HTTP clients."""
        from toolguard.services.clients.service import ClientService

        return ClientService(self._caller)

    @cached_property
    def routing(self) -> RoutingService:
        """Configuration files of chat clients."""
        from toolguard.services.clients.routing import RoutingService

        return RoutingService(self._caller)

    @cached_property
    def bundles(self) -> BundleService:
        """MCP bundles (``.mcpb``, ``.dxt``)."""
        from toolguard.services.clients.bundles import BundleService

        return BundleService(self._caller)

    @cached_property
    def settings(self) -> SettingService:
        """Settings, with the values they can have."""
        from toolguard.services.settings import SettingService

        return SettingService(self._caller)

    @cached_property
    def security_keys(self) -> SecurityKeyService:
        """FIDO2 keys, and trying out an authenticator."""
        from toolguard.services.security_keys import SecurityKeyService

        return SecurityKeyService(self._caller)

    @cached_property
    def log(self) -> LogService:
        """Upkeep of the log: compress, remove, redact, ship. Records are read elsewhere."""
        from toolguard.services.log import LogService

        return LogService(self._caller)

    @cached_property
    def status(self) -> StatusService:
        """What runs and what is wrong now."""
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
