"""What a person can do about a server that failed, told by the codes of the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolguard.gate.texts import CodedText

SETTINGS_CODES = frozenset(
    {
        "servers.address_server_proxy_system", "servers.argument_batch_file", "servers.cannot_reached_check_address",
        "servers.credential_sign_character_no", "servers.exited_with_status", "servers.folder_server_cannot_entered",
        "servers.header_authorization_set_sign", "servers.header_character_no_header", "servers.header_set_take_out",
        "servers.interpreter_not_found", "servers.name_not_known_check", "servers.no_encrypted_connection_came",
        "servers.nothing_listens_port_server", "servers.program_not_found", "servers.program_not_started",
        "servers.program_text_with_nul", "servers.reference_secret_cannot_read", "servers.secret_cannot_name_host",
        "servers.secret_command_line_read", "servers.secret_travel_server_unencrypted",
        "servers.server_address_none_begin", "servers.server_address_password_take", "servers.server_answer_not_mcp",
        "servers.server_answers_no_list", "servers.server_no_command_set", "servers.server_not_accept_how",
        "servers.server_not_say_people", "servers.server_nothing_address_check",
        "servers.server_redirects_another_not", "servers.server_redirects_way_lose",
        "servers.server_sign_no_credential", "servers.server_takes_no_calls", "servers.server_takes_no_messages",
        "servers.server_unknown_kind_set", "servers.set_header_authorization_likes", "servers.takes_no_new_programs",
    }
)  # fmt: skip
"""Reasons that a change of the server's settings can remove."""
LOG_CODES = frozenset({"servers.exited_with_status"})
"""Reasons whose cause is in the server's log."""
CREDENTIAL_CODES = frozenset(
    {
        "services.secret_bound_not_kept", "services.secret_cannot_read", "services.secret_not_bound",
        "services.secret_not_keyring_run", "services.server_no_longer_secret",
    }
)  # fmt: skip
"""Reasons that lie in one credential, which they ``name``."""


def needs_settings(reasons: Iterable[str]) -> bool:
    """Return whether a change of the server's settings can remove a reason."""
    return any(text.code in SETTINGS_CODES for text in _texts(reasons))


def needs_log(reasons: Iterable[str]) -> bool:
    """Return whether the cause of a reason is in the server's log."""
    return any(text.code in LOG_CODES for text in _texts(reasons))


def credential(reasons: Iterable[str]) -> str:
    """Return the name of the credential in which a reason lies, or ""."""
    return next((str(text.arguments["name"]) for text in _texts(reasons) if text.code in CREDENTIAL_CODES), "")


def _texts(reasons: Iterable[object]) -> Iterator[CodedText]:
    """Yield the coded texts among ``reasons``, and those inside them."""
    for reason in reasons:
        if isinstance(reason, CodedText):
            yield reason
            yield from _texts(reason.arguments.values())
