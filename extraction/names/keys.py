"""Name normalisation: the key that spellings of a name share, its display form, and the aliases a name contains."""

import re
import unicodedata
from functools import lru_cache

from extraction.text.lexicon import lexicon
from graph.tables import table_rows

_WORDS = lexicon("extraction.names", "name_words")

_OLD_KANJI = str.maketrans(*map("".join, zip(*table_rows("extraction.names", "old_kanji", "old modern"), strict=True)))
"""Old forms and their modern ones. 斎 and 斉 look alike but are two names: they stay apart."""

_VU = (("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴュ", "ビュ"), ("ヴ", "ブ"))

_JA_COMPANY = (
    "株式会社|有限会社|合同会社|合資会社|合名会社|相互会社|(?:一般|公益)(?:社団|財団)法人|社団法人|財団法人|学校法人|"
    "医療法人(?:社団|財団)?|社会福祉法人|宗教法人|独立行政法人|国立大学法人|特定非営利活動法人|NPO法人|"
    "㈱|㈲|[(（](?:株|有|同|資|名|社|財)[)）]"
)
_EN_COMPANY = (
    r"incorporated|inc|limited|ltd|corporation|corp|llc|plc|gmbh|k\.?\s?k|"
    r"co\.?\s*,?\s*ltd|company\s*,?\s*(?:limited|ltd)|co"
)
_COMPANY_FIRST = re.compile(rf"^(?:{_JA_COMPANY})[\s　]*", re.IGNORECASE)
_COMPANY_LAST = re.compile(rf"(?:[\s　]*(?:{_JA_COMPANY})|[\s,，]+(?:{_EN_COMPANY})\.?)$", re.IGNORECASE)

_COURTESY = re.compile(r"[\s　]*(?:さん|くん|ちゃん)$")
_FORMAL = re.compile(r"[\s　]*(?:さま|様|氏|先生|君|殿|どの)$")
_OFFICE = re.compile(
    r"[\s　]*(?:代表取締役|代表|執行|名誉|副|元|前)?"
    rf"(?:{'|'.join(_WORDS.ordered('office'))}|"
    r"(?<=[一-鿿々])(?:リーダー?|マネージャー?|マネジャー?|ディレクター?|プロデューサー?|コーチ))$"
)
_HEADQUARTERS = re.compile(r"(?<=..)本部長$")  # two letters must stay: 橋本部長 is 橋本 and 部長, not 橋 and 本部長
_EN_TITLE = re.compile(r"^(?:mr|mrs|ms|miss|dr|prof|professor|sir)(?:\.\s*|\s+)(?=\S)", re.IGNORECASE)
_ROMAJI_HONORIFIC = re.compile(r"[-‐‑–](?:san|sama|kun|chan|sensei|senpai|shi)$", re.IGNORECASE)
_THE = re.compile(r"^the\s+(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?<=\w)['’`´]s$", re.IGNORECASE)

_NOT_A_NAME = _WORDS.words("not_a_name")
"""Remainders of words that end like an honorific or office but are no names (皆さん, 諸君)."""
_NOT_FORMALLY = _NOT_A_NAME | _WORDS.words("not_formally")
"""Those of words that end like a formal honorific: 模様 is a pattern and 源氏 a clan, 源さん somebody."""
_NOT_IN_OFFICE = _NOT_FORMALLY | _WORDS.words("not_in_office")
"""Those of words that end like an office: 学部長 is no head of 学, 学さん somebody."""

_GOES_ON = ("の", "な", "と", "は", "が", "を", "に", "で")
"""Particles before an office that is a word of its own (営業部の部長)."""

_CJK = "぀-ヿ㐀-䶿一-鿿々〆ｦ-ﾟ豈-﫿가-힯"
_SPACE_AT_CJK = re.compile(rf"(?<=[{_CJK}]) | (?=[{_CJK}])")
_LONG_VOWEL_END = re.compile(r"(?<=[ァ-ヺー]{3})ー(?![ァ-ヺー])")
_DASH_IN_KATAKANA = re.compile(r"(?<=[ァ-ヺ])[-‐‑–—―−~〜](?=[ァ-ヺ]|$)")
_DASHES = re.compile(r"[‐‑‒–—―−]")
_DOT = re.compile(r"(?<!\d)\.|\.(?!\d)")
_INITIALS = re.compile(r"\b(?:[a-z] )+[a-z]\b")
_NUMBERED = re.compile(r"(?<=[a-z]) (?=\d)")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3})")
_DROPPED = re.compile(r"['’‘`´ʼʾʿʻ\"“”!?！？]")
_SPACED_POSSESSIVE = re.compile(r"(?<=\w) (?=['’]s\b)")
"""The space before a possessive in tokenised text: People 's Republic."""
_SEPARATOR = re.compile(r"[^\w+#%$€£¥°.]|_")
_AMPERSAND = re.compile(rf"(?<![{_CJK}\s])\s*&\s*(?![{_CJK}\s])")
_OUTER_MARKS = " 　\t\r\n,、。，．・·;:；：\"'“”‘’「」『』【】《》〈〉[]［］<>＜＞*＊"
_PARENTHESISED = re.compile(r"^(?P<head>.+?)[\s　]*[(（](?P<inside>[^()（）]+)[)）]$")


@lru_cache(maxsize=65536)
def name_key(surface: str) -> str:
    """The normalised key of a name, never empty for a non-empty surface.

    Width, case, accents, middle dots, hyphens, spaces, punctuation, old kanji, the long vowel at a katakana word's end,
    company forms, honorifics, offices, a leading "the" and a trailing possessive make no difference. Idempotent:
    `name_key(name_key(x)) == name_key(x)`.
    """
    key = surface
    for _ in range(16):
        folded = _folded(key)
        if folded == key:
            break
        key = folded
    return key


@lru_cache(maxsize=65536)
def display_name(surface: str) -> str:
    """The display form: without honorifics, offices, company forms and quotes; script and case are kept."""
    return _undecorated(" ".join(surface.split())) or surface


def aliases_of(name: str) -> tuple[str, ...]:
    """Other forms that the name itself contains.

    A parenthesis at the end is dropped ("ポール（俳優）" also goes by "ポール") and, when it abbreviates, is a form of
    its own ("日本電信電話（NTT）" brings "NTT"); a company also goes without its legal form.
    """
    forms: list[str] = []
    match = _PARENTHESISED.match(name.strip())
    if match:
        head, inside = match["head"], match["inside"].strip()
        forms.append(head)
        if _abbreviates(inside, head):
            forms.append(inside)
    forms.extend(display_name(form) for form in (name, *forms))
    return tuple(form for form in dict.fromkeys(forms) if form and form != name)


def _abbreviates(inside: str, head: str) -> bool:
    if re.fullmatch(r"[A-ZＡ-Ｚ][A-ZＡ-Ｚa-z0-9&.\-]{1,9}", inside):
        return sum(letter.isupper() for letter in inside) >= 2
    if not 2 <= len(inside) < len(head) or not re.fullmatch(rf"[{_CJK}]+", inside):
        return False
    rest = iter(head)
    return all(letter in rest for letter in inside)


def _folded(surface: str) -> str:
    text = unicodedata.normalize("NFKC", surface).casefold()
    text = unicodedata.normalize("NFKC", _without_accents(text)).translate(_OLD_KANJI)
    text = " ".join(text.split())
    return _plain(_undecorated(text)) or _plain(text) or text.strip(_OUTER_MARKS) or text or surface


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    letters: list[str] = []
    for letter in text:
        parts = unicodedata.normalize("NFD", letter)
        # Only Latin letters lose their marks: が is not か.
        letters.append(parts[0] if len(parts) > 1 and "a" <= parts[0] <= "z" else letter)
    return "".join(letters)


def _undecorated(text: str) -> str:
    """The text without company forms, titles, honorifics and offices, removed repeatedly."""
    while True:
        peeled = _peeled(text)
        if peeled == text:
            return text
        text = peeled


def _peeled(text: str) -> str:
    text = text.strip(_OUTER_MARKS) or text
    for pattern in (_COMPANY_FIRST, _COMPANY_LAST, _THE, _POSSESSIVE, _EN_TITLE, _ROMAJI_HONORIFIC):
        text = _rest(pattern, text)
    for pattern, no_names in (
        (_COURTESY, _NOT_A_NAME),
        (_FORMAL, _NOT_FORMALLY),
        (_HEADQUARTERS, _NOT_IN_OFFICE),
        (_OFFICE, _NOT_IN_OFFICE),
    ):
        rest = _rest(pattern, text)
        if rest not in no_names and not rest.endswith(_GOES_ON):
            text = rest
    return text


def _rest(pattern: re.Pattern[str], text: str) -> str:
    rest = pattern.sub("", text, count=1).strip()
    return rest if any(letter.isalnum() for letter in rest) else text


def _plain(text: str) -> str:
    text = _DASH_IN_KATAKANA.sub("ー", text)
    text = _DASHES.sub("-", text).replace("ヶ", "ケ")
    for spelling, plain in _VU:
        text = text.replace(spelling, plain)
    text = _GROUPED.sub("", text)
    text = _SPACED_POSSESSIVE.sub("", text)
    text = _DROPPED.sub("", text)
    text = _AMPERSAND.sub(" and ", text)
    text = _DOT.sub(" ", text)
    text = " ".join(_SEPARATOR.sub(" ", text).split())
    text = _INITIALS.sub(lambda match: match[0].replace(" ", ""), text)
    text = _NUMBERED.sub("", _SPACE_AT_CJK.sub("", text))
    text = re.sub("ー{2,}", "ー", text)
    return _LONG_VOWEL_END.sub("", text).strip()
