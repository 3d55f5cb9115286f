"""``toolguard server import`` and the commands that change a server, through the real program."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest

from tests.cli.test_cli import VALUE, Shell
from tests.support.config_acceptance import accept_config_in_process
from tests.support.services_harness import by_name
from toolguard.cli import server_try, servers
from toolguard.cli.parser import read
from toolguard.services.errors import CommandError
from toolguard.services.runtime.requests import Request

T = TypeVar("T")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_secret_that_a_server_does_not_get_is_reported(shell: Shell) -> None:
    words = ("x", "--env", "T=${secret:T}", "--", "prog")
    store, bind = "`toolguard secret set T`", "`toolguard secret bind T --server x`"
    assert f"{store}, then {bind}" in shell("server", "add", *words).stderr
    shell.ok("secret", "set", "T", stdin=VALUE.encode())
    said = shell("server", "change", *words).stderr
    assert bind in said and store not in said
    shell.ok("secret", "bind", "T", "--server", "x")
    assert bind not in shell("server", "change", *words).stderr


def test_a_clients_settings_are_imported_with_their_secrets_in_the_keychain(shell: Shell, tmp_path: Path) -> None:
    settings = tmp_path / "mcp.json"
    env = {"API_TOKEN": VALUE, "N": 3}
    servers = {"git": {"command": "uvx", "args": ["mcp-git"], "env": env}, "far": {"url": "https://example.org/mcp"}}
    settings.write_text(json.dumps({"mcpServers": servers}))
    dry = shell("server", "import", str(settings), "--dry-run")
    assert dry.returncode == 0 and "git" in dry.stdout and not (shell.home / "config.json").exists()
    assert "API_TOKEN would be stored in your keyring as" in dry.stderr
    done = shell("server", "import", str(settings))
    assert done.returncode == 0, done.stderr
    config = json.loads((shell.home / "config.json").read_text())
    assert config["servers"]["git"]["env"] == {"API_TOKEN": "${secret:API_TOKEN}", "N": "3"}
    assert config["servers"]["far"]["url"] == "https://example.org/mcp"
    assert config["secrets"]["API_TOKEN"]["servers"] == ["git"]
    assert VALUE in json.loads(shell.ring.read_text()).values()
    assert VALUE not in done.stdout + done.stderr
    again = shell("server", "import", str(settings))
    assert again.returncode == 0 and "git: there already" in again.stdout


def test_import_keeps_values_apart_that_get_the_same_name(shell: Shell, tmp_path: Path) -> None:
    settings = tmp_path / "mcp.json"
    far = {"url": "https://a.test/mcp?token=of-the-url", "headers": {"Authorization": "Bearer of-the-header"}}
    settings.write_text(json.dumps({"mcpServers": {"far": far}}))
    for name in ("FAR_TOKEN", "FAR_TOKEN_far"):
        shell.ok("secret", "set", name, stdin=b"of-another")
    done = shell("server", "import", str(settings))
    assert done.returncode == 0, done.stderr
    server = json.loads((shell.home / "config.json").read_text())["servers"]["far"]
    assert server["headers"] == {"Authorization": "Bearer ${secret:FAR_TOKEN_far-2}"}
    assert server["url"] == "https://a.test/mcp?token=${secret:FAR_TOKEN-2}"
    kept = list(json.loads(shell.ring.read_text()).values())
    assert [kept.count(value) for value in ("of-another", "of-the-header", "of-the-url")] == [2, 1, 1]
    assert "far: there already" in shell.ok("server", "import", str(settings))
    settings.write_text(json.dumps({"mcpServers": {"far": {"url": "https://a.test/mcp?token=x-y-z&more=1"}}}))
    assert "far: name already in use" in shell("server", "import", str(settings)).stdout


def test_a_server_is_changed_switched_and_duplicated(shell: Shell) -> None:
    shell.with_server()
    for words in (("change", "files", "--env", "A=", "--", "other", "x"), ("disable", "files"),
                  ("duplicate", "files", "more"), ("enable", "more"), ("end", "files"), ("log", "files")):  # fmt: skip
        assert shell("server", *words).returncode == 0, words
    servers = json.loads((shell.home / "config.json").read_text())["servers"]
    assert (servers["files"]["command"], servers["files"]["enabled"], servers["more"]["enabled"]) == (
        "other", False, True,
    )  # fmt: skip
    result = shell("server", "show", "files")
    assert "other x" in result.stdout and "clients can't use it" in result.stdout
    assert shell("server", "change", "files").returncode == 2


def test_change_reports_settings_that_it_removed(shell: Shell) -> None:
    assert (
        shell("server", "add", "x", "--env", "A=b", "--env", "C=d", "--request", "roots=ask", "--", "prog").returncode
        == 0
    )
    kept = shell("server", "change", "x", "--env", "A=b", "--env", "C=d", "--", "prog", "more")
    assert kept.returncode == 0 and "No longer" not in kept.stderr
    lost = shell("server", "change", "x", "--request", "sampling=ask", "--", "prog")
    assert lost.returncode == 0 and "No longer set, because a change replaces them: --env\n" in lost.stderr


def test_change_without_a_command_or_url_keeps_omitted_settings(shell: Shell) -> None:
    assert shell("server", "add", "x", "--env", "A=b", "--cwd", "/", "--", "prog", "one").returncode == 0
    asked = shell("server", "change", "x", "--request", "sampling=ask", "--env", "C=d", "--no-trust-hints")
    assert asked.returncode == 0 and "No longer" not in asked.stderr
    where = ("--kind", "otc", "--url", "https://example.org/otc")
    keyed = ("--auth", "jwt", "--auth-key", "${secret:K}", "--context-secret", "a=${secret:A}")
    assert shell("server", "add", "far", *where, *keyed).returncode == 0
    again = shell("server", "change", "far", "--auth-key", "${secret:L}", "--context-secret", "b=${secret:B}")
    assert again.returncode == 0, again.stderr
    servers = json.loads((shell.home / "config.json").read_text())["servers"]
    x, far = servers["x"], servers["far"]
    assert (x["command"], x["args"], x["cwd"], x["env"]) == ("prog", ["one"], "/", {"A": "b", "C": "d"})
    assert x["requests"] == {"sampling": "ask"}
    assert (far["url"], far["auth"], far["auth_key"]) == (where[-1], "jwt", "${secret:L}")
    assert far["context"]["secrets"] == {"a": "${secret:A}", "b": "${secret:B}"}
    other = shell("server", "change", "x", "--kind", "otc", "--auth", "jwt")
    assert other.returncode == 1 and "Missing --url URL" in other.stderr
    foreign = shell("server", "change", "x", "--header", "A=b")
    assert foreign.returncode == 1 and "--header does not apply to servers of the kind stdio" in foreign.stderr


@pytest.mark.parametrize("where", [("--url", "https://example.org/mcp"), ("--", "prog")], ids=["http", "stdio"])
def test_request_settings_are_kept_unless_changed(shell: Shell, where: tuple[str, ...]) -> None:
    def stored() -> tuple[dict[str, str], str]:
        far = json.loads((shell.home / "config.json").read_text())["servers"]["far"]
        return far["requests"], far["bridge"]

    assert shell("server", "add", "far", "--request", "sampling=ask", "--bridge", "off", *where).returncode == 0
    assert stored() == ({"sampling": "ask"}, "off")
    assert "sampling=ask" in shell("server", "show", "far").stdout
    assert shell("server", "change", "far", "--request", "roots=deny", *where).returncode == 0
    assert stored() == ({"sampling": "ask", "roots": "deny"}, "off")
    more = ("--request", "sampling=pass", "--request", "roots=pass", "--bridge", "auto")
    assert shell("server", "change", "far", *more, *where).returncode == 0
    assert stored() == ({"sampling": "pass", "roots": "pass"}, "auto")
    assert "sampling" not in shell("server", "show", "far").stdout


@pytest.mark.parametrize(
    ("wrong", "text"),
    [("sampling=maybe", 'must be "pass", "ask" or "deny"'), ("samplings=ask", "must be one of sampling, elicitation")],
)
def test_a_kind_of_requests_that_does_not_exist_is_refused(shell: Shell, wrong: str, text: str) -> None:
    result = shell("server", "add", "far", "--request", wrong, "--url", "https://example.org/mcp")
    assert result.returncode == 1 and text in result.stderr


def test_an_open_tool_calling_server_has_no_requests_to_ask_about(shell: Shell) -> None:
    result = shell(
        "server", "add", "far", "--kind", "otc", "--url", "https://example.org/otc", "--request", "roots=ask"
    )
    assert result.returncode == 1 and "--request does not apply" in result.stderr


class WhoAreYou(BaseHTTPRequestHandler):
    """A server that answers nobody whom it does not know."""

    shown: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        self.shown.append(self.headers.get("Authorization", ""))
        self.rfile.read(int(self.headers.get("content-length", "0")))
        self.send_response(401)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def stranger() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), WhoAreYou) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/mcp"
        server.shutdown()
        thread.join()


def test_try_of_a_server_with_sign_in_explains_how_to_sign_in(shell: Shell, stranger: str) -> None:
    assert shell("server", "add", "far", "--url", stranger).returncode == 0
    tried = shell("server", "try", "far")
    assert tried.returncode == 1 and tried.stdout == ""
    assert "toolguard server sign-in far" in tried.stderr and "handshake" not in tried.stderr
    assert shell("server", "change", "far", "--url", stranger, "--header", "authorization=Bearer x").returncode == 0
    tried = shell("server", "try", "far")
    assert "set its header Authorization" in tried.stderr and "sign-in" not in tried.stderr


def test_server_that_another_program_changed_gets_no_secret_from_a_command(shell: Shell, stranger: str) -> None:
    header = "Authorization=Bearer ${secret:T}"
    shell.ok("server", "add", "far", "--url", "http://127.0.0.1:1/", "--header", header)
    shell.ok("secret", "set", "T", stdin=b"hunter2hunter2")
    shell.ok("secret", "bind", "T", "--server", "far")
    accept_config_in_process(shell.env)
    path = shell.home / "config.json"
    path.write_text(path.read_text().replace("http://127.0.0.1:1", stranger.removesuffix("/mcp")))
    WhoAreYou.shown.clear()
    for words in (["doctor"], ["server", "try", "far"]):
        done = shell(*words)
        assert "not yet approved giving the secret T to the server far" in done.stdout + done.stderr
    assert WhoAreYou.shown == []
    accept_config_in_process(shell.env)
    shell("doctor")
    assert set(WhoAreYou.shown) == {"Bearer hunter2hunter2"}


def test_changed_header_replaces_the_same_name_in_other_case(shell: Shell) -> None:
    assert shell("server", "add", "far", "--url", "http://127.0.0.1:1/", "--header", "Authorization=a").returncode == 0
    assert shell("server", "change", "far", "--header", "authorization=b", "--header", "X=1").returncode == 0
    assert shell.json("server", "show", "far")["headers"] == {"authorization": "b", "X": "1"}


def test_headers_that_differ_only_in_case_are_refused(shell: Shell) -> None:
    two = ("--header", "Authorization=a", "--header", "authorization=b")
    refused = shell("server", "add", "far", "--url", "http://127.0.0.1:1/", *two)
    assert refused.returncode == 1
    assert "must contain only one of Authorization and authorization" in " ".join(refused.stderr.split())


def test_rule_for_an_unknown_server_is_added_with_a_warning(shell: Shell) -> None:
    words = ("rule", "add", "--server", "nope", "--tool", "t", "--verdict", "deny")
    result = shell(*words)
    assert (result.returncode, len(result.stderr.splitlines())) == (0, 1)
    assert "no server nope" in result.stderr and "nope" not in result.stdout
    (doubt,) = shell.json(*words)["doubts"]
    assert doubt == result.stderr.strip()
    assert len(shell.json("rule", "list")) == 2


def test_missing_server_output_is_stated(shell: Shell) -> None:
    shell.with_server()
    result = shell("server", "log", "files")
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "No output from files yet.\n"
    assert shell.json("server", "log", "files")["lines"] == []


def test_import_adds_valid_servers_and_names_the_rest(shell: Shell, tmp_path: Path) -> None:
    """Defects C3, C6 and C7."""
    settings = tmp_path / "mcp.json"
    servers = {
        "a": {"command": "x", "disabledTools": ["rm"]},
        "b": {"type": "ws", "url": "wss://a.test"},
        "c": {"url": "https://a.test/mcp", "headers": {"Authorization": "Bearer {env:TOK}"}},
        "d": {"command": "/usr/bin/toolguard-connect", "args": ["--server", "a"]},
    }
    settings.write_text("// mine\n" + json.dumps({"mcpServers": servers}))
    done = shell("server", "import", str(settings), "--plain")
    assert done.returncode == 1 and "b: not added. Servers of type ws" in done.stderr
    assert "d: ToolGuard itself" in done.stdout
    config = json.loads((shell.home / "config.json").read_text())
    assert list(config["servers"]) == ["a", "c"]
    assert config["servers"]["c"]["headers"] == {"Authorization": "Bearer ${secret:TOK}"}
    assert config["tools"] == [{"client": "*", "server": "a", "tool": "rm", "exposed": False}]


@pytest.mark.parametrize("command", ["try", "show", "change"])
def test_a_server_of_a_kind_that_only_a_newer_app_knows_is_refused(tmp_path: Path, command: str) -> None:
    options = read(["server", command, "s", *(["--env", "A=b"] if command == "change" else [])])

    async def newer_app(_order: str, arguments: dict[str, object], _tell: object) -> dict[str, object]:
        return {"ok": True, "value": {**arguments, "kind": "later", "running": True}}

    def send(request: Request[T]) -> T:
        return asyncio.run(by_name(newer_app)(request, print))

    run = {"try": partial(server_try.show, home=lambda: tmp_path), "show": servers.show, "change": servers.change}
    with pytest.raises(CommandError, match="unknown kind later; use one of stdio"):
        run[command](send, options)
