"""Trigger words of negation, speculation and reported speech: closed classes, in `lexicon/modality.tsv`.

The table has an example of each list. The sets below that join several lists say what their verbs have in common.
"""

from typing import Final

from extraction.lang.en.word_lists import FACTIVE, GIVING_UP, LIKING, PHASES, SPEECH
from extraction.text.lexicon import lexicon

_words = lexicon("extraction.lang.en", "modality").words

APPROXIMATORS: Final = _words("approximator")
"""Adverbs of what did not come about after all: "almost joined"."""
UNIVERSALS: Final = _words("universal")
"""Words behind "almost" that are weakened alone: "almost always drinks tea" says that she drinks it."""
_SELDOM: Final = _words("seldom")
NEGATION_ADVERBS: Final = _SELDOM | _words("negation_adverb")
"""Adverbs that deny; "rarely" does in a text that tells how somebody lives."""
EVER_NEGATORS: Final = _SELDOM | _words("barely")
"""Adverbs that deny with "ever"; "barely" alone may tell of what came about: "barely reached Rome"."""
HEDGE_ADVERBS: Final = _words("hedge_adverb")
HEARSAY_ADVERBS: Final = _words("hearsay_adverb")
DREAM_NOUNS: Final = _words("dream_noun")
"""Where things only seem to happen: "In my dream, I lived in Paris"."""

CONDITIONALS: Final = _words("conditional")
TEMPORAL_CONJUNCTIONS: Final = _words("temporal_conjunction")
"""Words before a clause that in the present tense tells of the future, or of what comes again and again."""
OCCASIONS: Final = _words("occasion")
"""Nouns with such a clause: "by the time I join Acme"."""
SEEM_VERBS: Final = _words("seem_verb")

INTENTION_VERBS: Final = _words("intention_verb")
"""Verbs before "to" that tell what somebody is going to do, or would."""
OBLIGATION_VERBS: Final = _words("obligation_verb")
OMISSION_VERBS: Final = _words("omission_verb")
"""Negative implicatives: who forgot to call did not call, who did not forget to call did."""
NEGATIVE_VERBS: Final = OMISSION_VERBS | _words("negative_verb")
"""Verbs before another that say that it was not done."""
MEMORY_VERBS: Final = _words("memory_verb")
"""Verbs before "-ing" of what was done, whatever they say of what is "to" be done."""
ATTITUDE_VERBS: Final = LIKING | _words("attitude_verb")
"""Verbs of an attitude to what is so either way: who does not like living there lives there."""
NEGATION_HOLES: Final = GIVING_UP | ATTITUDE_VERBS
"""Verbs whose denial does not deny their complement."""
REMINISCING_VERBS: Final = _words("reminiscing_verb")
"""Verbs before "-ing" by which it is over."""
IMPLICATIVE_VERBS: Final = PHASES | ATTITUDE_VERBS | _words("implicative_verb")
"""Verbs whose complement was done, or how it began or went ("managed to buy"); of every other verb it is possible."""
DIRECTIVE_PASSIVES: Final = _words("directive_passive")
"""Verbs whose passive leaves open whether what follows "to" was done: "was asked to join"; of others it was."""
REPORTIVE_PASSIVES: Final = _words("reportive_passive")
"""Verbs whose passive passes on what others say: "is said to live"."""
IMPLICATIVE_ADJECTIVES: Final = _words("implicative_adjective")
"""Adjectives before "to" by which it is done."""
EMOTIVE_ADJECTIVES: Final = _words("emotive_adjective")
"""Adjectives of a feeling about what is so, or was done."""
PROSPECTIVE_ADJECTIVES: Final = _words("prospective_adjective")
"""Adjectives before "to" that tell of the future."""
PROSPECTIVE_PASSIVES: Final = _words("prospective_passive")
"""Verbs whose present passive before "to" tells of the future: "is supposed to open"."""

SUBSTITUTION_ADVERBS: Final = _words("substitution_adverb")
"""Adverbs before "of" that say that it was not done."""
PREVENTION_VERBS: Final = _words("prevention_verb")
"""Verbs behind which "from" says that it is not done."""
FACTIVE_PREPOSITIONS: Final = _words("factive_preposition")
"""Prepositions whose "-ing" is so, whatever their verb says."""
TEMPORAL_PREPOSITIONS: Final = _words("temporal_preposition")
"""Prepositions whose "-ing" is so where their verb tells what was done."""
IMPLICATIVE_PHRASES: Final = _words("implicative_phrase")
"""Verbs with a preposition whose "-ing" is done: "got used to living in Oslo"."""

DENIAL_VERBS: Final = _words("denial_verb")
SUPPOSITION_VERBS: Final = _words("supposition_verb")
"""Verbs of what somebody wishes, fears, supposes, dreams up or says in jest."""
NEG_RAISING_VERBS: Final = _words("neg_raising_verb")
"""Verbs whose denial denies their clause: "I don't think so" says that it is not so."""
REPORT_VERBS: Final = SPEECH - FACTIVE
PRESUPPOSING_VERBS: Final = FACTIVE | _words("emotive_factive")
"""Verbs whose clause is so even where they are denied: "I didn't know that"."""
SEMI_FACTIVE_VERBS: Final = PRESUPPOSING_VERBS | _words("evidence_verb")
"""Verbs whose clause may be so even where they are planned or possible: "I can tell that"."""
ORDER_VERBS: Final = _words("order_verb")
"""Verbs whose clause in the bare form is an order: "suggested that Tom join"."""
CAUSATIVE_VERBS: Final = _words("causative_verb")
"""Verbs whose "him do it" is done."""
DESIRE_VERBS: Final = _words("desire_verb")
"""Verbs whose "him to do it" is meant to be done."""
TRUTH_ADJECTIVES: Final = _words("truth_adjective")
FALSITY_ADJECTIVES: Final = _words("falsity_adjective")
IMPROBABILITY_ADJECTIVES: Final = _words("improbability_adjective")
UNCERTAINTY_ADJECTIVES: Final = _words("uncertainty_adjective")
CERTAINTY_ADJECTIVES: Final = _words("certainty_adjective")
"""Adjectives whose clause is so, and open where they are denied."""
THOUGHT_NOUNS: Final = DREAM_NOUNS | _words("thought_noun")
"""Nouns of what is only thought, wished or rumoured: "I have a feeling that Anna left"."""
COMPOSING_VERBS: Final = _words("composing_verb")
"""Verbs that order a letter: what it is to say need not be so."""

CHANGE_PARTICIPLES: Final = _words("change_participle")
"""Changes in the present progressive that are still to come: "I'm moving to Berlin"."""
CHANGE_STATES: Final = _words("change_state")
"""What one is getting where that is such a change."""
PLANNED_PARTICIPLES: Final = CHANGE_PARTICIPLES | _words("planned_participle")
"""Those and others that the present progressive plans for a day."""
