"""The page of 2024-11-05 in Chinese: all its examples pass through ToolGuard unchanged."""

from __future__ import annotations

import json

import pytest

from tests.seeds.seed_harness import OVER, ScenarioHarness, Seed, with_id

SEED = Seed("003_4cb4976d15e3de0a")
SPEAKS = "2024-11-05"


def test_every_documented_example_is_used() -> None:
    kinds = {"capabilities", "list", "tools", "call", "result", "notification", "content", "error"}
    assert SEED.kinds() == kinds
    assert len(SEED.examples) == 11


def open_harness(sandbox, over="stdio", asks=SPEAKS) -> ScenarioHarness:
    return ScenarioHarness(sandbox, over, asks=asks, speaks=SPEAKS, capabilities=SEED.values("capabilities")[0])


@pytest.mark.parametrize("over", OVER)
@pytest.mark.parametrize("asks", [SPEAKS, "2025-11-25"])
@pytest.mark.case(51)
def test_messages_pass_unchanged_with_pending_calls(sandbox, over, asks) -> None:
    harness = open_harness(sandbox, over, asks)
    assert harness.opened["capabilities"] == SEED.values("capabilities")[0]["capabilities"]
    (ask,), (tools,), (call,), (message,) = map(SEED.texts, ("list", "tools", "call", "notification"))
    assert harness.ask(ask, message, tools) == json.loads(tools)
    assert harness.notification() == json.loads(message)
    for answer in SEED.texts("result") + SEED.texts("error"):
        assert harness.call(with_id(call, json.loads(answer)["id"]), answer) == json.loads(answer)
    for content in SEED.texts("content"):
        answer = f'{{"jsonrpc":"2.0","id":9,"result":{{"content":[{content}]}}}}'
        assert harness.call(with_id(call, 9), answer)["result"]["content"] == [json.loads(content)]
    harness.close()


@pytest.mark.parametrize("word", ["纽约", "多云", "天气 温度", "未知", "未知工具", "上海", "速率限制"])
def test_short_chinese_words_are_found(sandbox, word) -> None:
    harness = open_harness(sandbox)
    (call,) = SEED.texts("call")
    asked = call.replace("New York", "上海")
    for answer in SEED.texts("result") + SEED.texts("error"):
        harness.call(with_id(asked, json.loads(answer)["id"]), answer)
    sandbox.until(lambda: json.loads(sandbox.toolguard("log", "search", word, "--json").stdout))
    assert json.loads(sandbox.toolguard("log", "search", "北京", "--json").stdout) == []


def test_chinese_is_shown_and_recorded_unchanged(sandbox) -> None:
    harness = open_harness(sandbox)
    error = SEED.texts("error")[0]
    call = with_id(SEED.texts("call")[0].replace("New York", "纽约"), 3)
    harness.call(call, error)
    assert "纽约" in (sandbox.folder / "serve.out").read_text("utf-8")
    output = sandbox.toolguard("log", "show", sandbox.events()[-1].call).stdout
    assert "未知工具:invalid_tool_name" in output
    assert "纽约" in output
