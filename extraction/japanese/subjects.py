"""Who does it where a sentence names nobody: the topic that goes on from the sentence before, or the speaker."""

import re
from collections.abc import Sequence

from extraction.japanese.clauses import Argument, Clause
from extraction.japanese.predicates import feels, tail_of
from extraction.japanese.words import Parse, Word

TOPIC, WISH, TOLD = 0.5, 0.66, 0.5
"""How sure an unnamed subject is: the topic of the sentence before (33 of 52 annotated ones on `wac_ja`, of 97 with
those that annotators leave open), the speaker who wishes or feels, the speaker of any other statement (by hand)."""

_WISH = re.compile(r"(?:^|[^み])た(?:い|く|かっ)|つもり|よう(?:と|か|かな)|ましょう|ておき|てみ|(?:と|って)思")
_FEELING = frozenset(("思う", "感じる", "考える", "信じる", "願う", "悩む", "楽しむ"))
_OTHERS = re.compile(r"くれ|くださ|下さ|なさ|いただけ|られ|れる|れた|でしょう|だろう|らしい|そう(?:だ|です)|[?？]")
_THINGS_DO = frozenset(
    (
        "ある",
        "ござる",
        "なる",
        "できる",
        "出来る",
        "いる",
        "始まる",
        "終わる",
        "かかる",
        "降る",
        "見える",
        "違う",
        "いい",
        "足りる",
    )
)
_ACTS = frozenset(("verb", "act", "adjective"))


def with_unnamed(
    parse: Parse, clauses: Sequence[Clause], topic: int | None, *, speaker: bool
) -> list[tuple[Clause, str]]:
    """Each clause with a subject where one can be told, and "speaker" where that is the speaker, who has no word.

    `topic` is the word that the sentences before are about; `speaker` tells whether the text is somebody's turn.
    """
    found: list[tuple[Clause, str]] = []
    own = any(one.route in _NAMED for clause in clauses for one in clause.of_role("が"))
    for clause in clauses:
        if clause.predicate.kind not in _ACTS or (clause.of_role("が") and not feels(clause.predicate)):
            found.append((clause, ""))
        elif speaker and (sure := _spoken(parse, clause)):
            found.append((clause, "wish" if sure == WISH else "told"))
        elif topic is not None and not own and _goes_on(parse, clause):
            carried = Argument(topic, "が", "topic before", TOPIC, linked=False)
            found.append((clause._replace(arguments=(carried, *clause.arguments)), ""))
        else:
            found.append((clause, ""))
    return found


_NAMED = frozenset(("が", "は", "も", "とは", "reach", "top", "sub"))
_GETTING = re.compile(r"もら|いただ|頂")


def _goes_on(parse: Parse, clause: Clause) -> bool:
    """Whether a clause may go on about the topic before: not within another noun, nor where favours change hands."""
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    getting = _GETTING.search(predicate.lemma + tail) or predicate.lemma in _THINGS_DO
    return predicate.ending in _ENDINGS and predicate.kind != "adjective" and not getting


def _spoken(parse: Parse, clause: Clause) -> float:
    """How surely the speaker is the unnamed subject; 0 where somebody else or a thing may be."""
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    whole = parse.surface(clause.sentence.start, clause.sentence.stop - 1)
    if (
        predicate.ending == "noun"
        or _in_quotes(parse, predicate.word)
        or predicate.voice == "p"
        or _OTHERS.search(tail)
    ):
        return 0.0
    if whole.rstrip("。 」").endswith(("?", "？", "か", "かな", "かしら", "ね")) or _asks(whole):
        return 0.0
    if _WISH.search(tail) or predicate.lemma in _FEELING or feels(predicate):
        return WISH
    if predicate.kind == "adjective" or predicate.lemma in _THINGS_DO:
        return 0.0
    does = predicate.bucket in ("1", "2", "3") or predicate.lemma in _MOVING
    does = does or (predicate.bucket == "?" and bool(clause.of_role("を")))
    if not does or predicate.ending not in _ENDINGS or _GETTING.search(predicate.lemma + tail):
        return 0.0
    return TOLD if clause.of_role("を", "に", "と", "で", "へ", "から") else 0.0


_ENDINGS = frozenset(("stop", "て", "stem", "が", "けど", "けれど", "し", "たら"))
_MOVING = frozenset(
    (
        "行く", "来る", "帰る", "戻る", "出かける", "泊まる", "住む", "着く", "乗る", "会う", "通う", "働く",
        "勤める", "引っ越す",
        "集まる", "座る", "寝る", "走る", "歩く", "登る", "泳ぐ", "遊ぶ", "話す", "参加する", "出席する",
        "集合する", "電話する", "相談する",
    )
)  # fmt: skip


_REQUEST = re.compile(r"(?:て|で)(?:ください|下さい|ほしい|くれ|ね|よ)?[。！!]?$|なさい|しろ[。！]?$")


def _asks(sentence: str) -> bool:
    return bool(_REQUEST.search(sentence.strip()))


def _in_quotes(parse: Parse, word: Word) -> bool:
    before = parse.text[: word.start]
    return before.count("「") > before.count("」") or before.count("『") > before.count("』")
