"""ToolGuard sits between a chat client and its MCP servers and lets no tool call run unseen.

The folders are the places on a call's road::

    checkpoint/  the middle: what a call is, who may make it, where it waits. No file, socket, clock or Qt
    clients/     left edge: where chat clients come in
    servers/     right edge: where calls go out. The only folder in which a secret has a value
    store/       below: what stays on this machine
    window/      above: Qt and only Qt
    demo/        a sample server and a scripted client, run through the real road
    app.py       makes every long-lived object once and joins them. The only file that knows everything
    cli.py       the command line

``checkpoint`` imports nothing of ours; ``clients``, ``servers`` and ``store`` import themselves and ``checkpoint``;
``window`` imports itself, ``checkpoint`` and, for reading the log, ``store``. ``tests/test_architecture.py`` holds them to it.
"""

__version__ = "0.1.0"
