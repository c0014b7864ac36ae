"""Parse repair: corrects tags and labels that the small parser gets wrong in short sentences about oneself.

The parser takes unknown words for adjectives ("My favorite food is sushi"), activities for verbs ("I enjoy cooking"),
and the names behind a counted noun for further conjuncts ("two cats, Momo and Luna").
"""

from typing import TYPE_CHECKING

from extraction.lang.en.dates.calendar import COUNTS, MONTHS, WEEKDAY_NAMES
from extraction.lang.en.facts.permanence import AILMENTS, LASTING
from extraction.lang.en.facts.relations import HYPHENATED, PERSON_NOUNS, PERSONAL, is_relation_phrase, kind_named
from extraction.lang.en.modality.cues import has_to
from extraction.lang.en.modality.triggers import ATTITUDE_VERBS
from extraction.lang.en.parse.shown_words import is_listed
from extraction.lang.en.parse.tree import COMMON, PROPER, first_conjunct
from extraction.lang.en.word_lists import (
    ARTICLES,
    BULLETS,
    CONSUMING,
    CREATING,
    FACTIVE,
    FAVOURED,
    LIKING,
    MEANS,
    PHASES,
    PREPOSITIONAL,
    ROLES,
    SPEECH,
    VERBS,
    words_of,
)
from extraction.names.identifiers import kind_of
from extraction.names.label_confidence import PERSON
from graph.model.types import EntityType

if TYPE_CHECKING:
    from collections.abc import Container

    from spacy.tokens import Doc, Token

    from extraction.lang.en.parse.word_forms import LemmaTables

_BE = words_of("is are was were 's ’s 're ’re")
_ANY_BE = _BE | {"am", "'m", "’m"}
_ACTIVITY_VERBS = LIKING | PHASES
_NO_ACTIVITIES = VERBS.words("no_pursuit")
"""Verbs whose "-ing" alone is no activity that people do for its own sake: "I love going", "I started crying"."""
_CIRCUMSTANCE_PREPOSITIONS = words_of("in on at around along through near during with by")
"""Prepositions of where and how something is done."""
_DIRECTIONS = words_of("home back away off out over")
"""Adverbs with which a verb is a way and no pastime: "started walking home"."""
_DAYS_AND_MONTHS = frozenset((*WEEKDAY_NAMES, *MONTHS))
_PASTIME_NOUNS = frozenset(("hobby", "pastime", "passion", "sport"))
_RELATIVES = PERSONAL.keys() | HYPHENATED
_MEANS_VERBS = VERBS.words("means")
_WATCHING = {verb for verb, value in VERBS.values("object_of").items() if value == EntityType.DOCUMENT.value}
_HOLDING = (VERBS.words("plain_verb") | FACTIVE | LIKING).union(
    _WATCHING, *map(VERBS.words, ("acquiring", "disposing", "bare_clause"))
) - CREATING  # fmt: skip
"""Verbs that do nothing to their object by which that would change: what stands behind it is its own."""
_TASTE_VERBS = ATTITUDE_VERBS | CONSUMING
"""Verbs whose object is a noun whatever the parser makes of it: "I hate cilantro"."""
_PARTS_OF_MISTAGGED = {"JJ": ("adj", "adv"), "RB": ("adv",), "NN": ("adv",), "VB": ("verb",), "VBP": ("verb",)}
"""Tags that the parser may give an unknown noun, and the parts of speech of words that really have them."""
_CAPITAL = "capital"
_CLAUSE_VERBS = SPEECH | FACTIVE | VERBS.words("bare_clause")
"""Verbs behind which a clause stands without "that": "I heard Tom and Anna moved"."""
_FINITE_TAGS = ("VBP", "VBZ", "VBD", "VB")
_VERB_TAGS = (*_FINITE_TAGS, "VBG", "VBN")
_BEHIND_NOUN = ("appos", "nmod", "dep", "npadvmod", "dobj", "pobj", "oprd", "attr", "punct", "amod")
"""What the parser takes an identifier behind a noun for."""
_IDENTIFIED = (EntityType.TECHNOLOGY, EntityType.DOCUMENT)
_BEFORE_NOUN = ("amod", "compound", "nmod", "advmod")
_BEGINS_THING = ("DT", "PRP$", "CD", "NNP", "NNPS")
"""Tags of words that begin the object of an order."""
_BESIDE = ("appos", "npadvmod", "dobj")
"""Labels that the object of a verb has that is taken for a noun."""
_MISTAKEN = ("ROOT", "advcl", "appos", "ccomp", "compound", "conj", "dep")
"""Labels that the verb of a clause has that is taken for a noun."""
_OBJECTS = ("dobj", "acomp", "attr", "prt", "ccomp", "xcomp", "oprd", "dative")


def repair(doc: "Doc", tables: "LemmaTables") -> None:
    """Corrects tags, labels and heads in place. Needs no lemmas, which are set afterwards."""
    for token in doc:
        tag, label = token.tag_, token.dep_
        if label in ("acomp", "attr") and tag == "JJ":
            _retag_unknown_adjective(token, tables)
        elif label in ("dobj", "pobj", "conj") and tag in ("JJ", *PROPER) and _is_unknown_noun(token, tables):
            token.tag_ = "NN"
        elif tag in ("RB", "JJ", "UH") and _is_unknown_name(token, tables):
            token.tag_, token.dep_ = "NNP", "dobj" if label == "advmod" else label
        elif tag == "JJR" and label in ("dobj", "advmod") and _is_passive(token.head):
            token.tag_, token.dep_ = "RBR", "advmod"  # "isn't read any more": a passive has no object
        elif (
            label in ("advmod", "advcl", "ccomp", "xcomp")
            and tag in _PARTS_OF_MISTAGGED
            and _is_unknown_object(token, tables)
        ):
            token.tag_, token.dep_ = "NN", "dobj"
        elif label == "aux" and _is_main_verb(token, tables):
            _promote_to_main_verb(token)
        elif label == "ROOT" and tag == "VBN" and token.lower_ in LASTING:
            _retag_lasting_state(token)
        elif label == "xcomp" and tag == "VB":
            _reattach_object_of_to(token, tables)
            _relabel_purpose(token, tables)
        elif label in ("xcomp", "dobj") and tag == "VBG":
            _retag_activity(token, tables)
        elif label == "ROOT" and tag == "VBG":
            _reattach_pastime(token)
        elif label == "ROOT" and tag in ("NN", "NNS"):
            _retag_finite_verb(token, tables)
        elif label == "ROOT" and tag == "NNP":
            _promote_due_verb(token)
        elif label == "conj" and tag in PROPER:
            _relabel_subject_of_second(token)
            _retag_favourite_conjunct(token)
            _relabel_counted_names(token)
        elif label == "npadvmod" and tag == "NNS":
            _relabel_named_subject(token)
        elif label == "npadvmod" and tag in PROPER:
            _relabel_name_beside_pronoun(token)
            _relabel_object_of_dating(token)
        elif label in ("nsubj", "compound") and tag in COMMON and token.lower_ in _RELATIVES:
            _reattach_named_relative(token)
        elif label == "appos" and token.lower_ in MONTHS and token.nbor(-1).tag_ == "CD":
            token.dep_ = "nmod"  # "Monday 4 May" is one day
        elif label == "acl" and token.lower_ in MEANS:
            _reattach_means(token, tables)
        elif label == "nmod" and tag in COMMON:
            _part_from_second_object(token)
        elif label in ("dobj", "appos") and tag in COMMON and token.i and token.nbor(-1).tag_ == "CD":
            _relabel_repeated_time(token)
        elif label == "compound" and tag in ("NN", "NNP"):
            _relabel_subject_before_verb(token)
        elif label == "conj" and tag in ("NN", "NNS", "NNP"):
            _relabel_subject_of_second(token)
            _split_joined_verb(token, tables)
        elif label in ("ccomp", "ROOT") and tag in _VERB_TAGS:
            _part_joined_clauses(token, tables)
        elif label == "conj" and tag == "VB":
            _rejoin_second_subject(token)
            _rejoin_finite_verb(token)
    for token in doc[1:]:
        _head_by_identifier(token)
    for token in doc:
        if token.is_lower and (token.i == 0 or token.nbor(-1).text in BULLETS or is_listed(token)):
            _reread_order(token, tables)


def _reread_order(token: "Token", tables: "LemmaTables") -> None:
    """ "- mount 24 sensors", "- update docs/setup.md": a task begins with its verb, whatever else the word may be."""
    after = token.nbor(1) if token.i + 1 < len(token.doc) else token
    is_thing = after.tag_ in _BEGINS_THING or kind_of(after.text) is not None
    if after == token or not is_thing or not tables.is_known(token.lower_, "verb"):
        return
    if token.dep_ == "compound" and token.head == after and after.dep_ == "nsubj" and has_to(after.head):
        # "ask Ken to send the keys"
        deed = after.head
        token.tag_, token.head, token.dep_ = "VB", token if deed.head == deed else deed.head, deed.dep_
        deed.head, deed.dep_, after.head, after.dep_ = token, "xcomp", token, "dobj"
        return
    thing = token if token.tag_ in ("VB", "VBP") else token.head
    is_noun = thing == token.head and tables.is_known(token.lower_, "noun")
    if is_noun and kind_of(after.text) is None and after.tag_ in ("NNP", "NNPS"):
        return
    if thing != token and (thing.i < token.i or token.dep_ not in _BEFORE_NOUN or thing.head != thing):
        return
    token.tag_ = "VB"
    if thing != token:
        token.head, token.dep_ = token, "ROOT"
        thing.head, thing.dep_ = token, "dobj"
        for child in list(thing.children):
            if child.dep_ == "punct" and child.i < token.i:
                child.head = token
    if any(child.dep_ == "dobj" for child in token.children):
        return
    if after.head == after:
        if token.head == after:
            token.head, token.dep_ = token, "ROOT"  # else each would stand under the other
        after.head, after.dep_ = token, "dobj"
    for child in token.children:
        if child.dep_ in ("npadvmod", "appos") and child.i > token.i:
            child.dep_ = "dobj"


def _head_by_identifier(token: "Token") -> None:
    """Makes an identifier the head of the noun right before it: "to the table stock_items" is to stock_items."""
    noun = token.nbor(-1)
    above = (noun, noun.head, noun.head.head) if noun.dep_ == "pobj" else (noun, noun.head)
    if noun.tag_ not in ("NN", "NNP") or noun.sent.start != token.sent.start or token.head not in above:
        return
    kind = kind_of(token.text) if token.dep_ in _BEHIND_NOUN else None
    if kind is None or kind.type not in _IDENTIFIED or noun.dep_ in ("ROOT", "compound") or noun.head.i == noun.i:
        return
    if kind_of(noun.text) is not None:
        return
    token.head, token.dep_ = noun.head, noun.dep_
    for child in list(noun.children):
        if child.i != token.i:
            child.head = token
    noun.head, noun.dep_ = token, "compound"


def repair_named_roles(doc: "Doc") -> None:
    """ "The CEO of Acme, Jane Doe": the person is the CEO and not Acme. Needs the names that were recognised."""
    for token in doc:
        if token.dep_ != "appos" or token.tag_ not in PROPER:
            continue
        if token.ent_type_ != PERSON:
            above = token.head.head.head
            if token.head.dep_ == "pobj" and above.lower_ == _CAPITAL:
                # "the capital of Norway, Oslo"
                token.head = above
            continue
        noun = token.head
        if noun.dep_ == "pobj" and noun.ent_type_ != PERSON and noun.head.dep_ == "prep":
            noun = noun.head.head
        if noun.lower_ not in PERSON_NOUNS | ROLES or noun.ent_type_ == PERSON or noun.i > token.i:
            continue
        token.head = noun
        if noun.tag_ == "NNP":
            noun.tag_, noun.pos_, noun.lemma_ = "NN", "NOUN", noun.lower_


def repair_marked_subjects(doc: "Doc", marked: "Container[int]", tables: "LemmaTables") -> None:
    """ "Label stock runs on two reels": behind a thing that a note of work is about, a word in -s is a verb.

    Needs the words that are marked in the note, and sets part and lemma of the verb.
    """
    for verb in doc[1:]:
        name = verb.nbor(-1)
        is_behind = name.i in marked and verb.i not in marked and name.head == verb and name.dep_ in _BEFORE_NOUN
        if not is_behind or verb.tag_ not in ("NNS", "VBZ") or verb.dep_ not in _MISTAKEN:
            continue
        lemma = tables.lemma(verb.text, "VBZ", "VERB")
        if (
            verb.text == lemma
            or not tables.is_known(lemma, "verb")
            or verb.i + 1 == len(doc)
            or verb.nbor(1).text == ":"
        ):
            continue
        if verb.dep_ == "compound":
            thing = verb.head
            if thing.dep_ not in _MISTAKEN or thing.i < verb.i:
                continue
            verb.head = verb if thing.head == thing else thing.head
            verb.dep_, thing.dep_, thing.head = thing.dep_, "dobj", verb
            for child in list(thing.children):
                child.head = verb if child.i < verb.i else thing
        for child in list(verb.children):
            if child.i < name.i and child.dep_ in (*_BEFORE_NOUN, "det", "poss", "nummod", "punct"):
                child.head = name
            elif child.dep_ in _BESIDE and child.left_edge.i == verb.i + 1:
                child.dep_ = "dobj"
        name.dep_ = "nsubj"
        verb.tag_, verb.pos_, verb.lemma_ = "VBZ", "VERB", lemma
        verb.dep_ = "ccomp" if verb.dep_ in ("appos", "compound", "dep") else verb.dep_


def _promote_due_verb(name: "Token") -> None:
    """ "Ken to write the guide by Friday": the name is who does it, and the sentence is about that."""
    to = name.nbor(1) if name.i + 1 < len(name.doc) else name
    verb = to.head
    if to.lower_ != "to" or to.dep_ != "aux" or verb.head != name or verb.dep_ not in ("relcl", "acl"):
        return
    verb.head, verb.dep_ = verb, "ROOT"
    for child in list(name.children):
        if child != verb and (child.dep_ == "punct" or child.i > verb.i):
            child.head = verb
    name.head, name.dep_ = verb, "nsubj"


def _retag_unknown_adjective(token: "Token", tables: "LemmaTables") -> None:
    """ "My favorite food is sushi": a word that the tables do not know as an adjective is a noun."""
    if token.head.lower_ not in _BE or tables.is_known(token.lower_, "adj"):
        return
    if any(child.dep_ != "det" for child in token.children):
        return
    is_capitalised = token.shape_.startswith("X")
    if _tells_favourite(token.head) or (not is_capitalised and tables.is_known(token.lower_, "noun")):
        token.tag_, token.dep_ = "NNP" if is_capitalised else "NN", "attr"


def _is_unknown_noun(token: "Token", tables: "LemmaTables") -> bool:
    """ "I like sushi": a lower-case word that is no known adjective is a noun there, as are ailments ("ADHD")."""
    if token.is_upper and token.lower_ in AILMENTS:
        return True
    is_argument = token.dep_ != "conj" or (token.head.dep_ in ("dobj", "pobj") and token.head.tag_ in COMMON)
    is_bare = all(child.is_space or child.dep_ in ("cc", "conj", "punct") for child in token.children)
    return is_argument and is_bare and token.is_lower and token.is_alpha and not tables.is_known(token.lower_, "adj")


def _is_unknown_name(token: "Token", tables: "LemmaTables") -> bool:
    """ "We dropped MySQL": a word with a capital inside that no table knows is a name, and no adverb, behind a verb."""
    if not any(letter.isupper() for letter in token.text[1:]) or not token.text[:1].isalpha() or token.is_sent_start:
        return False
    if any(tables.is_known(token.lower_, part) for part in ("adj", "adv")):
        return False
    if token.dep_ in ("dobj", "pobj"):
        return True
    verb = token.head
    return (
        token.dep_ == "advmod"
        and token.i == verb.i + 1
        and verb.tag_ in ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
        and not any(child.dep_ == "dobj" for child in verb.children)
    )


def _is_unknown_object(token: "Token", tables: "LemmaTables") -> bool:
    """ "I can't eat gluten", "I hate cilantro": an unknown word behind such a verb is its object."""
    verb = token.head
    if token.i != verb.i + 1 or tables.lemma(verb.text, verb.tag_, "VERB") not in _TASTE_VERBS:
        return False
    return (
        token.is_lower
        and token.is_alpha
        and all(child.is_space or child.dep_ in ("cc", "conj") for child in token.children)
        and not any(child.dep_ == "dobj" for child in verb.children)
        and not any(tables.is_known(token.lower_, part) for part in _PARTS_OF_MISTAGGED[token.tag_])
    )


def _is_main_verb(token: "Token", tables: "LemmaTables") -> bool:
    """Whether a supposed auxiliary is the main verb: "I have type 1 diabetes", "The user can't eat gluten"."""
    noun = token.head
    if noun.i != token.i + 1:
        return False
    if token.lower_ in ("have", "has", "had"):
        return noun.tag_ in COMMON
    is_taste_verb = token.tag_ == "VB" and tables.lemma(token.text, token.tag_, "VERB") in _TASTE_VERBS
    return is_taste_verb and not tables.is_known(noun.lower_, "verb")


def _promote_to_main_verb(verb: "Token") -> None:
    """Makes a verb the head of its clause, and the old head its object or a compound of it."""
    thing = verb.head
    below = [child for child in thing.children if child != verb]
    whole = next((child for child in below if child.dep_ == "dobj"), thing)
    verb.dep_ = thing.dep_
    verb.head = verb if thing.head == thing else thing.head
    for child in below:
        if child.i < thing.i or child == whole or child.dep_ in ("punct", "npadvmod", "advcl", "cc", "conj"):
            child.head = verb
    thing.head, thing.dep_, thing.tag_ = (verb, "dobj", "NN") if whole == thing else (whole, "compound", "NN")


def _retag_lasting_state(token: "Token") -> None:
    """ "I'm retired": an adjective and no passive, where no agent, place or time is given."""
    below = list(token.children)
    be = next((child for child in below if child.dep_ == "auxpass" and child.lower_ in _ANY_BE), None)
    if be is None or any(child.dep_ in ("prep", "agent", "npadvmod", "xcomp", "oprd", "dobj") for child in below):
        return
    be.head, be.dep_ = be, "ROOT"
    token.head, token.dep_, token.tag_ = be, "acomp", "JJ"
    for child in below:
        if child.dep_ == "nsubjpass":
            child.dep_ = "nsubj"
        if child != be and (child.i < be.i or child.dep_ in ("neg", "punct", "cc", "conj", "advcl")):
            child.head = be


def _tells_favourite(verb: "Token") -> bool:
    return any(
        child.lower_ in FAVOURED for subject in verb.children if subject.dep_ == "nsubj" for child in subject.children
    )


def _retag_favourite_conjunct(token: "Token") -> None:
    """ "My favorite foods are pizza and sushi": a lower-case conjunct of a common noun is no name."""
    first = first_conjunct(token)
    if token.is_lower and first.dep_ == "attr" and first.tag_ in COMMON and _tells_favourite(first.head):
        token.tag_ = "NN"


def _rejoin_finite_verb(verb: "Token") -> None:
    """ "We stay and drop Jira": the second is finite as the first; "wants to stay and does not pay" joins "wants"."""
    first, auxiliaries = verb.head, [child.tag_ for child in verb.children if child.dep_ == "aux"]
    beside = {child.dep_ for child in first.children}
    opening = verb.left_edge
    is_joined = opening.i > 0 and opening.nbor(-1).lower_ in ("and", "or", "but")
    if any(tag in _FINITE_TAGS[1:3] for tag in auxiliaries) and first.dep_ == "xcomp" and first.tag_ == "VB":
        verb.head = first.head
    elif is_joined and not auxiliaries and first.tag_ == "VBP" and "nsubj" in beside and "aux" not in beside:
        verb.tag_ = "VBP"


def _relabel_repeated_time(token: "Token") -> None:
    """ "sends data every 10 s over MQTT": how often is no second object, and what follows is the verb's."""
    verb = token.head.head if token.dep_ == "appos" else token.head
    is_repeated = any(word.lower_ in ("every", "each") for word in token.doc[token.left_edge.i : token.i])
    if not is_repeated or not any(child.dep_ == "dobj" and child.i < token.i for child in verb.children):
        return
    token.dep_, token.head = "npadvmod", verb
    for child in list(token.children):
        if child.dep_ == "prep" and child.i > token.i:
            child.head = verb


def _retag_finite_verb(token: "Token", tables: "LemmaTables") -> None:
    """ "The trial with Acme runs until May", "Bode orders a new lock": what has a subject or an object is a verb."""
    lemma = tables.lemma(token.text, "VBZ", "VERB")
    if not tables.is_known(lemma, "verb"):
        return
    subjects = [child for child in token.children if child.dep_ == "nsubj"]
    if subjects and (token.tag_ == "NNS" or any(child.dep_ == "conj" for child in subjects[0].children)):
        token.tag_ = "VBZ" if token.tag_ == "NNS" else "VBP"  # "Ann and Ken work together"
        return
    if token.tag_ == "NN":
        return
    before = token.nbor(-1) if token.i > token.sent.start else token
    behind = token.nbor(1) if token.i + 1 < len(token.doc) else token
    thing = next((child for child in token.children if child.left_edge == behind and child.dep_ in _BESIDE), None)
    is_subject = before.head == token and before.dep_ in ("amod", "compound") and before.shape_.startswith("X")
    is_single = before.head == token and before.tag_ == "NN" and token.left_edge.tag_ in ("DT", "PRP$")
    is_name = is_subject and token.left_edge == before and not tables.is_known(before.lower_, "adj")
    is_name = is_name and not tables.is_known(before.lower_, "noun") and behind.dep_ == "prep"
    if (is_single or is_name) and token.right_edge.text == "." and _tells_relation(token, lemma, behind):
        before.tag_ = "NNP" if is_name else before.tag_
        token.tag_, before.dep_ = "VBZ", "nsubj"
        behind.dep_ = "dobj" if behind.dep_ == "appos" else behind.dep_
    elif thing is not None and is_subject and behind.lower_ in ARTICLES:
        token.tag_, thing.dep_ = "VBZ", "dobj"
        before.tag_, before.dep_ = before.tag_ if before.tag_ in PROPER else "NNP", "nsubj"
    else:
        return
    for child in token.children:
        if child.dep_ in ("amod", "compound", "nmod", "det", "poss") and child.i < before.i:
            child.head = before


def _tells_relation(verb: "Token", lemma: str, behind: "Token") -> bool:
    """ "The plugin conflicts with the firewall.", "A tablet counts as a computer.", no "customer orders from May"."""
    words = [behind.lower_, *(child.lower_ for child in behind.children if child.dep_ == "prep")]
    phrases = (" ".join((lemma, *words[:size])) for size in (1, 2))
    return any(map(is_relation_phrase, phrases)) or (verb.left_edge.lower_ in ("a", "an") and behind.dep_ == "prep")


def _relabel_subject_before_verb(token: "Token") -> None:
    """ "Raj moves to Rome": the name right before a finite verb is its subject, or a preposition's."""
    verb = token.head
    is_clause = verb.i == token.i + 1 and verb.tag_ in ("VBZ", "VBD", "NNS") and verb.dep_ in ("ROOT", "ccomp", "conj")
    before = token.nbor(-1) if token.i else token
    if is_clause and before.dep_ == "prep" and not any(before.children):
        token.dep_, token.head = "pobj", before
        return
    is_clause = is_clause and verb.tag_ != "NNS"
    if is_clause and not any(child.dep_ in ("nsubj", "nsubjpass", "expl", "csubj") for child in verb.children):
        token.dep_ = "nsubj"
        for child in list(verb.children):
            if child.i < token.i and child.dep_ in ("det", "poss", *_BEFORE_NOUN) and child.dep_ != "advmod":
                child.head = token


def _reattach_means(means: "Token", tables: "LemmaTables") -> None:
    """ "finds the area of a triangle using a formula": by what means is told of who does it, and no triangle uses it.

    The same of what something is "based on". Not of "build an app using Flask", where the app does, nor of "knows the
    man using my key", "likes apps using a dark mode" and "wrote a report based on the survey".
    """
    noun = means.head
    is_somebody = noun.tag_ not in (*COMMON, *PROPER) or noun.ent_type_ == PERSON
    is_somebody = is_somebody or tables.lemma(noun.text, noun.tag_, "NOUN") in (*PERSON_NOUNS, "people")
    while noun.dep_ in ("pobj", "prep", "conj", "appos"):
        noun = noun.head
    verb = noun.head if noun.dep_ == "dobj" else noun
    if is_somebody or verb.tag_ not in _VERB_TAGS or (verb == noun and _may_use(means.head, tables)):
        return
    deed = tables.lemma(verb.lower_, verb.tag_, "VERB")
    is_based = means.lower_ == "based"
    # "create a table using db.create_all()": a call is how it is made, and nothing that it has
    is_named = any(child.dep_ == "dobj" and child.tag_ in PROPER and "(" not in child.text for child in means.children)
    is_its_own = deed in CREATING and noun == means.head and (is_named or is_based)
    is_its_own = is_its_own or (is_based and is_relation_phrase(deed))  # "includes tips based on your history"
    if not is_its_own and (deed not in _HOLDING or (verb.tag_ == "VB" and not is_based)):
        means.head, means.dep_ = verb, "prep" if is_based else "advcl"


def _may_use(noun: "Token", tables: "LemmaTables") -> bool:
    """Whether a noun may itself use what stands behind it: "works with firms using SAP"."""
    return kind_named(tables.lemma(noun.text, noun.tag_, "NOUN")) in (EntityType.ORGANIZATION, EntityType.TECHNOLOGY)


def _part_from_second_object(token: "Token") -> None:
    """ "Tom owns a boat and Anna a car": two objects, and no car of a boat."""
    thing, verb = token.head, token.head.head
    name = next((child for child in token.children if child.dep_ == "conj" and child.tag_ in PROPER), None)
    if name is None or thing.dep_ != "dobj" or not token.i < name.i < thing.i or verb.i > token.i:
        return
    for child in thing.children:
        if child.dep_ == "det" and child.i < token.i:
            child.head = token
    token.dep_, token.head = "dobj", verb
    thing.dep_, thing.head = "conj", token


def _part_joined_clauses(second: "Token", tables: "LemmaTables") -> None:
    """ "I met Tom and Anna moved to Rome": two clauses, and Tom is whom the first tells of.

    The parser makes both the subject of what follows, which is right behind verbs that take a clause as it stands
    ("I heard Tom and Anna moved"), unless the second verb is of one alone ("I know Tom and Anna works for Acme").
    """
    thing = next((child for child in second.children if child.dep_ == "nsubj"), second)
    names = [child for child in thing.children if child.dep_ == "conj" and child.i > thing.i]
    before = thing.left_edge.i - 1
    if len(names) != 1 or before < 0:
        return
    (name,), first = names, thing.doc[before]
    joined = thing.doc[name.left_edge.i - 1]
    finite = next((child for child in second.children if name.i < child.i < second.i), second)
    is_whole = joined.dep_ == "cc" and joined.head == thing and name.right_edge.i + 1 == finite.i
    is_clause = first in (second.head, *second.children) and first.dep_ in ("ROOT", "parataxis", "ccomp", "conj")
    if not is_whole or not is_clause or first.tag_ not in _FINITE_TAGS or finite.tag_ not in (*_FINITE_TAGS, "MD"):
        return
    if finite.tag_ != "VBZ" and tables.lemma(first.text, first.tag_, "VERB") in _CLAUSE_VERBS:
        return
    if first.dep_ == "parataxis":
        first.dep_, first.head = second.dep_, first if second.head == second else second.head
    second.dep_, second.head = "conj", first
    thing.dep_, thing.head = "dobj", first
    joined.head = first
    name.dep_, name.head = "nsubj", second


def _rejoin_second_subject(verb: "Token") -> None:
    """ "I want Tom and Anna to move": both are to, and nothing is told of Anna alone."""
    to = next((child for child in verb.children if child.dep_ == "aux" and child.tag_ == "TO"), verb)
    name = next((child for child in verb.children if child.dep_ == "nsubj" and child.i < to.i), verb)
    first = next((child for child in verb.head.children if child.dep_ == "dobj" and child.i < name.i), name)
    joined = verb.doc[name.left_edge.i - 1]
    if to == verb or name == verb or first == name or joined.dep_ != "cc" or first.right_edge.i + 1 != joined.i:
        return
    verb.dep_ = "ccomp"
    first.dep_, first.head = "nsubj", verb
    joined.head = first
    name.dep_, name.head = "conj", first


def _relabel_subject_of_second(token: "Token") -> None:
    """ "Ken lives in Oslo and Anna works in Bergen": the name is the subject of the second verb, no second place."""
    verb = token.nbor(1) if token.i + 1 < len(token.doc) else token
    if verb.tag_ not in ("VBZ", "VBD", "MD", "VBP") or any(child.i > token.i for child in token.children):
        return
    if verb.dep_ in ("aux", "auxpass"):
        verb = verb.head
    has_subject = any(child.dep_ in ("nsubj", "nsubjpass") for child in verb.children)
    is_main = not any(child.dep_ in ("mark", "advmod") and child.i < verb.i for child in verb.children)
    if (
        verb.dep_ not in ("conj", "advcl", "ccomp")
        or not is_main
        or has_subject
        or verb.head.pos_ not in ("VERB", "AUX", "")
        or verb.i < token.i
    ):
        return
    first = min((child for child in token.children if child.i < token.i), default=token)
    joined = token.doc[first.i - 1]
    if joined.lower_ not in ("and", "but", "while", ",", ";"):
        return
    token.dep_ = "nsubjpass" if any(child.dep_ == "auxpass" for child in verb.children) else "nsubj"
    token.head = verb
    verb.dep_ = "conj"
    if joined.dep_ == "cc":
        joined.head = verb.head


def _split_joined_verb(token: "Token", tables: "LemmaTables") -> None:
    """ "I hate coffee but love tea": "love" is a second verb, and no noun in a row before "tea"."""
    first, thing = token.head, token.nbor(1) if token.i + 1 < len(token.doc) else token
    verb = thing.head
    if first.dep_ not in ("nmod", "compound", "dobj") or thing == token or thing.dep_ not in ("dobj", "conj"):
        return
    joined = next((child for child in first.children if child.dep_ == "cc" and child.i < token.i), None)
    if joined is None or token.i != joined.i + 1 or first.head not in (thing, verb) or verb.tag_ not in _FINITE_TAGS:
        return
    lemma = tables.lemma(token.text, verb.tag_, "VERB")
    is_taste = lemma in _TASTE_VERBS
    is_verb = is_taste or (joined.lower_ == "but" and tables.is_known(lemma, "verb"))
    if not is_verb or token.lower_.endswith("s") is not (verb.tag_ == "VBZ") or verb.i > first.i:
        return
    first.dep_, first.head = "dobj", verb
    token.tag_, token.dep_, token.head = verb.tag_, "conj", verb
    joined.head = verb
    thing.dep_, thing.head = "dobj", token


def _reattach_object_of_to(token: "Token", tables: "LemmaTables") -> None:
    """ "Nina is allergic to shrimp": "to" is a preposition there, and "shrimp" no verb."""
    children = list(token.children)
    if token.head.lower_ not in PREPOSITIONAL or len(children) != 1 or not tables.is_known(token.lower_, "noun"):
        return
    to = children[0]
    if to.lower_ == "to" and to.i == token.i - 1:
        to.tag_, to.dep_, token.tag_, token.dep_ = "IN", "prep", "NN", "pobj"
        to.head = token.head
        token.head = to


def _relabel_purpose(token: "Token", tables: "LemmaTables") -> None:
    """ "uses a table to find it": what for, and the table finds nothing; but "taught Anna to swim"."""
    verb = token.head
    is_means = token.dep_ == "xcomp" and tables.lemma(verb.text, verb.tag_, "VERB") in _MEANS_VERBS
    has_thing = any(child.dep_ == "dobj" and child.i < token.i for child in verb.children)
    if is_means and has_thing and has_to(token):
        token.dep_ = "advcl"


def _retag_activity(token: "Token", tables: "LemmaTables") -> None:
    """ "I enjoy cooking", "She loves hiking in the Alps": the activity is a noun and the object."""
    if token.dep_ == "dobj" and any(token.children):
        return
    if any(
        child.dep_ in (*_OBJECTS, "aux")
        or child.lower_ in _DIRECTIONS
        or (child.dep_ == "prep" and child.lower_ not in _CIRCUMSTANCE_PREPOSITIONS)
        for child in token.children
    ):
        return
    conjuncts = [child for child in token.children if child.dep_ == "conj" and child.tag_ == "VBG"]
    if any(any(child.children) for child in conjuncts) or not _is_activity(token, tables):
        return
    token.tag_, token.dep_ = "NN", "dobj"
    for child in conjuncts:
        child.tag_ = "NN"


def _reattach_pastime(token: "Token") -> None:
    """ "Her hobby is knitting": a copula with a noun, and no progressive."""
    below = list(token.children)
    be = next((child for child in below if child.dep_ == "aux" and child.lower_ in _BE), None)
    subject = next((child for child in below if child.dep_ == "nsubj"), None)
    if be is None or subject is None or subject.lower_ not in _PASTIME_NOUNS:
        return
    if any(child.dep_ in _OBJECTS or (child.dep_ == "aux" and child != be) for child in below):
        return
    be.head, be.dep_ = be, "ROOT"
    token.head, token.dep_, token.tag_ = be, "attr", "NN"
    for child in below:
        if child.i < token.i or child.dep_ == "punct":
            child.head = be


def _is_activity(token: "Token", tables: "LemmaTables") -> bool:
    verb = tables.lemma(token.head.text, token.head.tag_, "VERB")
    activity = tables.lemma(token.text, token.tag_, "VERB")
    return token.head.i < token.i and verb in _ACTIVITY_VERBS and activity not in _NO_ACTIVITIES


def _relabel_counted_names(token: "Token") -> None:
    """ "I have two cats, Momo and Luna": as many names as the number says are appositions of the noun."""
    noun = token.head
    if noun.tag_ != "NNS" or noun.i != token.i - 2 or token.nbor(-1).text not in (",", ":", "-", "–", "—"):
        return
    counted = [child for child in noun.children if child.dep_ == "nummod"]
    names = [token]
    while conjuncts := [child for child in names[-1].children if child.dep_ == "conj"]:
        names.append(conjuncts[0])
    number = _number(counted[0].lower_) if counted else None
    if number == len(names) and all(name.tag_ in PROPER for name in names):
        token.dep_ = "appos"


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else COUNTS.get(word)


def _is_passive(verb: "Token") -> bool:
    return any(child.dep_ == "auxpass" for child in verb.children)


def _reattach_named_relative(token: "Token") -> None:
    """ "My mum Janet bakes", "My brother-in-law Steve owns a bakery": the name is an apposition of the relative."""
    name = _name_behind(token)
    possessives = [child for child in (*token.children, *name.children) if child.dep_ == "poss" and child.i < token.i]
    if name.tag_ not in PROPER or not possessives:
        return
    if token.dep_ == "nsubj" and name.dep_ in ("nsubj", "compound") and name.head == token.head:
        name.dep_, name.head = "appos", token
    elif token.lower_ in HYPHENATED and token.dep_ == "compound" and token.head == name and name.head != name:
        token.dep_, token.head = name.dep_, name.head
        name.dep_, name.head = "appos", token
        possessives[0].head = token


def _name_behind(token: "Token") -> "Token":
    """The head of the name that begins right behind a word, or what stands there instead."""
    name = token.nbor(1) if token.i + 1 < len(token.doc) else token
    whole = name.head
    run = token.doc[name.i : whole.i + 1]
    return whole if name.dep_ == "compound" and len(run) > 1 and all(part.tag_ in PROPER for part in run) else name


def _relabel_name_beside_pronoun(token: "Token") -> None:
    """ "Tom and I went to Hull": a name beside "I" is no adverb, but a subject."""
    conjunction, pronoun = token.doc[token.i + 1 : token.i + 3] if token.i + 2 < len(token.doc) else (token, token)
    if conjunction.lower_ != "and" or pronoun.lower_ not in ("i", "he", "she", "we", "they"):
        return
    if (
        pronoun.dep_ == "conj"
        and pronoun.head == token
        and not any("subj" in child.dep_ for child in token.head.children)
    ):
        token.dep_ = "nsubj"
    elif pronoun.dep_ in ("nsubj", "nsubjpass") and pronoun.head == token.head:
        token.dep_ = pronoun.dep_
        conjunction.head, conjunction.dep_ = token, "cc"
        pronoun.head, pronoun.dep_ = token, "conj"


def _relabel_object_of_dating(token: "Token") -> None:
    """ "I'm dating Mia": the name is the object."""
    verb = token.head
    has_object = any(child.dep_ == "dobj" for child in verb.children)
    if verb.lower_ == "dating" and token.i == verb.i + 1 and not has_object and token.lower_ not in _DAYS_AND_MONTHS:
        token.dep_ = "dobj"


def _relabel_named_subject(token: "Token") -> None:
    """ "My brothers Tim and Jon live in Boston": the noun is the subject where the verb has no other."""
    verb = token.head
    after = token.nbor(1) if token.i + 1 < len(token.doc) else token
    if verb.tag_ not in ("VBP", "VBD") or token.i > verb.i or after.tag_ not in PROPER or after.head != verb:
        return
    if after.dep_ != "npadvmod" or not any(child.dep_ == "poss" for child in token.children):
        return
    if not any(child.dep_ in ("nsubj", "nsubjpass", "expl") for child in verb.children):
        token.dep_ = "nsubj"
        after.dep_ = "appos"
        after.head = token
