"""Settings files: one entry changes, every other byte stays, and what is not certain is refused."""

from __future__ import annotations

import json
import time
import tracemalloc
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolguard.clients.wiring.documents import MAX_FILE_SIZE, REMOVED, DocumentError, Format, KeyPath, Raw, read
from toolguard.clients.wiring.documents.edits import changed_value, is_same

JSONC = """\ufeff// my settings
{
    "theme": "dark", // why not
    /* servers */
    "mcpServers": {
        "time": {
            "command": "uvx", // runs it
            "args": ["mcp-server-time"],
            "env": { "TZ": "UTC" }, /* kept */
            "disabled": false,
        },
        "git": {"command": "uvx", "args": ["mcp-git"]}
    }
}
"""


def changed(text: str, format: Format, changes: dict[KeyPath, Any]) -> str:
    return read(text.encode(), format).replaced(changes).decode()


def test_changing_a_member_keeps_the_rest_of_the_document() -> None:
    time_, git = ("mcpServers", "time"), ("mcpServers", "git")
    now = changed(
        JSONC, "jsonc",
        {(*time_, "command"): "/stub", (*time_, "args"): ["--server", "time"], (*time_, "env"): REMOVED,
         (*git, "command"): "/stub", (*git, "timeout"): 600},
    )  # fmt: skip
    wanted = JSONC.replace('"command": "uvx", // runs', '"command": "/stub", // runs')
    wanted = wanted.replace('["mcp-server-time"]', '["--server", "time"]')
    wanted = wanted.replace('"env": { "TZ": "UTC" }, /* kept */', "/* kept */")
    wanted = wanted.replace(
        '{"command": "uvx", "args": ["mcp-git"]}', '{"command": "/stub", "args": ["mcp-git"], "timeout": 600}'
    )
    assert now == wanted


@pytest.mark.parametrize(
    ("text", "changes", "wanted"),
    [
        ('{"a": 1}', {("b",): 2}, '{"a": 1, "b": 2}'),
        ("{}", {("b",): 2}, '{\n  "b": 2\n}'),
        ('{"a": 1, "b": 2}', {("b",): REMOVED}, '{"a": 1}'),
        ('{"a": 1, "b": 2}', {("a",): REMOVED}, '{"b": 2}'),
        ('{"a": 1, "b": 2}', {("a",): REMOVED, ("b",): REMOVED}, "{}"),
        ('{\r\n\t"a": 1,\r\n\t"b": 2\r\n}', {("b",): REMOVED}, '{\r\n\t"a": 1\r\n}'),
        ('{\r\n\t"a": 1\r\n}', {("b",): {"c": []}}, '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": []\r\n\t}\r\n}'),
        ('{\n  "a": 1,\n  "b": 2\n}', {("a",): REMOVED, ("b",): REMOVED, ("c",): 3}, '{\n  "c": 3\n}'),
        ('{\n  "a": 1,\n  "b": 2\n}', {("b",): REMOVED, ("c",): 3}, '{\n  "a": 1,\n  "c": 3\n}'),
        ('[{"a": 1}, 2]', {(0, "a"): 3, (1,): 4}, '[{"a": 3}, 4]'),
        ('{"a": {"b": 1}}', {("a",): Raw("{ 'x' }", None)}, None),
        ('{"a": {"b": 1}}', {("a",): Raw('{ "c":2}', {"c": 2})}, '{"a": { "c":2}}'),
    ],
)  # fmt: skip
def test_json_is_spliced(text: str, changes: dict[KeyPath, Any], wanted: str | None) -> None:
    if wanted is None:
        with pytest.raises(DocumentError):
            changed(text, "json", changes)
    else:
        assert changed(text, "json", changes) == wanted


@pytest.mark.parametrize(
    ("text", "changes", "wanted"),
    [
        ('{"a": 1,}', {("a",): REMOVED}, "{}"),
        ('{\n "a": 1, // x\n}', {("b",): 2}, '{\n "a": 1, // x\n "b": 2,\n}'),
        ('{\n "a": 1 // x\n}', {("b",): 2}, '{\n "a": 1, // x\n "b": 2\n}'),
        ('{\n "a": 1,\n "b": 2, // x\n}', {("b",): REMOVED}, '{\n "a": 1,\n}'),
        ('{/* "a": 0 */"a": 1 /* , */}', {("a",): "//"}, '{/* "a": 0 */"a": "//" /* , */}'),
    ],
)
def test_json_with_comments_is_spliced(text: str, changes: dict[KeyPath, Any], wanted: str) -> None:
    assert changed(text, "jsonc", changes) == wanted


def test_json5_is_read_and_spliced() -> None:
    text = "{unquoted: 'it\\'s', hex: 0xFF, plus: +.5, list: [1, 2,], inf: -Infinity, 'a\\\nb': null}"
    found = read(text.encode(), "json5")
    assert found.value == {
        "unquoted": "it's", "hex": 255, "plus": 0.5, "list": [1, 2], "inf": float("-inf"), "ab": None,
    }  # fmt: skip
    assert found.replaced({("hex",): 1}).decode() == text.replace("0xFF", "1")


TOML = """\
# top
model = "o5" # which

[mcp_servers.time]   # the time
command = 'uvx'
args = [ # words
  "mcp-server-time", # ]
  '''raw]''',
]
startup_timeout_sec = 20

[mcp_servers.time.env]
# the zone
TZ = "UTC"

# the far one
[mcp_servers."far.one"]
url = "https://a.test/mcp"
http_headers = { "X-A" = "b", K = "}" }

[tools]
web = true
"""


def test_toml_is_spliced() -> None:
    at = ("mcp_servers", "time")
    now = changed(
        TOML, "toml",
        {(*at, "command"): "/stub", (*at, "args"): ["--server", "time"], (*at, "env"): REMOVED, (*at, "x"): True,
         ("mcp_servers", "far.one", "http_headers", "K"): REMOVED, ("model",): "ü\u2028\U0001f600"},
    )  # fmt: skip
    wanted = TOML.replace("'uvx'", '"/stub"').replace('"o5"', '"ü\\U00002028\U0001f600"')
    start, end = wanted.index("[ # words"), wanted.index("startup_timeout_sec")
    wanted = wanted[:start] + '["--server", "time"]\n' + wanted[end:]
    wanted = wanted.replace("startup_timeout_sec = 20\n", "startup_timeout_sec = 20\nx = true\n")
    wanted = wanted.replace('\n[mcp_servers.time.env]\n# the zone\nTZ = "UTC"\n', "")
    wanted = wanted.replace('{ "X-A" = "b", K = "}" }', '{ X-A = "b" }')
    assert now == wanted


@pytest.mark.parametrize(
    ("text", "changes", "wanted"),
    [
        ("a.b.c = 1\n", {("a", "b", "d"): 2}, "a.b.c = 1\na.b.d = 2\n"),
        ("a = 1\r\n[b]\r\n", {("b", "c"): "d", ("e",): 2}, 'a = 1\r\ne = 2\r\n[b]\r\nc = "d"\r\n'),
        ("[a]\nb = 1", {("a", "c"): [1, {"x": "y"}]}, '[a]\nb = 1\nc = [1, { x = "y" }]\n'),
        ("x = {a = {command = 'b', n = 1}}", {("x", "a", "command"): "c"}, 'x = { a = { command = "c", n = 1 } }'),
        ("[a.b]\nc = 1\n[z]\n[a.d]\n", {("a", "b"): REMOVED}, "[z]\n[a.d]\n"),
    ],
)
def test_toml_of_every_layout_is_spliced(text: str, changes: dict[KeyPath, Any], wanted: str) -> None:
    assert changed(text, "toml", changes) == wanted


YAML = """\
# goose
extensions:
  developer: &base   # built in
    type: builtin
    timeout: 300

  time:
    type: stdio
    cmd: uvx    # runs it
    args:
      - mcp-server-time
      - "--x"   # last
    envs:
      TZ: UTC
    # below
    enabled: yes
  old: *base
GOOSE_MODEL: "x"
"""


def test_yaml_is_spliced() -> None:
    at = ("extensions", "time")
    now = changed(
        YAML, "yaml",
        {(*at, "cmd"): "/stub", (*at, "args"): ["--server", "time"], (*at, "envs"): REMOVED, (*at, "more"): 1},
    )  # fmt: skip
    wanted = YAML.replace("cmd: uvx    #", 'cmd: "/stub"    #').replace("    envs:\n      TZ: UTC\n", "")
    wanted = wanted.replace(
        'args:\n      - mcp-server-time\n      - "--x"   # last', 'args: ["--server", "time"]   # last'
    )
    wanted = wanted.replace("enabled: yes\n", "enabled: yes\n    more: 1\n")
    assert now == wanted


LIST = "mcpServers:\r\n- name: a\r\n  command: x\r\n- command: y\r\n  name: b\r\n"


@pytest.mark.parametrize(
    ("text", "changes", "wanted"),
    [
        (LIST, {("mcpServers", 1, "command"): REMOVED}, LIST.replace("command: y\r\n  ", "")),
        (LIST, {("mcpServers", 0, "args"): ["a"]}, LIST.replace("x\r\n", 'x\r\n  args: ["a"]\r\n')),
        ("a: {b: 1, c: [2]}\n", {("a", "b"): REMOVED}, 'a: {"c": [2]}\n'),
        ("a:\n  b:\n  c: |\n    x\n\n# end\n", {("a", "b"): "y"}, 'a:\n  b: "y"\n  c: |\n    x\n\n# end\n'),
        ("a:\n  b: 1\n  c: |\n    x\n\n# end\n", {("a", "c"): REMOVED}, "a:\n  b: 1\n\n# end\n"),
        ("a:\n- x\n- y\nb: 1\n", {("a",): ["z"]}, 'a: ["z"]\nb: 1\n'),
    ],
)
def test_yaml_of_every_layout_is_spliced(text: str, changes: dict[KeyPath, Any], wanted: str) -> None:
    assert changed(text, "yaml", changes) == wanted


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "entry",
    [
        "cmd: npx # why",
        "args: [a] # why\n    cmd: npx",
        "cmd: npx\n    envs: {A: b} # why",
        "cmd: npx\n    envs:\n      A: b # why",
    ],
)
def test_comment_in_the_last_line_of_a_yaml_entry_comes_back(entry: str, newline: str) -> None:
    text = f"extensions:\n  git:\n    {entry}\n  # of time\n  time: {{cmd: y}}\n".replace("\n", newline)
    before, path = read(text.encode(), "yaml"), ("extensions", "git")
    value, old = before.value["extensions"]["git"], before.source(path)
    assert old is not None
    removed: dict[KeyPath, Any] = {(*path, "envs"): REMOVED} if "envs" in value else {}
    after = read(before.replaced({(*path, "cmd"): "/stub", (*path, "type"): "stdio", **removed}), "yaml")
    assert after.replaced({path: Raw(old, value)}) == before.data


def test_yaml_follows_version_1_2() -> None:
    text = (
        "a: yes\nb: 0o17\nc: 1:30\nd: ~\ne: 2001-01-01\nf: !!str 12\ng: !!python/object:os.system x\nh: 1e3\ni: .inf\n"
    )
    assert read(text.encode(), "yaml").value == {
        "a": "yes", "b": 15, "c": "1:30", "d": None, "e": "2001-01-01", "f": "12", "g": "x", "h": 1000.0,
        "i": float("inf"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "format", "path"),
    [
        (YAML, "yaml", ("extensions", "old", "timeout")),  # an alias
        (YAML, "yaml", ("extensions", "developer", "timeout")),  # what an alias repeats
        ("a: {b: 1 # c\n }", "yaml", ("a", "b")),
        ('{"a": {"b": 1, "b": 2}}', "json", ("a", "b")),
        ('{"a": {"b": 1}, "a": {"b": 2}}', "jsonc", ("a", "b")),
        ("a: 1\na: 2\n", "yaml", ("a",)),
        ('{"a": 1}', "json", ("b", "c")),
        ("[[a]]\nb = 1\n", "toml", ("a", "b")),
        ("", "json", ("a",)),
        ("[]", "json", ("a",)),
    ],
)
def test_entry_that_cannot_be_changed_alone_is_refused(text: str, format: Format, path: KeyPath) -> None:
    with pytest.raises(DocumentError):
        changed(text, format, {path: "new"})


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 10)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("data", "format"),
    [
        (b"{" * 100_000, "json"), (b"[" * 100_000, "jsonc"), (b'{"a":' * 100_000, "json5"), (b"{ // ", "jsonc"),
        (b"{/*" * 100_000, "jsonc"), (b'{"a": 1 /* x', "jsonc"), (b'{"a": 1,}', "json"), (b'{"a": 1} x', "jsonc"),
        (b'{"a":' * 300 + b"1" + b"}" * 300, "json"),
        (b'{"a": NaN}', "json"), (b'{"a": NaN}', "jsonc"), (b"\xff\xfe{\0}\0", "json"),
        (b" " * (MAX_FILE_SIZE + 1), "json"),
        (b'{"a": ' + b"1" * 5_000 + b"}", "json"), (b'{"a": ' + b"1" * 5_000 + b"}", "jsonc"), (b"{a: 1}", "jsonc"),
        (b"a = 1\na = 2", "toml"), (b"a." * 100_000 + b"b = 1", "toml"), (b"a = ", "toml"),
        (b"a = [0x8000000000000000]", "toml"),
        (b"a = " + b"[" * 100_000, "toml"), (b"a: [", "yaml"), (BOMB.encode(), "yaml"), (b"a: &a [*a]", "yaml"),
        (b"[" * 50_000, "yaml"), (b"{[1]: 2}", "yaml"), (b"a: *b", "yaml"), (b"a: 1\n---\nb: 2\n", "yaml"),
        (b"x" * 300_000, "yaml"),
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_soon(data: bytes, format: Format) -> None:
    begun = time.process_time()
    with pytest.raises(DocumentError):
        read(data, format)
    assert time.process_time() - begun < 10


@pytest.mark.parametrize(
    "data", [b"/**/" * 200_000, b"//\n" * 200_000, b'"' + b"\\\\" * 200_000, b"'" + b"\\\\" * 200_000]
)
@pytest.mark.parametrize("format", ["jsonc", "json5"])
def test_hostile_comments_and_strings_need_little_memory(data: bytes, format: Format) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(DocumentError):
            read(data, format)
        assert tracemalloc.get_traced_memory()[1] < 4 * len(data)
    finally:
        tracemalloc.stop()


def test_empty_file_is_an_unchangeable_empty_object() -> None:
    for format in ("json", "jsonc", "json5", "toml", "yaml"):
        found = read(b"\xef\xbb\xbf \r\n", format)
        assert found.value == {} and found.source(("a",)) is None
        with pytest.raises(DocumentError):
            found.replaced({("a",): 1})


def test_a_large_file_is_changed_soon() -> None:
    whole = {"history": [{"n": n, "text": "x" * 500} for n in range(12_000)], "mcpServers": {"a": {"command": "b"}}}
    data = ("// state\n" + json.dumps(whole, indent=2)).encode()
    begun = time.process_time()
    now = read(data, "jsonc").replaced({("mcpServers", "a", "command"): "c"})
    assert now == data.replace(b'"command": "b"', b'"command": "c"')
    assert time.process_time() - begun < 30


# --- properties ---------------------------------------------------------------------------------------------------

NAMES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=8)
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | WORDS
INNER = SCALARS | st.lists(SCALARS, max_size=3) | st.dictionaries(NAMES, SCALARS, max_size=3)
VALUES = SCALARS | st.lists(INNER, max_size=3) | st.dictionaries(NAMES, INNER, max_size=3)
OBJECTS = st.dictionaries(NAMES, VALUES, min_size=1, max_size=4)
LAYOUTS = st.fixed_dictionaries({"indent": st.sampled_from((None, 1, 2, 4, "\t")), "ensure_ascii": st.booleans()})


def commented(text: str, seed: int) -> str:
    """``text`` with comments where lines end, in JSON that was written in lines."""
    lines = text.split("\n")
    return "\n".join(f"{line} // {seed}, }}" if (number * seed) % 3 == 1 else line for number, line in enumerate(lines))


def test_text_is_parsed_once_for_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of YAML, whose parser is slow: to route 40 servers took seconds."""
    composed, compose = list[str](), yaml.compose
    monkeypatch.setattr(yaml, "compose", lambda text, **more: composed.append(text) or compose(text, **more))
    document = read("".join(f"s{number}:\n  a: {number}\n" for number in range(40)).encode(), "yaml")
    assert [document.source((f"s{number}", "a")) for number in range(40)] == [str(number) for number in range(40)]
    assert len(composed) == 2, "to read it, and to find places"


def paths(value: Any, path: KeyPath = ()) -> list[KeyPath]:
    inner = value.items() if isinstance(value, dict) else ()
    return [found for name, one in inner for found in [(*path, name), *paths(one, (*path, name))]]


@given(OBJECTS, LAYOUTS, st.integers(0, 9), st.sampled_from(("\n", "\r\n")), st.data())
def test_any_json_change_is_exact_and_reversible(
    value: dict[str, Any], layout: dict[str, Any], seed: int, newline: str, data: st.DataObject
) -> None:
    text = commented(json.dumps(value, **layout), seed) if layout["indent"] is not None else json.dumps(value, **layout)
    text = text.replace("\n", newline)
    before = read(text.encode(), "jsonc")
    path = data.draw(st.sampled_from(paths(value)))
    wanted = data.draw(VALUES | st.just(REMOVED))
    old = before.source(path)
    assert old is not None
    after = read(before.replaced({path: wanted}), "jsonc")
    if wanted is not REMOVED:
        parent = value
        for key in path[:-1]:
            parent = parent[str(key)]
        back = after.replaced({path: Raw(old, parent[str(path[-1])])})
        assert back == before.data
    added = read(before.replaced({(*path[:-1], "new one"): wanted if wanted is not REMOVED else 1}), "jsonc")
    again = read(added.replaced({(*path[:-1], "new one"): REMOVED}), "jsonc")
    assert is_same(again.value, before.value)


@given(OBJECTS, st.data())
def test_any_change_of_yaml_is_made_or_refused(value: dict[str, Any], data: st.DataObject) -> None:
    import yaml

    text = yaml.safe_dump(value, sort_keys=False, allow_unicode=data.draw(st.booleans()),
                          default_flow_style=data.draw(st.sampled_from((None, False, True))))  # fmt: skip
    before = read(text.encode(), "yaml")
    known = paths(before.value)
    path = data.draw(st.sampled_from(known))
    wanted = data.draw(VALUES | st.just(REMOVED))
    try:
        after = before.replaced({path: wanted})
    except DocumentError:
        return
    assert is_same(read(after, "yaml").value, changed_value(before.value, {path: wanted}))
    if wanted is not REMOVED:
        inner = len(str(before.source(path))) + 200
        pairs = enumerate(zip(before.data, after, strict=False))
        common = next((at for at, (one, other) in pairs if one != other), len(after))
        assert before.data[common + inner :] == b"" or after.endswith(before.data[common + inner :])


# --- items of arrays ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "changes", "wanted"),
    [
        ('{"a": []}', {("a", 0): "x"}, '{"a": [\n  "x"\n]}'),
        ('{"a": ["x"]}', {("a", 1): "y", ("a", 2): "z"}, '{"a": ["x", "y", "z"]}'),
        ('{"a": ["x", "y"]}', {("a", 1): REMOVED}, '{"a": ["x"]}'),
        ('{"a": ["x", "y"]}', {("a", 0): REMOVED}, '{"a": ["y"]}'),
        ('{"a": ["x", "y", "z"]}', {("a", 0): REMOVED, ("a", 2): REMOVED}, '{"a": ["y"]}'),
        ('{"a": [\n    "x", // why\n    "y"\n]}', {("a", 2): "z"}, '{"a": [\n    "x", // why\n    "y",\n    "z"\n]}'),
        ('{"a": [\n    "x", // why\n    "y",\n]}', {("a", 2): "z"}, '{"a": [\n    "x", // why\n    "y",\n    "z",\n]}'),
        ('{"a": [\n    "x", // why\n    "y"\n]}', {("a", 1): REMOVED}, '{"a": [\n    "x" // why\n]}'),
    ],
)
def test_items_of_an_array_are_added_and_removed(text: str, changes: dict[KeyPath, Any], wanted: str) -> None:
    assert changed(text, "jsonc", changes) == wanted


def test_an_item_beyond_the_end_is_refused() -> None:
    for path, value in ((("a", 2), "x"), (("a", 1), REMOVED), (("a", "b"), 1)):
        with pytest.raises(DocumentError):
            changed('{"a": [1]}', "json", {path: value})


@given(st.lists(st.integers(0, 9), max_size=6), st.data())
def test_items_come_and_go_and_the_rest_stays(items: list[int], data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from((None, 2, "\t")))
    text = json.dumps({"before": [1], "a": items, "after": {}}, indent=layout)
    gone = data.draw(st.sets(st.integers(0, len(items) - 1))) if items else set()
    more = data.draw(st.lists(st.text(max_size=3), max_size=3))
    changes: dict[KeyPath, Any] = {("a", number): REMOVED for number in gone}
    changes |= {("a", len(items) + number): one for number, one in enumerate(more)}
    if not changes:
        return
    now = json.loads(changed(text, "json", changes))
    assert now == {"before": [1], "a": [one for n, one in enumerate(items) if n not in gone] + more, "after": {}}


# --- arrays of tables ---------------------------------------------------------------------------------------------

TABLES = """\
[mcp]
enabled = true

[[mcp.servers]] # the first
name = "a"
command = "x" # runs it
env = { A = "b" }

# the second
[[mcp.servers]]
name = "b"
command = "y"
[mcp.servers.env]
T = "z"
[[mcp.servers.tools]]
name = "t"

[after]
x = 1
"""


def test_changing_one_array_table_keeps_the_others() -> None:
    first, second = ("mcp", "servers", 0), ("mcp", "servers", 1)
    now = changed(
        TABLES, "toml",
        {(*first, "command"): "/stub", (*first, "args"): ["1"], (*first, "env"): REMOVED,
         (*second, "command"): "/stub", (*second, "env"): REMOVED, (*second, "tools", 0, "name"): "u"},
    )  # fmt: skip
    wanted = TABLES.replace('command = "x"', 'command = "/stub"').replace('env = { A = "b" }', 'args = ["1"]')
    wanted = wanted.replace('command = "y"\n[mcp.servers.env]\nT = "z"', 'command = "/stub"').replace('"t"', '"u"')
    assert now == wanted
    document = read(TABLES.encode(), "toml")
    whole = document.source(second)
    assert whole is not None and whole.startswith("[[mcp.servers]]\n") and whole.endswith('name = "t"\n')
    assert read(now.encode(), "toml").replaced({second: Raw(whole, document.value["mcp"]["servers"][1])}).decode() == (
        wanted.replace('command = "/stub"\n[[mcp', 'command = "y"\n[mcp.servers.env]\nT = "z"\n[[mcp').replace(
            '"u"', '"t"'
        )
    )


def test_a_table_is_not_added_to_an_array() -> None:
    with pytest.raises(DocumentError):
        changed(TABLES, "toml", {("mcp", "servers", 2): {"name": "c"}})
