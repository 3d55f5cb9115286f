"""Which variables are those of a client's entry: defect C2."""

import pytest

from toolguard.clients.local.entry_environment import entry_environment, loads_code

SESSION = {"HOME": "/h", "PATH": "/bin", "SHLVL": "2", "LS_COLORS": "x", "EDITOR": "vi", "MY_EXPORT": "1"}


def test_client_passing_its_environment_adds_only_differences():
    given = {**SESSION, "SHLVL": "3", "API_BASE": "http://x", "MY_EXPORT": "2", "PWD": "/"}
    assert entry_environment(given, SESSION) == {"API_BASE": "http://x", "MY_EXPORT": "2"}


def test_few_variables_all_belong_to_the_entry():
    given = {"HOME": "/h", "PATH": "/bin", "EDITOR": "vi", "MY_EXPORT": "1", "NODE_ENV": "production"}
    client = {**SESSION, "NODE_ENV": "production", "OTHER": "1"}
    assert entry_environment(given, client) == {"MY_EXPORT": "1", "NODE_ENV": "production"}


def test_credential_of_the_client_itself_belongs_to_the_entry():
    client = {**SESSION, "GITHUB_TOKEN": "t"}
    assert entry_environment(dict(client), client) == {"GITHUB_TOKEN": "t"}


def test_standard_variable_belongs_only_if_changed():
    assert entry_environment({**SESSION, "PATH": "/opt:/bin"}, SESSION) == {"PATH": "/opt:/bin"}
    assert entry_environment({**SESSION, "PATH": "/opt:/bin", "KEY": "k"}, None) == {"KEY": "k", "MY_EXPORT": "1"}


@pytest.mark.parametrize("name", [
    "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "PYTHONPATH", "NODE_OPTIONS", "BASH_ENV", "PATH", "GIT_SSH_COMMAND",
    "GIT_SSH", "JAVA_HOME", "GOFLAGS", "CARGO_BUILD_RUSTC_WRAPPER", "UV_INDEX_URL",
])  # fmt: skip
def test_variable_that_loads_code_is_known(name):
    assert loads_code(name)


@pytest.mark.parametrize("name", [
    "API_KEY", "NODE_ENV", "GITHUB_TOKEN", "MY_PATH", "LOG_LEVEL", "GIT_AUTHOR_NAME", "UV_PUBLISH_TOKEN",
    "NPM_CONFIG__AUTH", "GEM_HOST_API_KEY", "DENO_AUTH_TOKENS",
])  # fmt: skip
def test_harmless_variable_is_not_marked(name):
    assert not loads_code(name)
