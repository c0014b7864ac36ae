import re

from hypothesis import given
from hypothesis import strategies as st

from graph.resolution.called import called_query

WORDS = st.text(
    st.one_of(st.sampled_from('kKKiİıIσςΣßẞåÅ.+/\\"^-[]*あ東𠮷Ａa😀'), st.characters(exclude_categories=["Cs", "Cc"])),
    min_size=1,
    max_size=150,
)
SPACE = re.compile("[ \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


def expressions(called: str) -> list[str]:
    query = called_query("taro", called)
    return [] if query is None else re.findall(r"\+\(name:/([^/]*)/ aliases:/\1/\)", query)


@given(WORDS, st.sampled_from([str.lower, str.upper, str.title, str.swapcase, str]))
def test_whatever_is_the_same_but_for_case_passes_the_query(name: str, written: object) -> None:
    called = written(name)  # type: ignore[operator]
    if called.lower() != name.lower():
        return
    words = [word for word in SPACE.split(name) if word]
    asked = expressions(called)
    assert len(asked) == len(words)
    # The index keeps the first 255 characters of a word as one.
    assert all(re.fullmatch(one, word[:255], re.DOTALL) for one, word in zip(asked, words, strict=True))


def test_another_word_does_not_pass() -> None:
    (one,) = expressions("Ken")
    assert [bool(re.fullmatch(one, word)) for word in ("ken", "KEN", "K\u2044n", "Ben", "Kenji")] == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_nothing_in_a_name_is_read_as_lucene() -> None:
    assert expressions('/a" OR ') == [".[Aa].", "[Oo][Rr]"]
    assert called_query('a"b', "x") == '+user_id:"a\\"b" +(name:/[Xx]/ aliases:/[Xx]/)'


def test_no_words_are_no_name() -> None:
    assert called_query("taro", " \u3000 ") is None


def test_very_many_words_are_asked_by_the_first_of_them() -> None:
    assert len(expressions("a " * 5_000)) == 32
