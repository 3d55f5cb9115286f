"""What a tool asks for, as the prompt says it."""

from __future__ import annotations

from toolguard.gate.model import Tool
from toolguard.gate.policy.tools import ToolCatalog
from toolguard.window.approval.otc_requirements import needs


def listed(about: object) -> Tool:
    tools = ToolCatalog()
    tools.add_page("far", "s", {"tools": [{"name": "t", "_meta": {"dev.toolguard/otc": about}}]}, first=True)
    found = tools.get("far", "t")
    assert found is not None
    return found


def requirements(tool: Tool) -> str:
    return needs(tool.needs, tool.scopes)


def test_required_secrets_tokens_scopes_and_user_id_are_listed() -> None:
    places = ["context secret KEY", "context authorization google", "context authorization x", "context user_id"]
    tool = listed({"needs": places, "scopes": {"google": ["mail.readonly", "files"]}})
    assert requirements(tool).split("\n") == [
        "the secret KEY", "a token for google with scopes: mail.readonly, files", "a token for x", "your user ID",
    ]  # fmt: skip


def test_invalid_requirements_request_nothing() -> None:
    for about in (None, [], {"needs": "x"}, {"needs": [1, {}]}, {"scopes": [1]}, {"scopes": {"a": 3}}):
        assert requirements(listed(about)) == ""
