"""How texts say that something is no longer as it was: "from Monday", "instead of", 〜に変更; in both languages."""

import re
from typing import Final

TEXT_MOST: Final = 600
"""Characters of a text that may be replaced by its wording: of a longer one too much else is said."""
TIME: Final = re.compile(
    r"曜|\d/\d|\d[月日時]|\d年|:\d\d|\d(?:st|nd|rd|th)\b|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun|to|yester)day|tomorrow|noon"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*|may)\b",
    re.IGNORECASE,
)
"""What makes a value a time: of a place or a person a time takes no place."""
CHANGING: Final = re.compile(
    r"\b(?:switch|chang|mov|migrat|upgrad|downgrad|replac|convert|instead|rather|postpon|delay|reschedul|renam|transfer"
    r"|dropped|ditched|abandoned|scrapped|succeeded|supersed|took over|taken over)",
    re.IGNORECASE,
)
AMOUNT_CHANGING: Final = re.compile(
    r"\b(?:rais|lower|increas|reduc|decreas|extend|shorten|bump|drop|push|cut(?:s|ting)?\b|brought|bring|set\b|goes\b|went\b)"
    r"|(?:引き)?[上下]げ|増や|減ら|延長|短縮|延ば|縮め|絞[りるっ]|拡大|縮小|[増減]額|→|⇒",
    re.IGNORECASE,
)
"""What changes an amount, where what was given up and what took its place are both numbers."""
CHANGES: Final = re.compile(rf"(?:{CHANGING.pattern}|{AMOUNT_CHANGING.pattern})[a-z]*", re.IGNORECASE)
JAPANESE_CHANGING: Final = re.compile(
    r"変更|変え|[変代替]わ(?!り?に)|交[代替]|切り替|移行|移し|移転|移動|更新|乗り換|置き換|やめ|止め|辞め|廃止|(?:では|じゃ|で)なく|代わり|異動|延期|前倒し|引っ越|転職"
)
JAPANESE_UNCHANGED: Final = re.compile(
    rf"(?:{JAPANESE_CHANGING.pattern})[いえかけさしせてっらりれわ]{{0,6}}な[いかくけし]"
)
"""A change that its own verb denies: 変わっていない, 切り替えなかった, 変更なし; another verb's denial leaves it be."""
DENIED: Final = re.compile(
    r"\b(?:no longer|not .{0,40}\b(?:any ?more|any longer)|n['’]t .{0,40}\b(?:any ?more|any longer))\b"
    r"|もう.{0,24}(?:ない|ません)|なくなった|なくなりました",
    re.IGNORECASE,
)
GONE: Final = re.compile(
    r"(?P<what>`[^`\n]{2,40}`|[\w./-]*[\d_/][\w./-]*) (?:is|are|was|were|has been|have been) (?:now |since )?"
    r"(?:gone|removed|retired|shut down|closed|deprecated|discontinued|dropped|deleted|no more)\b",
    re.IGNORECASE,
)
"""What there is no more, where it is written as code or a number is: "`make lint` is gone"."""
NOW: Final = re.compile(
    r"\s*\b(?:from now on|now|currently|these days|as of today)\b"
    r"|今は|現在は?|(?<=[うくぐすつぬぶむる])(?:こと|よう)になった"
)
FROM_THEN: Final = re.compile(
    rf"\b(?:from|since|as of|starting) (?:(?:this|last|next) \w|{TIME.pattern})|\buntil\b(?! then)"
    r"|(?:[今本昨明]日|今朝|[今先来][週月年]|今後|[月火水木金土日]曜日?|\d[日月])から|(?<=[るた月日曜年春夏秋冬末])まで"
    r"|なった|なりました|になります|になる|終了|停止|中止",
    re.IGNORECASE,
)
"""A time from which or until which something is otherwise, or that it became so or ended."""


def tells_change(text: str) -> bool:
    """Whether a text says by its wording that something is no longer as it was: "From Monday …", "… instead", 〜に変更.

    Of a longer text than `TEXT_MOST` it is not asked: there something always changes.
    """
    if len(text) > TEXT_MOST or JAPANESE_UNCHANGED.search(text):
        return False
    return any(pattern.search(text) for pattern in (CHANGES, DENIED, NOW, GONE, FROM_THEN, JAPANESE_CHANGING))
