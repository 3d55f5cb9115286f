"""What is kept of child processes between two runs."""

from toolguard.store.process_registry import ProcessRecord, ProcessRegistry


def test_registry_entries_survive_until_cleared(tmp_path):
    path = tmp_path / "children.json"
    assert ProcessRegistry(path).orphans() == []
    children = ProcessRegistry(path)
    children.add((12, 3.5, "mark"))
    children.add((13, 4.5, "other"))
    assert ProcessRegistry(path).orphans() == [ProcessRecord(12, 3.5, "mark"), ProcessRecord(13, 4.5, "other")]
    children.clear()
    assert ProcessRegistry(path).orphans() == []


def test_damaged_file_has_no_projects(tmp_path):
    path = tmp_path / "children.json"
    for text in ("", "[1]", '[["x",1,2]]', "{}", "\xff"):
        path.write_text(text, "latin-1")
        assert ProcessRegistry(path).orphans() == []


def test_own_processes_are_never_orphans(tmp_path):
    path = tmp_path / "children.json"
    ProcessRegistry(path).add((12, 3.5, "mark"))
    children = ProcessRegistry(path)
    children.add((13, 4.5, "ours"))
    assert children.orphans() == [ProcessRecord(12, 3.5, "mark")]
    assert len(ProcessRegistry(path).orphans()) == 2, "what was not ended yet is not forgotten if we are killed"
    children.clear_orphans()
    assert children.orphans() == []
    assert ProcessRegistry(path).orphans() == [ProcessRecord(13, 4.5, "ours")]
