"""An export read in for another user: what is told by ids that all users share gets others, the same each time.

    01M8CG0WJ5 TNRB32HWENR9SJA8  ->  01M8CG0WJ5 + 16 letters of a hash of the new user and the old id

The first ten letters of an id are its time, by which memories are ordered: they stay.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Any, Final

from graph.db.fulltext_fields import facet, words_fields

_ID: Final = re.compile(r"(?<![0-9A-Z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Z])")
_CROCKFORD: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
_TIME: Final = 10
_WORDS: Final = frozenset({"text", "title", "summary", "micro_summary", "description", "extra", "note", "key", "name"})
"""What people wrote: whatever looks like an id in it stays."""


class Renaming:
    """Maps refs and properties from one user to another; from a user to themselves it changes nothing."""

    def __init__(self, before: str, after: str) -> None:
        self._after = after
        self.other = before != after
        """Whether anything changes."""
        self._facets = facet("u", before), facet("u", after)
        self._fields = dict(zip(words_fields(before), words_fields(after), strict=True))

    def ref(self, ref: str) -> str:
        """What a node is called."""
        return ref if not self.other else self._ids(ref)

    def properties(self, properties: Mapping[str, Any]) -> dict[str, Any]:
        """The properties of a node or tie."""
        if not self.other:
            return dict(properties)
        return {
            self._fields.get(name, name): value if name in _WORDS else self._value(value)
            for name, value in properties.items()
        }

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._ids(value.replace(*self._facets))
        if isinstance(value, list) and value and isinstance(value[0], str):
            return [self._value(part) for part in value]
        return value

    def _ids(self, text: str) -> str:
        return _ID.sub(lambda match: self._other(match.group()), text)

    def _other(self, identity: str) -> str:
        digest = hashlib.sha256(f"{self._after}\n{identity}".encode("utf-8", "surrogatepass")).digest()
        return identity[:_TIME] + base64.b32encode(digest[:10]).decode("ascii").translate(_CROCKFORD)
