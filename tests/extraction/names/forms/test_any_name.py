from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.names.forms.name_forms import name_forms
from graph.model.types import EntityType

PIECES = st.sampled_from(
    [
        *"一丈髙斎藤田々ヶ〆アーッンぁっんAbé-'’・=~。 　1９Ⅳ㈱😀א()、の山郎子ßſ",
        "株式会社",
        "さん",
        "Inc.",
        "\ud800",
        "\u200b",
    ]
)


@settings(max_examples=400)
@given(st.lists(PIECES, min_size=1, max_size=7), st.sampled_from(EntityType))
def test_whatever_a_name_is_written_in_it_is_taken_apart_into_blocks_that_are_not_empty(
    pieces: list[str], kind: EntityType
) -> None:
    forms = name_forms("".join(pieces), kind)
    assert forms is None or all(len(block) > 2 for block in forms.blocks)
