"""Mends what the small parser gets wrong where the sentence leaves no doubt: short sentences people say of themselves.

It takes words it has not seen for adjectives ("My favorite food is sushi"), activities for verbs ("I enjoy cooking"),
and what follows a noun that counts for more of the same ("two cats, Momo and Luna").
"""

from typing import TYPE_CHECKING

from extraction.lang.en.dates.calendar import COUNTS, MONTHS, WEEKDAY_NAMES
from extraction.lang.en.facts.permanence import AILMENTS, LASTING
from extraction.lang.en.facts.relations import HYPHENATED, PERSONAL
from extraction.lang.en.lexicon import CONSUMING, FAVOURED, LIKING, NO_PURSUITS, PHASES, PREPOSITIONAL
from extraction.lang.en.modality.triggers import ATTITUDE_VERBS
from extraction.lang.en.parse.tree import COMMON, PROPER

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from extraction.lang.en.parse.word_forms import Forms

_BE = frozenset("is are was were 's ’s 're ’re".split())  # noqa: SIM905
_BEING = _BE | {"am", "'m", "’m"}
_PURSUED = LIKING | PHASES
_WHERE = frozenset("in on at around along through near during with by".split())  # noqa: SIM905
"""Prepositions that tell where and how something is done, and not what it is about."""
_THITHER = frozenset("home back away off out over".split())  # noqa: SIM905
"""Where one goes, after which the deed is a way and no pastime: "started walking home"."""
_DAYS = frozenset((*WEEKDAY_NAMES, *MONTHS))
_PASTIMES = frozenset("hobby pastime passion sport".split())  # noqa: SIM905
_RELATED = PERSONAL.keys() | HYPHENATED
_TAKEN = ATTITUDE_VERBS | CONSUMING
"""Verbs of how somebody takes a thing, which is a noun whatever the parser makes of it."""
_TAKEN_FOR = {"JJ": ("adj", "adv"), "RB": ("adv",), "NN": ("adv",), "VB": ("verb",), "VBP": ("verb",)}
"""What the parser may take an unknown word for, and the parts of speech that it would have to be then."""
_OBJECTS = ("dobj", "acomp", "attr", "prt", "ccomp", "xcomp", "oprd", "dative")


def mend(doc: "Doc", forms: "Forms") -> None:
    """Sets tags and labels of the words that are plainly mistaken; needs tags and labels, no lemmas yet."""
    for token in doc:
        tag, label = token.tag_, token.dep_
        if label in ("acomp", "attr") and tag == "JJ":
            _unknown_adjective(token, forms)
        elif label in ("dobj", "pobj", "conj") and tag in ("JJ", *PROPER) and _is_thing(token, forms):
            token.tag_ = "NN"
        elif label in ("advmod", "advcl", "ccomp", "xcomp") and tag in _TAKEN_FOR and _is_taken(token, forms):
            token.tag_, token.dep_ = "NN", "dobj"
        elif label == "aux" and _is_main(token, forms):
            _make_main(token)
        elif label == "ROOT" and tag == "VBN" and token.lower_ in LASTING:
            _lasting_state(token)
        elif label == "xcomp" and tag == "VB":
            _thing_behind_to(token, forms)
        elif label in ("xcomp", "dobj") and tag == "VBG":
            _activity(token, forms)
        elif label == "ROOT" and tag == "VBG":
            _hobby(token)
        elif label == "conj" and tag in PROPER:
            _joined_favourite(token)
            _counted_name(token)
        elif label == "npadvmod" and tag == "NNS":
            _named_subject(token)
        elif label == "npadvmod" and tag in PROPER:
            _beside_me(token)
            _named_date(token)
        elif label in ("nsubj", "compound") and tag in COMMON and token.lower_ in _RELATED:
            _named_relative(token)


def _unknown_adjective(token: "Token", forms: "Forms") -> None:
    """ "My favorite food is sushi": a word no dictionary knows as an adjective is no adjective."""
    if token.head.lower_ not in _BE or forms.is_known(token.lower_, "adj"):
        return
    if any(child.dep_ != "det" for child in token.children):
        return
    named = token.shape_.startswith("X")
    if _tells_favourite(token.head) or (not named and forms.is_known(token.lower_, "noun")):
        token.tag_, token.dep_ = "NNP" if named else "NN", "attr"


def _is_thing(token: "Token", forms: "Forms") -> bool:
    """ "I like sushi": a word written small that no dictionary knows is neither a name nor an adjective there.

    Nor is a name what ails somebody, written as initials: "diagnosed with ADHD".
    """
    if token.is_upper and token.lower_ in AILMENTS:
        return True
    beside = token.dep_ != "conj" or (token.head.dep_ in ("dobj", "pobj") and token.head.tag_ in COMMON)
    alone = all(child.is_space or child.dep_ in ("cc", "conj", "punct") for child in token.children)
    return beside and alone and token.is_lower and token.is_alpha and not forms.is_known(token.lower_, "adj")


def _is_taken(token: "Token", forms: "Forms") -> bool:
    """ "I can't eat gluten", "I hate cilantro": no word that tells how, and nothing that is done."""
    verb = token.head
    if token.i != verb.i + 1 or forms.lemma(verb.text, verb.tag_, "VERB") not in _TAKEN:
        return False
    return (
        token.is_lower
        and token.is_alpha
        and all(child.is_space or child.dep_ in ("cc", "conj") for child in token.children)
        and not any(child.dep_ == "dobj" for child in verb.children)
        and not any(forms.is_known(token.lower_, part) for part in _TAKEN_FOR[token.tag_])
    )


def _is_main(token: "Token", forms: "Forms") -> bool:
    """Whether what is taken for an auxiliary is the verb: "I have type 1 diabetes", "The user can't eat gluten"."""
    thing = token.head
    if thing.i != token.i + 1:
        return False
    if token.lower_ in ("have", "has", "had"):
        return thing.tag_ in COMMON
    taken = token.tag_ == "VB" and forms.lemma(token.text, token.tag_, "VERB") in _TAKEN
    return taken and not forms.is_known(thing.lower_, "verb")


def _make_main(verb: "Token") -> None:
    """Makes a verb the head of its clause, and what stood there its object or part of that."""
    thing = verb.head
    below = [child for child in thing.children if child != verb]
    whole = next((child for child in below if child.dep_ == "dobj"), thing)
    verb.dep_ = thing.dep_
    verb.head = verb if thing.head == thing else thing.head
    for child in below:
        if child.i < thing.i or child == whole or child.dep_ in ("punct", "npadvmod", "advcl", "cc", "conj"):
            child.head = verb
    thing.head, thing.dep_, thing.tag_ = (verb, "dobj", "NN") if whole == thing else (whole, "compound", "NN")


def _lasting_state(token: "Token") -> None:
    """ "I'm retired": what somebody is, where nothing tells who did it, where or when."""
    below = list(token.children)
    be = next((child for child in below if child.dep_ == "auxpass" and child.lower_ in _BEING), None)
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


def _joined_favourite(token: "Token") -> None:
    """ "My favorite foods are pizza and sushi": beside a plain noun what is written small is no name."""
    first = token
    while first.dep_ == "conj":
        first = first.head
    if token.is_lower and first.dep_ == "attr" and first.tag_ in COMMON and _tells_favourite(first.head):
        token.tag_ = "NN"


def _thing_behind_to(token: "Token", forms: "Forms") -> None:
    """ "Nina is allergic to shrimp": nobody is allergic to doing something."""
    children = list(token.children)
    if token.head.lower_ not in PREPOSITIONAL or len(children) != 1 or not forms.is_known(token.lower_, "noun"):
        return
    to = children[0]
    if to.lower_ == "to" and to.i == token.i - 1:
        to.tag_, to.dep_, token.tag_, token.dep_ = "IN", "prep", "NN", "pobj"
        to.head = token.head
        token.head = to


def _activity(token: "Token", forms: "Forms") -> None:
    """ "I enjoy cooking", "She loves hiking in the Alps": what somebody does for its own sake is a thing."""
    if token.dep_ == "dobj" and any(token.children):
        return
    if any(
        child.dep_ in (*_OBJECTS, "aux")
        or child.lower_ in _THITHER
        or (child.dep_ == "prep" and child.lower_ not in _WHERE)
        for child in token.children
    ):
        return
    joined = [child for child in token.children if child.dep_ == "conj" and child.tag_ == "VBG"]
    if any(any(child.children) for child in joined) or not _is_pursued(token, forms):
        return
    token.tag_, token.dep_ = "NN", "dobj"
    for child in joined:
        child.tag_ = "NN"


def _hobby(token: "Token") -> None:
    """ "Her hobby is knitting": a hobby does nothing itself."""
    below = list(token.children)
    be = next((child for child in below if child.dep_ == "aux" and child.lower_ in _BE), None)
    subject = next((child for child in below if child.dep_ == "nsubj"), None)
    if be is None or subject is None or subject.lower_ not in _PASTIMES:
        return
    if any(child.dep_ in _OBJECTS or (child.dep_ == "aux" and child != be) for child in below):
        return
    be.head, be.dep_ = be, "ROOT"
    token.head, token.dep_, token.tag_ = be, "attr", "NN"
    for child in below:
        if child.i < token.i or child.dep_ == "punct":
            child.head = be


def _is_pursued(token: "Token", forms: "Forms") -> bool:
    verb = forms.lemma(token.head.text, token.head.tag_, "VERB")
    done = forms.lemma(token.text, token.tag_, "VERB")
    return token.head.i < token.i and verb in _PURSUED and done not in NO_PURSUITS


def _counted_name(token: "Token") -> None:
    """ "I have two cats, Momo and Luna": as many names as the noun counts are what it counts."""
    noun = token.head
    if noun.tag_ != "NNS" or noun.i != token.i - 2 or token.nbor(-1).text not in (",", ":", "-", "–", "—"):
        return
    counted = [child for child in noun.children if child.dep_ == "nummod"]
    names = [token]
    while joined := [child for child in names[-1].children if child.dep_ == "conj"]:
        names.append(joined[0])
    number = _number(counted[0].lower_) if counted else None
    if number == len(names) and all(name.tag_ in PROPER for name in names):
        token.dep_ = "appos"


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else COUNTS.get(word)


def _named_relative(token: "Token") -> None:
    """ "My mum Janet bakes", "My brother-in-law Steve owns a bakery": who it is stands behind what they are."""
    name = _behind(token)
    own = [child for child in (*token.children, *name.children) if child.dep_ == "poss" and child.i < token.i]
    if name.tag_ not in PROPER or not own:
        return
    if token.dep_ == "nsubj" and name.dep_ in ("nsubj", "compound") and name.head == token.head:
        name.dep_, name.head = "appos", token
    elif token.lower_ in HYPHENATED and token.dep_ == "compound" and token.head == name and name.head != name:
        token.dep_, token.head = name.dep_, name.head
        name.dep_, name.head = "appos", token
        own[0].head = token


def _behind(token: "Token") -> "Token":
    """The head of the name that begins right behind a word, or what stands there instead."""
    name = token.nbor(1) if token.i + 1 < len(token.doc) else token
    whole = name.head
    run = token.doc[name.i : whole.i + 1]
    return whole if name.dep_ == "compound" and len(run) > 1 and all(one.tag_ in PROPER for one in run) else name


def _beside_me(token: "Token") -> None:
    """ "Tom and I went to Hull": a name beside "I" is no adverb, and does what I do."""
    joint, me = token.doc[token.i + 1 : token.i + 3] if token.i + 2 < len(token.doc) else (token, token)
    if joint.lower_ != "and" or me.lower_ not in ("i", "he", "she", "we", "they"):
        return
    if me.dep_ == "conj" and me.head == token and not any("subj" in child.dep_ for child in token.head.children):
        token.dep_ = "nsubj"
    elif me.dep_ in ("nsubj", "nsubjpass") and me.head == token.head:
        token.dep_ = me.dep_
        joint.head, joint.dep_ = token, "cc"
        me.head, me.dep_ = token, "conj"


def _named_date(token: "Token") -> None:
    """ "I'm dating Mia": nobody dates without dating somebody."""
    verb = token.head
    taken = any(child.dep_ == "dobj" for child in verb.children)
    if verb.lower_ == "dating" and token.i == verb.i + 1 and not taken and token.lower_ not in _DAYS:
        token.dep_ = "dobj"


def _named_subject(token: "Token") -> None:
    """ "My brothers Tim and Jon live in Boston": whose verb has no other subject."""
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
