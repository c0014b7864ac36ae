"""Talks with an assistant: what a question wants of it, and which turns say what it shall always mind."""

import pytest

from graph.model.talk.assistants import is_assistant, is_standing, is_standing_order, looks_back, wanted_of_assistant
from graph.tables import table_rows, values


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("Always name your sources when I ask about dates.", True),
        ("Thanks! Never use tabs in code.", True),
        ("From now on, answer in French.", True),
        ("Please don’t use emojis from now on.", True),
        ("Whenever I ask for code, add a test.", True),
        ("Show a diagram when I ask about triangles.", True),
        ("I’d prefer short answers, so can you cut this down?", True),
        ("コードには必ずテストを付けてください。", True),
        ("これからは敬語で答えてほしい", True),
        ("日付を聞いたら、曜日も書いてください", True),
        ("短い答えの方が好きです", True),
        ("Always happy to help!", False),
        ("Never heard of it.", False),
        ("From now on he lived in Kyoto.", False),
        ("Never again will I eat there.", False),
        ("Never mind the weather.", False),
        ("Always sunny in May.", False),
        ("Whenever I ask him he laughs.", False),
        ("I have always walked to work.", False),
        ("この道はいつも混んでいる", False),
        ("必ず行きます", False),
    ],
)
def test_what_is_to_be_minded_always_is_told_by_its_wording(text: str, *, standing: bool) -> None:
    assert is_standing(text) is standing


@pytest.mark.parametrize(
    ("verb", "example"),
    [
        (verb, example)
        for _, verbs, example in table_rows("graph.model.talk", "order_verbs", "language verbs example")
        for verb in values(verbs)
    ],
)
def test_an_order_for_good_is_told_by_its_verb(verb: str, example: str) -> None:
    assert is_standing_order(example)
    assert is_standing_order(f"Never {verb} that.")
    assert not is_standing_order(f"They always {verb} that.")


@pytest.mark.parametrize(
    ("question", "to_do", "answer"),
    [
        ("Can you show me how to add a login?", True, False),
        ("How should I lay out my résumé?", True, False),
        ("ログイン画面を作ってください", True, False),
        ("どうやって面積を求めればいいですか", True, False),
        ("Can you give me a summary of my project?", False, False),
        ("Can you list the order in which I brought these up?", False, False),
        ("When does my first sprint end?", False, False),
        ("最初の締め切りはいつですか", False, False),
        ("契約の番号を教えてください", False, False),
        ("森さんはどこに置いてほしいと言っていますか", False, False),
        ("森さんはいつ来てほしいと頼みましたか", False, False),
        ("旅行の計画を立ててほしいと思っています", True, False),
        ("レポートを書いて欲しいところです", True, False),
        ("Could you plan a workout for somebody with a history of back pain?", True, False),
        ("Can you help me save money over time?", True, False),
        ("How do I recapture a branch?", True, False),
        ("3時間経過したらどうすればいいですか", True, False),
        ("How did you recommend handling bursts?", False, True),
        ("What was your advice on keywords?", False, True),
        ("どのライブラリを勧めてくれた？", False, True),
    ],
)
def test_a_question_wants_something_done_or_what_was_answered(question: str, *, to_do: bool, answer: bool) -> None:
    wanted = wanted_of_assistant(question)
    assert (wanted.to_do, wanted.answer) == (to_do, answer)


@pytest.mark.parametrize(
    ("word", "example"), [row[2:] for row in table_rows("graph.model.talk", "looks_back", "language kind word example")]
)
def test_a_question_that_looks_back_is_told_by_its_wording(word: str, example: str) -> None:
    assert looks_back(example)
    assert not looks_back(example.replace(word, "").replace(word.capitalize(), ""))


def test_a_question_for_one_thing_does_not_look_back() -> None:
    for question in (
        "When does my first sprint end?",
        "Can you walk me through a proof?",
        "Can you help me save money over time?",
        "How do I recapture a branch?",
        "3時間の経過の後はどうすればいいですか",
        "最初の締め切りはいつですか",
    ):
        assert not looks_back(question)


def test_an_assistant_is_known_by_its_role() -> None:
    assert is_assistant(" Assistant ")
    assert is_assistant("アシスタント")
    assert not is_assistant("user")
    assert not is_assistant(None)
