"""A credential is searched for as a program prints it: without the line break of a pasted one, or only its password."""

from __future__ import annotations

import base64
import json

import pytest

from toolguard.gate import jsonrpc
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.secrets.searched_texts import searched_texts
from toolguard.servers.secrets.secret_scanner import SecretScanner

PASSWORD = "S3cret-Pw/99"
BASIC = base64.b64encode(f"admin:{PASSWORD}".encode()).decode()


@pytest.mark.parametrize(
    "value",
    [
        f"{PASSWORD}\r\n",
        f" {PASSWORD} ",
        f"Bearer {PASSWORD}",
        "postgres://admin:S3cret-Pw%2F99@db.example.com/main",
        BASIC,
        f"Basic {BASIC}",
        json.dumps({"client_id": "me", "client_secret": PASSWORD}),
        f"host=db.example.com user=admin password={PASSWORD} dbname=main",
        f"Server=db;User Id=admin;Password={PASSWORD};",
        f"https://example.com/mcp?api_key={PASSWORD}&region=eu",
    ],
)
def test_credential_inside_a_value_is_redacted_and_found_in_calls(value):
    redactor, scanner = Redactor(), SecretScanner()
    redactor.learn("DB", value)
    scanner.learn("DB", value)
    assert redactor(jsonrpc.encode({"password": PASSWORD})) == b'{"password":"[secret DB]"}'
    assert scanner(jsonrpc.encode({"password": PASSWORD})) == ("DB",)


def test_lines_of_a_key_in_json_text_are_searched_for():
    value = json.dumps(
        {"private_key": "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEG\n-----END PRIVATE KEY-----\n"}
    )
    assert "MIGHAgEAMBMGByqGSM49AgEG" in searched_texts(value)


@pytest.mark.parametrize(
    "value",
    [
        "postgres://postgres:postgres@localhost/postgres",
        "postgres://admin:pw@localhost/main",
        base64.b64encode(b"no colon in it").decode(),
        "c2VjcmV0OnRv\x00",
        "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----",
        json.dumps({"private_key": "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n"}),
        "postgres://admin@localhost/main?sslmode=verify-full&sslkey=/etc/ssl/private/client.key",
        json.dumps({"type": "service_account", "token_uri": "https://oauth2.googleapis.com/token"}, indent=2),
    ],
)
def test_common_parts_of_a_value_are_not_searched_for(value):
    assert searched_texts(value) == (value,)


def test_value_keeps_its_name_where_it_is_a_part_of_another_one():
    redactor = Redactor()
    redactor.learn("URL", f"postgres://admin:{PASSWORD.replace('/', '_')}@db.example.com/main")
    redactor.learn("PASSWORD", PASSWORD.replace("/", "_"))
    assert redactor(b"S3cret-Pw_99") == b"[secret PASSWORD]"
