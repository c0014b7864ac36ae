"""The words that mean the speaker of a text: 私, and in a memo about its user ユーザー."""

import re

from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import SPEAKERS
from extraction.names.speakers import THE_USER

_HONORIFICS = frozenset(("さん", "様"))
_PROGRAM_TERMS = re.compile(
    r"ログ(?:イン|アウト|オン)|クリック|タップ|スワイプ|押下|入力|サインアップ|アップロード|"
    r"ボタン|画面|パスワード|認証|アカウント|権限|場合"
)
"""What the user of a program does and sees."""
_READING = re.compile(r"[（(][^（()）]{0,12}$")
"""Text before a word of kana within the bracketed reading of a name (杜牧(とぼく))."""
_KANA = re.compile(r"[ぁ-んァ-ヺー]+")
_REFLEXIVE_PARTICLES = frozenset(("で", "から", "を", "自身", "なり"))
_AFTER_USER = frozenset(("、", "。", "です", "だ"))
_WE = frozenset(("我々", "われわれ", "弊社", "当社"))


def speaker_words(parse: Parse, *, memo: bool) -> frozenset[int]:
    """The places of first-person pronouns; without them in a `memo`, those of the words for its user.

    A text with 弊社, with users in the plural or new users, or with what is clicked is about a program's users instead.
    """
    pronouns = (word for word in parse.words if word.text in SPEAKERS and not parse.is_quoted(word))
    first_person = frozenset(word.place for word in pronouns if not _is_other_use(parse, word))
    if first_person or not memo or any(word.text in _WE for word in parse.words) or _PROGRAM_TERMS.search(parse.text):
        return first_person
    users = [_user_words(parse, word) for word in parse.words if word.text in THE_USER]
    return frozenset(place for places in users for place in places) if all(users) else first_person


def _is_other_use(parse: Parse, word: Word) -> bool:
    """Whether a pronoun does not mean the speaker here.

    自分 may be reflexive (自分で操作する), うち may be "of" (三つのうち), and brackets hold readings of names
    (杜牧(とぼく)).
    """
    before = parse.words[word.place - 1] if word.place else None
    after = parse.words[word.place + 1] if word.place + 1 < len(parse.words) else None
    if word.text == "うち":
        begins = before is None or before.text in ("、", "。", "\n")
        return not (begins and after is not None and after.is_particle)
    if _KANA.fullmatch(word.text) and _READING.search(parse.text, 0, word.start):
        return True
    return word.text == "自分" and after is not None and after.text in _REFLEXIVE_PARTICLES


def may_be_omitted(parse: Parse, speakers: frozenset[int]) -> bool:
    """Whether a sentence without a subject may be about the speaker, because another one names them as its subject.

    The user of a memo counts only as a topic: one who receives something (ユーザーに) need not act.
    """
    return any(
        parse.words[place].text not in THE_USER or parse.words[place + 1].text in ("は", "も")
        for place in speakers
        if place + 1 < len(parse.words)
    )


def is_about_program(parse: Parse, speakers: frozenset[int]) -> bool:
    """Whether a text is about the users of a program: it has ユーザー for somebody other than the speaker."""
    return any(word.text in THE_USER and word.place not in speakers for word in parse.words)


def _user_words(parse: Parse, word: Word) -> range:
    """The word for the user with its honorific; empty where it is modified, or part of a longer word."""
    if any(child < word.place for child in parse.children[word.place]):
        return range(0)
    end = word.place + 1
    if end < len(parse.words) and parse.words[end].text in _HONORIFICS:
        end += 1
    after = parse.words[end] if end < len(parse.words) else None
    # "ユーザーが" is mostly about a program.
    alone = after is not None and after.text != "が" and (after.is_particle or after.text in _AFTER_USER)
    return range(word.place, end) if alone else range(0)
