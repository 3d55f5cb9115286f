"""Servers' schemas are hostile: each is checked in bounded time, or said to be unchecked, and nothing is fetched."""

import gc
import http.server
import subprocess
import sys
import threading
import time
import weakref
from decimal import Decimal

import pytest

from toolguard.gate.policy.schemas import MAX_MISMATCHES, SchemaCache, SchemaRejectedError, SchemaValidator


def is_valid(schema, arguments):
    return SchemaValidator(schema).mismatches(arguments)


def test_mismatch_is_reported_with_its_place():
    schema = {"type": "object", "properties": {"a": {"properties": {"b": {"type": "integer"}}}}, "required": ["c"]}
    result = is_valid(schema, {"a": {"b": "x"}})
    assert any(text.startswith("a/b: ") for text in result)
    assert any('"c" is a required property' in text for text in result)
    assert is_valid(schema, {"a": {"b": 2**70}, "c": None}) == []


def test_long_list_of_mismatches_is_cut_with_a_note():
    result = is_valid({"items": {}, "properties": {"a": {"items": {"type": "integer"}}}}, {"a": ["x"] * 50})
    assert len(result) == MAX_MISMATCHES + 1
    assert "more errors" in result[-1]


@pytest.mark.parametrize(
    ("dialect", "fits_draft_4"),
    [
        ("http://json-schema.org/draft-04/schema#", True),
        ("https://json-schema.org/draft/2020-12/schema", False),
        (None, False),
    ],
)
def test_the_declared_dialect_decides_and_2020_12_is_the_default(dialect, fits_draft_4):
    # Draft 4 reads exclusiveMaximum as a flag beside maximum; 2020-12 reads it as the bound itself.
    schema = {"properties": {"n": {"maximum": 3, "exclusiveMaximum": True}}} | ({"$schema": dialect} if dialect else {})
    if fits_draft_4:
        assert is_valid(schema, {"n": 3}) != []
        assert is_valid(schema, {"n": 2}) == []
    else:
        with pytest.raises(SchemaRejectedError):
            SchemaValidator(schema)


@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        "x",
        {"type": "no such type"},
        {"$schema": "https://example.invalid/dialect"},
        {"properties": {"a": {"pattern": "(?=x)"}}},
        {"properties": {"a": {"pattern": "(a)\\1"}}},
        {"properties": {"a": {"$ref": "#/$defs/none"}}},
        {"enum": ["x" * 600_000]},
    ],
)
def test_invalid_schema_is_unchecked_and_never_valid(schema):
    with pytest.raises(SchemaRejectedError):
        SchemaValidator(schema)


@pytest.mark.case(55)
def test_remote_reference_is_not_fetched():
    asked = []

    class Trap(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

    with http.server.HTTPServer(("127.0.0.1", 0), Trap) as trap:
        thread = threading.Thread(target=trap.serve_forever)
        thread.start()
        for name in ("$ref", "$schema"):
            with pytest.raises(SchemaRejectedError):
                SchemaValidator(
                    {
                        "properties": {"a": {name: f"http://127.0.0.1:{trap.server_port}/s.json"}},
                        name: f"http://127.0.0.1:{trap.server_port}/s.json",
                    }
                )
        trap.shutdown()
        thread.join()
    assert asked == []


def doubling(levels, keyword="allOf"):
    defs = {f"d{n}": {keyword: [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(levels)}
    return {"$defs": {**defs, f"d{levels}": {"type": "object"}}, "$ref": "#/$defs/d0"}


def branching():
    """Small in itself, but the work doubles with each level of the instance."""
    child = {"properties": {"c": {"$ref": "#"}}}
    return {"allOf": [child, child]}


HOSTILE = {
    "doubling by allOf": doubling(40),
    "doubling by anyOf": doubling(40, "anyOf"),
    "two ways back": branching(),
    "a definition that is two ways back": {"$defs": {"n": branching()}, "properties": {"c": {"$ref": "#/$defs/n"}}},
    "dependent schemas": {"dependentSchemas": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}},
}


@pytest.mark.parametrize("schema", HOSTILE.values(), ids=HOSTILE)
def test_unbounded_schema_is_refused_at_once(schema):
    began = time.process_time()
    with pytest.raises(SchemaRejectedError):
        SchemaValidator(schema)
    assert time.process_time() - began < 1.0


def nested(levels):
    value = {}
    for _ in range(levels):
        value = {"c": value}
    return value


def test_a_long_chain_of_references_is_unchecked():
    defs = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(3000)} | {"d3000": {}}
    with pytest.raises(SchemaRejectedError, match="chain"):
        SchemaValidator({"$defs": defs, "$ref": "#/$defs/d0"})


HARMLESS = {
    "evil pattern": ({"properties": {"a": {"pattern": "(a+)+$"}}}, {"a": "a" * 5000 + "!"}),
    "evil pattern properties": ({"patternProperties": {"(x+x+)+y": {}}}, {"x" * 5000: 1}),
    "a list": ({"properties": {"c": {"$ref": "#"}}}, nested(150)),
    "pydantic's optional recursion": (
        {
            "$defs": {"N": {"properties": {"c": {"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}}}},
            "$ref": "#/$defs/N",
        },
        nested(150),
    ),
    "unique items": ({"properties": {"a": {"uniqueItems": True}}}, {"a": list(range(20_000))}),
    "true": (True, {"a": 1}),
}


@pytest.mark.parametrize(("schema", "arguments"), HARMLESS.values(), ids=HARMLESS)
def test_linear_schema_is_checked_in_bounded_time(schema, arguments):
    began = time.process_time()
    SchemaValidator(schema).mismatches(arguments)
    assert time.process_time() - began < 2.0


_TOO_MUCH = {
    "alternatives": ({"items": {"anyOf": [{"const": n} for n in range(5000)]}}, ["x"] * 100_000),
    "objects of an enum": ({"items": {"enum": [{"x": n} for n in range(5000)]}}, [{"x": -1}] * 5000),
    "unique long numbers": ({"uniqueItems": True}, [10**30 + n for n in range(1000)]),
    "unique numbers of 64 bits": ({"items": {"uniqueItems": True}}, [[2**62 + n] for n in range(5000)]),
    "unique exact numbers": ({"uniqueItems": True}, [Decimal(f"1.{n:040}") for n in range(1000)]),
}


@pytest.mark.parametrize(("schema", "value"), _TOO_MUCH.values(), ids=_TOO_MUCH)
def test_too_much_work_for_these_arguments_is_unchecked(schema, value):
    with pytest.raises(SchemaRejectedError, match="too long"):
        SchemaValidator({"properties": {"a": schema}}).mismatches({"a": value})


def test_lists_of_unique_identifiers_are_checked():
    schema = SchemaValidator({"uniqueItems": True})
    assert schema.is_valid([10**18 + n for n in range(4000)])
    assert not schema.is_valid([10**18] * 2)


_NAMES = [f"v{number}" for number in range(5_000)]
HUNGRY = {
    "required": ({"properties": {"a": {"items": {"required": _NAMES}}}}, {"a": [{}] * 2_000}),
    "dependent": ({"properties": {"a": {"items": {"dependentRequired": {"x": _NAMES}}}}}, {"a": [{"x": 1}] * 2_000}),
    "errors": ({"properties": {"a": {"items": {"allOf": [{"type": "string"}] * 2_000}}}}, {"a": [1] * 2_000}),
    "values": ({"allOf": [{"maxProperties": 0}] * 2_000}, {"a": ["x" * 1_000] * 1_000}),
    "options": ({"properties": {"a": {"items": {"enum": [*range(60_000)]}}}}, {"a": [-1] * 2_000}),
    "branches": ({"properties": {"a": {"anyOf": [{"items": {"enum": [*range(60_000)]}}]}}}, {"a": [-1] * 2_000}),
    "paths": (
        {"properties": {"a": {"properties": {"x" * 100_000: {"items": False}}}}},
        {"a": {"x" * 100_000: [1] * 9_000}},
    ),
    "long names": (
        {"additionalProperties": {"additionalProperties": {"items": False}}},
        {"a": {"x" * 100_000: [1] * 9_000}},
    ),
    "pattern": ({"properties": {"a": {"allOf": [{"pattern": rf"\pL{{200}}{i}"} for i in range(500)]}}}, {"a": "x"}),
    "names": ({"properties": {"a": {"patternProperties": {rf"\pL{{200}}{i}": {} for i in range(500)}}}}, {"a": {}}),
}


@pytest.mark.parametrize("case", HUNGRY)
def test_hostile_schema_needs_bounded_memory(case):
    """The library makes all errors before it returns the first, each with the value that it is about."""
    code = (
        "import resource, sys\n"
        "from tests.gate.policy.test_schemas import HUNGRY, SchemaRejectedError, is_valid\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "try: print(bool(is_valid(*HUNGRY[sys.argv[1]])))\n"
        "except SchemaRejectedError: print('unchecked')\n"
    )
    done = subprocess.run([sys.executable, "-c", code, case], capture_output=True, text=True)
    assert done.stdout.strip() in ("True", "unchecked"), (done.returncode, done.stderr)


MANY = {
    "values": lambda number: {
        "properties": {"a": {"enum": [{"a": one} for one in range(35_000)], "title": str(number)}}
    },
    "patterns": lambda number: {"allOf": [{"pattern": rf"\pL{{200}}{number}{one}"} for one in range(3)]},
}


@pytest.mark.parametrize("case", MANY)
def test_hostile_schemas_of_many_tools_need_bounded_memory(case):
    """They take at most 310 MB; if all were kept, 530 MB and more."""
    code = (
        "import resource, sys\n"
        "from tests.gate.policy.test_schemas import MANY\n"
        "from toolguard.gate.policy.tools import ToolCatalog\n"
        "resource.setrlimit(resource.RLIMIT_AS, (420 << 20, 420 << 20))\n"
        "catalog = ToolCatalog()\n"
        "for number in range(15):\n"
        "    tool = {'name': 'a', 'inputSchema': MANY[sys.argv[1]](number)}\n"
        "    catalog.add_page('s', '1', {'tools': [tool]}, first=True)\n"
        "    result = catalog.warnings('s', 'a', {'a': 1})\n"
        "print(len(result[0]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, case], capture_output=True, text=True)
    assert done.stdout.strip() in ("0", "1"), (done.returncode, done.stderr)


def test_least_recently_used_schema_is_compiled_again():
    compiled = []

    def schema(name):
        compiled.append(name)
        return {"required": [name]} if name != "odd" else []

    size = SchemaValidator({"required": ["a"]}).size
    cache = SchemaCache(2 * size)
    for name in ("a", "b", "a", "c", "a", "b"):
        assert cache.get(name, lambda name=name: schema(name)).mismatches({name: 1}) == []
        assert cache.get(name, lambda name=name: schema(name)).mismatches({}) != []
    assert compiled == ["a", "b", "c", "b"]
    for _ in range(2):
        with pytest.raises(SchemaRejectedError, match="not an object"):
            cache.get("odd", lambda: schema("odd"))
    assert compiled == ["a", "b", "c", "b", "odd"]


def test_rejected_schema_is_released_from_memory():
    class Rejected(list[object]):
        pass

    cache, schema = SchemaCache(), Rejected()
    left = weakref.ref(schema)
    with pytest.raises(SchemaRejectedError, match="not an object"):
        cache.get("a", left)
    del schema
    gc.collect()
    assert left() is None


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"pattern": "(?:[ab]{1,1000}){1,20}c"}}},
        {"properties": {"a": {"pattern": "[ab]*a[ab]{8000}c"}}},
        {"$defs": {"x": {"pattern": "[ab]*a[ab]{90}c"}}, "properties": {"a": {"allOf": [{"$ref": "#/$defs/x"}] * 500}}},
    ],
)
def test_pattern_that_is_slow_for_these_arguments_is_unchecked(schema):
    """Such patterns take up to a quarter of a millisecond for each character, and no other thread runs meanwhile."""
    assert is_valid(schema, {"a": "ab" * 50})
    with pytest.raises(SchemaRejectedError, match="too long"):
        is_valid(schema, {"a": "ab" * 1_000_000})
    with pytest.raises(SchemaRejectedError, match="too long"):
        SchemaValidator(schema).is_valid({"a": "ab" * 1_000_000})


def test_work_is_bounded_by_the_number_of_values_not_by_their_length():
    schema = {"allOf": [{"type": ["string", "array"]}] * 1_000}
    assert SchemaValidator(schema).is_valid("\x01" * 100_000)
    assert SchemaValidator(schema).is_valid([0] * 1_000)
    with pytest.raises(SchemaRejectedError, match="too long"):
        SchemaValidator(schema).is_valid([0] * 100_000)


@pytest.mark.parametrize(
    ("patterns", "reason"),
    [
        ([r"\pL{2000}"], "the pattern '.*2000}' in its schema is too large"),
        ([rf"\pL{{200}}{number}" for number in range(5)], "the pattern '.*200}[0-4]' in its schema is too large"),
        (["(?=x)"], "is not a"),
        (["("], "is not a"),
    ],
)
def test_pattern_that_is_too_large_is_not_called_invalid(patterns, reason):
    with pytest.raises(SchemaRejectedError, match=reason):
        SchemaValidator({"allOf": [{"pattern": pattern} for pattern in patterns]})


def test_long_text_is_checked_with_ordinary_patterns():
    patterns = (r"^/[^\\0]*$", r"^[a-z0-9-]+$", r"^\\d{4}-\\d{2}-\\d{2}$", r"^https?://", r"^[A-Za-z0-9_-]{1,64}$")
    schema = {"properties": {f"p{number}": {"pattern": pattern} for number, pattern in enumerate(patterns)}}
    assert is_valid(schema, {"p1": "a", "content": "ab" * 1_000_000}) == []


def test_schema_with_many_ordinary_patterns_is_checked():
    schema = {"properties": {f"p{number}": {"pattern": f"^[a-z]{{1,{number + 1}}}$"} for number in range(200)}}
    assert is_valid(schema, {"p0": "a", "p199": "a" * 200}) == []
    assert len(is_valid(schema, {"p0": "ab", "p199": "a" * 201})) == 2
    letters = {"properties": {f"p{number}": {"pattern": rf"^[\pL\pN _-]{{1,{number + 55}}}$"} for number in range(8)}}
    assert is_valid(letters, {"p0": "Zoë"}) == []


def test_a_schema_that_is_nested_too_deep_is_unchecked():
    schema = {}
    for _ in range(3000):
        schema = {"not": schema}
    with pytest.raises(SchemaRejectedError):
        SchemaValidator(schema)


@pytest.mark.parametrize("pointer", ["#/$defs/a~1b", "#/$defs/a%24", "#/prefixItems/0", "#anchor", "#/nowhere/0"])
def test_every_reference_form_is_followed_or_counts_as_the_root(pointer):
    schema = {"$defs": {"a/b": {}, "a$": {}}, "prefixItems": [{}], "properties": {"x": {"$ref": pointer}}}
    try:
        assert SchemaValidator(schema).mismatches({"x": 1}) == []
    except SchemaRejectedError:
        assert pointer in ("#anchor", "#/nowhere/0")


@pytest.mark.parametrize("step", ["²", "9" * 5000])
def test_numeric_looking_pointer_step_counts_as_the_root(step):
    schema = {"allOf": [{}], "properties": {"x": {"$ref": f"#/allOf/{step}"}}}
    with pytest.raises(SchemaRejectedError):
        SchemaValidator(schema)


def test_mismatches_are_grouped_by_argument():
    schema = {
        "properties": {"a": {"properties": {"b": {"type": "integer"}}}, "n": {"maxLength": 2}, "c": {}},
        "required": ["c"], "additionalProperties": False,
    }  # fmt: skip
    result = SchemaValidator(schema).wrong({"a": {"b": "x"}, "n": "long", "odd": 1})
    assert set(result) == {"a", "n", "c", ""}
    assert result["a"].startswith("b: ")
    assert SchemaValidator(schema).wrong({"c": 1}) == {}
    assert max(map(len, SchemaValidator({"properties": {"a": {"const": 1}}}).wrong({"a": "x" * 9999}).values())) <= 300
