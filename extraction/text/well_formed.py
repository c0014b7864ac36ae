"""Makes any Python string something an encoder accepts."""

import re

_SURROGATES = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """`text` with lone surrogates replaced one for one, so that it can be encoded and offsets stay true."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)
