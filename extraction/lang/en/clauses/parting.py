"""Who leaves a place or a firm for the day, or for a while, and not for good: "I left Google at 5pm"."""

from typing import Final

from extraction.lang.en.dates.calendar import WEEKDAY_NAMES
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import words_of

LEAVING: Final = "leave"
DEPARTING: Final = "depart"
"""The dictionary form of a leaving that ends neither a job nor a home."""


_OFTEN: Final = words_of("usually always often sometimes normally generally typically regularly daily rarely early")
_AGAIN: Final = words_of("every each early")
_DAYTIMES: Final = words_of(
    "morning afternoon evening night tonight noon midday midnight dawn dusk sunrise sunset lunchtime a.m. p.m. am pm "
    "o'clock o’clock"
)
_HOURS: Final = words_of("one two three four five six seven eight nine ten eleven twelve")
_AWHILE: Final = words_of(
    "weekend week day night hour minute while month season summer winter spring autumn fall holiday vacation trip "
    "conference meeting lunch dinner breakfast break appointment wedding funeral party visit game concert honeymoon "
    "walk run coffee workshop interview christmas easter thanksgiving semester"
)
"""What one goes away for and comes back from."""
_ERRANDS: Final = words_of("pick meet see get grab catch visit attend eat fetch collect drop watch pay pray celebrate")
"""What one goes away to do and comes back from: who leaves "to join Stripe" does not."""
_WHEN: Final = words_of("at around about before after by in till until from")


def departs(tree: Tree, verb: int) -> bool:
    """Whether a clock time, a time of day, a habit or an errand stands beside a verb of leaving."""
    return any(_tells(tree, child) for child in tree.kids[verb])


def _tells(tree: Tree, child: int) -> bool:
    label = tree.dep[child]
    if label == "advmod":
        return tree.lower[child] in _OFTEN | _DAYTIMES
    if label == "npadvmod":
        again = any(tree.lower[kid] in _AGAIN for kid in tree.kids[child])
        return again or _is_time_of_day(tree, child)
    if label in ("xcomp", "advcl"):
        return tree.lemma[child] in _ERRANDS and any(tree.lower[kid] == "to" for kid in tree.labelled(child, "aux"))
    return label == "prep" and any(_is_spell(tree, child, target) for target in tree.labelled(child, "pobj"))


def _is_spell(tree: Tree, preposition: int, target: int) -> bool:
    """ "at 5pm", "at five", "in the evening", "on Fridays", "for the weekend", and not "at 25", "for good"."""
    word = tree.lower[preposition]
    if word == "for":
        return tree.lemma[target].lower() in _AWHILE
    if word == "on":
        return tree.lower[target].endswith("s") and tree.lower[target][:-1] in WEEKDAY_NAMES
    at_hour = word == "at" and tree.lower[target] in _HOURS
    return word in _WHEN and (at_hour or _is_time_of_day(tree, target))


def _is_time_of_day(tree: Tree, word: int) -> bool:
    clock = tree.lower[word].replace(":", "", 1)
    return tree.lower[word] in _DAYTIMES or (clock.isdecimal() and clock != tree.lower[word])
