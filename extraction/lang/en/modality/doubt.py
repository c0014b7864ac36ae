"""Words by which a sentence takes back, doubts, plans or passes on what one of its clauses says: closed classes."""

from typing import Final

from extraction.lang.en.word_lists import FACTIVE, GIVING_UP, LIKING, PHASES, SPEECH, words_of

MISSED: Final = words_of("almost nearly")
"""Adverbs of what did not come about after all."""
WHOLLY: Final = words_of("always never certainly surely exclusively entirely only all every everything")
"""Behind "almost" these are what is taken back, and not what the clause says: "almost always drinks tea"."""
SELDOM: Final = words_of("hardly scarcely rarely seldom")
DENIALS: Final = SELDOM | words_of("not never no neither nor")
"""Adverbs by which it is not so, or so seldom that a text that tells how somebody lives means that it is not."""
BARELY: Final = SELDOM | words_of("barely")
"""Adverbs that deny by their "ever"; "barely" alone may tell of what came about: "barely reached Rome"."""
MAYBE: Final = words_of(
    "maybe perhaps possibly probably presumably potentially conceivably likely hopefully seemingly theoretically"
)
HEARSAY: Final = words_of("supposedly apparently allegedly reportedly purportedly ostensibly")
IMAGINED: Final = words_of("dream nightmare daydream fantasy imagination")
"""Where things only seem to happen: "In my dream, I lived in Paris"."""

CONDITIONS: Final = words_of("if whether unless lest provided providing supposing")
TIMES: Final = words_of("when whenever once until till before after")
"""Words before a clause that in the present tense tells what is still to come, or what comes again and again."""
OCCASIONS: Final = words_of("time day moment minute second week month year")
"""Nouns whose clause is such a one: "by the time I join Acme"."""
SEEMING: Final = words_of("seem appear look sound feel")
"""Verbs by which a clause is what only seems so."""

INTENT: Final = words_of(
    "plan want hope intend decide aim wish try promise agree prepare look expect vow swear offer threaten volunteer "
    "apply arrange consent opt long yearn ache die wait mean attempt"
)
"""Verbs before "to" that tell what somebody is going to do, or would."""
DUTY: Final = words_of("need have require oblige force")
SLIPPING: Final = words_of("fail forget neglect omit")
"""Verbs before "to" that say that it was not done, and denied that it was."""
UNDOING: Final = SLIPPING | words_of("refuse decline avoid resist escape deny")
"""Verbs before another that say that it was not done."""
RECALLED: Final = words_of("forget remember recall regret deny")
"""Verbs before "-ing" of what was done, whatever they say of what is "to" be done."""
FELT: Final = LIKING | words_of("mind miss regret remember recall appreciate resent tolerate bear stand")
"""Verbs of how somebody takes what is so either way: who does not like living there lives there."""
LASTING: Final = GIVING_UP | FELT
"""Verbs whose denial does not deny what they are said of."""
BYGONE: Final = words_of("miss remember recall")
"""Verbs before "-ing" by which it is over."""
DONE: Final = (
    PHASES
    | FELT
    | words_of(
        "continue keep proceed do go come get manage end finish complete cease help learn happen tend dare succeed "
        "venture bother hasten hurry rush use turn prove serve branch expand extend evolve rise sit stand lie stay "
        "work live move return relocate travel fly drive walk ride leave resign choose grow admit know spend become "
        "make let settle remain combine"
    )
)
"""Verbs before another that take it for done, or tell how it began, goes or went: every other chain is a thought."""
BIDDEN: Final = words_of(
    "ask invite tell urge order request allow permit encourage advise suppose schedule persuade tempt recommend call "
    "remind warn instruct beg authorize authorise mean qualify entitle assign destine inspire set leave"
)
"""Verbs whose passive leaves open whether what follows "to" was done: "was asked to join"; of others it was."""
TOLD_OF: Final = words_of("say report believe think allege rumor rumour claim consider estimate understand")
"""Verbs whose passive passes on what others say: "is said to live"."""
ABLE: Final = words_of("able known quick first last")
"""Adjectives before "to" by which it is done."""
GLAD: Final = words_of(
    "happy glad proud lucky fortunate sad sorry pleased honored honoured delighted content blessed grateful thankful "
    "privileged thrilled comfortable excited"
)
"""Adjectives before a verb of how somebody takes what is so, or was done."""
READY: Final = words_of("about ready set due eager keen willing prepared determined excited supposed")
"""Adjectives before "to" that tell what is to come."""

INSTEAD: Final = words_of("instead rather short")
"""Adverbs before "of" that say that it was not done."""
KEEPING: Final = words_of("stop keep prevent prohibit ban discourage dissuade refrain abstain hinder save exclude")
"""Verbs behind which "from" says that it is not done."""
SINCE: Final = words_of("since despite through besides from while")
"""Prepositions whose "-ing" is so, whatever their verb says."""
AROUND: Final = words_of("after before until upon on when by as")
"""Those whose "-ing" is so where their verb tells what was done."""
ACHIEVED: Final = frozenset(
    (("succeed", "in"), ("persist", "in"), ("specialize", "in"), ("specialise", "in"), ("use", "to"),
     ("accustom", "to"), ("work", "on"), ("focus", "on"), ("concentrate", "on"))
)  # fmt: skip
"""Verbs and prepositions that take for so what follows them: "got used to living in Oslo"."""

DENYING: Final = words_of("deny doubt dispute refute contest disprove disbelieve")
SUPPOSING: Final = words_of(
    "seem appear hope fear wonder suspect expect assume suppose guess bet wish pray worry presume imagine speculate "
    "lie joke kid pretend bluff dream daydream fantasize fantasise hallucinate"
)
"""Verbs of what somebody wishes, fears, supposes, dreams up or says in jest."""
OPINION: Final = words_of("think believe suppose imagine guess expect feel reckon figure")
"""Verbs whose denial is one of what is thought: "I don't think so" says that it is not so."""
REPORTS: Final = SPEECH - FACTIVE
GRANTING: Final = FACTIVE | words_of("forget regret mind notice see find prove show reveal tell")
"""Verbs whose clause may be so even where they are planned or possible: "I can tell that"."""
KNOWING: Final = FACTIVE | words_of("forget regret mind notice see")
"""Verbs whose clause is so even where they are denied: "I didn't know that"."""
ORDERING: Final = words_of("suggest insist demand recommend propose request ask require order urge advise")
"""Verbs whose clause in the bare form is an order: "suggested that Tom join"."""
LETTING: Final = words_of("help cause get make have let force enable lead see hear watch notice feel keep")
"""Verbs whose "him do it" is done."""
WANTING: Final = words_of("want need like love prefer wish expect ask tell allow permit beg urge encourage order hate")
"""Verbs whose "him to do it" is meant to be done."""
TRUE: Final = words_of("true correct right accurate")
UNTRUE: Final = words_of("false untrue incorrect wrong")
UNLIKELY: Final = words_of("unlikely doubtful impossible")
UNSURE: Final = words_of(
    "possible likely probable plausible conceivable unclear uncertain unsure afraid worried scared hopeful"
)
SURE: Final = words_of("sure certain confident convinced positive clear")
"""Adjectives whose clause is so, and open where they are denied."""
THOUGHTS: Final = IMAGINED | words_of(
    "idea thought hope fear possibility chance suspicion feeling impression belief assumption theory hypothesis doubt "
    "wish worry risk rumor rumour gossip lie joke myth plan proposal suggestion scenario guess"
)
"""Nouns of what is only thought, wished or rumoured: "I have a feeling that Anna left"."""
LETTERS: Final = words_of("write draft compose send text prepare create generate")
"""Verbs that order a letter: what it is to say need not be so."""

CHANGING: Final = words_of(
    "moving leaving joining starting quitting marrying divorcing getting buying selling retiring resigning adopting "
    "relocating transferring emigrating"
)
"""Changes that are told as under way while they are still to come: "I'm moving to Berlin"."""
WEDDED: Final = words_of("married divorced engaged hitched wed hired fired")
"""What one is getting where that is such a change."""
COMING: Final = CHANGING | words_of(
    "flying arriving coming going departing landing returning visiting meeting travelling traveling driving seeing "
    "having hosting launching"
)
"""The same, and other doings that are told so when they are planned for a day."""
