"""The service of settings: list them with their permitted values, and change them."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from toolguard.gate.texts import coded
from toolguard.servers.secrets.redactor import names
from toolguard.services.context import note
from toolguard.services.interface import Name, RefusedError, SettingEntry, SettingValue
from toolguard.services.methods import Arguments, Service, loosens, reads
from toolguard.services.security_keys import try_out
from toolguard.services.server_import.secret_detection import find_suspected_secrets
from toolguard.store.autostart import LoginItem, login_item
from toolguard.store.config.config import ConfigError, Preferences
from toolguard.tables.settings import DESKTOP_SETTINGS, SETTINGS, plain, reduces_protection

AT_LOGIN = "start_at_login"
"""A setting that is stored in the desktop's autostart list, not in a file of ToolGuard."""


def _start_at_login(item: LoginItem, value: Any) -> None:
    if not isinstance(value, bool | None):
        raise RefusedError(coded("services.setting_true_or_false", name=AT_LOGIN))
    try:
        item.switch(bool(value))
    except OSError as problem:
        raise RefusedError(coded("services.file_not_writable", path=item.place, reason=problem.strerror)) from None


def describe_change(name: str, value: Any, preferences: Preferences) -> str:
    """Return how a setting's new value reduces protection, or "".

    A longer time for the person to answer is longer for a late click to run a call. With ``ask``, a person can allow a
    leak.
    """
    if name not in SETTINGS:
        return ""
    was = getattr(preferences, name)
    now = getattr(Preferences(), name) if value is None else tuple(value) if isinstance(value, list) else value
    if not _is_alike(was, now) or not reduces_protection(name, was, now):
        return ""  # not less strict, or refused as invalid
    if name == "secrets_in_arguments":
        return coded("services.call_value_secret_arguments")
    if name == "prompt_timeout":
        if not now:
            return coded("services.calls_wait_without_end", now=f"{was:,}")
        return coded("services.calls_wait_longer", seconds=f"{now:,g}", now=f"{was:,}")
    if name == "panic":
        return coded("services.calls_no_longer_all_denied")
    if name == "ship_contents":
        return coded("services.ship_contents")
    if name in _SHIPPING:
        return coded(_SHIPPING[name], value=_line(now)) if now else coded(_NOT_SHIPPING[name])
    if name == "log_archive":
        return coded("services.removed_records_not_archived")
    if name == "checkpoint_copies":
        return coded("services.checkpoints_copied_to", value=now) if now else coded("services.checkpoints_not_copied")
    if name in _OWN_WORDS:
        return coded(_OWN_WORDS[name], value=now)
    return coded("services.setting_protects_less", name=name, value=now)


def _is_alike(was: Any, now: Any) -> bool:
    """Return whether the new value has the type of the old one."""
    if type(was) is int:
        return isinstance(now, int | float) and not isinstance(now, bool) and now >= 0
    return type(now) is type(was)


def _refuse_plain_secret(name: str, value: Any) -> None:
    """Raise `RefusedError` if a header for receivers of the log would put a secret into ``config.json``."""
    if name == "ship_otlp" and isinstance(value, str):
        for suspect in find_suspected_secrets({"url": value}):
            raise RefusedError(coded("services.ship_address_secret", part=suspect.shown))
    if name == "ship_headers" and isinstance(value, list):
        for line in (text for text in value if isinstance(text, str)):
            header, _, text = line.partition("=")
            if text and _CREDENTIAL.search(header) and not names(text):
                raise RefusedError(coded("services.ship_header_secret", name=header))


_CREDENTIAL = re.compile("auth|cookie|token|key|secret|password", re.IGNORECASE)
"""Names of headers that carry a credential."""


def _line(value: Any) -> str:
    return value if isinstance(value, str) else ", ".join(value)


_SHIPPING = {
    "ship_otlp": "services.ship_to",
    "ship_syslog": "services.ship_to",
    "ship_headers": "services.ship_with_headers",
    "ship_ca": "services.ship_ca",
    "ship_certificate": "services.ship_own_certificate",
}
"""What a change to a value reduces."""
_NOT_SHIPPING = {
    "ship_otlp": "services.ship_no_longer",
    "ship_syslog": "services.ship_no_longer",
    "ship_headers": "services.ship_no_headers",
    "ship_ca": "services.ship_system_ca",
    "ship_certificate": "services.ship_no_certificate",
}
"""What a change to no value reduces."""
_OWN_WORDS = {
    "presence": "services.fewer_approvals_need_proof",
    "presence_by": "services.prove_another_way_present",
    "presence_validity": "services.proof_present_lasts_seconds",
    "log_keep_days": "services.records_older_removed",
    "log_keep_size": "services.records_over_size_removed",
}


def _known_name(name: str) -> str:
    if name not in SETTINGS and not (name in DESKTOP_SETTINGS and login_item() is not None):
        raise RefusedError(coded("services.no_setting_settings_list", name=name))
    return name


class SettingService(Service):
    """The settings, and whether ToolGuard starts at login."""

    kind = "settings"

    def _needs_settings(self, parameters: Arguments) -> bool:
        """Blocking all calls never waits."""
        return not (parameters.get("name") == "panic" and parameters.get("value") is True)

    @reads("preferences.list")
    async def all(self) -> list[SettingEntry]:
        """Return every setting."""
        return self._all()

    def _all(self) -> list[SettingEntry]:
        fixed, preferences, unset = self._state.fixed, self._state.preferences, Preferences()
        entries: list[SettingEntry] = [
            {"name": name, "value": plain(getattr(preferences, name)), "default": plain(getattr(unset, name)),
             "title": row.value.schema["must"], "fixed": name in fixed}
            for name, row in SETTINGS.items()
        ]  # fmt: skip
        if (item := login_item()) is not None:
            entries.append({"name": AT_LOGIN, "value": item.is_on(), "default": False,
                          "title": DESKTOP_SETTINGS[AT_LOGIN].value.schema["must"], "fixed": False})  # fmt: skip
        return entries

    def _change_loosens(self, name: str, value: Any) -> str:
        if name in self._state.fixed:
            raise RefusedError(coded("services.setting_by_organization", name=name))
        return describe_change(_known_name(name), value, self._state.config.preferences)

    @loosens("preferences.set", _change_loosens)
    async def change(self, name: Name, value: SettingValue) -> list[SettingEntry]:
        """Change a setting (None restores its default), apply it, and return the new list."""
        item, problem = login_item(), ""
        if _known_name(name) == AT_LOGIN and item is not None:
            _start_at_login(item, value)
        else:
            await try_out(name, value, self._state)
            _refuse_plain_secret(name, value)
            problem = self._keep(name, value)
            self._state.prefer(self._state.config.preferences)
        note(self._state, coded("services.setting_changed", name=name), msgspec.json.encode(value).decode())
        if problem:
            raise RefusedError(coded("services.panic_not_saved", reason=problem))
        return self._all()

    def _keep(self, name: str, value: Any) -> str:
        """Save a setting; raises `ConfigError`. Return why panic is turned on without being saved, or "".

        A server can break the file or fill the disk, and must not prevent that a person stops it.
        """
        config = self._state.config
        try:
            config.set_preference(name, value)
        except ConfigError as why:
            if name != "panic" or value is not True or self._state.guard is None:
                raise
            config.set_unsaved_preference(name, value)
            return str(why)
        return ""
