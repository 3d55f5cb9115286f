"""The acceptance cases of the protocol reference, with the test file of each for every transport and era.

A missing entry is a failure. An entry without a test gives the reason.
"""

import re
from pathlib import Path

import pytest

from tests.end_to_end import anywhere

TESTS = Path(__file__).parent
CASES = tuple(range(1, 56))
WAYS = (*anywhere.WAYS, "remote server")
"""The first four: how the client connects. The last: a client over stdio with a server over HTTP."""

SAME_TALK = "end_to_end/calls/test_same_conversation.py"
HELD = "end_to_end/calls/test_gate.py"
ERAS = "end_to_end/calls/test_bridging.py"
HTTP_SDK = "end_to_end/http/test_http_sdk.py"
OTC_IN = "end_to_end/otc/test_otc_clients.py"
OTC_OUT = "end_to_end/otc/test_otc_servers.py"
BOUND = "end_to_end/security/test_bound_arguments.py"
ALL = "end_to_end/calls/test_everywhere.py"
NONE = "no: "
GATE = NONE + "what is decided before a server is written to does not know its transport; case 13 shows it for one"
STDIO = NONE + "about what only HTTP has"
UP = NONE + "about what is sent to a server over HTTP"
OLD = NONE + "about the older revisions"
NEW = NONE + "about 2026-07-28"
BATCH = NONE + "only 2025-03-26 has batches"
LOCAL = NONE + "about processes of this computer"
SAME = NONE + "what passes unchanged here, is shown by cases 1 and 3"
SDK = "servers/http/test_sdk.py"
OUT = "end_to_end/http/test_remote_servers.py"
HTTP = "end_to_end/http/test_http_clients.py"
OTC = "servers/otc/test_kind.py"
ENDPOINT = "clients/http/test_endpoint.py"
LEAKY = "end_to_end/security/test_redaction.py"

FIRST_PAGE = "seeds/test_000_dfe4a05f343f1b0e.py"
CHINESE = "seeds/test_003_4cb4976d15e3de0a.py"
BRIDGE = "servers/bridge/test_to_legacy.py"
IMPORT = "services/server_import/test_import_orders.py"
LISTS = NONE + "a list that was imported is kept as switches, which case 28 shows for every way"
LAUNCH = NONE + "about what is started, whoever comes"
FETCH = "seeds/test_nothing_is_fetched.py"

TABLE: dict[int, tuple[str, str, str, str, str]] = {
    1: (SAME_TALK, OLD, HTTP, OLD, OUT),
    2: (HELD, OLD, HTTP, OLD, OUT),
    3: (NEW, SAME_TALK, NEW, HTTP, SDK),
    4: (HELD, OLD, HTTP, OLD, "servers/http/test_http_sse.py"),
    5: (STDIO, STDIO, NEW, HTTP, "servers/http/test_request.py"),
    6: (ALL, ALL, ALL, ALL, SAME),
    7: (ALL, ALL, ALL, ALL, GATE),
    8: (SAME_TALK, OLD, HTTP, OLD, SDK),
    9: (ALL, ALL, ALL, ALL, SAME),
    10: (ALL, ALL, ALL, ALL, OUT),
    11: (ALL, ALL, ALL, ALL, SAME),
    12: (ERAS, ERAS, HTTP, HTTP, SDK),
    13: (ALL, ALL, ALL, ALL, OUT),
    14: (ALL, ALL, ALL, ALL, GATE),
    15: (ALL, ALL, ALL, ALL, GATE),
    16: (ALL, ALL, ALL, ALL, "servers/http/test_gate.py"),
    17: (ALL, ALL, ALL, ALL, OUT),
    18: (ALL, ALL, ALL, ALL, OUT),
    19: (ALL, ALL, ALL, ALL, GATE),
    20: (ALL, ALL, ALL, ALL, GATE),
    21: (ALL, ALL, ALL, ALL, GATE),
    22: (HELD, BATCH, HTTP, BATCH, "servers/http/test_request.py"),
    23: (HELD, HELD, ENDPOINT, ENDPOINT, GATE),
    24: (ALL, ALL, ALL, ALL, GATE),
    25: (ALL, ALL, ALL, ALL, LOCAL),
    26: (ALL, ALL, ALL, ALL, OUT),
    27: (
        "window/pages/test_pending.py",
        "window/pages/test_pending.py",
        "window/pages/test_pending.py",
        "window/pages/test_pending.py",
        GATE,
    ),
    28: (ALL, ALL, ALL, ALL, GATE),
    29: (STDIO, STDIO, ENDPOINT, ENDPOINT, NONE + "about who comes in"),
    30: (STDIO, STDIO, NEW, ENDPOINT, NONE + "about who comes in"),
    31: (STDIO, STDIO, NEW, HTTP, "servers/http/test_channel.py"),
    32: (STDIO, STDIO, HTTP, OLD, "servers/http/test_session.py"),
    33: (STDIO, STDIO, HTTP_SDK, HTTP_SDK, NONE + "about who comes in"),
    34: (STDIO, STDIO, HTTP, OLD, SDK),
    35: (STDIO, STDIO, HTTP, HTTP, OUT),
    36: (UP, UP, UP, UP, OUT),
    37: (UP, UP, UP, UP, "servers/http/test_channel.py"),
    38: (NEW, ALL, NEW, ALL, "servers/bridge/test_gate.py"),
    39: (NEW, ALL, NEW, ALL, SAME),
    40: (NEW, ALL, NEW, ALL, GATE),
    41: (ALL, ALL, ALL, ALL, GATE),
    42: (NEW, "servers/bridge/test_subscriptions.py", NEW, HTTP, SDK),
    43: (ALL, ALL, ALL, ALL, GATE),
    44: (LEAKY, LEAKY, LEAKY, LEAKY, LEAKY),
    45: (BOUND, BOUND, BOUND, BOUND, OUT),
    46: ("end_to_end/security/test_secrets_and_log.py", GATE, GATE, GATE, GATE),
    47: (OTC, OTC, OTC, OTC, OTC),
    48: (OTC_OUT, OTC_OUT, OTC_OUT, OTC_OUT, OTC),
    49: (STDIO, STDIO, OTC_IN, OTC_IN, GATE),
    50: (FIRST_PAGE, BRIDGE, FIRST_PAGE, BRIDGE, GATE),
    51: (CHINESE, "gate/test_server_errors.py", CHINESE, "window/approval/test_failures.py", SAME),
    52: (IMPORT, LISTS, LISTS, LISTS, LISTS),
    53: (IMPORT, LAUNCH, LAUNCH, LAUNCH, LAUNCH),
    54: (FETCH, "window/pages/test_tools.py", FETCH, SAME, SAME),
    55: (FETCH, "gate/policy/test_schemas.py", FETCH, SAME, SAME),
}


def shown_in(path: str) -> set[int]:
    """Return the cases with which tests of this file are marked."""
    marks = re.findall(r"@pytest\.mark\.case\(([\d, ]+)\)", (TESTS / path).read_text(encoding="utf-8"))
    return {int(number) for mark in marks for number in mark.split(",")}


def test_table_contains_every_case():
    assert sorted(TABLE) == list(CASES)


@pytest.mark.parametrize("case", TABLE)
def test_every_case_is_tested_on_every_transport_or_explained(case):
    cells = dict(zip(WAYS, TABLE[case], strict=True))
    for way, cell in cells.items():
        if cell.startswith(NONE):
            assert len(cell) > len(NONE) + 10, way
        else:
            assert case in shown_in(cell), f"{cell} has no test of case {case} ({way})"
    assert any(not cell.startswith(NONE) for cell in cells.values())
