"""Names of tools of servers that many people use are drawn whole in a window of a common size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QListView

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened
from tests.window.full_window.fit_checks import faults, rows
from toolguard.gate.model import ClientInfo

SIZE = (1280, 800)
TOOLS = {
    "github": (
        "add_comment_to_pending_review", "add_issue_comment", "assign_copilot_to_issue", "create_branch",
        "create_or_update_file", "create_pull_request", "create_pull_request_review", "create_repository",
        "delete_file", "dismiss_notification", "fork_repository", "get_code_scanning_alert", "get_commit",
        "get_file_contents", "get_issue", "get_job_logs", "get_me", "get_notification_details", "get_pull_request",
        "get_pull_request_comments", "get_pull_request_files", "get_pull_request_reviews", "get_pull_request_status",
        "get_secret_scanning_alert", "issue_write", "list_branches", "list_code_scanning_alerts", "list_commits",
        "list_issues", "list_notifications", "list_pull_requests", "list_secret_scanning_alerts",
        "manage_repository_notification_subscription", "mark_all_notifications_read", "merge_pull_request",
        "push_files", "request_copilot_review", "search_repositories", "update_issue", "update_pull_request_branch",
    ),
    "everything": (
        "echo", "get-annotated-message", "get-env", "get-resource-links", "get-resource-reference",
        "get-structured-content", "get-sum", "get-tiny-image", "gzip-file-as-resource", "toggle-simulated-logging",
        "toggle-subscriber-updates", "trigger-long-running-operation", "trigger-sampling-request",
    ),
    "filesystem": (
        "read_file", "read_text_file", "read_media_file", "read_multiple_files", "write_file", "edit_file",
        "create_directory", "list_directory", "list_directory_with_sizes", "directory_tree", "move_file",
        "search_files", "get_file_info", "list_allowed_directories",
    ),
}  # fmt: skip
"""Names that tools of github/github-mcp-server, @modelcontextprotocol/server-everything and -filesystem have or had."""
CLIENTS = ("Claude Desktop", "Claude Code", "Visual Studio Code", "Cursor", "Gemini CLI")


async def shown_tools(harness: WindowHarness, office: Harness) -> Any:
    for server, names in TOOLS.items():
        await office.order("server.add", name=server, command=f"mcp-{server}")
        office.gate.tools.add_page(server, "s", {"tools": [{"name": name} for name in names]}, first=True)
    harness.window.turn("tools")
    page = harness.window.stack.page("tools")
    await until(lambda: page.tree.model().rowCount() == len(TOOLS))
    await until(lambda: page.tree.model().rowCount(page.tree.model().index(0, 0)) > 0)
    return page


async def test_real_tool_names_are_not_shortened_on_tools(tmp_path: Path, office: Harness) -> None:
    async with opened(tmp_path, run=office.run) as harness:
        harness.window.resize(*SIZE)
        page = await shown_tools(harness, office)
        tree = page.tree
        tree.expandAll()
        model = tree.model()

        def cells(above: QModelIndex) -> list[QModelIndex]:
            found = [model.index(row, 0, above) for row in range(model.rowCount(above))]
            return found + [cell for one in found for cell in cells(one)]

        every = cells(QModelIndex())
        assert len(every) == sum(map(len, TOOLS.values())) + len(TOOLS)
        cut = [
            cell.data(Qt.ItemDataRole.DisplayRole) for cell in every
            if tree.sizeHintForIndex(cell).width() > tree.visualRect(cell).width()
        ]  # fmt: skip
        assert cut == []
        assert list(faults(harness.window)) == []


@pytest.mark.parametrize("server", list(TOOLS))
async def test_real_names_are_not_shortened_on_pending(tmp_path: Path, server: str) -> None:
    async with opened(tmp_path) as harness:
        harness.window.resize(*SIZE)
        clients = [ClientInfo(id=name, program="/opt/client", pid=7) for name in CLIENTS]
        held = tuple(
            make_held(f"c{at}", tool=tool, server=server, client=clients[at % len(clients)])
            for at, tool in enumerate(TOOLS[server])
        )
        await harness.show(pending=held)
        view: QListView = harness.pending.list
        delegate = harness.pending.left.card
        await until(lambda: len(list(rows(view))) > 3)
        cut: list[str] = []
        for row in range(view.model().rowCount()):
            index = view.model().index(row, 0)
            view.scrollTo(index)
            texts = delegate.texts(view.visualRect(index), index)
            cut += [f"{text.text} lacks {text.missing}" for text in texts if text.is_name and text.missing > 0]
        assert cut == []
