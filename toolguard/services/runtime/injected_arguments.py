"""Injected arguments from the configuration: by name for the gate, as templates for the argument injector."""

from __future__ import annotations

from collections.abc import Mapping

from toolguard.gate.lenient_names import folded
from toolguard.gate.model import InjectedArgument
from toolguard.gate.texts import coded
from toolguard.servers.secrets.redactor import names
from toolguard.store.config.config import Config


class ArgumentBindings:
    """Reads the configuration each time, so that a change applies to the next call."""

    def __init__(self, config: Config) -> None:
        self._config = config

    def templates(self, server: str, tool: str) -> Mapping[str, str]:
        """Return the template for each JSON pointer of a tool's arguments.

        "QUERY" has the template of "query", because a server may treat them as equal.
        """
        spec = self._config.servers.get(server)
        if spec is None or not spec.arguments:
            return {}
        of_server = spec.arguments
        if tool in of_server:
            return of_server[tool]
        return next((templates for name, templates in of_server.items() if folded(name) == folded(tool)), {})

    def filled(self, server: str, tool: str) -> tuple[InjectedArgument, ...]:
        """Return the injected arguments for display, with what is missing."""
        templates = self.templates(server, tool)
        if not templates:
            return ()
        return tuple(self._filled(server, pointer, template) for pointer, template in templates.items())

    def _filled(self, server: str, pointer: str, template: str) -> InjectedArgument:
        named = tuple(sorted(names(template)))
        unbound = next((name for name in named if not self._is_bound(name, server)), "")
        missing = coded("services.secret_not_bound", name=unbound, server=server)
        alone = len(named) == 1 and template == f"${{secret:{named[0]}}}"
        return InjectedArgument(
            place=f"argument {pointer}", secrets=named, template="" if alone else template,
            missing=missing if unbound else "",
        )  # fmt: skip

    def _is_bound(self, name: str, server: str) -> bool:
        entry = self._config.secrets.get(name)
        return entry is not None and server in entry.servers
