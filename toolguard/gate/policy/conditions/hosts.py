"""The matcher ``host``: whether a URL has a certain host.

Each URL is parsed twice: by the WHATWG URL Standard, as browsers do, and by RFC 3986. If the parsers disagree on the
host, the result is uncertain.
"""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network
from typing import Any
from urllib.parse import urlsplit

from toolguard.gate.policy.conditions.errors import ConditionError, Fit
from toolguard.gate.texts import coded

MAX_URL_LENGTH = 8_192
_SCHEMES = frozenset(("http:", "https:", "ws:", "wss:", "ftp:"))
_PORTS = {"http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21"}
_FORBIDDEN_CHARACTERS = re.compile(
    r"[\x00-\x20\x7f-\x9f\\\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
)
_LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"(?:\*\.)?{_LABEL}(?:\.{_LABEL})*")
_IPV6 = re.compile(r"\[[0-9a-f:.]{2,45}\]")
_PORT = re.compile(r"[1-9][0-9]{0,4}")
_MAX_HOSTS = 100
_CONTAIN_IPV4 = (IPv6Network("::ffff:0:0/96"), IPv6Network("::/96"), IPv6Network("64:ff9b::/96"))
"""IPv4-mapped and -compatible addresses (RFC 4291) and NAT64 (RFC 6052): another spelling of their last 32 bits."""


class HostTest:
    """Tests whether a URL has one of some hosts: ``example.com``, ``*.example.com`` (below it), ``example.com:8443``.

    Without a port the scheme's default is meant, and another port is uncertain. So are userinfo, other schemes, invalid
    URLs and other spellings of an IP address.
    """

    def __init__(self, value: object) -> None:
        hosts = [value] if isinstance(value, str) else value
        if not isinstance(hosts, list) or not 0 < len(hosts) <= _MAX_HOSTS:
            raise ConditionError(coded("gate.host_needs_name"))
        self._hosts = tuple(_host(host) for host in hosts)

    def __call__(self, value: Any) -> Fit:
        if (
            not isinstance(value, str)
            or not value
            or len(value) > MAX_URL_LENGTH
            or _FORBIDDEN_CHARACTERS.search(value)
        ):
            return None
        import ada_url  # imported late: only rules on URLs need it

        try:
            url = ada_url.URL(value)
            other = urlsplit(value)
            host, port, name = url.hostname, url.port, other.hostname or ""
            other_port = "" if other.port is None else str(other.port)
        except (ValueError, UnicodeError):
            return None
        if url.protocol not in _SCHEMES or not host:
            return None
        has_user = url.username == url.password == "" and other.username is None and "@" not in other.netloc
        agreed = has_user and other.scheme + ":" == url.protocol and name == host.strip("[]")
        default = _PORTS[url.protocol]
        agreed = agreed and (port or default) == (other_port or default)
        address = _address(host)
        maybe = False
        for pattern, pattern_port in self._hosts:
            if _matches(pattern, host) and (port or default) == (pattern_port or default):
                if agreed:
                    return True
                maybe = True
            elif (
                _matches(pattern, host.rstrip("."))
                or _matches(pattern, name.rstrip("."))
                or (address is not None and address == _address(pattern))
            ):
                maybe = maybe or not pattern_port or (port or default) == pattern_port or not agreed
        return None if maybe or not agreed else False


def page_host(value: object) -> str:
    """Return the host of a web page's address as browsers read it; "" if programs could read the address otherwise."""
    if not isinstance(value, str) or len(value) > MAX_URL_LENGTH or _FORBIDDEN_CHARACTERS.search(value):
        return ""
    import ada_url

    try:
        url = ada_url.URL(value)
    except (ValueError, UnicodeError):
        return ""
    return url.hostname if url.protocol in ("http:", "https:") else ""


def _host(text: object) -> tuple[str, str]:
    """Return a host in its URL form, and its port or ""; raises `ConditionError`."""
    if isinstance(text, str) and len(text) <= 300:
        name, colon, port = text.rpartition(":") if not text.endswith("]") else (text, "", "")
        if not colon:
            name, port = text, ""
        if (_NAME.fullmatch(name) or _IPV6.fullmatch(name)) and (not colon or _PORT.fullmatch(port)):
            return name, port
    raise ConditionError(coded("gate.host_invalid", host=str(text)[:200]))


def _matches(pattern: str, host: str) -> bool:
    return host.endswith(pattern[1:]) and len(host) >= len(pattern) if pattern.startswith("*.") else host == pattern


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address that a host is, the IPv4 one if it contains one; None if it is a name."""
    try:
        if not host.startswith("["):
            return IPv4Address(host)
        address = IPv6Address(host.strip("[]"))
    except AddressValueError:
        return None
    return IPv4Address(int(address) & 0xFFFF_FFFF) if any(address in net for net in _CONTAIN_IPV4) else address
