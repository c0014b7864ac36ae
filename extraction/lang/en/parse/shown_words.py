"""What the parser is shown of words that it often misreads: "Gwen checks the pump", "- mount the sensors".

Behind a name it takes verbs for nouns ("ADR-016 supersedes ADR-014"), at the start of a task for names or adjectives,
and names from elsewhere for adverbs ("Raj is on it").
The tagger looks at a word by its norm, prefix, suffix and shape: with the norm of a verb that is nothing else it reads
the rest as it would behind that verb. The text stays what it is.
"""

from typing import TYPE_CHECKING, Final

from extraction.lang.en.dates.calendar import MONTHS, WEEKDAY_NAMES
from extraction.lang.en.word_lists import BULLETS, GIVEN_ELSEWHERE, VERBS, is_given_anywhere
from extraction.lang.shared.fast_parse.looks import show_as_name
from extraction.lang.shared.given_starts import GIVEN_STARTS
from extraction.names.identifiers import kind_of
from extraction.names.software_names import software

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from extraction.lang.en.parse.word_forms import LemmaTables

_VERB: Final = "takes"
"""A verb in the third person that is no noun."""
_PAST: Final = "took"
"""A verb in the past that is no participle."""
_ORDER: Final = "remove"
"""A verb in its base form that is no noun."""
_NAME: Final = "john"
"""A name of a person that is no other word."""
_SOFTWARE: Final = software()
_PARTICLES: Final = ("up", "down", "out", "off", "on", "back", "over")
_JOINING: Final = ("and", "but", "then")
_BEGINS_OBJECT: Final = VERBS.words("object_opening")
_PLAIN: Final = VERBS.words("plain_verb")
"""Verbs that the parser knows well."""
_NO_NAME: Final = frozenset((*MONTHS, *WEEKDAY_NAMES))
_PARTS: Final = ("noun", "verb", "adj", "adv")


def show_words(doc: "Doc", tables: "LemmaTables") -> None:
    """Sets the norms of the words that the parser should see as others."""
    is_order = False
    for token in doc:
        is_order = is_order and "\n" not in token.text
        if not token.is_alpha:
            continue
        if not token.is_lower:
            if token.is_title and token.lower_ in GIVEN_ELSEWHERE:
                token.norm_ = _NAME
            elif token.i > 0 and token.lower_.endswith("ed") and is_listed(token) and _is_past(token, tables):
                token.norm_ = _PAST
            elif token.text in _SOFTWARE and not token.is_title:
                show_as_name(token.lex)
            continue
        if token.i > 0 and is_listed(token) and _infinitive(token.lower_, tables) and _is_thing_behind(token):
            token.norm_ = _VERB
        elif _begins_task(token) or (is_order and token.nbor(-1).lower_ in _JOINING):
            if tables.is_known(token.lower_, "verb") and _is_thing_behind(token):
                token.norm_, is_order = _ORDER, True
        elif token.i > 0 and token.lower_.endswith("s") and _is_verb_of_name(token, tables):
            token.norm_ = _VERB


def _begins_task(token: "Token") -> bool:
    if token.i == 0:
        return False
    # a message of a commit has its order behind a colon
    return is_listed(token) or (token.nbor(-1).text == ":" and bool(token.is_sent_start))


def is_listed(token: "Token") -> bool:
    """Whether an item of a list begins with a word: behind its bullet, or where a line or label begins a sentence."""
    before = token.nbor(-1)
    if "\n" in before.text or before.text == ":":
        return token.i in token.doc.user_data.get(GIVEN_STARTS, ())
    return before.text in BULLETS and (token.i == 1 or token.nbor(-2).is_space)


def _is_verb_of_name(token: "Token", tables: "LemmaTables") -> bool:
    """Whether a word in -s is what a name does: that, and no plural of its ("Redis keys"), where an object begins."""
    infinitive = _infinitive(token.lower_, tables)
    name = token.nbor(-1)
    if infinitive is None or infinitive in _PLAIN or not _is_name(name, tables):
        return False
    if kind_of(name.text) is None and not _opens_clause(name):
        return False
    if not tables.is_known(infinitive, "noun") or is_given_anywhere(name.lower_):
        return True
    return _is_thing_behind(token)


def _opens_clause(token: "Token") -> bool:
    """Whether nothing of the clause stands before a word: in "unless Brett pulls out" the parser knows better."""
    before = token.nbor(-1) if token.i else None
    is_time = before is not None and before.text[:1].isdigit() and ":" in before.text
    return before is None or is_time or before.is_space or before.is_punct or before.lower_ in _JOINING


def _infinitive(word: str, tables: "LemmaTables") -> str | None:
    bases = [
        word[:-1],
        *([word[:-2]] if word.endswith("es") else []),
        *([f"{word[:-3]}y"] if word.endswith("ies") else []),
    ]
    return next((base for base in bases if tables.is_known(base, "verb")), None)


def _is_past(token: "Token", tables: "LemmaTables") -> bool:
    """Whether a word in -ed is what was done to the thing behind it: "- Fixed the clock"."""
    is_verb = any(tables.is_known(token.lower_[:-cut], "verb") for cut in (1, 2))
    return is_verb and token.i + 1 < len(token.doc) and token.nbor(1).lower_ in _BEGINS_OBJECT


def _is_name(token: "Token", tables: "LemmaTables") -> bool:
    """Whether a word is an identifier, or has a capital and is no English word."""
    if kind_of(token.text) is not None or (token.text[0].isupper() and token.text[-1].isdigit()):
        return True
    if not token.is_alpha or not token.is_title or token.lower_ in _NO_NAME:
        return False
    return is_given_anywhere(token.lower_) or not any(tables.is_known(token.lower_, part) for part in _PARTS)


def _is_thing_behind(token: "Token") -> bool:
    after = token.nbor(1) if token.i + 1 < len(token.doc) else token
    if after.lower_ in _PARTICLES and after.i + 1 < len(token.doc):
        after = after.nbor(1)
    is_name = after.text[:1].isupper() or after.is_digit or kind_of(after.text) is not None
    return after is not token and (is_name or after.lower_ in _BEGINS_OBJECT)
