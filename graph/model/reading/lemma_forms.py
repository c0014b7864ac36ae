"""Lemmas in a form with a place to fill: "be director of" is "be {} of" filled with "director"."""


def filler_of(form: str, lemma: str) -> str | None:
    """What stands in a lemma at the {} of a form: "director" for "be {} of" and "be director of".

    None for a lemma of another form.
    """
    before, _, after = form.partition("{}")
    inner = lemma.removeprefix(before).removesuffix(after)
    return inner if inner and lemma == f"{before}{inner}{after}" else None
