"""What is kept of child processes between two runs."""

from toolguard.store.children import Children, Kept


def test_what_one_run_notes_the_next_one_finds_until_it_is_cleared(tmp_path):
    path = tmp_path / "children.json"
    assert Children(path).left_by_others() == []
    children = Children(path)
    children.note((12, 3.5, "mark"))
    children.note((13, 4.5, "other"))
    assert Children(path).left_by_others() == [Kept(12, 3.5, "mark"), Kept(13, 4.5, "other")]
    children.clear()
    assert Children(path).left_by_others() == []


def test_a_damaged_file_is_no_list(tmp_path):
    path = tmp_path / "children.json"
    for text in ("", "[1]", '[["x",1,2]]', "{}", "\xff"):
        path.write_text(text, "latin-1")
        assert Children(path).left_by_others() == []
