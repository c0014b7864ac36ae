"""The words by which a text speaks of the one who speaks: 私, and in a memo kept for them ユーザー."""

import re

from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import SPEAKERS
from extraction.names.speakers import THE_USER

_POLITE = frozenset(("さん", "様"))
_OPERATED = re.compile(
    r"ログ(?:イン|アウト|オン)|クリック|タップ|スワイプ|押下|入力|サインアップ|アップロード|"
    r"ボタン|画面|パスワード|認証|アカウント|権限|場合"
)
"""What the user of a program does, and has before them."""
_READING = re.compile(r"[（(][^（()）]{0,12}$")
"""What stands before a word of kana that ends a reading in brackets."""
_KANA = re.compile(r"[ぁ-んァ-ヺー]+")
_BACK = frozenset(("で", "から", "を", "自身", "なり"))
_BEHIND = frozenset(("、", "。", "です", "だ"))
_SEVERAL = frozenset(("我々", "われわれ", "弊社", "当社"))


def own_words(parse: Parse, *, memo: bool) -> frozenset[int]:
    """The places of the words for the speaker; in a `memo` those for the user, where nobody in it says 私 or 弊社.

    Who writes of users in the plural, of new users or of what is clicked writes of a program.
    """
    spoken = (word for word in parse.words if word.text in SPEAKERS and not parse.is_quoted(word))
    first = frozenset(word.place for word in spoken if not _is_other(parse, word))
    if first or not memo or any(word.text in _SEVERAL for word in parse.words) or _OPERATED.search(parse.text):
        return first
    told = [_the_user(parse, word) for word in parse.words if word.text in THE_USER]
    return frozenset(place for places in told for place in places) if all(told) else first


def _is_other(parse: Parse, word: Word) -> bool:
    """Whether a word is none for the speaker here.

    自分 may only go back to whoever does it (自分で操作する), うち may be "of" (三つのうち), and in brackets stand the
    readings of names (杜牧(とぼく)).
    """
    before = parse.words[word.place - 1] if word.place else None
    after = parse.words[word.place + 1] if word.place + 1 < len(parse.words) else None
    if word.text == "うち":
        begins = before is None or before.text in ("、", "。", "\n")
        return not (begins and after is not None and after.is_particle)
    if _KANA.fullmatch(word.text) and _READING.search(parse.text, 0, word.start):
        return True
    return word.text == "自分" and after is not None and after.text in _BACK


def may_go_unsaid(parse: Parse, selves: frozenset[int]) -> bool:
    """Whether one of the words for the speaker is who does it: who only gets a thing (ユーザーに) need do nothing."""
    return any(
        parse.words[place].text not in THE_USER or parse.words[place + 1].text in ("は", "も")
        for place in selves
        if place + 1 < len(parse.words)
    )


def is_of_a_program(parse: Parse, selves: frozenset[int]) -> bool:
    """Whether a text is about the users of a program: ユーザー stands in it and is none of the words for the user."""
    return any(word.text in THE_USER and word.place not in selves for word in parse.words)


def _the_user(parse: Parse, word: Word) -> range:
    """The words that stand for one person, an honorific included.

    Empty where something tells which user, and where the word is part of a longer one.
    """
    if any(child < word.place for child in parse.children[word.place]):
        return range(0)
    end = word.place + 1
    if end < len(parse.words) and parse.words[end].text in _POLITE:
        end += 1
    after = parse.words[end] if end < len(parse.words) else None
    # who writes "ユーザーが" tells what happens at a program
    alone = after is not None and after.text != "が" and (after.is_particle or after.text in _BEHIND)
    return range(word.place, end) if alone else range(0)
