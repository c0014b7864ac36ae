"""The parts of a language pack that leave a text as it is written."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from extraction.lang.shared.amounts import Spot
from extraction.model.context import Context

if TYPE_CHECKING:
    from spacy.language import Language


def recased(_: "Language", texts: Sequence[str], contexts: Sequence[Context]) -> Sequence[tuple[str, Context]]:
    """The texts as they are: the script has no capitals to lack, or nobody knows which."""
    return list(zip(texts, contexts, strict=True))


def find_amounts(_: str) -> Sequence[Spot]:
    """Nothing: nobody reads the amounts of the language."""
    return ()


def is_group(_: str) -> bool:
    """Never: how words end tells nothing of groups."""
    return False


def left_out(_: str) -> Sequence[tuple[int, str]]:
    """Nothing: omitted subjects are found in the parse, or nobody can tell who is meant."""
    return ()
