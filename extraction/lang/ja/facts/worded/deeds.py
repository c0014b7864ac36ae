"""What a predicate and the phrases around it tell of: who does it, what it is done to and with, what is set aside.

「Kafka は見送り」: it is done to the topic. 「佐藤さんの承認が必須」 and 「撤去が決まった」 tell of the noun of action.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.valence import actor, objects_of
from extraction.lang.ja.facts.worded.drafts import MOVES
from extraction.lang.ja.facts.worded.ends import (
    INANIMATE,
    SUBJECTS,
    UNSEEN,
    End,
    Part,
    end_at,
    is_date,
    is_definite,
    is_of_work,
    is_person,
    is_somebody,
)
from extraction.lang.ja.facts.worded.phrases import is_done
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.modality.verdicts import (
    LIGHT_VERBS,
    Action,
    action_in,
    compound_start,
    is_action,
    is_decision,
    is_stem,
    meant_by,
    verb_of,
    verdict_of,
)
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import kind_of, phrase_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import OFFICES, VERBS
from graph.model.types import EntityType, Modality

_OBJECTS: Final = (
    "を",
    "に",
    "へ",
    "と",
    "から",
    "まで",
    "で",
    "について",
    "に対して",
    "によって",
    "より",
    "として",
    "",
)
"""Roles, that of the object before those of further arguments."""
_RULE: Final = re.compile(r"[^\s。、]{1,6}(?<!れ)(?:ない(?:こと|で)?|こと)[。.]?(?:\s|$)")
"""A verb that ends its sentence in the form of a rule."""
_TENSELESS: Final = re.compile(r"[一-鿿ァ-ヺー]{2,8}(?:[。.、(（\n]|$)")
"""A noun of action that ends a clause and tells no tense."""
MOSTLY: Final = "2"
"""How often a verb has an object that mostly has."""
_CONTRASTS: Final = frozenset(("が", "けど", "けれど", "けれども"))
GOALS: Final = ("に", "へ", "から", "まで")
_DONE: Final = ("済み", "済", "完了", "中")
_RECEIVING: Final = ("もらう", "いただく", "頂く", "得る", "受ける")
_SETTLING: Final = frozenset(("決まる", "決定する"))
"""Verbs that tell that an action was decided on: 「撤去が決まった」."""
_COUNT: Final = re.compile(r"(?:\d+|[一二三四五六七八九十何数]{1,3})(?:度|回|件|人|つ|日|月|年|時|分)")
"""How a count begins, as which nothing is done to: 二度目."""
_IMPERSONAL: Final = VERBS.words("things_do")
_OUTLOOK: Final = re.compile(r"(?:予定|見込み|見通し|方針|計画|済み?|完了|中)$")
"""What stands behind a noun of action and tells how far it has come."""


class Deed(NamedTuple):
    """A predicate with who does it, what it is done to (を) and with, and what is set `away`.

    `is_action`: the predicate was a noun of action, of which a verdict or a light verb told. `by_writers`: where nobody
    is named, those who write do it. `is_asked`: somebody is asked to do it.
    """

    predicate: Stated
    subjects: list[Part]
    things: list[Part]
    away: list[Part]
    acted_on: list[Part]
    is_action: bool
    by_writers: bool
    is_asked: bool = False

    @property
    def theme(self) -> Part | None:
        """What it is done to."""
        return self.things[0] if self.things and self.things[0].role == "を" else None

    @property
    def givers(self) -> list[Part]:
        """The people whom something comes from or goes to."""
        return [part for part in self.things if part.role in ("に", "から") and is_person(part.end)]

    @property
    def goals(self) -> list[Part]:
        """What things come to and from."""
        return [part for part in self.things if part.role in GOALS and not is_person(part.end)]


def deed_of(
    parse: Parse,
    clause: Clause,
    predicate: Stated,
    parts: Sequence[Part],
    action: tuple[Stated, list[Part]] | None,
    referents: Referents,
    *,
    has_object: bool,
) -> Deed:
    """What a predicate and its parts tell: topics that something is done to stand as its objects."""
    verb = clause.predicate.word
    by_writers = action is not None or is_rule(parse, verb) or is_decision(verb)
    if action is not None:
        predicate, parts = action
    elif clause.predicate.kind in ("nominal", "event"):
        # 体言止め: "リンさんが調査", "4/1 リリース予定"
        predicate = _acted(parse, verb, predicate)
    subjects = [part for part in parts if part.role == "が"] or [part for part in parts if part.role in SUBJECTS]
    if any(part.role == "を" and not part.away for part in parts):
        subjects = [part for part in subjects if not _is_left_behind(parse, part, verb)]
    subjects = [part for part in subjects if not _is_set_against(parse, part, verb)]
    modified = _modified(parse, verb, referents)
    if modified is not None and all(part.role != "が" for part in subjects):
        subjects = [modified]
    things = sorted(
        (part for part in parts if part.role in _OBJECTS and not part.away), key=lambda part: _OBJECTS.index(part.role)
    )
    acted_on: list[Part] = []
    if (verb.label != "acl" or is_rule(parse, verb)) and not has_object:
        acted_on = _acted_on(parse, predicate, parts, things, surely=by_writers)
    if acted_on:
        subjects = [part for part in subjects if part not in acted_on]
        things = [*(part._replace(role="を") for part in acted_on), *things]
    away = [part for part in parts if part.away]
    deed = Deed(predicate, subjects, things, away, acted_on, action is not None, by_writers)
    is_task = bool(acted_on) and any(is_person(part.end) for part in subjects) and action is None
    if is_task and predicate.modality is Modality.STATED and _TENSELESS.match(parse.text, verb.start):
        # v2 対応は佐藤さんが調査: it is still to be done
        deed = deed._replace(predicate=predicate._replace(modality=Modality.INTENDED))
    theme, givers = deed.theme, deed.givers
    if theme is not None and givers and predicate.lemma in _RECEIVING and _action_of(parse, theme) is not None:
        # 部長に了承をもらう
        words = f"{theme.end.text}を{predicate.lemma}"
        predicate = predicate._replace(predicate=words, lemma=words)
        deed = deed._replace(predicate=predicate, things=givers[:1], is_asked=True, by_writers=True)
    return deed


def _is_left_behind(parse: Parse, topic: Part, verb: Word) -> bool:
    """Whether a topic without a name belongs to a clause before, and does nothing here: 「鍵は事務室、扉を閉める」.

    What does something before goes on, 「銀行は金利を上げ、手数料を下げる」; what something is done to does not.
    """
    if topic.role not in ("は", "も") or topic.end.name is not None or topic.phrase is None:
        return False
    between = parse.words[topic.phrase.last + 2 : verb.place]
    commas = [at for at, word in enumerate(between) if at and word.text == "、"]
    head = parse.words[topic.phrase.last]
    if not commas or kind_of(head) == "person" or actor(head.text) in ("2", "3"):
        return False
    before = between[: commas[-1]]
    verbs = [word for word in before if word.tag.startswith("動詞")]
    if not verbs:
        return before[-1].is_noun and kind_of(before[-1]) != "time"
    return objects_of(verbs[-1].lemma) == "3" and all(word.text != "を" for word in before)


def _is_set_against(parse: Parse, topic: Part, verb: Word) -> bool:
    """Whether a clause with が or けど parts a topic from a verb that tells of another noun.

    「木村さんも候補だったが、海外で働いた経験があるのは林さんだけだ」.
    """
    if topic.role not in ("は", "も") or topic.phrase is None or verb.label != "acl":
        return False
    between = parse.words[topic.phrase.last + 2 : verb.place]
    return any(word.tag == "助詞-接続助詞" and word.text in _CONTRASTS for word in between)


def is_change(deed: Deed) -> bool:
    """Whether a thing becomes or comes to another: 「しきい値を 6.0 に下げる」."""
    return any(is_definite(part.end) for part in deed.goals) and deed.predicate.lemma in MOVES


def is_made_to(part: Part, verb: Word) -> bool:
    """Whether a part is what something is made to, right before する: 標準 of 「パスキーを標準にする」."""
    is_goal = part.role == "に" and not part.is_when and not is_date(part.end)
    return is_goal and part.phrase is not None and part.phrase.last + 2 == verb.place


def _modified(parse: Parse, verb: Word, referents: Referents) -> Part | None:
    """Whom a relative clause tells of: 「育休に入る佐藤さん」."""
    head = parse.words[verb.head]
    name = referents.names.at(head.place) if verb.label == "acl" and head.place > verb.place else None
    is_person = name is not None and name.type is EntityType.PERSON and name.named and verb.end == name.start
    return Part("が", End(name, name.surface), UNSEEN) if name is not None and is_person else None


def of_action(
    parse: Parse, clause: Clause, predicate: Stated, parts: Sequence[Part], referents: Referents
) -> tuple[Stated, list[Part]] | None:
    """The action that a verdict or a light verb is of, with its parts: 「持ち込みは禁止」, 「更新は深夜に実施」.

    None where a predicate is an action by itself.
    """
    word = clause.predicate.word
    verdict = verdict_of(word)
    first = compound_start(parse, word.place)
    if verdict and first < word.place and is_action(parse.words[word.place - 1]):
        # 持ち込み禁止
        verb = verb_of(parse, first, word.place - 1)
        polarity, modality = meant_by(verdict)
        thing = _thing_of(parse, first, referents)
        things = [] if thing is None else [Part("を", thing, UNSEEN)]
        return Stated(verb, verb, polarity, modality, False), [*things, *parts]
    lemma = predicate.lemma if clause.predicate.kind in ("verb", "act") else f"{word.text}する"
    is_light = lemma in LIGHT_VERBS and not predicate.passive
    is_settled = lemma in _SETTLING and all(part.role != "を" for part in parts)
    if not verdict and not is_light and not is_settled:
        return None
    of_subject = any(part.role == "が" for part in parts)
    roles = ("が",) if is_settled else ("を",) if lemma == "する" else ("が", "を") if of_subject else (*SUBJECTS, "を")
    for part in parts:
        action = _action_of(parse, part) if part.role in roles else None
        if action is not None and lemma == "する" and part.phrase is not None:
            is_verbal = parse.words[part.phrase.last].tag.startswith("名詞-普通名詞-サ変")
            action = action if is_verbal else None  # 一人暮らしをする
        others = [other for other in parts if other.role not in SUBJECTS and other is not part]
        is_made = lemma == "する" and any(is_made_to(other, word) for other in others)
        is_bare = action is not None and action.thing is None and all(is_date(other.end) for other in others)
        if action is None or is_made or (is_light and is_bare):
            continue
        if verdict == "required" and action.thing is not None and _is_somebody_at(referents, action.thing[1]):
            continue  # 佐藤さんの承認が必須
        rest = [other for other in parts if other is not part]
        if (
            action.thing is not None
            and (thing := end_at(parse, action.thing[1], referents, action.thing[0])) is not None
        ):
            rest = [Part("を", thing, part.confidence), *rest]
        if verdict:
            polarity, modality = meant_by(verdict)
            return Stated(action.verb, action.verb, polarity, modality, False), rest
        if is_settled:
            return Stated(action.verb, action.verb, predicate.polarity, Modality.INTENDED, False), rest
        return predicate._replace(predicate=action.verb, lemma=action.verb), rest
    return None


def _is_somebody_at(referents: Referents, place: int) -> bool:
    name = referents.names.at(place)
    return name is not None and name.type is EntityType.PERSON


def _thing_of(parse: Parse, first: int, referents: Referents) -> End | None:
    """The thing to which an action is done, before の: v15 of 「v15 への切り替え」."""
    place = first - 1
    if place < 1 or parse.words[place].text != "の":
        return None
    place -= 1 + parse.words[place - 1].is_particle
    return end_at(parse, place, referents)


def _action_of(parse: Parse, part: Part) -> Action | None:
    return None if part.phrase is None else action_in(parse, part.phrase.first, part.phrase.last)


def is_rule(parse: Parse, verb: Word) -> bool:
    """Whether a sentence is a rule for those who write it: 「float を使わない」, 「必ず型を使うこと」."""
    return _RULE.match(parse.text, verb.start) is not None


def _acted_on(
    parse: Parse, predicate: Stated, parts: Sequence[Part], things: Sequence[Part], *, surely: bool
) -> list[Part]:
    """The topics to which something is done by whoever it may be: 「Kafka は見送り」, 「npm も yarn も使わない」.

    Beside somebody who does it, it is done to the topic: 「値引きは佐藤さんが交渉する」. It is so `surely` where a
    sentence is a rule or a decision.
    """
    often = objects_of(predicate.lemma)
    doers = [part for part in parts if part.role == "が"]
    topics = [part for part in parts if part.role in ("は", "も") and not part.is_when]
    topics = [part for part in topics if _COUNT.match(part.end.text) is None]
    is_done_by = bool(doers) and all(is_person(part.end) or is_of_work(part.end) for part in doers)
    if predicate.passive or predicate.lemma in _IMPERSONAL or any(part.role == "を" for part in things):
        return []
    if doers and not is_done_by:
        return []
    if not is_done_by and not surely and (often == "?" or often < MOSTLY):
        return []
    amounts = [part for part in things if part.end.text[:1].isdigit() and not is_date(part.end)]
    if not doers and any(part.role in GOALS for part in amounts):
        return []  # p95 は 400ms まで回復
    also = [part for part in topics if part.role == "も"]
    topics = also if len(also) < len(topics) and also else topics
    may_do = is_somebody if is_done_by or surely else _may_act
    by_title = any(part.phrase is not None and parse.words[part.phrase.last].text in OFFICES for part in topics)
    return [] if by_title or any(may_do(part.end) for part in topics) else topics


def _may_act(end: End) -> bool:
    """Whether an end may do something by itself: no identifier, no document, no noun that is seldom an agent."""
    if end.name is not None and end.name.named:
        return end.name.type not in INANIMATE
    noun = end.text.rpartition("の")[2]
    return not noun.isascii() and actor(noun) not in ("0", "1")


def _acted(parse: Parse, verb: Word, predicate: Stated) -> Stated:
    """A noun of action as the verb that it stands for: リリース予定 is planned to be released."""
    first, last = phrase_of(parse, verb.place)
    first = compound_start(parse, verb.place) if parse.words[first].text[:1].isdigit() else first
    text = parse.surface(first, last)
    bare = _OUTLOOK.sub("", text)
    is_act = bare != text or is_action(verb) or verb.text.isascii() or is_done(parse, verb)
    lemma = verb_of(parse, first, last) if is_stem(verb) else f"{bare or text}する" if is_act else text
    planned = bare != text and not text.endswith(_DONE)
    modality = Modality.INTENDED if planned else predicate.modality
    return predicate._replace(predicate=lemma, lemma=lemma, modality=modality)
