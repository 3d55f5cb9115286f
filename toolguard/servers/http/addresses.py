"""Addresses of HTTP servers."""

from __future__ import annotations

import ipaddress
import re
from typing import Literal

from toolguard.gate.policy.conditions.hosts import page_host

Kind = Literal["public", "private", "here", "never"]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_IPV4_NETWORKS = tuple(map(ipaddress.IPv6Network, ("::ffff:0:0/96", "::/96", "64:ff9b::/96")))
"""Networks of addresses that lead to the IPv4 address in their last 32 bits (RFC 4291 §2.5.5, RFC 6052 §2.1)."""
_ORIGIN = re.compile(r"[A-Za-z]+://[^/?#]*")
_SITE_LOCAL = ipaddress.IPv6Network("fec0::/10")  # RFC 3879; `ipaddress` counts it as global


def is_localhost_name(host: str) -> bool:
    """Return whether ``host`` is a name of this computer.

    No name server may be asked for ``app.localhost`` (RFC 6761 §6.3): requests to it need no encryption, and a name
    server could send them elsewhere. So it is resolved like ``localhost``, to loopback addresses only.
    """
    return host == "localhost" or host.endswith(".localhost")


def is_loopback(host: str) -> bool:
    """Return whether ``host`` is this computer."""
    if is_localhost_name(host):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def classify_address(address: Address) -> Kind:
    """Return the kind of an address; ``never``: link-local, multicast and unspecified addresses."""
    if address.is_loopback:
        return "here"
    if address.is_link_local or address.is_multicast or address.is_unspecified:
        return "never"
    if any(address in network for network in _IPV4_NETWORKS):
        return classify_address(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    if address.is_global and address not in _SITE_LOCAL:
        return "public"
    return "private" if address.is_private or address in _SITE_LOCAL else "never"


def is_page_here(address: str) -> bool:
    """Return whether a browser may open ``address`` on this computer: it reads 127.1, 2130706433 and a final dot, too.

    An address whose host programs could read otherwise counts as one.
    """
    origin = _ORIGIN.match(address)
    host = page_host(origin[0] if origin is not None else "").strip("[]").rstrip(".")
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return not host or is_loopback(host)
    return found.is_unspecified or classify_address(found) == "here"
