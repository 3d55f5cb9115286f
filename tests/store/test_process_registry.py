"""What is kept of child processes between two runs."""

from toolguard.store.process_registry import ProcessRecord, ProcessRegistry


def test_what_one_run_notes_the_next_one_finds_until_it_is_cleared(tmp_path):
    path = tmp_path / "children.json"
    assert ProcessRegistry(path).left_by_others() == []
    children = ProcessRegistry(path)
    children.note((12, 3.5, "mark"))
    children.note((13, 4.5, "other"))
    assert ProcessRegistry(path).left_by_others() == [ProcessRecord(12, 3.5, "mark"), ProcessRecord(13, 4.5, "other")]
    children.clear()
    assert ProcessRegistry(path).left_by_others() == []


def test_a_damaged_file_is_no_list(tmp_path):
    path = tmp_path / "children.json"
    for text in ("", "[1]", '[["x",1,2]]', "{}", "\xff"):
        path.write_text(text, "latin-1")
        assert ProcessRegistry(path).left_by_others() == []


def test_what_this_run_notes_is_never_told_as_left_by_others(tmp_path):
    path = tmp_path / "children.json"
    ProcessRegistry(path).note((12, 3.5, "mark"))
    children = ProcessRegistry(path)
    children.note((13, 4.5, "ours"))
    assert children.left_by_others() == [ProcessRecord(12, 3.5, "mark")]
    assert len(ProcessRegistry(path).left_by_others()) == 2, "what was not ended yet is not forgotten if we are killed"
    children.others_ended()
    assert children.left_by_others() == []
    assert ProcessRegistry(path).left_by_others() == [ProcessRecord(13, 4.5, "ours")]
