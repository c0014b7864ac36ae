"""Whom a memo is about that says "I", or speaks of "the user" as the programs do that keep it for them."""

import pytest

from extraction.names.speakers import ME, is_memo, narrator_of
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from tests.extraction.models import NOW, extractor

Fact = tuple[str, str, str]


def test_i_is_the_user_in_a_memo_and_the_speaker_in_a_turn() -> None:
    assert narrator_of(Draft(text="I love rye bread.")) == ME
    assert narrator_of(Draft(text="I love rye bread.", speaker="Ken")) == "Ken"
    assert narrator_of(Draft(text="I love rye bread.", speaker="assistant")) is None


@pytest.mark.parametrize("source", ["note", "Diary", "メモ"])
def test_a_diary_is_a_memo(source: str) -> None:
    assert narrator_of(Draft(text="I love rye bread.", source=source)) == ME


def test_what_comes_from_elsewhere_is_nobodys_memo() -> None:
    assert not is_memo(Draft(text="I love rye bread.", source="letters.txt"))
    assert narrator_of(Draft(text="I love rye bread.", source="letters.txt")) is None


def read(text: str, **more: str) -> Extraction:
    draft = Draft(text=text, created_at=NOW, **more)  # pyright: ignore[reportArgumentType]
    return extractor().extract([ExtractionInput(draft, extractor().read(draft))])[0]


def facts(text: str, **more: str) -> set[Fact]:
    extraction = read(text, **more)
    names = [mention.name for mention in extraction.mentions]
    return {
        (names[statement.subject], statement.predicate, names[statement.object]) for statement in extraction.statements
    }


def tells_of_the_user(text: str, **more: str) -> bool:
    return ME in {fact_.name for fact_ in read(text, **more).mentions}


@pytest.mark.models
@pytest.mark.parametrize(
    ("memo", "fact"),
    [
        ("I love rye bread.", (ME, "love", "rye bread")),
        ("My sister Anna lives in Osaka.", ("Anna", "sister of", ME)),
        ("私は寿司が好きです。", (ME, "好き", "寿司")),
        ("コーヒーが好き。", (ME, "好き", "コーヒー")),
        ("ピーナッツアレルギーがあります。", (ME, "がある", "ピーナッツアレルギー")),
    ],
)
def test_who_notes_something_down_is_the_user(memo: str, fact: Fact) -> None:
    assert fact in facts(memo)


@pytest.mark.models
@pytest.mark.parametrize(
    ("memo", "fact"),
    [
        ("The user lives in Berlin. They work for Acme.", (ME, "work for", "Acme")),
        ("User prefers Python over Java.", (ME, "prefers", "Python")),
        ("user likes jazz", (ME, "likes", "jazz")),
        ("The user's sister Anna lives in Osaka.", ("Anna", "sister of", ME)),
        ("The user's favorite food is sushi.", (ME, "favorite food", "sushi")),
        ("User's birthday is March 3.", (ME, "birthday", "03-03")),
        ("The user graduated from MIT. She then moved to Boston.", (ME, "then moved to", "Boston")),
        ("User works at Google and their dog is Rex.", ("Rex", "dog of", ME)),
        ("Anna met the user in Paris.", ("Anna", "met", ME)),
        ("ユーザーは京都に住んでいる。犬を二匹飼っている。", (ME, "飼う", "犬")),
        ("ユーザーの妹のアンナは大阪に住んでいる。", ("アンナ", "妹", ME)),
        ("ユーザーはGoogleでエンジニアとして働いている。", (ME, "働く", "Google")),
        ("ユーザーの好きな食べ物は寿司。", (ME, "好きな食べ物", "寿司")),
        ("利用者は横浜に住んでいる。", (ME, "住む", "横浜")),
    ],
)
def test_the_user_in_a_memo_that_is_kept_for_them_is_the_user(memo: str, fact: Fact) -> None:
    assert fact in facts(memo)


@pytest.mark.models
@pytest.mark.parametrize(
    ("memo", "memo_facts"),
    [
        (
            "Allergic to shellfish. Lives in Seattle.",
            {(ME, "am allergic to", "shellfish"), (ME, "lives in", "Seattle")},
        ),
        ("- Likes sushi\n- Works for Acme", {(ME, "likes", "sushi"), (ME, "works for", "Acme")}),
        ("Lives in Leeds\nHas a dog named Max", {(ME, "lives in", "Leeds"), (ME, "has", "Max")}),
        ("User is a nurse. Lives in Leeds.", {(ME, "lives in", "Leeds")}),
        ("User is a chef. Favorite food is ramen. Wife is Anna.", {("Anna", "wife of", ME)}),
    ],
)
def test_a_memo_that_names_nobody_is_about_the_user(memo: str, memo_facts: set[Fact]) -> None:
    assert memo_facts <= facts(memo)


@pytest.mark.models
def test_what_a_memo_leaves_out_has_no_place_in_it() -> None:
    extraction = read("Married to Anna. Moved to Berlin.")
    text = "Married to Anna. Moved to Berlin."
    spoken = {
        (mention.name, None if mention.start is None else text[mention.start : mention.end])
        for mention in extraction.mentions
    }
    assert spoken == {(ME, None), ("Anna", "Anna"), ("Berlin", "Berlin")}
    assert {text[statement.start : statement.end] for statement in extraction.statements} == {
        "Married to Anna.",
        "Moved to Berlin.",
    }


@pytest.mark.models
def test_only_a_memo_leaves_out_the_user() -> None:
    note = "Allergic to shellfish. Lives in Seattle."
    assert not tells_of_the_user(note, speaker="assistant", session_id="s")
    assert not tells_of_the_user(note, source="page.html")
    assert not tells_of_the_user(note, title="About Ken")


@pytest.mark.models
@pytest.mark.parametrize("memo", ["User's name is Kenji Tanaka.", "ユーザーの名前は田中健二です。"])
def test_the_name_of_the_user_is_one_of_theirs(memo: str) -> None:
    aliases = {alias for fact_ in read(memo).mentions if fact_.name == ME for alias in fact_.aliases}
    assert aliases & {"Kenji Tanaka", "田中健二"}


@pytest.mark.models
@pytest.mark.parametrize(
    "memo",
    [
        "Users can log in with Google.",
        "The user interface uses React.",
        "A user of Acme lives in Osaka.",
        "The user clicks the Save button in Firefox.",
        "When the user opens Firefox, the server stores a token in Redis.",
        "新しいユーザーが東京で登録した。",
        "多くのユーザーは東京に住んでいる。",
        "ユーザー数が東京で増えた。",
        "ユーザーがログインするとGitHubに移動する。",
    ],
)
def test_the_users_of_a_program_are_not_the_user(memo: str) -> None:
    assert not tells_of_the_user(memo)


@pytest.mark.models
def test_who_says_i_is_not_the_user_they_write_about() -> None:
    assert facts("I showed the user Google Maps.") == {(ME, "showed", "Google Maps")}
    assert (ME, "chose", "Rome") not in facts("We asked the user about Berlin, and the user chose Rome.")


@pytest.mark.models
@pytest.mark.parametrize("text", ["The user lives in Berlin.", "ユーザーはベルリンに住んでいる。"])
def test_in_somebodys_turn_the_user_is_somebody_else(text: str) -> None:
    assert not tells_of_the_user(text, speaker="Ken", session_id="s")
    assert not tells_of_the_user(text, speaker="assistant", session_id="s")


@pytest.mark.models
def test_only_a_word_speaks_of_the_user_in_a_memo_with_a_title() -> None:
    assert not tells_of_the_user("1990年に大阪で生まれた。", title="高橋一郎")
    assert tells_of_the_user("私は1990年に大阪で生まれた。", title="日記")


@pytest.mark.models
@pytest.mark.parametrize(
    ("memo", "fact"),
    [
        ("田中さんは大阪に住んでいる。犬を飼っている。", ("田中", "飼う", "犬")),
        ("アンナは医者です。東京で働いています。", ("アンナ", "働く", "東京")),
    ],
)
def test_a_memo_that_is_about_somebody_goes_on_about_them(memo: str, fact: Fact) -> None:
    assert fact in facts(memo)
    assert not tells_of_the_user(memo)


@pytest.mark.models
@pytest.mark.parametrize(
    "memo",
    [
        "The user met Maria. She lives in Madrid.",
        "User has a sister. She lives in Madrid.",
        "The user's boss is strict. He lives in Leeds.",
        "The user told Anna that she should visit Madrid.",
        "The user hired Acme. They built a website in Django.",
    ],
)
def test_a_pronoun_that_may_mean_somebody_else_is_not_the_user(memo: str) -> None:
    assert not {fact_ for fact_ in facts(memo) if fact_[0] == ME and fact_[2] in {"Madrid", "Leeds", "website"}}


@pytest.mark.models
@pytest.mark.parametrize(
    "memo",
    [
        "父は大阪に住んでいる。ゴルフが好き。",
        "彼は医者だ。京都で働いている。",
        "私の夫は先生です。ベルリンで生まれました。",
    ],
)
def test_a_memo_goes_on_about_somebody_without_a_name_too(memo: str) -> None:
    assert not {fact_ for fact_ in facts(memo) if ME in fact_ and fact_[2] in {"ゴルフ", "京都", "ベルリン"}}


@pytest.mark.models
def test_who_speaks_of_themselves_again_goes_on_about_themselves() -> None:
    memo_facts = facts("田中さんは医者だ。私は京都に住んでいる。猫を飼っている。")
    assert {(ME, "住む", "京都"), (ME, "飼う", "猫")} <= memo_facts


@pytest.mark.models
def test_a_sign_for_inches_and_a_bracket_silence_nobody() -> None:
    assert (ME, "live in", "Paris") in facts("I'm 5'10\" tall. I live in Paris.")
    assert (ME, "住む", "京都") in facts("(私は京都に住んでいる。)")


def test_the_words_of_a_talk_or_a_letter_are_not_the_users_own() -> None:
    assert not is_memo(Draft(text="Anna: I moved to Berlin.\nBen: I love Rome."))
    assert not is_memo(Draft(text="> I moved to Berlin.\n> I love Rome.\nAnna wrote that."))
    assert not is_memo(Draft(text="Hi Ken,\nI moved to Berlin last week.\nBest,\nAnna"))
    assert is_memo(Draft(text="Todo: I need milk."))
