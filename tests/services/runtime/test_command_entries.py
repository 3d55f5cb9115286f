"""Entries ``toolguard-connect -- COMMAND`` with variables of their own (defect C2), in a real core."""

import asyncio

import msgspec
import pytest

from tests.services.runtime import test_core
from tests.services.runtime.test_core import handshake, opened, proposal
from toolguard.gate.texts import CodedText
from toolguard.servers import UnreachableError
from toolguard.store.policy_folder import OrganizationPolicy

core = test_core.core
KEY = "gh" + "p_" + "Zk3vQ9xT1mR7bN5cW8yL2dF4hJ6pS0aE"


class Keyring:
    """Secrets in memory, in the place of the system's keyring."""

    def __init__(self, keychain):
        self.values = {}
        self.set_aside = keychain

    async def get(self, name):
        return self.values.get(name)

    async def set(self, name, value, *, session_only=False):
        self.values[name] = value

    def session_only(self, _name):
        return False


async def answer(core, open_it, accept):
    asking = asyncio.ensure_future(open_it(lambda *_: None))
    question = await proposal(core)
    await (core.guard.accept if accept else core.guard.reject)(question.id)
    try:
        channel = await asking
        await channel.close()
    except UnreachableError:
        pass  # the command does not exist: what counts is what was registered
    return question


@pytest.fixture
def kept(core, monkeypatch):
    ring = Keyring(core.keychain)
    monkeypatch.setattr(core.keychain, "get", ring.get)
    monkeypatch.setattr(core.keychain, "set", ring.set)
    return ring.values


async def test_variables_of_the_entry_are_shown_and_reach_the_server(core, kept):
    entry = handshake("/no/such/tool", environment={"API_KEY": KEY, "MODE": "fast", "LD_PRELOAD": "/x.so"})
    question = await answer(core, await opened(core, entry), accept=True)
    assert KEY not in question.detail and "MODE=fast" in question.detail and "API_KEY=" in question.detail
    assert "loads code" in question.risks and "LD_PRELOAD=/x.so  (can load code)" in question.detail
    spec = core.config.servers["tool"]
    assert spec.env == {"API_KEY": "${secret:tool-API_KEY}", "MODE": "fast", "LD_PRELOAD": "/x.so"}
    assert kept == {"tool-API_KEY": KEY}
    assert core.config.secrets["tool-API_KEY"].servers == ("tool",)
    assert (await core._entry(entry)).accepted


async def test_variable_that_loads_code_is_shown_if_it_looks_like_a_secret(core, kept):
    entry = handshake("/no/such/tool", environment={"LD_PRELOAD": f"/x.so:{KEY}"})
    question = await answer(core, await opened(core, entry), accept=False)
    assert f"LD_PRELOAD=/x.so:{KEY}  (can load code)" in question.detail
    assert question.target == "/no/such/tool" and question.detail.startswith(question.target)


async def test_every_line_of_an_entry_that_is_ours_can_be_translated(core, kept):
    entry = handshake("/no/such/tool", environment={"API_KEY": KEY, "MODE": "x" * 600, "LD_PRELOAD": "/x.so"})
    question = await answer(core, await opened(core, entry), accept=False)

    def codes(text):
        if isinstance(text, CodedText):
            yield text.code
            for one in text.arguments.values():
                yield from codes(one)

    assert set(codes(question.detail)) == {
        "gate.lines", "services.in_folder", "services.with_variables", "services.variable_in_keyring",
        "services.variable_cut", "services.variable_loads_code",
    }  # fmt: skip


async def test_rejected_entry_leaves_nothing_behind(core, kept):
    entry = handshake("/no/such/tool", environment={"API_KEY": KEY})
    await answer(core, await opened(core, entry), accept=False)
    assert not core.config.servers and not core.config.secrets and not kept


async def test_changed_variable_asks_and_is_replaced(core, kept):
    await answer(
        core, await opened(core, handshake("/no/tool", environment={"API_KEY": KEY, "MODE": "a"})), accept=True
    )
    rotated = handshake("/no/tool", environment={"API_KEY": KEY[:-1] + "X", "MODE": "a"})
    found = await core._entry(rotated)
    assert (found.spec.name, found.new, found.changed) == ("tool", False, ("API_KEY",))
    question = await answer(core, await opened(core, rotated), accept=True)
    assert "other values" in question.title and "MODE" not in question.detail
    assert kept == {"tool-API_KEY": KEY[:-1] + "X"}
    assert core.config.servers["tool"].env == {"API_KEY": "${secret:tool-API_KEY}", "MODE": "a"}
    assert (await core._entry(rotated)).accepted


@pytest.mark.parametrize("user", ["server", "log of the organization"])
async def test_changed_variable_keeps_a_secret_with_another_user(core, kept, user):
    await answer(core, await opened(core, handshake("/no/tool", environment={"API_KEY": KEY})), accept=True)
    if user == "server":
        core.config.add_server(msgspec.structs.replace(core.config.servers["tool"], name="copy"))
        core.config.bind_secret("tool-API_KEY", "copy")
    else:
        headers = ("authorization=${secret:tool-API_KEY}",)
        settings = {"ship_otlp": "https://logs.example/v1/logs", "ship_headers": headers}
        core.organization.policy = OrganizationPolicy(settings=settings)
    rotated = handshake("/no/tool", environment={"API_KEY": KEY[:-1] + "X"})
    await answer(core, await opened(core, rotated), accept=True)
    assert kept == {"tool-API_KEY": KEY, "tool-API_KEY-2": KEY[:-1] + "X"}
    assert core.config.servers["tool"].env == {"API_KEY": "${secret:tool-API_KEY-2}"}


async def test_further_variable_is_another_server(core, kept):
    await answer(core, await opened(core, handshake("/no/tool", environment={"MODE": "a"})), accept=True)
    assert (await core._entry(handshake("/no/tool", environment={"MODE": "a", "LD_PRELOAD": "/x"}))).new
    assert (await core._entry(handshake("/no/tool", environment={}))).accepted


async def test_two_entries_at_the_same_time_are_two_servers(core, kept):
    await answer(core, await opened(core, handshake("/no/tool", environment={"ACCOUNT": "a"})), accept=True)
    core._admitted["session"] = "tool"
    found = await core._entry(handshake("/no/tool", environment={"ACCOUNT": "b"}))
    assert (found.new, found.spec.name) == (True, "tool-2")
