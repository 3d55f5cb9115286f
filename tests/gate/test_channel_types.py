"""A channel that leaves out what an approval relies on cannot be made, nor passed off as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.channels import Plain
from tests.support.type_checks import mypy
from toolguard.gate.session.upstream import Channel, ClientChannel, ServerChannel
from toolguard.servers.argument_injector import ArgumentInjector
from toolguard.servers.bridge.channel import Bridge
from toolguard.servers.http.channel import HttpChannel
from toolguard.servers.otc.channel import OtcChannel
from toolguard.servers.stdio.channel import StdioChannel

CHANNELS = (StdioChannel, HttpChannel, OtcChannel, Bridge, ArgumentInjector)
PROTECTS = ("prepare", "reached_tool", "learn")
SNIPPET = """# mypy: disable-error-code="empty-body"
from collections.abc import AsyncIterator
from typing import Any
from toolguard.gate.session.upstream import ServerChannel
from toolguard.servers.argument_injector import ArgumentInjector
from toolguard.servers.resources import ServerResources
from toolguard.servers import open_server
from toolguard.window.core_link import GateProtocol, CoreLink
from toolguard.gate import api as guard
from toolguard.gate.approver import Approver


class Forgetful:
    ended = ""

    def __aiter__(self) -> AsyncIterator[Any]: ...
    async def send(self, message: Any) -> None: ...
    async def close(self, reason: str = "") -> None: ...
    async def prepare(self, message: Any) -> tuple[str, ...]: ...
    async def learn(self, message: Any) -> None: ...
    def watch(self, tell: Any) -> None: ...


async def uses(spec: Any, release: Any, log: Any, real: guard.GateApi, core_link: CoreLink, approver: Approver) -> None:
    ArgumentInjector(Forgetful(), lambda _: {}, release)  # LINE channel
    await open_server(spec, ServerResources(release=release, log=log, pined=None))  # LINE resources
    window: GateProtocol = real
    await core_link.order_text(window.approve, "id", approver=approver, shown="", despite=())
    await core_link.order_text(window.approve, "id", approver=approver, shown="", dispite=())  # LINE misspelt
    await core_link.order_text(window.approve, "id", approver=approver)  # LINE digest
    await core_link.order_text(window.approve, "id", approver=approver, shown="", despite="KEY")  # LINE despite
"""


@pytest.mark.parametrize("hook", PROTECTS)
def test_channel_without_a_protecting_hook_cannot_be_created(hook: str) -> None:
    members = {name: vars(Plain)[name] for name in (*PROTECTS, "ended") if name != hook}
    rest = {name: lambda _self: None for name in ("__aiter__", "send", "close")}
    with pytest.raises(TypeError, match=f"abstract method '?{hook}"):
        type("Forgetful", (ServerChannel,), members | rest)()
    assert type("Whole", (ServerChannel,), members | rest | {hook: vars(Plain)[hook]})()


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda one: one.__name__)
def test_every_server_channel_defines_the_protecting_hooks(channel: type) -> None:
    assert ServerChannel in channel.__mro__
    assert [hook for hook in PROTECTS if hook not in vars(channel)] == []
    made = channel.__mro__[: channel.__mro__.index(ServerChannel)]
    assert [hook for hook in ("send", "close") if not any(hook in vars(one) for one in made)] == []
    assert "__getattr__" not in vars(channel)


def test_only_hooks_on_which_nothing_depends_have_a_default() -> None:
    defaults = {
        name
        for kind in (Channel, ClientChannel, ServerChannel)
        for name, member in vars(kind).items()
        if callable(member) and not name.startswith("_") and not getattr(member, "__isabstractmethod__", False)
    }
    assert defaults == {"streamed", "watch", "call_writer"}


def test_mypy_rejects_missing_or_misspelt_hooks(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET)
    wanted = {number for number, line in enumerate(SNIPPET.splitlines(), 1) if "# LINE" in line}
    result = mypy(snippet)
    found = {int(line.split(":")[1]) for line in result}
    assert found == wanted, result
