"""The table of settings. A row is a member of `Preferences` with its `Setting`.

The schema of ``config.json``, the page Settings, ``toolguard settings`` and the manual are made from it.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from toolguard.gate.texts import coded
from toolguard.tables.values import Choice, Flag, Hours, NamedTexts, Number, Path, Text, Texts, Timeouts, Value, worded


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingGroup:
    """Settings that the window shows together."""

    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting: its label, a sentence about it, and its possible values."""

    group: SettingGroup
    title: str
    about: str
    value: Value
    loosens: Callable[[Any, Any], bool] | None = None
    """Whether a change from one value to another reduces protection, so that a person must accept it first."""
    by_organization: bool = False
    """Whether a policy file of an organization can set it; nobody else can change it then."""
    set_with: tuple[str, ...] = ()
    """Settings of an organization with which it is set, too: to its default, unless a policy file sets it."""


WINDOW = SettingGroup(title="Window")
NOTIFICATIONS = SettingGroup(title="Notifications")
DECISIONS = SettingGroup(title="Decisions")
PRESENCE = SettingGroup(title="Authentication")
LIMITS = SettingGroup(title="Limits")
HTTP_CLIENTS = SettingGroup(title="HTTP clients")
SIGN_IN = SettingGroup(title="Server sign-in")
LOG = SettingGroup(title="Log")
SHIPPING = SettingGroup(title="Log shipping")

LANGUAGES = {"en": "English", "zh_CN": "简体中文"}
"""The window's languages, each in its own language."""
_NEEDS = ("off", "destroy", "every")


def _needs_less(was: Any, now: Any) -> bool:
    return now not in _NEEDS or _NEEDS.index(now) < _NEEDS.index(was)


def _differs(was: Any, now: Any) -> bool:
    return bool(plain(was) != plain(now))


def plain(value: Any) -> Any:
    """Return a value as JSON represents it."""
    return list(value) if isinstance(value, tuple) else value


def _keeps_less(was: Any, now: Any) -> bool:
    return bool(now and (not was or now < was))


def _lasts_longer(was: Any, now: Any) -> bool:
    return bool(was != 0 and (now == 0 or now > was))


_HELD_CALLS = Number(must=coded("tables.number_from_to", least=1, most=100_000), least=1, maximum=100_000, unit="calls")


def _file(example: str) -> Path:
    """Return the value of a setting that is the absolute path of a file, or empty."""
    return Path(
        must=coded("tables.file_or_empty"),
        is_folder=False,
        longest=1000,
        pattern="^(?:/[^\\u0000-\\u001f]*|[A-Za-z]:\\\\[^\\u0000-\\u001f]*)?$",
        example=example,
    )


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. The page Settings shows the rows in this order."""

    language: Annotated[
        str,
        Setting(
            group=WINDOW,
            title="Language",
            about="Applies at once, or after a restart while a form has unsaved input.",
            value=Choice(labels={"system": "System default", **LANGUAGES}),
        ),
    ] = "system"
    appearance: Annotated[
        Literal["system", "light", "dark"],
        Setting(
            group=WINDOW,
            title="Appearance",
            about="Light or dark theme.",
            value=Choice(labels={"system": "System default", "light": "Light", "dark": "Dark"}),
        ),
    ] = "system"
    motion: Annotated[
        Literal["system", "full", "reduced"],
        Setting(
            group=WINDOW,
            title="Animations",
            about="Fade in new pending calls.",
            value=Choice(labels={"system": "System default", "full": "On", "reduced": "Off"}),
        ),
    ] = "system"
    tray: Annotated[
        bool,
        Setting(
            group=WINDOW,
            title="Tray icon",
            about="Show the status and the number of pending calls. Needs a desktop with a tray.",
            value=Flag(),
        ),
    ] = True
    close_to_tray: Annotated[
        bool,
        Setting(
            group=WINDOW,
            title="Keep running in the tray",
            about="Closing the window keeps ToolGuard running. Without a tray, it quits.",
            value=Flag(),
        ),
    ] = False
    compact: Annotated[
        bool,
        Setting(
            group=WINDOW,
            title="Compact window",
            about="Only the pending call, above other windows where the desktop allows it.",
            value=Flag(),
        ),
    ] = False
    notifications: Annotated[
        bool,
        Setting(
            group=NOTIFICATIONS,
            title="Show notifications",
            about="Name the tool, server and client, but never the arguments.",
            value=Flag(),
        ),
    ] = True
    flash_taskbar: Annotated[
        bool,
        Setting(
            group=NOTIFICATIONS,
            title="Flash the taskbar icon",
            about="Draw attention to the window on the taskbar.",
            value=Flag(),
        ),
    ] = True
    sound: Annotated[
        bool,
        Setting(
            group=NOTIFICATIONS,
            title="Sound",
            about="Play a short sound, once for calls that arrive together.",
            value=Flag(),
        ),
    ] = False
    quiet_hours: Annotated[
        str,
        Setting(
            group=NOTIFICATIONS,
            title="Quiet hours",
            about="No notifications or sounds between these times. Pending calls are still counted.",
            value=Hours(
                must=coded("tables.two_times_of_day"),
                pattern="^(?:([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?$",
            ),
        ),
    ] = ""
    """Local time."""
    prompt_timeout: Annotated[
        int,
        Setting(
            group=DECISIONS,
            title="Approval timeout",
            about="Calls are denied after this time. Doesn't affect calls already pending.",
            value=Number(
                must=coded("tables.seconds_or_no_limit", least=1, most=86_400),
                least=1,
                maximum=86_400,
                seconds=True,
                zero="no limit",
            ),
            loosens=_lasts_longer,
        ),
    ] = 300
    long_poll: Annotated[
        bool,
        Setting(
            group=DECISIONS,
            title="Automatic retries",
            about="A client sends a call again by itself shortly before it times out, up to nine times (protocol "
            "2026-07-28). Otherwise, the model is asked to send it again.",
            value=Flag(),
        ),
    ] = False
    secrets_in_arguments: Annotated[
        Literal["refuse", "ask"],
        Setting(
            group=DECISIONS,
            title="Secrets in arguments",
            about="What to do when a call contains the value of one of your credentials. Rules never allow such calls.",
            value=Choice(labels={"refuse": "Refuse", "ask": "Ask me"}),
            loosens=lambda was, now: (was, now) == ("refuse", "ask"),
        ),
    ] = "refuse"
    reasons: Annotated[
        tuple[str, ...],
        Setting(
            group=DECISIONS,
            title="Denial reasons",
            about="The reason you pick is sent to the model.",
            value=Texts(
                must=coded("tables.array_of_at_most", limit=50),
                max_items=50,
                add="Add reason",
                items={
                    "must": coded("tables.text_of_length", least=1, most=500),
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 500,
                },
            ),
        ),
    ] = (
        coded("tables.reason_explain_first"),
        coded("tables.reason_find_another_way"),
        coded("tables.reason_wrong_place"),
    )
    client_timeouts: Annotated[
        tuple[str, ...],
        Setting(
            group=DECISIONS,
            title="Client timeouts",
            about="Clients are asked to retry shortly before. ToolGuard adds the timeouts it observes.",
            value=Timeouts(
                must=coded("tables.array_of_timeouts", limit=1000),
                max_items=1000,
                add="Add client",
                items={
                    "must": coded("tables.client_timeout"),
                    "type": "string",
                    "maxLength": 500,
                    "pattern": "^[^\\n]+=[0-9]{1,6}(\\.[0-9]{1,3})?$",
                },
                zero="no limit",
            ),
        ),
    ] = ()
    presence: Annotated[
        Literal["off", "destroy", "every"],
        Setting(
            group=PRESENCE,
            title="Require authentication",
            about="Authenticate before you approve, so that no program can click for you. Only servers "
            "whose annotations you trust can declare a call harmless.",
            value=Choice(labels={"off": "Off", "destroy": "Destructive calls", "every": "All approvals"}),
            loosens=_needs_less,
        ),
    ] = "off"
    presence_by: Annotated[
        Literal["system", "security_key"],
        Setting(
            group=PRESENCE,
            title="Authentication method",
            about="Use your password, fingerprint or face, or touch a security key.",
            value=Choice(labels={"system": "System authentication", "security_key": "Security key"}),
            loosens=lambda was, now: bool(was != now),
        ),
    ] = "system"
    presence_validity: Annotated[
        int,
        Setting(
            group=PRESENCE,
            title="Authentication validity",
            about="For how many seconds an authentication covers further approvals in the same client session. Rules "
            "and setting changes always need a new one.",
            value=Number(
                must=coded("tables.seconds_from_to", least=0, most=300),
                least=0,
                maximum=300,
                seconds=True,
                zero="every approval",
            ),
            loosens=lambda was, now: bool(now > was),
        ),
    ] = 0
    pending_per_session: Annotated[
        int,
        Setting(
            group=LIMITS,
            title="Maximum pending calls (per session)",
            about="Calls over the limit are denied, so that no client can flood you.",
            value=_HELD_CALLS,
        ),
    ] = 100
    prompts_per_minute: Annotated[
        int,
        Setting(
            group=LIMITS,
            title="Approval requests per minute",
            about="Per client and server. Calls over the limit are denied without asking you.",
            value=Number(
                must=coded("tables.number_from_to", least=0, most=10_000),
                least=1,
                maximum=10_000,
                unit="calls",
                zero="no limit",
            ),
        ),
    ] = 120
    unanswered_prompts: Annotated[
        int,
        Setting(
            group=LIMITS,
            title="Pause after unanswered requests",
            about="Per client and server. After this many unanswered calls, new ones are denied for a while.",
            value=Number(
                must=coded("tables.number_from_to", least=0, most=1_000),
                least=1,
                maximum=1_000,
                unit="calls",
                zero="never",
            ),
        ),
    ] = 5
    unanswered_pause: Annotated[
        int,
        Setting(
            group=LIMITS,
            title="Length of the pause",
            about="The pause ends earlier when you decide a call.",
            value=Number(
                must=coded("tables.seconds_from_to", least=1, most=86_400), least=1, maximum=86_400, seconds=True
            ),
        ),
    ] = 600
    panic: Annotated[
        bool,
        Setting(
            group=LIMITS,
            title="Block all calls",
            about="Deny every pending and new call, and cancel running calls, until you turn this off.",
            value=Flag(),
            loosens=lambda was, now: bool(was and not now),
        ),
    ] = False
    pending_total: Annotated[
        int,
        Setting(
            group=LIMITS,
            title="Maximum pending calls (all clients)",
            about="Calls over the limit are denied.",
            value=_HELD_CALLS,
        ),
    ] = 1000
    keyring_timeout: Annotated[
        int,
        Setting(
            group=LIMITS,
            title="Keyring timeout",
            about="After this time, calls that need a secret are refused.",
            value=Number(must=coded("tables.seconds_from_to", least=1, most=3600), least=1, maximum=3600, seconds=True),
        ),
    ] = 30
    http_port: Annotated[
        int,
        Setting(
            group=HTTP_CLIENTS,
            title="Port",
            about="The local port for HTTP clients; 0 picks a free port. Use the same port in the clients' settings.",
            value=Number(must=coded("tables.port"), least=0, maximum=65_535),
        ),
    ] = 7411
    client_document: Annotated[
        str,
        Setting(
            group=SIGN_IN,
            title="Client ID metadata document",
            about="The URL of your own OAuth client metadata document. If empty, ToolGuard registers itself "
            "where the server supports it.",
            value=Text(
                must=coded("tables.address_or_empty"),
                longest=2000,
                pattern="^(?:https://[^\\s/]+/[^\\s]+)?$",
                example="https://example.com/toolguard.json",
            ),
        ),
    ] = ""
    checkpoint_copies: Annotated[
        str,
        Setting(
            group=LOG,
            title="Copy signed checkpoints to",
            about="A folder on another disk or computer, or “syslog”. The copies reveal if someone rewrites both log "
            "and keyring.",
            value=Path(
                must=coded("tables.folder_syslog_or_empty"),
                is_folder=True,
                longest=1000,
                pattern="^(?:syslog|/[^\\u0000-\\u001f]*|[A-Za-z]:\\\\[^\\u0000-\\u001f]*|\\\\\\\\[^\\u0000-\\u001f]+)?$",
                example="/mnt/backup/toolguard",
            ),
            loosens=lambda was, now: bool(was and was != now),
            by_organization=True,
        ),
    ] = ""
    log_compression: Annotated[
        bool,
        Setting(
            group=LOG,
            title="Compress older log files",
            about="Records stay searchable. zstd, zstdcat and duckdb read these files.",
            value=Flag(),
            by_organization=True,
        ),
    ] = True
    log_keep_days: Annotated[
        int,
        Setting(
            group=LOG,
            title="Keep the log for",
            about="Permanently removes older records, file by file, a minute after a change. The log still verifies.",
            value=Number(
                must=coded("tables.number_from_to", least=0, most=36_500),
                least=1,
                maximum=36_500,
                unit="days",
                zero="keep everything",
            ),
            loosens=_keeps_less,
            by_organization=True,
        ),
    ] = 0
    log_keep_size: Annotated[
        int,
        Setting(
            group=LOG,
            title="Keep at most",
            about="Permanently removes the oldest records above that, file by file, a minute after a change.",
            value=Number(
                must=coded("tables.number_from_to", least=0, most=100_000_000),
                least=100,
                maximum=100_000_000,
                unit="megabytes",
                zero="no limit",
            ),
            loosens=_keeps_less,
            by_organization=True,
        ),
    ] = 0
    log_archive: Annotated[
        str,
        Setting(
            group=LOG,
            title="Archive to folder",
            about="Copy log files to this folder before they are removed. If that fails, nothing is removed.",
            value=Path(
                must=coded("tables.folder_or_empty"),
                is_folder=True,
                longest=1000,
                pattern="^(?:/[^\\u0000-\\u001f]*|[A-Za-z]:\\\\[^\\u0000-\\u001f]*|\\\\\\\\[^\\u0000-\\u001f]+)?$",
                example="/mnt/backup/toolguard",
            ),
            loosens=lambda was, now: bool(was and was != now),
            by_organization=True,
        ),
    ] = ""
    ship_otlp: Annotated[
        str,
        Setting(
            group=SHIPPING,
            title="OpenTelemetry endpoint",
            about="The URL for logs (OTLP/HTTP). New records are sent there. Needs the extra “otlp”.",
            value=Text(
                must=coded("tables.otlp_address_or_empty"),
                longest=2000,
                pattern="^(?:https://[^\\s/?#@]+(?:/[^\\s#]*)?|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\])"
                "(?::[0-9]{1,5})?(?:/[^\\s#]*)?)?$",
                example="https://otel.example.com/v1/logs",
            ),
            loosens=_differs,
            by_organization=True,
        ),
    ] = ""
    ship_headers: Annotated[
        tuple[str, ...],
        Setting(
            group=SHIPPING,
            title="OpenTelemetry headers",
            about="Use ${secret:NAME} for a value from your keyring.",
            value=NamedTexts(
                must=coded("tables.array_of_headers", limit=20),
                max_items=20,
                add="Add header",
                items={
                    "must": coded("tables.header_line"),
                    "type": "string",
                    "maxLength": 2000,
                    "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}=[\\u0020-\\u007e]*$",
                },
                example="Authorization=Bearer ${secret:otel}",
            ),
            loosens=_differs,
            by_organization=True,
            set_with=("ship_otlp",),
        ),
    ] = ()
    ship_syslog: Annotated[
        str,
        Setting(
            group=SHIPPING,
            title="Syslog server",
            about="HOST:PORT of a server for syslog over TLS (RFC 5424). New records are sent there.",
            value=Text(
                must=coded("tables.host_and_port_or_empty"),
                longest=300,
                pattern="^(?:(?:\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):[0-9]{1,5})?$",
                example="logs.example.com:6514",
            ),
            loosens=_differs,
            by_organization=True,
        ),
    ] = ""
    ship_ca: Annotated[
        str,
        Setting(
            group=SHIPPING,
            title="CA file",
            about="PEM file of these servers' certificate authorities. Leave empty to use the system's.",
            value=_file("/etc/ssl/certs/company-ca.pem"),
            loosens=_differs,
            by_organization=True,
            set_with=("ship_otlp", "ship_syslog"),
        ),
    ] = ""
    ship_certificate: Annotated[
        str,
        Setting(
            group=SHIPPING,
            title="Client certificate",
            about="PEM file of a certificate and its private key, without a passphrase, for servers that require one.",
            value=_file("/etc/toolguard/client.pem"),
            loosens=_differs,
            by_organization=True,
            set_with=("ship_otlp", "ship_syslog"),
        ),
    ] = ""
    ship_contents: Annotated[
        bool,
        Setting(
            group=SHIPPING,
            title="Send arguments and results",
            about="Otherwise only the client, tool, decision and outcome are sent. Secrets are removed as in the log.",
            value=Flag(),
            loosens=lambda was, now: bool(now and not was),
            by_organization=True,
        ),
    ] = False


class DesktopSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that the desktop stores, not ``config.json``."""

    start_at_login: Annotated[
        bool,
        Setting(
            group=WINDOW,
            title="Start at login",
            about="Start ToolGuard in the background when you log in.",
            value=Flag(),
        ),
    ] = False


def _rows(of: type[msgspec.Struct]) -> dict[str, Setting]:
    hints = typing.get_type_hints(of, globals(), include_extras=True)
    return {name: next(mark for mark in hints[name].__metadata__ if isinstance(mark, Setting)) for name in hints}


SETTINGS: Mapping[str, Setting] = MappingProxyType(_rows(Preferences))
"""Every setting in ``config.json``, by name."""
DESKTOP_SETTINGS: Mapping[str, Setting] = MappingProxyType(_rows(DesktopSettings))


def grouped() -> dict[SettingGroup, dict[str, Setting]]:
    """Return all settings, by group and by name, as the page Settings shows them."""
    groups: dict[SettingGroup, dict[str, Setting]] = {}
    for name, row in {**SETTINGS, **DESKTOP_SETTINGS}.items():
        groups.setdefault(row.group, {})[name] = row
    return groups


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the section ``preferences`` of ``config.json``."""
    properties = {name: row.value.schema for name, row in SETTINGS.items()}
    members = {"must": coded("tables.object_of_preferences"), "type": "object", "additionalProperties": False}
    return worded({**members, "properties": properties})


def fixed_by_organization() -> dict[str, Any]:
    """Return the JSON Schemas of the settings that a policy file can set, by name."""
    return {name: worded(row.value.schema) for name, row in SETTINGS.items() if row.by_organization}


def reduces_protection(name: str, was: Any, now: Any) -> bool:
    """Return whether a person must accept that the setting ``name`` changes from ``was`` to ``now``."""
    row = SETTINGS.get(name)
    return row is not None and row.loosens is not None and row.loosens(was, now)
