"""The lines of a text that are source code: those of a fenced block, and those written like a programming language.

Of "Anna writes:\nreturn new Foo(Bar)" the second line is code. A value that is set alone (LOG_LEVEL=debug), a key with
its value and a heading are none: people write them in notes.
"""

import re
from collections.abc import Sequence
from typing import Final

from extraction.text.marked import INLINE_TAGS

_BLOCK: Final = r"^[ \t]*(```|~~~)[^\n]*\n.*?(?:^[ \t]*\1[^\n]*$|\Z)"
_FENCED: Final = re.compile(_BLOCK, re.MULTILINE | re.DOTALL)
_OPEN_FENCED: Final = re.compile(rf"\A.*?(?:^[ \t]*(?:```|~~~)[^\n]*$|\Z)|{_BLOCK}", re.MULTILINE | re.DOTALL)
_STRING: Final = re.compile(r"""(?<![\w\\])[fr]?(["'`])(?:(?!\1)[^\n\\]|\\.)*\1(?![A-Za-z])|(?<=\\text)\{[^{}]*\}""")
_COMMENT: Final = re.compile(r"\s(?://|#|/\*) .*$")
_PROSE: Final = re.compile(r"(?:\b[A-Za-z][a-z]+,? ){4}|^[-*+•] ")
"""Words in a row, as code has them in its strings and comments only, or an item of a list."""
_NAME: Final = r"(?:[\w.$]|\[[^\[\]]*\])+"
_CALL: Final = rf"{_NAME}\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_CODE: Final = (
    r"//|/\*|<!--|#!|\$ [a-z]|>>> |\{[{%']",  # comments, prompts, templates
    r"[)}\]]+[;,.]*(?:$|[ ).])|.*(?:\{|\w[(\[])$",  # where a block ends or begins
    rf"<(?!/?(?:{INLINE_TAGS})\b)[/!]?[A-Za-z][\w-]*(?:\s[^>]*)?>(?:.*>)?$",
    rf".* = (?:await |new )?{_CALL};$",
    r"(?:const|let|var) [\w{\[, }\]]+ =|(?:async )?(?:function|def|class) \w+ ?[(:]",
    r"import (?:[{*]|.* from ''|[\w.]+(?: as \w+)?;?$)|from [\w.]+ import (?:[*(]|\w+(?:, \w+)*(?: as \w+)?$)",
    r"(?i:insert into|delete from|alter table|create table) [\w.]+(?:$| ?\(|.*;$)",
    r"@[\w.]+(?:\(| '')|'': (?:''|[\d\[{]|\S+,?$)|'',$",  # decorators, members
)
"""How a line begins that is code whatever words it has; strings are empty ones here."""
_LIKE: Final = (
    rf"(?:(?:await|return|yield|assert|throw|raise|new|{_NAME} [-+*/]?=) )+(?:{_CALL}|[\[{{('])",
    rf"{_NAME} ?[-+*/]?= ?(?:{_CALL}|''|[\[{{]|[\w.]+\[|\w+(?:\.[a-z]\w*)+$)",
    rf"(?=\S*(?:[._]|[a-z][A-Z])|.*\(\)|.*\([^()]*['=,]|.*;$)(?:{_CALL})+[;,:]?$",
    r"(?=.*:$)(?:(?:if|elif|for|while|with|case)\b.*[._=(<>]|if not \w|for \w+ in \w|except\b|(?:else|try|finally):)",
    r"\w+: (?:''|\d[\w.]*|true|false|\(.*),$|\w+=.*,$",
    r"(?=.*;$)(?:.*[^<>!=]=|(?:\w+\.|[a-z]\w+[\[(])\S|(?:return|throw|import)\b|\w+;$|';$)",
    r"(?=.*\);$).*\w\(|[a-z-]+: (?=[^;]*[\d#$%(]|[\w-]+;$)[^;]*;$",
    r"(?!.*\\\()(?=.*=|.*\{).*\\[a-z]",  # formulas on a line of their own
)
"""How a line begins that is code unless it has the words of a sentence."""
_SURELY: Final = re.compile("|".join(_CODE), re.ASCII)
_LIKELY: Final = re.compile("|".join(_LIKE), re.ASCII)


def fences_in(text: str) -> list[tuple[int, int]]:
    """Where the fenced blocks of a text begin and end."""
    return [match.span() for match in _FENCED.finditer(text)]


def is_fenced(place: int, fences: Sequence[tuple[int, int]]) -> bool:
    """Whether a place of the text lies in one of its blocks of code."""
    return any(start <= place < end for start, end in fences)


def without_code(text: str, *, is_open: bool = False) -> str:
    """The text with its lines of code empty: as many line ends as they had characters, so that each place stays.

    `is_open`: the text begins within a fenced block. A line between two lines of code is one unless it is prose.
    """
    blocks = _OPEN_FENCED if is_open else _FENCED
    lines = blocks.sub(lambda block: "\n" * len(block[0]), text).splitlines(keepends=True)
    code = [line != "\n" and is_code(line) for line in lines]
    around = zip(lines, [False, *code], code, [*code[1:], False], strict=False)
    return "".join(
        "\n" * len(line) if here or (before and behind and not _PROSE.search(line.lstrip())) else line
        for line, before, here, behind in around
    )


def is_code(line: str) -> bool:
    """Whether a line by itself is source code or a formula, whose strings may hold sentences."""
    bare = _COMMENT.sub("", _STRING.sub("''", line.strip())).rstrip()
    return _SURELY.match(bare) is not None or (_LIKELY.match(bare) is not None and _PROSE.search(bare) is None)
