"""Words by which a sentence takes back, doubts, plans or passes on what one of its clauses says: closed classes."""

from typing import Final

from extraction.english.lexicon import GIVING_UP, LIKING, PHASES


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MISSED: Final = _words("almost nearly")
"""Adverbs of what did not come about after all."""
WHOLLY: Final = _words("always never certainly surely exclusively entirely only all every everything")
"""Behind "almost" these are what is taken back, and not what the clause says: "almost always drinks tea"."""
SELDOM: Final = _words("hardly scarcely rarely seldom")
DENIALS: Final = SELDOM | _words("not never no neither nor")
"""Adverbs by which it is not so, or so seldom that a text that tells how somebody lives means that it is not."""
BARELY: Final = SELDOM | _words("barely")
"""Adverbs that deny by their "ever"; "barely" alone may tell of what came about: "barely reached Rome"."""
MAYBE: Final = _words(
    "maybe perhaps possibly probably presumably potentially conceivably likely hopefully seemingly theoretically"
)
HEARSAY: Final = _words("supposedly apparently allegedly reportedly purportedly ostensibly")
IMAGINED: Final = _words("dream nightmare daydream fantasy imagination")
"""Where things only seem to happen: "In my dream, I lived in Paris"."""

CONDITIONS: Final = _words("if whether unless lest provided providing supposing")
TIMES: Final = _words("when whenever once until till before after")
"""Words before a clause that in the present tense tells what is still to come, or what comes again and again."""
OCCASIONS: Final = _words("time day moment minute second week month year")
"""Nouns whose clause is such a one: "by the time I join Acme"."""
SEEMING: Final = _words("seem appear look sound feel")
"""Verbs by which a clause is what only seems so."""

INTENT: Final = _words(
    "plan want hope intend decide aim wish try promise agree prepare look expect vow swear offer threaten volunteer "
    "apply arrange consent opt long yearn ache die wait mean attempt"
)
"""Verbs before "to" that tell what somebody is going to do, or would."""
DUTY: Final = _words("need have require oblige force")
SLIPPING: Final = _words("fail forget neglect omit")
"""Verbs before "to" that say that it was not done, and denied that it was."""
UNDOING: Final = SLIPPING | _words("refuse decline avoid resist escape deny")
"""Verbs before another that say that it was not done."""
RECALLED: Final = _words("forget remember recall regret deny")
"""Verbs before "-ing" of what was done, whatever they say of what is "to" be done."""
FELT: Final = LIKING | _words("mind miss regret remember recall appreciate resent tolerate bear stand")
"""Verbs of how somebody takes what is so either way: who does not like living there lives there."""
LASTING: Final = GIVING_UP | FELT
"""Verbs whose denial does not deny what they are said of."""
BYGONE: Final = _words("miss remember recall")
"""Verbs before "-ing" by which it is over."""
DONE: Final = (
    PHASES
    | FELT
    | _words(
        "continue keep proceed do go come get manage end finish complete cease help learn happen tend dare succeed "
        "venture bother hasten hurry rush use turn prove serve branch expand extend evolve rise sit stand lie stay "
        "work live move return relocate travel fly drive walk ride leave resign choose grow admit know spend become "
        "make let settle remain combine"
    )
)
"""Verbs before another that take it for done, or tell how it began, goes or went: every other chain is a thought."""
BIDDEN: Final = _words(
    "ask invite tell urge order request allow permit encourage advise suppose schedule persuade tempt recommend call "
    "remind warn instruct beg authorize authorise mean qualify entitle assign destine inspire set leave"
)
"""Verbs whose passive leaves open whether what follows "to" was done: "was asked to join"; of others it was."""
TOLD_OF: Final = _words("say report believe think allege rumor rumour claim consider estimate understand")
"""Verbs whose passive passes on what others say: "is said to live"."""
ABLE: Final = _words("able known quick first last")
"""Adjectives before "to" by which it is done."""
GLAD: Final = _words(
    "happy glad proud lucky fortunate sad sorry pleased honored honoured delighted content blessed grateful thankful "
    "privileged thrilled comfortable excited"
)
"""Adjectives before a verb of how somebody takes what is so, or was done."""
READY: Final = _words("about ready set due eager keen willing prepared determined excited supposed")
"""Adjectives before "to" that tell what is to come."""

INSTEAD: Final = _words("instead rather short")
"""Adverbs before "of" that say that it was not done."""
KEEPING: Final = _words("stop keep prevent prohibit ban discourage dissuade refrain abstain hinder save exclude")
"""Verbs behind which "from" says that it is not done."""
SINCE: Final = _words("since despite through besides from while")
"""Prepositions whose "-ing" is so, whatever their verb says."""
AROUND: Final = _words("after before until upon on when by as")
"""Those whose "-ing" is so where their verb tells what was done."""
ACHIEVED: Final = frozenset(
    (("succeed", "in"), ("persist", "in"), ("specialize", "in"), ("specialise", "in"), ("use", "to"),
     ("accustom", "to"), ("work", "on"), ("focus", "on"), ("concentrate", "on"))
)  # fmt: skip
"""Verbs and prepositions that take for so what follows them: "got used to living in Oslo"."""
