"""The small extractor with names taken apart, so that tests can tell whole names, parts and what may be one."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from extraction.names.forms.name_forms import name_forms
from graph.extractor import ExtractionInput
from graph.model.extraction import Extraction, Mention
from graph.model.reading.name_forms import Completeness, NameForms, NameKind, Sound, Split
from graph.model.types import EntityType
from tests.live.plain_extractor import PlainExtractor


class NamingExtractor(PlainExtractor):
    """Takes names apart: "Satoh" is read like "Sato", and "Sato" alone is a surname; or as another function does."""

    def __init__(self, forms: Callable[[Mention], NameForms | None] | None = None) -> None:
        super().__init__()
        self._forms = forms or forms_of

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [
            replace(one, mentions=tuple(replace(mention, forms=self._forms(mention)) for mention in one.mentions))
            for one in super().extract(works)
        ]


def taken_apart(mention: Mention) -> NameForms | None:
    """The forms as the product makes them. "Nab Corp" stands for NAB, which the small extractor cannot read."""
    name = "NAB" if mention.key == "nab corp" else mention.name
    return name_forms(name, mention.type, name)


def forms_of(mention: Mention) -> NameForms | None:
    """The name taken apart: of two words the given name comes first, a word alone is a surname."""
    if mention.type is not EntityType.PERSON:
        return None
    words = mention.key.split()
    surname = words[-1]
    given = words[0] if len(words) > 1 else ""
    sound = surname.removesuffix("h")
    split = Split(surname, given, (Sound(sound),), (Sound(given),) if given else ())
    blocks = [f"s:{sound}"] + ([f"g:{given}", f"f:{given}{sound}"] if given else [])
    return NameForms(
        kind=NameKind.PERSON,
        completeness=Completeness.FULL if given else Completeness.SURNAME,
        spelled=mention.key,
        splits=(split,),
        words=tuple(words),
        blocks=tuple(blocks),
    )
