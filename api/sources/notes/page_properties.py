"""Properties that Notion writes below the title of an exported page: "Created: January 5, 2026 3:04 PM"."""

import re
from collections.abc import Sequence
from datetime import datetime

from api.sources.item import Origin
from api.sources.notes.front_matter import tags_of
from api.sources.times import moment
from graph.errors import Invalid

PAIR = re.compile(r"([^\s:：#>\-*|`\[][^:：\n]{0,40}?)[ \t]*[:：][ \t]+(\S.*)")
DAYS = ("date", "event time", "日付", "日時", "created", "created time", "作成日時", "作成日")
"""Properties that say when, what happened before what was written."""

TAGS = ("tags", "タグ", "labels", "topics")
KNOWN = (*DAYS, *TAGS, "last edited", "last edited time", "created by", "最終更新日時", "作成者")


def properties_of(body: Sequence[str], origin: Origin) -> tuple[dict[str, object], dict[str, object], Sequence[str]]:
    """Fields and further properties at the top of a page's text, and the text without those that the application made.

    What else stands among them is the writer's: "Attendees: Grace Okafor, Lena Fischer" stays in the text.
    """
    start = next((number for number, line in enumerate(body) if line.strip()), len(body))
    pairs: dict[str, str] = {}
    words: list[str] = []
    end = start
    while end < len(body) and (match := PAIR.fullmatch(body[end].strip())):
        pairs[match[1].strip()] = match[2].strip()
        words += [] if match[1].strip().casefold() in KNOWN else [body[end]]
        end += 1
    known = {name.casefold(): value for name, value in pairs.items()}
    alone = end == len(body) or not body[end].strip()
    if not alone or not any(name in KNOWN for name in known):
        return {}, {}, body
    fields: dict[str, object] = {}
    for name in DAYS:
        if "occurred_at" not in fields and (at := _time(known.get(name), origin)):
            fields["occurred_at"] = at
    if tags := [tag for name in TAGS for tag in tags_of(known.get(name))]:
        fields["tags"] = tags
    if not fields and not any(name.startswith(("last edited", "created", "最終更新", "作成")) for name in known):
        return {}, {}, body
    extra: dict[str, object] = {name: value for name, value in pairs.items() if name.casefold() not in TAGS}
    return fields, extra, [*words, *body[end:]]


def _time(value: str | None, origin: Origin) -> datetime | None:
    if value is None:
        return None
    try:
        return moment(re.split(r"\s*(?:→|->)\s*", value)[0], zone=origin.zone, day_first=origin.day_first)
    except Invalid:
        return None
