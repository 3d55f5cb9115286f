"""What the window says of rules for requests that are no tool calls, and of their cards."""

from typing import Any

import pytest

from toolguard.gate.mcp.request_kinds import REQUEST_KINDS, rule_method
from toolguard.gate.model import Call, ClientInfo
from toolguard.window.approval import request_text
from toolguard.window.policy import rule_text


def rule(**more: Any) -> dict[str, Any]:
    return {"id": "r", "client": "*", "server": "files", "tool": "*", "verdict": "deny", **more}


def call(method: str, **params: Any) -> Call:
    return Call(
        id="c", session="s", client=ClientInfo(id="Cursor"), claim="", server="files", tool=method, era="legacy",
        since=0, message={"id": 1, "method": method, "params": params}, method=method,
    )  # fmt: skip


def test_rule_for_a_request_names_its_method_instead_of_a_tool() -> None:
    assert rule_text.sentence(rule(method="sampling/createMessage")) == (
        "Deny sampling/createMessage on files for any client."
    )
    assert rule_text.sentence(rule(method="tools/call")) == rule_text.sentence(rule())
    assert "any tool" in rule_text.sentence(rule())
    assert rule_text.fits(rule(method="roots/list"), "method:roots/list")
    assert not rule_text.fits(rule(), "method:roots/list")


@pytest.mark.parametrize("kind", REQUEST_KINDS)
def test_every_kind_of_request_has_texts(kind: str) -> None:
    row = REQUEST_KINDS[kind]
    asked = call(rule_method(row.method or "vendor/x", is_from_server=row.is_from_server))
    text = request_text.sentence(asked, server="files", client="Cursor", tool="vendor/x")
    assert text.startswith("files" if row.is_from_server else "Cursor") and "{" not in text
    assert request_text.means(asked)


def test_url_request_and_tool_call_are_described() -> None:
    asked = call("elicitation/create", url="https://a.test/")
    assert "open a web page" in request_text.wants(asked) and "never opens" in request_text.means(asked)
    assert request_text.means(call("tools/call")) == ""
    text = request_text.sentence(call("tools/call"), server="files", client="Cursor", tool="read")
    assert text == "Cursor wants to run read on files."
