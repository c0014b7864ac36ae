"""What surrounds a name in its surface: honorifics, offices, titles, legal forms."""

import re
from typing import Final

_COURTESY: Final = re.compile(r"(?:さん|さま|様|氏|先生|君|くん|ちゃん|殿|どの)$")
_FAMILIAR: Final = re.compile(r"(?:君|くん|ちゃん|[-‐‑–](?:kun|chan))$", re.IGNORECASE)
_OFFICE: Final = re.compile(
    r"(?:長|取締役|専務|常務|監査役|役員|主任|主査|教授|准教授|助教|博士|議員|首相|大統領|大臣|選手|知事|リーダー?|マネージャー?|マネジャー?|ディレクター?|プロデューサー?|コーチ)$"
)
_TITLE: Final = re.compile(r"^(?:mr|mrs|ms|miss|dr|prof|professor|sir|lord|lady|president|captain)\b\.?", re.IGNORECASE)
_ROMAJI: Final = re.compile(r"[-‐‑–](?:san|sama|kun|chan|sensei|senpai|shi)$", re.IGNORECASE)
_LEGAL: Final = re.compile(
    r"株式会社|有限会社|合同会社|法人|㈱|㈲|[(（][株有同資名社財][)）]|"
    r"\b(?:inc|ltd|limited|corp|corporation|llc|plc|gmbh|company|co)\b\.?$",
    re.IGNORECASE,
)

HONORIFIC: Final = "honorific"
FAMILIAR: Final = "familiar"
OFFICE: Final = "office"
TITLE: Final = "title"
LEGAL: Final = "legal form"


def marks_of(surface: str, name: str) -> tuple[str, ...]:
    """What the surface has beside the name: "honorific", "familiar", "office", "title", "legal form"."""
    text = surface.strip()
    if text == name:
        return ()
    matches = {
        HONORIFIC: _COURTESY.search(text) or _ROMAJI.search(text),
        FAMILIAR: _FAMILIAR.search(text),
        OFFICE: _OFFICE.search(text),
        TITLE: _TITLE.search(text),
        LEGAL: _LEGAL.search(text),
    }
    return tuple(sorted(mark for mark, match in matches.items() if match))
