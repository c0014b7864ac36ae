"""The speaker of an English text: the words that refer to them ("I", "the user") and how they introduce themselves."""

from collections.abc import Collection, Iterator, Set
from typing import Final

from extraction.lang.en.modality.mood import is_outright
from extraction.lang.en.parse.tree import PROPER, Tree
from extraction.names.speakers import FIRST_PERSON, ME, SEVERAL

USER: Final = "user"
"""The word for the speaker in memos that an assistant keeps for them."""
_PERSON_LABELS: Final = ("nsubj", "nsubjpass", "poss", "dobj", "pobj", "dative", "attr", "conj")
"""Labels under which "user" is somebody; in "user interface" it has none of them."""
_TITLE_CASED: Final = frozenset(("My", "Me", "Mine", "Myself"))
_OPERATING: Final = frozenset(
    ("click", "tap", "press", "scroll", "swipe", "hover", "submit", "select", "enter", "log", "authenticate", "upload")
)
"""What the user of a program does."""
_INTERFACE: Final = frozenset(
    ("button", "page", "password", "token", "browser", "session", "screen", "backend", "endpoint")
)
"""Words of texts about a program and its users."""
_WHENEVER: Final = frozenset(("when", "whenever", "if", "once", "unless", "where"))
_WHOLE_NAME: Final = frozenset(("full", "real", "legal", "actual", "complete"))
"""Adjectives before "name" that leave it a name of the whole person."""
_ATTRIBUTING: Final = frozenset(("in", "according"))
"""Prepositions that make a statement somebody else's, or a role: "In the play I am Hamlet", "According to him, …"."""
_PRESENT: Final = ("VBP", "VBZ")
_SAME_LETTERS: Final = 3
"""First letters in common from which two forms may be one name: Ken, Kenji."""


def speaker_words(tree: Tree, *, memo: bool, quoted: Collection[int] = ()) -> frozenset[int]:
    """The places of the words for the speaker alone; in a `memo` "the user", where nobody in it says "I" or "we".

    A text about users in the plural, "a user", or what happens "when the user clicks" is about a program. `quoted` are
    the places of words that others say of themselves.
    """
    first_person = frozenset(
        place
        for place, word in enumerate(tree.lower)
        if word in FIRST_PERSON and place not in quoted and _is_uttered(tree, place)
    )
    if first_person or not memo or not (SEVERAL.isdisjoint(tree.lower) and _INTERFACE.isdisjoint(tree.lemma)):
        return first_person
    users = frozenset(place for place, lemma in enumerate(tree.lemma) if lemma.lower() == USER)
    return users if all(_is_the_user(tree, place) for place in users) else first_person


def tag_as_names(tree: Tree, speaker: frozenset[int]) -> bool:
    """Tags "the user" as a proper noun where a memo calls the speaker so: "the user's" is as "Anna's" then.

    Returns whether it does, so that "they" or "he" may stand for them, too.
    """
    is_third_person = any(tree.lower[place] == USER for place in speaker)
    for place in speaker if is_third_person else ():
        tree.tag[place] = PROPER[0]
    return is_third_person


def introduced_names(tree: Tree, speaker: Set[int]) -> Iterator[tuple[int, bool]]:
    """The places of the names by which speakers introduce themselves, and whether each is a nickname.

    "My name is Kenji Tanaka" gives a name, "Call me Kenny" a nickname. `speaker` are the places of the words for the
    speaker. What is denied, asked, possible or past gives none, nor do the words of others: a name is merged for good.
    """
    for place, label in enumerate(tree.dep):
        verb = tree.head[place]
        if tree.tag[place] not in PROPER or tree.labelled(verb, "neg") or _is_asked(tree, verb):
            continue
        is_nickname = _gives_nickname(tree, verb, label, speaker)
        if (is_nickname or _gives_name(tree, verb, label, speaker)) and _is_own_statement(tree, verb, speaker):
            yield place, is_nickname


def is_same_person(label: str, name: str, *, is_nickname: bool) -> bool:
    """Whether a speaker with a label may bear an introduced name: not where both are names and share nothing.

    A nickname need share nothing with the name; a label such as "tanaka_k" is no name.
    """
    if label == ME:
        return True
    label_words, name_words = label.casefold().split(), name.casefold().split()
    if any(_may_be_one_name(left, right) for left in label_words for right in name_words):
        return True
    if len(label_words) > 1 and len(name_words) > 1:
        return False
    is_name = all(word.isalpha() and word.istitle() for word in label.split())
    return not is_name or (is_nickname and len(name_words) == 1)


def _is_uttered(tree: Tree, place: int) -> bool:
    """Whether the speaker says a word: it is not quoted, nor part of a title ("My Own Way")."""
    in_title = tree.text[place] in _TITLE_CASED and place > 0 and not tree.doc[place].is_sent_start
    return not in_title and not tree.is_quoted(place)


def _is_the_user(tree: Tree, place: int) -> bool:
    """ "The user", or "User" as if it were a name, with nothing that tells which user or has them at a program."""
    if tree.lower[place] != USER or tree.dep[place] not in _PERSON_LABELS or _operates_program(tree, place):
        return False
    if tree.labelled(place, "relcl", "acl") or any(tree.lower[prep] == "of" for prep in tree.labelled(place, "prep")):
        return False
    before = [child for child in tree.kids[place] if child < place]
    if not before:
        return tree.text[place] != USER or bool(tree.doc[place].is_sent_start)
    return [tree.lower[child] for child in before] == ["the"]


def _operates_program(tree: Tree, place: int) -> bool:
    verb = tree.head[place]
    marks = {tree.lower[child] for child in tree.labelled(verb, "advmod", "mark") if child < place}
    return tree.lemma[verb] in _OPERATING or not _WHENEVER.isdisjoint(marks)


def _may_be_one_name(left: str, right: str) -> bool:
    shortest = min(len(left), len(right))
    return left == right or (shortest >= _SAME_LETTERS and left[:_SAME_LETTERS] == right[:_SAME_LETTERS])


def refers_to_speaker(tree: Tree, subject: int, speaker: Set[int]) -> bool:
    """ "I" or "my name", "my full name"."""
    if subject in speaker:
        return True
    if tree.lower[subject] not in ("name", "nickname"):
        return False
    possessives = [child for child in tree.kids[subject] if child in speaker]
    return bool(possessives) and all(
        child in possessives or tree.lower[child] in _WHOLE_NAME for child in tree.kids[subject]
    )


def _gives_name(tree: Tree, verb: int, label: str, speaker: Set[int]) -> bool:
    """ "I'm Kenji Tanaka", "My name is Kenji"."""
    if label != "attr" or tree.lemma[verb] != "be" or tree.tag[verb] not in _PRESENT:
        return False
    if any(child < verb and tree.lower[child] in _ATTRIBUTING for child in tree.labelled(verb, "prep")):
        return False
    return any(refers_to_speaker(tree, subject, speaker) for subject in tree.labelled(verb, "nsubj"))


def _is_own_statement(tree: Tree, place: int, speaker: Set[int]) -> bool:
    """Whether the speaker states it, and not somebody whose words or thoughts they report."""
    verb = place if tree.is_verb(place) else tree.head[place]
    above = tree.head[verb]
    if tree.dep[verb] == "ccomp" and speaker.isdisjoint(tree.labelled(above, "nsubj")):
        return False
    return is_outright(tree, verb) and not tree.is_quoted(verb)


def _gives_nickname(tree: Tree, verb: int, label: str, speaker: Set[int]) -> bool:
    """ "Call me Kenny", "I go by Kenny"."""
    if label == "oprd":
        return tree.lemma[verb] == "call" and _calls_speaker(tree, verb, speaker)
    return label == "pobj" and tree.lower[verb] == "by" and _goes(tree, tree.head[verb], speaker)


def _goes(tree: Tree, verb: int, speaker: Set[int]) -> bool:
    is_of_speaker = not speaker.isdisjoint(tree.labelled(verb, "nsubj"))
    return is_of_speaker and tree.lemma[verb] == "go" and tree.tag[verb] in _PRESENT and not tree.labelled(verb, "neg")


def _calls_speaker(tree: Tree, verb: int, speaker: Set[int]) -> bool:
    if tree.tag[verb] == "VBN":
        return not speaker.isdisjoint(tree.labelled(verb, "nsubjpass"))
    objects = [place for place in tree.labelled(verb, "dobj", "nsubj") if tree.lower[place] != "i"]
    return tree.tag[verb] in ("VB", *_PRESENT) and not speaker.isdisjoint(objects)


def _is_asked(tree: Tree, verb: int) -> bool:
    end = tree.doc[verb].sent[-1]
    return end.text.endswith("?") or any(
        tree.lower[place] in ("if", "may", "might", "would", "could", "should")
        for place in tree.labelled(verb, "aux", "mark")
    )
