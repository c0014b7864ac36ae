"""The lines of a text that are source code: those of a fenced block, and those written like a programming language.

Of "Anna writes:\nreturn new Foo(Bar)" the second line is code. A value that is set alone (LOG_LEVEL=debug), a key with
its value and a heading are none: people write them in notes. What may be either is none: a line of code that is read
as prose costs less than a line that a person wrote and that is lost.
"""

import re
from collections.abc import Sequence
from typing import Final

from extraction.text.marked import INLINE_TAGS

_FENCED: Final = re.compile(
    r"^[ \t]*((`|~)\2{2,}+)(?![^\n]*\2)[^\n]*\n.*?(?:^[ \t]*\1[^\n]*$|\Z)", re.MULTILINE | re.DOTALL
)
_STRING: Final = re.compile(r"""(?<![\w\\])[fr]?(["'`])(?:(?!\1)[^\n\\]|\\.)*\1(?![A-Za-z])|(?<=\\text)\{[^{}]*\}""")
_COMMENT: Final = re.compile(r"^>>> |\s(?://|#|/\*) .*$")
"""What is no part of a statement: the prompt before it, which a quotation of a quotation has too, and a comment."""
_PROSE: Final = re.compile(r"(?:\b[A-Za-z][a-z]+,? ){4}|^[-*+•] |^[A-Z]\w*[ ,'].*[a-z)'][.!?]$")
"""Words in a row, as code has them in its strings and comments only, an item of a list, or a sentence."""
_WRITTEN: Final = re.compile(r"[À-ÖØ-öø-ɏ々ぁ-ヿ㐀-鿿ｦ-ﾟ]")
"""Letters of people's languages that programming languages and formulas have in strings and comments only."""
_SIGN: Final = re.compile(r"[;={}<>_\\$]|\w[(\[]|^[#@/]|[(\[\]),:]$|''|^[^A-Za-z]*$")
"""What a line has that is code between two lines of code."""
_NAME: Final = r"(?:[\w.$]|\[[^\[\]]*\])+"
_CALL: Final = rf"{_NAME}\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_OF_CODE: Final = (
    r".*\(\)|.*\([^()]*(?:''|=)|.*_|.*\);$|[a-z][\w.]*\([^()A-Z]*,|"
    r"[a-z]\w*\.\w[\w.]*\([^A-Z]|\w+\.[a-z]\w*\([^A-Za-z]"
)
_SURE_CALL: Final = rf"(?={_OF_CODE})(?:{_CALL})+"
"""A call with arguments or a name as only code has them: `shapes.draw(x)`, not "OpenAI(Sam)"."""
_CODE: Final = (
    r"//|/\*|<!--|#!|\$ (?!.*(?:\b(?:is|was|has)\b|, |\w[.!?]$))[a-z]|\{[{%']",  # comments, prompts, templates
    r"[)}\]]+[;,.]*(?:$|[).])|.*(?:\{|\w[(\[])$",  # where a block ends or begins
    rf"<(?!/?(?:{INLINE_TAGS})\b)[/!]?[A-Za-z][\w-]*(?:\s[^>]*)?>(?:.*>)?$",
    rf".* = (?:await |new )?{_CALL};$",
    r"(?:async )?(?:function|def|class) \w+(?:\(.*[:{]|:$)",
    r"import (?:[{*]|(?:.* from )?''|[\w.]+ as \w+;?$|\w+\.[\w.]+;?$)",
    r"from [\w.]+ import (?:[*(]|\w+(?:, \w+)*(?: as \w+)?$)",
    r"(?i:insert into|delete from|alter table|create table) [\w.]+(?: ?\(|.*;$)",
    r"@\w+(?:\.\w+\(|\(.*['=]| '';$)|'': (?:'',?|[\[{](?:.*[^\w.!?])?|(?:[\d.]+|true|false|null|\w+[.(].*),)$",
)
"""How a line begins that is code whatever words it has; strings are empty ones here, but for those in backticks."""
_LIKE: Final = (
    r"assert .* [=!<>]=+ |(?:const|let|var) (?:\w+|[{\[][\w, ]+[}\]]) =",
    rf"(?:(?:await|return|yield|assert|throw|raise|new) )+(?:{_CALL}(?! \w)|''[;,]?$|[\[{{(](?:$|.*[^)\w.!?]$))",
    r"(?:[\w.]+\[''\]|(?:self|this)\.\w+) ?[-+*/]?= ",
    rf"{_NAME} ?[-+*/]?= ?(?:(?:await|new) {_CALL}|{_SURE_CALL}(?! \w)|[\[{{](?:$|['\[{{\]}}])|[\w.]+\['')",
    rf"{_SURE_CALL}[;,:]?$",
    r"(?=.*:$)(?:(?:if|elif|for|while|with|case)\b.*(?: (?:[<>]=?|[!=]=+) |\w\((?!s\)))|for [a-z]\w* in [a-z]\w*[._(]|"
    r"except(?: \w*(?:Error|Exception)\b.*| \w+ as \w+)?:|(?:else|try|finally):)",
    r"\w+: (?:''|true|false|\(.*=>.*),$|\w+: \[$|\w+=.*[')\]}\d],$",
    r"(?=.*;$)(?:[^;,=]*[^<>!;,=]=(?!=)[^;,]*;$|(?:\w+\.|[a-z]\w+[\[(])\S+$|return\b(?!.*\w \w)|';$)",
    r"[)}\]]+[;,.]* .*[^\w.!?]$|(?=.*\);$).*\w\(",
    r"(?:[a-z-]+: (?=[^;]*(?:\d(?:px|r?em|%|m?s|v[hw]|fr|deg)|\b0;|#\w{3}|\$[a-z]|\w\())|[a-z]+-[a-z-]+: )[^;]*;$",
    r"(?!.*(?:\\\(|\b[A-Z]:\\))(?=.*=|.*\{).*\\[a-z]",  # formulas on a line of their own
)
"""How a line begins that is code unless it has the words of a sentence."""
_SURELY: Final = re.compile("|".join(_CODE), re.ASCII)
_LIKELY: Final = re.compile("|".join(_LIKE), re.ASCII)


def fences_in(text: str) -> list[re.Match[str]]:
    """The fenced blocks of a text."""
    return list(_FENCED.finditer(text))


def fence_at(place: int, fences: Sequence[re.Match[str]]) -> str:
    """The sign that fences the block of code in which a place of the text lies, if it lies in one."""
    return next((block[1] for block in fences if block.start() <= place < block.end()), "")


def without_code(text: str, *, fence: str = "") -> str:
    """The text with its lines of code empty: as many line ends as they had characters, so that each place stays.

    `fence`: that of the block within which the text begins. A line between two lines of code is one if it has a sign of
    code and is no prose.
    """
    opened = fence and f"{fence}\n"
    bare = _FENCED.sub(lambda block: "\n" * len(block[0]), opened + text)[len(opened) :]
    lines = bare.splitlines(keepends=True)
    code = [line != "\n" and is_code(line) for line in lines]
    around = zip(lines, [False, *code], code, [*code[1:], False], strict=False)
    return "".join(
        "\n" * len(line) if here or (before and behind and _may_be_code(_bare(line))) else line
        for line, before, here, behind in around
    )


def is_code(line: str) -> bool:
    """Whether a line by itself is source code or a formula, whose strings may hold sentences."""
    bare = _bare(line)
    sure = _SURELY.match(bare) is not None and _WRITTEN.search(bare) is None
    return sure or (_LIKELY.match(bare) is not None and not _is_prose(bare))


def _bare(line: str) -> str:
    return _COMMENT.sub("", _STRING.sub(r"\1\1", line.strip()).replace('""', "''")).rstrip()


def _is_prose(bare: str) -> bool:
    return _PROSE.search(bare) is not None or _WRITTEN.search(bare) is not None


def _may_be_code(bare: str) -> bool:
    return _SIGN.search(bare) is not None and not _is_prose(bare)
