"""Grammatical voice: a passive phrase made active, and the phrase of a relation read from its object."""

import re
from typing import Final

from extraction.lang.en.word_lists import PACKAGE
from extraction.text.analysers import IRREGULAR_FORMS
from extraction.text.lexicon import lexicon_rows

_WAS: Final = frozenset(("was", "were", "got"))
_PRESENT: Final = frozenset(("is", "are", "am", "'s", "’s", "'re", "’re", "gets", "get"))
_NOT: Final = frozenset(("not", "n't", "n’t", "never"))
_BY: Final = "by"
_SHORT: Final = re.compile(r"[^aeiou]*[aeiou][bdgklmnprt]")
"""A verb of one syllable that doubles its last letter (run, plan)."""
_CONVERSES: Final = {word: (row.list, row.value) for row in lexicon_rows(PACKAGE, "converses") for word in row.words}
"""Verb phrases in dictionary form whose relation runs from the grammatical object: the converse phrase and its form."""


def active(predicate: str, base: str, participle: str) -> str:
    """A passive phrase as the one who did it would say it: "was written by" as "wrote", "will be signed by" as
    "will sign".

    `base` is the verb's dictionary form, `participle` its form in the phrase; a phrase without that is the base alone.
    """
    words = predicate.split()
    lowered = [word.lower() for word in words]
    if participle.lower() not in lowered:
        return base
    at = lowered.index(participle.lower())
    before, after = words[:at], [word for word in words[at + 1 :] if word.lower() != _BY]
    place = next((place for place in range(at - 1, -1, -1) if _is_auxiliary(lowered[place])), None)
    if place is None:
        return " ".join((past(base, participle), *after))
    auxiliary = lowered[place]
    if auxiliary == "get" and place:
        # "did not get promoted": behind another auxiliary it is a bare one, as "be" is
        auxiliary = "be"
    bare = auxiliary in ("been", "be", "being", "getting")
    denied = not bare and any(word in _NOT - {"never"} for word in lowered[:at])
    rest = [word for number, word in enumerate(before) if number != place and not (denied and word.lower() in _NOT)]
    verb = _verb(auxiliary, base, participle, denied=denied)
    return " ".join((*rest, verb, *after))


def converse(lemma: str, predicate: str, *, is_factual: bool) -> tuple[str, str]:
    """The converse of a phrase, said of its grammatical object, and its dictionary form: "hired" and "was hired by".

    What is not factual ("may hire") gets no tense: "hired by".
    """
    phrase, converse_lemma = _CONVERSES.get(lemma, (predicate, lemma))
    return phrase if is_factual else re.sub("^(?:is|was) ", "", phrase), converse_lemma


def past(base: str, participle: str) -> str:
    """The simple past of a verb; that of a regular one is its participle."""
    forms = IRREGULAR_FORMS.get(base.lower(), ())
    if participle.lower() not in (*forms, base.lower()) or not forms:
        return participle.lower()
    if len(forms) == 1:
        # "beat beaten", "become became": the form that is missing is the base
        return base if forms[0].endswith("en") else forms[0]
    return forms[-2]


def _is_auxiliary(word: str) -> bool:
    return word in _WAS or word in _PRESENT or word in ("been", "be", "being", "getting")


def _verb(auxiliary: str, base: str, participle: str, *, denied: bool) -> str:
    match auxiliary:
        case "been":
            return participle
        case "be":
            return base
        case "being" | "getting":
            return _gerund(base)
        case _ if denied:
            return f"did not {base}" if auxiliary in _WAS else f"does not {base}"
        case _:
            return past(base, participle) if auxiliary in _WAS else _third(base)


def _third(base: str) -> str:
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    return base[:-1] + "ies" if base.endswith("y") and base[-2:-1] not in "aeiou" else base + "s"


def _gerund(base: str) -> str:
    if _SHORT.fullmatch(base):
        return base + base[-1] + "ing"
    if base.endswith("ie"):
        return base[:-2] + "ying"
    return base[:-1] + "ing" if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) else base + "ing"
