"""The unigram tokeniser of multilingual-e5-small as another library has it: slow to load, and with no float32 in it."""

from typing import cast

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from extraction.encoder.e5.weights import Vocabulary

_SPACES = r"[\s\x{1680}\x{200b}-\x{200f}\x{2028}\x{2029}\x{2581}\x{feff}\x{fffd}]+"
_CONTROLS = r"[\x{1}-\x{8}\x{b}\x{e}-\x{1f}\x{7f}\x{8f}\x{9f}]"
# A private-use character stands in for the wave dash: NFKC would turn it into a tilde, the model's rules keep it.
_WAVE, _STAND_IN = "～", "\ue0f5"


def unigram(vocabulary: Vocabulary) -> Tokenizer:
    """The tokeniser as XLM-R has it: nmt_nfkc written as rules, words at spaces, unigram pieces."""
    tokenizer = Tokenizer(
        models.Unigram(
            list(zip(vocabulary.pieces, vocabulary.scores, strict=True)),
            unk_id=vocabulary.unknown,
            byte_fallback=False,
        )
    )
    rules: list[object] = [
        normalizers.Replace(_WAVE, _STAND_IN),
        normalizers.Replace(Regex(_CONTROLS), ""),
        normalizers.NFKC(),
        normalizers.Replace(Regex(_SPACES), " "),
        normalizers.Replace(_STAND_IN, _WAVE),
    ]
    tokenizer.normalizer = normalizers.Sequence(cast("list[normalizers.Normalizer]", rules))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")]
    )
    start, end = vocabulary.pieces[vocabulary.start], vocabulary.pieces[vocabulary.end]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{start} $A {end}", special_tokens=[(start, vocabulary.start), (end, vocabulary.end)]
    )
    return tokenizer
