"""Copies of files that come back are of yesterday: they overrule nothing that was said or deleted since."""

from api.markdown.merge_model import Happened
from api.markdown.wording import Wording
from tests.api.markdown.two_sides import TwoSides


def synced(**files: str) -> TwoSides:
    sides = TwoSides()
    sides.files = {f"{name}.md": text for name, text in files.items()}
    sides.sync()
    return sides


def only(sides: TwoSides) -> str:
    (identity,) = sides.memories
    return identity


def test_an_old_line_beside_the_one_that_moved_and_was_changed_since_says_nothing() -> None:
    sides = synced(decisions="- tea\n")
    old = sides.files["decisions.md"]
    sides.files = {"decisions.md": "", "pinned.md": old}
    sides.memories[only(sides)] = Wording(text="coffee")
    sides.sync()
    sides.files["decisions.md"] = old
    sides.sync()
    assert sides.active() == {"coffee"}
    assert all("coffee" in text and "tea" not in text for text in sides.files.values())


def test_a_line_that_was_changed_from_earlier_words_is_kept_beside_the_later_ones() -> None:
    sides = synced(decisions="- tea\n")
    old = sides.files["decisions.md"]
    sides.files = {"decisions.md": "", "pinned.md": old}
    sides.memories[only(sides)] = Wording(text="coffee")
    sides.sync()
    sides.files["decisions.md"] = old.replace("tea", "milk")
    sides.sync()
    assert sides.active() == {"coffee", "milk"}


def test_a_change_of_one_of_two_lines_of_a_memory_that_never_said_anything_else_is_a_change_of_it() -> None:
    sides = synced(decisions="- tea\n")
    line = sides.files["decisions.md"]
    sides.files["pinned.md"] = line.replace("tea", "milk")
    sides.sync()
    assert sides.active() == {"milk"}
    assert sides.files["decisions.md"] == sides.files["pinned.md"]


def test_words_of_a_deleted_memory_do_not_come_back_under_the_identity_of_another_that_is_gone() -> None:
    sides = synced(decisions="- tea\n")
    sides.memories.clear()
    changed = sides.files["decisions.md"].replace("tea", "milk")
    sides.files["decisions.md"] = changed
    assert [report.happened for report in sides.sync().reports].count(Happened.CONFLICT) == 1
    assert sides.active() == {"milk"}
    sides.memories.clear()
    sides.files["decisions.md"] = changed
    assert Happened.BURIED in {report.happened for report in sides.sync().reports}
    assert sides.active() == set()


def test_an_old_file_without_identities_does_not_put_deleted_words_into_what_stands_there_now() -> None:
    sides = synced(observed="- [fact] tea #tag (by hand)\n")
    old = sides.files["observed.md"]
    sides.memories.clear()
    sides.files["observed.md"] = old.replace("tea", "milk")
    sides.sync()
    assert sides.active() == {"milk"}
    sides.files["observed.md"] = old
    sides.sync()
    assert "tea" not in sides.active()


def test_words_of_a_deleted_memory_do_not_come_back_under_the_identity_they_were_once_written_with() -> None:
    sides = synced(decisions="- tea\n")
    first = only(sides)
    sides.memories[first] = Wording(text="coffee")
    old = sides.files["decisions.md"] = sides.files["decisions.md"].replace("tea", "milk")
    sides.sync()  # changed on both sides: each is kept, the file's words as a memory of their own
    assert sides.active() == {"coffee", "milk"}
    (second,) = sides.memories.keys() - {first}
    del sides.memories[second]
    sides.files["decisions.md"] = old
    assert Happened.BURIED in [report.happened for report in sides.sync().reports]
    assert sides.active() == {"coffee"}
    assert "milk" not in sides.files["decisions.md"]
