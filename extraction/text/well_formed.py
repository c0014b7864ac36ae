"""Makes any Python string encodable as UTF-8."""

import re

_SURROGATES = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """The text with lone surrogates replaced one for one, so that offsets stay true."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)
