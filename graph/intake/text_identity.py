"""Text normalisation for duplicates: two texts of equal `wording` say the same in the same words."""

import re
import unicodedata

_JAPANESE = r"\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(
    # A Japanese character, any other word.
    rf"[{_JAPANESE}]|[^\W\d_{_JAPANESE}]+"
    # A number with its decimal places and its sign: a hyphen behind a digit or a Latin letter is none (COVID-19).
    r"|(?:(?<![0-9a-z])[-▲△])?\d+(?:\.\d+)*"
    # A sign that tells what a number counts, a question mark.
    r"|[%‰$€£¥₩₹?]"
)
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ASKED = re.compile(r"(?: ?\?)+")
_NUMBER = re.compile(r"[-▲△]?\d[\d.]*")


def wording(text: str) -> str:
    """The words of a text with a blank between them, Japanese characters and numbers each as one.

    Equal for texts that differ in case, width, spacing and punctuation alone. Numbers keep their sign and decimal
    places, and the word before a question mark keeps the mark: what is asked is not what is stated. Of nothing but
    signs, the signs.
    """
    plain = unicodedata.normalize("NFKC", text)
    words = " ".join(_WORD.findall(_GROUPED.sub("", plain.casefold().replace("\u2212", "-")))) or plain
    return _ASKED.sub("?", words) if "?" in words else words


def numbers(wording: str) -> frozenset[str]:
    """Every number of a wording, with its sign and its decimal places."""
    return frozenset(_NUMBER.findall(wording))


def asks(wording: str) -> bool:
    """Whether a wording holds a question, told by its mark."""
    return "?" in wording
