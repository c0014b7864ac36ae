"""What each set's labels mean in the product's own scheme, and what a set does not annotate.

A set's label maps to the types of ours it may stand for. Where a set says nothing, any type that it does not annotate
may stand there: such a place neither teaches nor forbids those types (partial annotation).
"""

from typing import Final

OURS: Final = (
    *("PERSON", "ORGANIZATION", "GROUP", "LOCATION", "FACILITY", "EVENT", "PRODUCT", "WORK", "LAW", "CONCEPT"),
    *("LANGUAGE", "DATE", "TIME", "MONEY", "QUANTITY", "PERCENT", "ORDINAL", "TITLE"),
)
_AMOUNTS: Final = ("DATE", "TIME", "MONEY", "QUANTITY", "PERCENT", "ORDINAL")
_THINGS: Final = ("EVENT", "PRODUCT", "WORK", "LAW", "CONCEPT", "LANGUAGE")

GSD: Final = {
    "PERSON": ("PERSON",),
    "ORG": ("ORGANIZATION",),
    "NORP": ("GROUP",),
    "GPE": ("LOCATION",),
    "LOC": ("LOCATION",),
    "FAC": ("FACILITY",),
    "EVENT": ("EVENT",),
    "PRODUCT": ("PRODUCT",),
    "WORK_OF_ART": ("WORK",),
    "LAW": ("LAW",),
    "MOVEMENT": ("CONCEPT",),
    "LANGUAGE": ("LANGUAGE",),
    "DATE": ("DATE",),
    "TIME": ("TIME",),
    "MONEY": ("MONEY",),
    "QUANTITY": ("QUANTITY",),
    "CARDINAL": ("QUANTITY",),
    "PERCENT": ("PERCENT",),
    "ORDINAL": ("ORDINAL",),
    "TITLE_AFFIX": ("TITLE",),
    "PET_NAME": ("PERSON", "PRODUCT"),
    "PHONE": ("QUANTITY",),
}
STOCKMARK: Final = {
    "人名": ("PERSON",),
    "法人名": ("ORGANIZATION",),
    "政治的組織名": ("ORGANIZATION", "GROUP", "LOCATION"),
    "その他の組織名": ("ORGANIZATION", "GROUP"),
    "地名": ("LOCATION",),
    "施設名": ("FACILITY",),
    "製品名": ("PRODUCT", "WORK"),
    "イベント名": ("EVENT",),
}
EWT: Final = {"PER": ("PERSON",), "ORG": ("ORGANIZATION",), "LOC": ("LOCATION", "FACILITY")}
WNUT: Final = {
    "person": ("PERSON",),
    "location": ("LOCATION", "FACILITY"),
    "group": ("ORGANIZATION", "GROUP"),
    "corporation": ("ORGANIZATION",),
    "creative-work": ("WORK",),
    "product": ("PRODUCT",),
}
REDOCRED: Final = {
    "PER": ("PERSON",),
    "ORG": ("ORGANIZATION", "GROUP"),
    "LOC": ("LOCATION", "FACILITY", "GROUP"),
    "TIME": ("DATE", "TIME"),
    "NUM": ("QUANTITY", "MONEY", "PERCENT", "ORDINAL"),
    "MISC": (*_THINGS, "GROUP"),
}
WAC: Final = {
    "PERSON": ("PERSON",),
    "ORGANIZATION": ("ORGANIZATION", "GROUP"),
    "LOCATION": ("LOCATION", "FACILITY"),
    "ARTIFACT": ("PRODUCT", "WORK", "LAW", "CONCEPT", "LANGUAGE", "EVENT"),
    "DATE": ("DATE",),
    "TIME": ("TIME",),
    "MONEY": ("MONEY",),
    "PERCENT": ("PERCENT",),
    "OPTIONAL": OURS,
}
ONTONOTES: Final = {
    "PERSON": ("PERSON",),
    "NORP": ("GROUP",),
    "FAC": ("FACILITY",),
    "ORG": ("ORGANIZATION",),
    "GPE": ("LOCATION",),
    "LOC": ("LOCATION",),
    "PRODUCT": ("PRODUCT",),
    "EVENT": ("EVENT",),
    "WORK_OF_ART": ("WORK",),
    "LAW": ("LAW",),
    "LANGUAGE": ("LANGUAGE",),
    "DATE": ("DATE",),
    "TIME": ("TIME",),
    "PERCENT": ("PERCENT",),
    "MONEY": ("MONEY",),
    "QUANTITY": ("QUANTITY",),
    "CARDINAL": ("QUANTITY",),
    "ORDINAL": ("ORDINAL",),
}

MEANINGS: Final = {
    "gsd": GSD,
    "stockmark": STOCKMARK,
    "ewt": EWT,
    "wnut17": WNUT,
    "redocred": REDOCRED,
    "wac": WAC,
    "ontonotes": ONTONOTES,
}
SILENT: Final = {
    "gsd": (),
    "stockmark": (*_AMOUNTS, "TITLE", "LANGUAGE", "GROUP", "LAW", "CONCEPT", "WORK"),
    "ewt": (*_AMOUNTS, *_THINGS, "TITLE", "GROUP"),
    "wnut17": (*_AMOUNTS, "TITLE", "LANGUAGE", "LAW", "CONCEPT", "EVENT", "GROUP"),
    "redocred": ("TITLE", "QUANTITY", "ORDINAL", "CONCEPT", "LAW", "GROUP"),
    "wac": ("QUANTITY", "ORDINAL", "TITLE", "GROUP", "EVENT", "CONCEPT", "LANGUAGE"),
    "ontonotes": ("TITLE", "CONCEPT"),
}
"""The types of ours of which a set's "outside" says nothing."""

UNTAUGHT: Final = {"enishi": {"en": ("CONCEPT", "TITLE")}}
"""By scheme and language the types that no set of that language annotates, not even the plain model's labels."""

COARSE: Final = {
    "stockmark": {
        "人名": "PERSON",
        "法人名": "ORG",
        "政治的組織名": "ORG",
        "その他の組織名": "ORG",
        "地名": "LOC",
        "施設名": "LOC",
        "製品名": "PRODUCT",
        "イベント名": "EVENT",
    }
}
"""Finer labels that are trained, to those that are shown and scored."""


def bio(types: tuple[str, ...]) -> tuple[str, ...]:
    """The BIO labels of the types, "O" first."""
    return ("O", *(f"{place}-{kind}" for kind in types for place in "BI"))


def annotated(name: str) -> tuple[str, ...]:
    """The labels that a set is annotated with."""
    return bio(tuple(MEANINGS[name]))


def schemes() -> dict[str, tuple[str, ...]]:
    """Every scheme the head learns to give, with its labels, by name; the other sets teach `enishi` alone."""
    # In the order of their names: JAX hands dictionaries on in that order.
    return {
        name: bio(OURS) if name == "enishi" else annotated(name)
        for name in sorted((*MEANINGS, "enishi"))
        if name not in ("redocred", "wac")
    }
