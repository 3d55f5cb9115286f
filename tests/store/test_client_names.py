"""Names of clients: one program has a name, and nobody else gets it by accident."""

import stat

import pytest

from toolguard.store.client_names import ClientNames


@pytest.fixture
def path(tmp_path):
    return tmp_path / "clients.json"


def test_name_belongs_to_the_first_program(path):
    names = ClientNames(path)
    assert names.name("agent", "script:/a") == "agent"
    assert names.name("agent", "script:/b") == "agent-2"
    assert names.name("agent", "script:/a") == "agent"
    again = ClientNames(path)
    assert (again.name("agent", "script:/b"), again.name("agent", "script:/a")) == ("agent-2", "agent")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_name_of_an_http_client_is_in_use(path):
    assert ClientNames(path).name("cursor", "program:/c", taken=frozenset({"cursor"})) == "cursor-2"


def test_name_that_rules_used_before_waits_for_a_person(path):
    names = ClientNames(path)
    assert names.name("agent", "script:/a", ruled=True) == "agent"
    assert names.unconfirmed() == {"agent"} == ClientNames(path).unconfirmed()
    names.confirm("agent")
    assert not names.unconfirmed() and not ClientNames(path).unconfirmed()


def test_program_that_a_person_rejects_gets_another_name(path):
    names = ClientNames(path)
    names.name("agent", "script:/a", ruled=True)
    names.release("agent")
    assert names.name("agent", "script:/a") == "agent-2"
    assert names.name("agent", "script:/b", ruled=True) == "agent"


@pytest.mark.parametrize("text", ["", "[", "[]", '{"clients":5}', '{"clients":{"a":{"identity":5}}}'])
def test_damaged_client_names_file_is_treated_as_empty(path, text):
    path.write_text(text)
    assert ClientNames(path).name("agent", "script:/a") == "agent"
