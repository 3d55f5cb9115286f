"""The orders about bundles: read, plan, add, and make one."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients.wiring.test_bundles import MANIFEST, bundle
from tests.support.services_harness import Harness
from toolguard.services.clients import bundles
from toolguard.services.methods import Arguments

TOKEN = "ghp_0123456789abcdefABCD0123456789abcdef"


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Harness]:
    one = Harness(tmp_path / "state")
    yield one
    one.keychain.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return bundle(tmp_path / "files.mcpb")


async def planned(office: Harness, path: Path, **more: Any) -> dict[str, Any]:
    plan: dict[str, Any] = await office.order("bundle.plan", path=str(path), name="files", **more)
    return plan


async def add(office: Harness, path: Path, plan: dict[str, Any], **more: Any) -> Any:
    return await office.order(
        "bundle.add", path=str(path), name="files", digest=plan["digest"], added=plan["server"], **more
    )


async def test_a_bundle_is_read_without_being_unpacked(office: Harness, path: Path, tmp_path: Path) -> None:
    result = await office.order("bundle.read", path=str(path))
    assert (result["name"], result["title"], len(result["digest"])) == ("files", "My files", 64)
    options = {one["key"]: one for one in result["options"]}
    assert options["key"]["secret"] and options["folders"]["several"] and options["most"]["default"] == ["30"]
    assert not (tmp_path / "state" / "bundles").exists() and not office.asked


async def test_bundle_plan_and_question_show_the_exact_command(office: Harness, path: Path) -> None:
    plan = await planned(office, path, values={"folders": ["/a", "/b"]}, typed=["key"])
    assert plan["server"]["args"][1:3] == ["/a", "/b"] and "/a /b" in plan["launch"]
    assert plan["server"]["cwd"] and "cd " not in plan["launch"]
    assert plan["server"]["env"]["API_KEY"] == "Bearer ${secret:KEY}"
    done = await add(office, path, plan, values={"folders": ["/a", "/b"]}, typed=["key"])
    (_, _, detail, _) = office.asked[0]
    assert str(path) in detail and plan["digest"] in detail and "/a" in detail
    assert (Path(done["folder"]) / "server" / "index.js").exists()
    assert office.config.servers["files"].cwd == done["folder"]
    assert [one["secret"] for one in done["secrets"]] == ["KEY"]
    assert (await planned(office, path, values={"folders": ["/a", "/b"]}))["same_as"] == "files"


async def test_declined_bundle_leaves_no_files_or_servers(office: Harness, path: Path, tmp_path: Path) -> None:
    plan = await planned(office, path)
    office.consents = False
    assert "declined" in await office.refusal(
        "bundle.add", path=str(path), name="files", digest=plan["digest"], added=plan["server"]
    )
    assert not (tmp_path / "state" / "bundles").exists() and not office.config.servers


@pytest.mark.parametrize("member", ["digest", "command", "name"])
async def test_bundle_changed_since_review_is_refused(
    office: Harness, path: Path, tmp_path: Path, member: str
) -> None:  # fmt: skip
    plan = await planned(office, path)
    digest, server = plan["digest"], {**plan["server"]}
    if member == "digest":
        digest = "0" * 64
    else:
        server[member] = "other"
    problem = await office.refusal("bundle.add", path=str(path), name="files", digest=digest, added=server)
    assert "changed in the meantime" in problem
    assert not (tmp_path / "state" / "bundles").exists() and not office.config.servers


async def test_a_bundle_that_is_replaced_after_the_review_is_not_added(office: Harness, path: Path) -> None:
    plan = await planned(office, path)
    bundle(path, {**MANIFEST, "version": "9.9.9"})
    problem = await office.refusal(
        "bundle.add", path=str(path), name="files", digest=plan["digest"], added=plan["server"]
    )
    assert "changed in the meantime" in problem and not office.config.servers


async def test_missing_and_wrong_values_are_reported_by_key(office: Harness, tmp_path: Path) -> None:
    options = {
        "folder": {"type": "directory", "title": "Folder", "description": "d", "required": True},
        "most": {"type": "number", "title": "Most", "description": "d", "min": 1},
    }
    config = {"command": "node", "args": ["${user_config.folder}", "${user_config.most}"]}
    server = {"type": "node", "entry_point": "server/index.js", "mcp_config": config}
    path = bundle(tmp_path / "needs.mcpb", {**MANIFEST, "user_config": options, "server": server})
    plan = await planned(office, path, values={"most": ["0"]})
    assert plan["missing"] == ["folder"] and "at least 1" in plan["problems"]["most"] and "<folder>" in plan["launch"]
    office.asked.clear()
    problem = await office.refusal(
        "bundle.add", path=str(path), name="files", digest=plan["digest"], added=plan["server"]
    )
    assert "needs values: folder" in problem and not office.asked, "nobody is asked about what cannot be added"
    assert "no option none" in await office.refusal("bundle.plan", path=str(path), name="x", values={"none": ["1"]})


async def test_secret_like_bundle_value_is_stored_in_the_keyring(office: Harness, tmp_path: Path) -> None:
    options = {"account": {"type": "string", "title": "Account", "description": "d"}}
    config = {"command": "node", "args": [], "env": {"ACCOUNT": "${user_config.account}"}}
    server = {"type": "node", "entry_point": "server/index.js", "mcp_config": config}
    path = bundle(tmp_path / "plain.mcpb", {**MANIFEST, "user_config": options, "server": server})
    values = {"account": [TOKEN]}
    plan = await planned(office, path, values=values)
    assert plan["moved"] == ["ACCOUNT"] and TOKEN not in json.dumps(plan)
    await add(office, path, plan, values=values)
    assert office.config.servers["files"].env == {"ACCOUNT": "${secret:ACCOUNT}"}
    assert await office.keychain.get("ACCOUNT") == TOKEN
    assert office.config.secrets["ACCOUNT"].servers == ("files",)


async def test_existing_secret_is_never_bound_to_a_bundle(office: Harness, path: Path) -> None:
    await office.order("secret.set", name="KEY", value="hunter2hunter2")
    plan = await planned(office, path)
    assert plan["server"]["env"]["API_KEY"] == "Bearer ${secret:KEY_files}"


async def test_a_bundle_of_ours_launches_the_stub(office: Harness, path: Path) -> None:
    await add(office, path, await planned(office, path))
    made = await office.order("bundle.make", name="files")
    assert made["file"] == "files-toolguard.mcpb" and base64.b64decode(made["data"]).startswith(b"PK")
    assert "no server" in (await office.refusal("bundle.make", name="none")).lower()


async def test_invalid_bundle_is_refused(office: Harness, tmp_path: Path) -> None:
    broken = tmp_path / "x.mcpb"
    broken.write_bytes(b"PK nothing")
    assert "not a bundle" in await office.refusal("bundle.read", path=str(broken))


def test_the_question_shows_a_server_whole() -> None:
    members: Arguments = {"path": "/x.mcpb", "digest": "d", "added": {"name": "n", "command": "c", "args": ["a"]}}
    assert "c a" in bundles.bundle_detail(members)
