"""Word lists that several English rules share, from the tables in `lexicon/`."""

from typing import Final

from extraction.names.forms.nicknames import is_given_name
from extraction.names.software_names import software
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType

PACKAGE: Final = "extraction.lang.en"
ADJECTIVES: Final = lexicon(PACKAGE, "adjectives")
NAMES: Final = lexicon(PACKAGE, "names")
NOUNS: Final = lexicon(PACKAGE, "nouns")
VERBS: Final = lexicon(PACKAGE, "verb_classes")


def words_of(text: str) -> frozenset[str]:
    """The words of a short list that is written as one text."""
    return frozenset(text.split())


def _types_of(name: str) -> dict[str, EntityType]:
    return {word: EntityType(value) for word, value in NOUNS.values(name).items()}


HONORIFICS: Final = NAMES.words("honorific")
GIVEN_ELSEWHERE: Final = NAMES.words("given_name_elsewhere")
"""Given names that are no English ones, and no other English words."""
ROLES: Final = NAMES.words("role")
"""Roles that stand before a person's name without belonging to it: "CEO Maria Lopez"."""
ROLE_PARTS: Final = NAMES.words("role_part")
"""Words that stand before a role as part of it: "former President Ada Moss"."""
NOT_NAMES: Final = NAMES.words("not_name")
"""Words with capital letters, and form labels, that name nothing: "CEO", "PM", "Monday"."""
INTERJECTIONS: Final = NAMES.words("interjection")
"""Chat words that start sentences with a capital and are never names on their own: "Thanks", "Wow"."""
COMMON_STARTERS: Final = NAMES.words("common_starter")
"""Words that a capital at the start of a sentence, heading or cell does not make a name: "However", "Summary"."""
TECHNOLOGY_NAMES: Final = NAMES.words("technology") | {name.lower() for name in software()}
"""Names of software, small; the lexicon has those that are words as well, which are software here and there alone."""
BULLETS: Final = frozenset("-*+•")
"""Signs before the items of a list."""
ARTICLES: Final = frozenset(("a", "an", "the"))
LANGUAGES: Final = NAMES.words("language")
"""Languages that people learn and speak."""
COLOURS: Final = NAMES.words("colour")

TERM_HEADS: Final = _types_of("term_head")
"""Entity types of nouns that earn a compound its node ("release meeting") and type a name ("Heat is a film")."""
KINDS: Final = TERM_HEADS | _types_of("kind")
"""Entity types of these nouns and of others, which do not earn a compound its node."""
THINGS: Final = KINDS | _types_of("thing") | TERM_HEADS
"""Entity types of these nouns and of others, which only type what is a node by something else."""
IN_SOFTWARE: Final = _types_of("in_software")
"""Entity types that nouns have in a text on software instead."""
NAME_ENDINGS: Final = _types_of("name_ending")
"""Last words of a proper name that decide its type against the recogniser: "Crater Lake"."""
MEMBERED: Final = NOUNS.words("membership_ending")
"""Last words of organisations that have members: who joins the "Leeds Chess Club" is not employed there."""
DEPARTMENTS: Final = NOUNS.words("department")
OF_HEADS: Final = NOUNS.words("of_head")
"""Words whose "of" goes on within one name: "University of Michigan"."""
VAGUE_NOUNS: Final = NOUNS.words("vague")
"""Nouns that say too little to be a node by themselves: "thing", "reason"."""
PARTITIVES: Final = NOUNS.words("partitive")
"""Nouns that say too little without their "of" phrase: "part of the report"."""
PRAISE: Final = NOUNS.words("praise")
"""Nouns that judge their subject and tell no kind: "a gem", "a huge fan"."""
FEMALE: Final = NOUNS.words("female")
"""Titles and nouns of women: "Ms.", "wife"."""
MALE: Final = NOUNS.words("male")
"""Titles and nouns of men: "Mr.", "brother"."""
PETS: Final = NOUNS.words("pet")
"""Animals that are given names, which look like those of people."""
RACES: Final = NOUNS.words("race")
"""What one runs by running: who "runs" any other event leads it."""
CONSUMED: Final = NOUNS.words("consumed")
"""What one has only until it is eaten: having it is no ownership worth a relation."""
POSTS: Final = NOUNS.words("post")
"""What somebody quits, and with it where they had it: "quit my job at Acme"."""
EFFORTS: Final = NOUNS.words("effort")
"""What one needs or has in doing something: of "help adding a door" nobody adds it yet."""
ATTRIBUTES: Final = NOUNS.words("attribute")
"""What somebody has one or a few of and a sentence tells by "is": "My hobby is chess"."""
CLASSED: Final = NOUNS.words("classed_attribute")
"""The same with a noun before it: "My blood type is A", "My eye colour is green"."""
DATED: Final = NOUNS.words("dated_attribute")
"""The attributes that are days."""

CLASSIFYING: Final = ADJECTIVES.words("classifying")
"""Adjectives that belong to the term they stand before: "social media", "annual report"."""
EMPTY_ADJECTIVES: Final = ADJECTIVES.words("empty")
"""Adjectives that judge or measure a thing and do not say which kind of it is meant: "a great concert"."""
PREPOSITIONAL: Final = ADJECTIVES.words("prepositional")
"""Adjectives whose "to" takes a thing and never an act: "allergic to shrimp"."""
TRAITS: Final = ADJECTIVES.words("trait")
"""Adjectives that describe somebody by a thing they cannot eat, love, fear or do well: "fluent in Italian"."""
FAVOURED: Final = ADJECTIVES.words("favourite")

ASIDES: Final = VERBS.words("aside")
"""Phrases that open or close a clause and are no part of what it tells: "by the way"."""
MEANS: Final = ("using", "based")
"""Participles behind a noun that may tell of a deed by what means it is done."""
CREATING: Final = frozenset(verb for verb, value in VERBS.values("reference").items() if value == "CREATES")
"""Verbs of making, of which the object may use what is told behind it: "build an app using Flask"."""
SPEECH: Final = VERBS.words("speech")
"""Verbs of reported speech and thought: the clause is somebody's word for it."""
DECIDING: Final = {verb: value.split() for verb, value in VERBS.values("deciding").items()}
"""Verbs of deciding with the prepositions of what is decided on: "Went with the cheaper pump"."""
FACTIVE: Final = VERBS.words("factive")
"""Verbs of saying and knowing whose clause is presupposed: "Anna knows that Ken lives in Oslo"."""
ENJOYED: Final = VERBS.words("enjoying")
"""What one does with a book, film or song, where "by" names its author: "I finished Dune by Frank Herbert"."""
NOTING: Final = VERBS.words("noting")
"""Past forms that a note begins with, its subject being the writer: "Met Sarah for lunch"."""
LIGHT_VERBS: Final = VERBS.words("light")
"""Verbs that leave the meaning to their object: "made a decision"."""
QUITTING: Final = VERBS.words("quitting")
LIKING: Final = VERBS.words("liking")
"""Verbs of a lasting taste: "I enjoy hiking"."""
TAKING_UP: Final = VERBS.words("taking_up")
GIVING_UP: Final = VERBS.words("giving_up")
PHASES: Final = TAKING_UP | GIVING_UP
CONSUMING: Final = VERBS.words("consuming")
"""Verbs whose bare object is a kind of thing, too: "drink black tea"."""
ACQUIRING: Final = VERBS.words("acquiring")
"""Verbs of having and getting goods: an article and a name behind them make a product ("bought a Tesla")."""
CHANGING: Final = VERBS.words("changing")
"""Verbs by which something gets another day, amount, place or state: "moves from Friday to Monday"."""
CHANGING_DAYS: Final = CHANGING - {verb for verb, value in VERBS.values("changing").items() if value}
"""Those of them behind which "from Friday to Monday" is no run of time, as it is in "goes from Friday to Monday"."""
KEEPING: Final = VERBS.words("keeping")
"""Verbs of putting or leaving something in a state: "put the order on hold", "leave the limit at 3"."""
COLLIDING: Final = VERBS.words("colliding")
"""Verbs of what cannot be at one time or place, which are told of days: "3 May clashes with the fair"."""
PARTING: Final = VERBS.words("disposing")
"""Verbs of giving away what one no longer has then."""
NAMING: Final = VERBS.words("naming")
PHRASAL: Final = VERBS.words("phrasal")
"""Verbs with a preposition that bind their object as a plain verb does: "work as a nurse"."""
STATES: Final = VERBS.words("state")
"""Verbs of lasting states: their simple past says that it was so, not that it came to be so."""


def is_given_anywhere(word: str) -> bool:
    """Whether a lower-cased word is a given name, of English or from elsewhere."""
    return is_given_name(word) or word in GIVEN_ELSEWHERE
