"""ToolGuard sits between a chat client and its MCP servers and lets no tool call run unseen.

The folders are the places on a call's road::

    checkpoint/  the middle: what a call is, who may make it, where it waits. No file, socket, clock or Qt
    clients/     left edge: where chat clients come in
    servers/     right edge: where calls go out. The only folder in which a secret has a value
    store/       below: what stays on this machine
    window/      above: Qt and only Qt
    terminal/    above, where there is no screen: what ``toolguard serve`` shows and asks
    commands/    what the command line asks for
    demo/        a sample server and a scripted client, run through the real road
    core.py      makes every long-lived object of the core once and joins them
    openers.py   opens a session's server, once a person has accepted it
    bindings.py  what is filled into the arguments of calls
    releases.py  which secret goes to which server, and only there
    leaks.py     which calls would carry a secret away
    app.py       runs the loops: the core's and Qt's
    cli.py       the command line: one parser, one function a command

``checkpoint`` imports nothing of ours; ``clients``, ``servers`` and ``store`` import themselves and ``checkpoint``;
``window`` and ``terminal`` import themselves, ``checkpoint`` and, for reading the log, ``store``; ``commands`` reach
everything below the window. ``tests/test_architecture.py`` holds them to it.
"""

from pathlib import Path

__version__ = "0.1.0"


def resource(*parts: str) -> Path:
    """A file of ``resources``: inside the package when installed, beside it in a source tree."""
    package = Path(__file__).parent
    inside = package / "resources"
    return (inside if inside.is_dir() else package.parent / "resources").joinpath(*parts)
