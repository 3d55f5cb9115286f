"""What a server says of a call that failed, as Active and Audit tell it: readable, whole, in the server's own words."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.waiting import until
from tests.window.audit_harness import HASH, AuditHarness, shelved
from tests.window.conftest import name_of
from toolguard.gate import model
from toolguard.window.log_view.outcome_text import outcome
from toolguard.window.widgets.text_label import TextLabel

WHO = {"call": "c1", "session": "s", "client": "Claude", "server": "weather", "tool": "get_weather"}


@pytest.fixture
async def audit_harness(tmp_path: Path) -> AsyncIterator[AuditHarness]:
    async with shelved(tmp_path) as made:
        yield made


def returned(kind: str, told: Any, who: dict[str, str] = WHO) -> model.CallCompleted:
    preview = json.dumps(told, ensure_ascii=False)
    return model.CallCompleted(**who, outcome=kind, size=9, digest=HASH, took=0.25, preview=preview)


ERRORS: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"code": -32602, "message": "Invalid params", "data": {"reason": "Missing required argument: location"}},
     "Invalid params: Missing required argument: location", ""),
    ({"code": -32602, "message": "Invalid params", "data": {"reason": "Unknown tool: get_weather"}},
     "Invalid params: Unknown tool: get_weather", "Clients may have an outdated list"),
    ({"code": -32602, "message": "未知工具:get_weather"}, "未知工具:get_weather", "no longer has this tool"),
    ({"code": -32003, "message": "Tool not found: get_weather"}, "Tool not found", "may no longer have this tool"),
    ({"code": -32003, "message": "no"}, "— no", ""),
)  # fmt: skip
"""What the server returned, what the audit page says, and what it says that this means."""


@pytest.mark.case(51)
async def test_audit_shows_an_error_with_its_reason(audit_harness: AuditHarness) -> None:
    log, history = audit_harness.sample_log.log, audit_harness.audit.history
    for number, (error, _, _) in enumerate(ERRORS):
        who = {**WHO, "call": f"c{number}"}
        log.write(model.CallDecided(**who, verdict="allow", by="person", arguments="{}", digest=HASH))
        log.write(model.CallForwarded(**who, digest=HASH))
        log.write(returned("error", error, who))
    await log.committed()
    await audit_harness.fresh()
    await audit_harness.filled(len(ERRORS))

    def result() -> str:
        results = [words.text() for _, _, words, _ in history.events._rows if not words.isHidden()]
        return results[-1] if results else ""

    for row, (_, expected, meaning) in enumerate(reversed(ERRORS)):  # the newest call is the first
        audit_harness.audit.table.selectRow(row)
        await until(lambda expected=expected: not history.isHidden() and expected in result())
        assert result().startswith("The server returned an error after 250 ms: 9 bytes — ")
        facts = [one for one in history.facts.findChildren(TextLabel) if one.isVisible()]
        means = [one.text() for one in facts if name_of(one) == "Meaning"]
        assert [meaning in one for one in means] == [True] * bool(meaning)
    await audit_harness.quiet()


def test_active_shows_why_a_call_failed() -> None:
    error = {"code": -32602, "message": "Invalid params", "data": {"reason": "Missing\nlocation\u202e"}}
    result = outcome([returned("error", error)])
    assert result[2] == "Failed after 250 ms: Invalid params: Missing location⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩"
    blocks = [{"type": "text", "text": "获取天气数据失败:API 速率限制超出"}]
    assert outcome([returned("tool_error", {"content": blocks})])[2].endswith("获取天气数据失败:API 速率限制超出")
