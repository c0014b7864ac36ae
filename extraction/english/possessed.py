"""What a clause says of something that somebody has: whose brother, boss or favourite food it names."""

from collections.abc import Iterator

from extraction.english.claim import Claim
from extraction.english.clauses import Clause, Complement
from extraction.english.lexicon import FAVOURED
from extraction.english.tree import PROPER, Tree
from graph.model import Modality, Polarity


def turned(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "Tom's brother is Ken" as "Ken is Tom's brother"."""
    for one in clause.complements:
        if not is_turned(tree, clause, one):
            continue
        noun = clause.subjects[0]
        favoured = [child for child in tree.kids[noun] if tree.lower[child] in FAVOURED]
        called = f"{tree.spelled((*favoured, noun))} of"
        lemma = f"be {called.lower()}"
        for owner in tree.labelled(noun, "poss"):
            for bearer in one.targets:
                yield Claim(
                    subject=tree.doc[bearer],
                    object=tree.doc[owner],
                    verb=tree.doc[clause.verb],
                    predicate=called,
                    lemma=lemma,
                    core=lemma,
                    rule="copula-possessive",
                    noun=tree.lemma[noun],
                    polarity=polarity,
                    modality=modality,
                    clause=clause,
                )


def is_turned(tree: Tree, clause: Clause, one: Complement) -> bool:
    """Whether a clause names who or what is somebody's brother, boss or home town."""
    noun = clause.subjects[0]
    return (
        one.kind == "predicative"
        and tree.tag[noun] == "NN"
        and bool(tree.labelled(noun, "poss"))
        and tree.tag[one.head] in PROPER
    )
