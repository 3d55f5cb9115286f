"""Orders about secrets: what they are, where they go, whether their value is there; never the value."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.services_harness import Harness
from toolguard.services.registry import execute
from toolguard.store import keychain as module

VALUE = "hunter2-Pr\u00fcfung"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path)
    yield one
    one.keychain.close()


async def test_a_secret_has_a_kind_that_stays_when_only_its_value_is_another(desk: Harness) -> None:
    assert (await desk.order("secret.set", name="T", value=VALUE, kind="api_key"))["kind"] == "api_key"
    assert (await desk.order("secret.set", name="T", value="other"))["kind"] == "api_key"
    assert (await desk.order("secret.describe", name="T", note="mine"))["kind"] == "api_key"
    told = await desk.order("secret.describe", name="T", kind="bearer_token")
    assert (told["kind"], told["note"]) == ("bearer_token", "mine")
    assert "secret, api_key" in await desk.refusal("secret.set", name="T", value="x", kind="oauth")
    assert "no secret U" in await desk.refusal("secret.describe", name="U", note="x")


async def test_a_new_secret_does_not_overwrite_one_of_its_name(desk: Harness) -> None:
    await desk.order("secret.set", name="T", value=VALUE, new=True)
    assert "already" in await desk.refusal("secret.set", name="T", value="other", new=True)
    assert await desk.keychain.get("T") == VALUE


async def test_unbound_uses_of_a_secret_are_listed(desk: Harness) -> None:
    await desk.order("secret.set", name="T", value=VALUE)
    await desk.order("server.add", name="git", command="c", env={"A": "${secret:T}", "B": "x ${secret:T}", "C": "T"})
    await desk.order("server.add", name="web", url="https://a.test/", headers={"Authorization": "Bearer ${secret:T}"})
    await desk.order("secret.bind", name="T", servers=["git"])
    assert (await desk.order("secret.show", name="T"))["uses"] == [
        {"server": "git", "place": "env A", "bound": True},
        {"server": "git", "place": "env B", "bound": True},
        {"server": "web", "place": "header Authorization", "bound": False},
    ]


async def test_missing_value_is_detected_without_a_prompt(desk: Harness) -> None:
    await desk.order("secret.set", name="T", value=VALUE)
    await desk.order("secret.set", name="M", value=VALUE, session_only=True)
    await desk.order("secret.enter", name="E", note="brought back")
    told = await desk.order("secret.check")
    present = {"T": True, "M": True, "E": False}
    assert told == {"keychain": "ready", "backend": "Ring", "trouble": "", "present": present}
    assert VALUE not in repr(told)


async def test_locked_keyring_reveals_nothing_without_a_prompt(desk: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.order("secret.set", name="T", value=VALUE)
    monkeypatch.setattr(module._KeyringEntries, "quiet", lambda _: False)
    told = await desk.order("secret.check")
    assert told == {"keychain": "closed", "backend": "Ring", "trouble": "", "present": {"T": None}}
    assert (await desk.order("secret.check", ask=True))["present"] == {"T": True}


async def test_missing_keyring_error_has_advice(desk: Harness) -> None:
    await desk.order("secret.set", name="M", value=VALUE, session_only=True)
    await desk.order("secret.enter", name="E")
    desk.ring = None
    told = await desk.order("secret.check", ask=True)
    assert (told["keychain"], told["present"]) == ("none", {"M": True, "E": None})
    assert "for this session only" in told["trouble"]


async def test_removed_secret_is_restored_without_its_value(desk: Harness) -> None:
    await desk.with_server()
    await desk.order("secret.set", name="T", value=VALUE, kind="api_key", note="mine")
    await desk.order("secret.bind", name="T", servers=["files"])
    before = await desk.order("secret.remove", name="T")
    assert not desk.config.secrets and await desk.keychain.get("T") is None
    desk.asked.clear()
    members = {member: before[member] for member in ("name", "kind", "note", "servers")}
    assert await desk.order("secret.enter", **members) == before
    assert desk.asked[0][1] == "The secret T is given to files as soon as it has a value."
    assert await desk.keychain.get("T") is None
    assert "already" in await desk.refusal("secret.enter", name="T")
    assert "no server" in await desk.refusal("secret.enter", name="U", servers=["nobody"])


async def test_changing_a_secret_to_a_user_id_needs_a_person(
    desk: Harness,
) -> None:
    await desk.order("secret.set", name="T", value="v" * 20, kind="api_key")
    await desk.order("secret.set", name="U", value="me", kind="user_id")
    await desk.order("secret.describe", name="T", note="x", kind="secret")
    await desk.order("secret.describe", name="U", kind="user_id")
    assert not desk.asked
    desk.says = False
    for order, more in (("secret.describe", {}), ("secret.set", {"value": "w" * 20})):
        await desk.refusal(order, name="T", kind="user_id", **more)
    assert len(desk.asked) == 2 and all("no longer refused" in str(asked) for asked in desk.asked)
    assert desk.app.config.secrets["T"].kind == "secret"


async def test_failing_keyring_keeps_a_secret_entry(desk: Harness) -> None:
    await desk.order("secret.set", name="T", value=VALUE, note="before", kind="user_id")
    keep, desk.keychain._vault._backend = desk.keychain._vault._backend, None
    desk.ring = None
    await desk.refusal("secret.set", name="T", value="x", note="after", kind="secret")
    assert (desk.config.secrets["T"].note, desk.config.secrets["T"].kind) == ("before", "user_id")
    assert keep is not None


async def test_without_an_app_secrets_are_shown_too(desk: Harness) -> None:
    async def offline(order: str, **arguments: Any) -> Any:
        reply = await execute(order, arguments, desk.offline)
        assert reply["ok"], reply
        return reply["value"]

    await offline("secret.set", name="T", value=VALUE)
    assert (await offline("secret.show", name="T"))["servers"] == []
    assert (await offline("secret.check"))["present"] == {"T": True}


# --- arguments


async def with_a_tool(desk: Harness) -> None:
    await desk.order("server.add", name="git", command="c")
    await desk.order("secret.set", name="T", value=VALUE)
    schema = {"properties": {"key": {"type": "string"}, "ref": {"$ref": "#/$defs/x"}}, "$defs": {"x": {}}}
    desk.gate.tools.add_page("git", "s", {"tools": [{"name": "query", "inputSchema": schema}]}, first=True)
    desk.asked.clear()


KEY = {"name": "T", "servers": ["git"], "tool": "query", "argument": "/key"}


async def test_an_argument_is_bound_together_with_its_server_after_a_person_accepts_and_both_are_undone(
    desk: Harness,
) -> None:
    await with_a_tool(desk)
    told = await desk.order("secret.bind", **KEY)
    ((kind, title, detail, _by),) = desk.asked
    assert kind == "secret"
    assert title == "The secret T is given to git: it is filled into the argument /key of the tool query of git."
    assert detail.splitlines() == ["secret   T", "server   git", "tool     query", "argument /key"]
    assert (told["servers"], told["uses"]) == (
        ["git"],
        [{"server": "git", "place": "argument query /key", "bound": True, "tool": "query", "argument": "/key",
          "template": "${secret:T}"}],
    )  # fmt: skip
    assert desk.config.servers["git"].arguments == {"query": {"/key": "${secret:T}"}}
    await desk.order("secret.bind", **KEY)
    assert len(desk.asked) == 1, "what is so already loosens nothing"
    assert (await desk.order("secret.unbind", **KEY))["servers"] == []
    assert desk.asked[1][1] == "Models can set the argument /key of the tool query of git themselves."
    assert not desk.config.servers["git"].arguments
    assert "is not filled into" in await desk.refusal("secret.unbind", **KEY)


async def test_a_server_that_gets_the_secret_elsewhere_keeps_it_when_an_argument_is_unbound(
    desk: Harness,
) -> None:
    await with_a_tool(desk)
    await desk.order("server.change", name="git", command="c", env={"A": "${secret:T}"})
    await desk.order("secret.bind", **KEY)
    assert (await desk.order("secret.unbind", **KEY))["servers"] == ["git"]


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"argument": "/nowhere"}, "no property /nowhere"),
        ({"argument": "/ref/x"}, "no property /ref/x"),
        ({"argument": "key"}, "JSON pointer"),
        ({"template": "no secret"}, "must contain ${secret:T}"),
        ({"tool": None}, "--tool T"),
        ({"argument": None}, "--tool T"),
        ({"servers": ["git", "web"]}, "its one server"),
    ],
)
async def test_invalid_binding_is_refused_before_a_question(desk: Harness, told: dict[str, Any], says: str) -> None:
    await with_a_tool(desk)
    await desk.order("server.add", name="web", url="https://a.test/")
    desk.asked.clear()
    wanted = {member: value for member, value in {**KEY, **told}.items() if value is not None}
    assert says in await desk.refusal("secret.bind", **wanted)
    assert not desk.asked
    assert not desk.config.servers["git"].arguments


async def test_argument_has_one_template_and_unlisted_tool_accepts_any(desk: Harness) -> None:
    await with_a_tool(desk)
    await desk.order("secret.set", name="U", value=VALUE)
    await desk.order("secret.bind", **KEY, template="Bearer ${secret:T}")
    assert "already" in await desk.refusal("secret.bind", **{**KEY, "name": "U"})
    assert "overlaps another argument" in await desk.refusal("secret.bind", **{**KEY, "argument": "/key/deep"})
    await desk.order("secret.bind", **{**KEY, "tool": "unlisted", "argument": "/any/where"})
    assert desk.config.servers["git"].arguments == {
        "query": {"/key": "Bearer ${secret:T}"}, "unlisted": {"/any/where": "${secret:T}"},
    }  # fmt: skip


async def test_a_server_keeps_its_arguments_when_it_is_changed_duplicated_and_brought_back(
    desk: Harness,
) -> None:
    await with_a_tool(desk)
    await desk.order("secret.bind", **KEY)
    kept = desk.config.servers["git"].arguments
    await desk.order("server.change", name="git", command="d")
    assert desk.config.servers["git"].arguments == kept
    await desk.order("server.duplicate", name="git", to="two")
    assert desk.config.servers["two"].arguments == kept
    assert desk.config.secrets["T"].servers == ("git", "two")
    removed = await desk.order("server.remove", name="git")
    await desk.order("server.restore", **removed)
    assert desk.config.servers["git"].arguments == kept
    desk.asked.clear()
    await desk.order("server.change", name="git", command="d", arguments={})
    assert "other arguments" in desk.asked[0][1]


async def test_clients_hear_that_their_list_is_another_one_when_an_argument_is_bound_or_unbound(
    desk: Harness,
) -> None:
    await with_a_tool(desk)
    before = desk.gate.edition
    relisted = []

    async def relist() -> None:
        relisted.append(dict(desk.config.servers["git"].arguments))

    desk.guard.notify_tools_changed = relist  # type: ignore[method-assign]
    await desk.order("secret.bind", **KEY)
    await desk.order("secret.unbind", **KEY)
    assert relisted == [{"query": {"/key": "${secret:T}"}}, {}]
    assert desk.gate.edition > before
