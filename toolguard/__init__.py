"""ToolGuard sits between a chat client and its MCP servers and lets no tool call run unseen.

The folders are the places on a call's way::

    gate/      the core: messages, policy, approvals, sessions. No file, socket, clock or Qt
    clients/   left edge: where chat clients come in
    servers/   right edge: where calls go out. The only folder in which a secret has a value
    store/     below: what stays on this machine: the log, the configuration, the keyring
    presence/  below: how a person proves to be present: polkit, Touch ID, Windows Hello, security keys
    services/  what a person can order, and the long-lived objects of the core
    window/    above: Qt and only Qt
    terminal/  above, without a screen: what ``toolguard serve`` shows and asks
    cli/       the command line: one module for each noun
    demo/      a sample server and a scripted client, run through the real path
    app.py     runs the loops: the core's and Qt's

``gate`` imports nothing of ours; ``clients``, ``servers``, ``presence`` and ``store`` import themselves and ``gate``;
``services`` imports those five; ``window`` and ``terminal`` import themselves, ``gate``, ``services.interface`` and, to
read the log, ``store.log``; ``cli`` imports ``services`` and what is below them; ``app`` and ``demo`` import
everything. ``tests/test_architecture.py`` checks this.
"""

from pathlib import Path

__version__ = "0.14.0"


def resource(*parts: str) -> Path:
    """Return the path of a file of ``resources``: inside the package when installed, beside it in a source tree."""
    package = Path(__file__).parent
    inside = package / "resources"
    return (inside if inside.is_dir() else package.parent / "resources").joinpath(*parts)
