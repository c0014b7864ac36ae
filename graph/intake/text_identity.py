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
_FILLERS = frozenset(("a", "an", "the", "at", "on", "just", "really", "very", "also", "please", "well", "so", "oh"))
_POLITE = re.compile(r"(?: (?:(?:で す|で し た|だ)(?: よ| ね)?|よ ね|よ|ね))(?=$|\?$)")
_SHORT_FORMS = (
    ("’", "'"),
    ("'m ", " am "),
    ("'re ", " are "),
    ("'ve ", " have "),
    ("'ll ", " will "),
    ("n't ", " not "),
)


def wording(text: str) -> str:
    """The words of a text with a blank between them, Japanese characters and numbers each as one.

    Equal for texts that differ in case, width, spacing and punctuation alone. Numbers keep their sign and decimal
    places, and the word before a question mark keeps the mark: what is asked is not what is stated. Of nothing but
    signs, the signs.
    """
    plain = unicodedata.normalize("NFKC", text)
    words = " ".join(_WORD.findall(_GROUPED.sub("", plain.casefold().replace("\u2212", "-")))) or plain
    return _ASKED.sub("?", words) if "?" in words else words


def statement_key(text: str) -> str:
    """Equal for two texts that plainly say the same: the same words in the same order, but for what says nothing.

    "The meeting is on Friday at 10." and "The meeting is Friday, 10" are one; "Ken paid Tom." and "Tom paid Ken.",
    10:05 and 10:50, Acme and Globex are none, however near their vectors lie. Left out are articles, "at" and "on",
    words of emphasis, and polite endings; short forms are spelled out.
    """
    plain = f"{unicodedata.normalize('NFKC', text).casefold()} "
    for short_form, whole in _SHORT_FORMS:
        plain = plain.replace(short_form, whole)
    words = [word for word in wording(plain).split(" ") if word not in _FILLERS]
    return _POLITE.sub("", " ".join(words)) or wording(text)


def numbers(wording: str) -> frozenset[str]:
    """Every number of a wording, with its sign and its decimal places."""
    return frozenset(_NUMBER.findall(wording))
