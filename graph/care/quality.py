"""Care of the graph: rules that it should keep, and cleaning of what breaks them; a dry run changes nothing."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from graph.care_settings import CareSettings
from graph.catalogue.catalogue import Catalogue
from graph.catalogue.rules import faults
from graph.db.store import Runs, Store
from graph.db.type_catalogue import SYMMETRIC
from graph.errors import EnishiError, Unavailable
from graph.journal.journal import Journal
from graph.model.care.quality import Breach, Cleaned, Rule, Severity
from graph.model.life.journal import Act
from graph.model.types import EntityType
from graph.rotation.due import users_of

_LOG: Final = logging.getLogger(__name__)
_READ_MOST: Final = 10_000
_EXAMPLES: Final = 5
SEVERITIES: Final[Mapping[Rule, Severity]] = {
    Rule.SELF_LOOP: Severity.ERROR,
    Rule.OUT_OF_RANGE: Severity.WARNING,
    Rule.UNSURE: Severity.INFO,
    Rule.ENDS: Severity.WARNING,
    Rule.PRUNED: Severity.INFO,
    Rule.ORPHAN: Severity.INFO,
    Rule.ATTRIBUTES: Severity.WARNING,
}
_NEVER: Final = 2.0
"""What no relation is as sure as."""
MENDED: Final = frozenset(Rule) - {Rule.ATTRIBUTES}
"""What cleaning mends; what a person has to say is left to the person."""
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityParts:
    """What the care of every graph is made of."""

    store: Store
    catalogue: Catalogue
    journal: Journal
    settings: CareSettings
    clock: Callable[[], datetime]


class Quality:
    """Care of one user's graph. At most ten thousand breaches are looked at a time; cleaning may be repeated."""

    def __init__(self, parts: QualityParts, user_id: str) -> None:
        self._parts = parts
        self._user_id = user_id

    def check(self) -> tuple[Breach, ...]:
        """The rules that are broken, the worst first. Nothing is changed."""
        return _breaches(self._broken())

    def clean(self, *, dry_run: bool = False) -> Cleaned:
        """Mends what can be mended: loops and orphans go, ranges are computed anew, unsure relations are pruned.

        Pruned as well are relations that tie what their type may not. A pruned relation leads nowhere until new
        evidence makes it as sure as its type asks for, or a cleaning sees that its ends or its type have changed. Of
        entities that nobody speaks of those stay that a person confirmed or edited.
        """
        broken = self._broken()
        before = _breaches(broken)
        if dry_run or not MENDED & broken.keys():
            return Cleaned(dry_run=dry_run, before=before, after=before)
        thresholds = self._parts.catalogue.relations(self._user_id).thresholds()
        recording = self._parts.journal.step(
            self._user_id, Act.GRAPH_CLEANED, fields=[rule.value for rule in broken if rule in MENDED]
        )

        def work(runs: Runs) -> None:
            runs("entity/lock", {"user_id": self._user_id, "ids": []})
            recording.run(runs)
            pruned = [
                *({**row, "threshold": thresholds[row["type"]]} for row in broken.get(Rule.UNSURE, ())),
                *({**row, "threshold": _NEVER} for row in broken.get(Rule.ENDS, ())),
                *({**row, "threshold": None} for row in broken.get(Rule.PRUNED, ())),
            ]
            loops = list(broken.get(Rule.SELF_LOOP, ()))
            runs("quality/mend", {"user_id": self._user_id, "loops": loops, "pruned": pruned})
            pairs = [[row["source"], row["target"]] for row in broken.get(Rule.OUT_OF_RANGE, ())]
            if pairs:
                runs("entity/sum", {"user_id": self._user_id, "ids": [], "pairs": pairs, "symmetric": SYMMETRIC})
            ids = [row["id"] for row in broken.get(Rule.ORPHAN, ())]
            runs("quality/drop_orphans", {"user_id": self._user_id, "ids": ids})

        self._parts.store.together(work)
        return Cleaned(dry_run=False, before=before, after=self.check())

    def clean_if_due(self) -> bool:
        """Cleans where that was not done for as many days as the settings say."""
        now = self._parts.clock()
        before = now - timedelta(days=self._parts.settings.cleaning_days)
        rows = self._parts.store.write("quality/begin", user_id=self._user_id, before=before, now=now)
        if rows:
            self.clean()
        return bool(rows)

    def _broken(self) -> dict[Rule, list[dict[str, Any]]]:
        broken: dict[Rule, list[dict[str, Any]]] = {}
        types = self._parts.catalogue.entities(self._user_id)
        relations = self._parts.catalogue.relations(self._user_id)
        rows = self._parts.store.read(
            "quality/relations", user_id=self._user_id, thresholds=relations.thresholds(),
            kinds=[asdict(each) for each in relations.bounded(types)],
            least=self._parts.settings.confidence_least, most=_READ_MOST,
        )  # fmt: skip
        for row in rows:
            broken.setdefault(Rule(row["rule"]), []).append(
                {"source": row["source"], "type": row["type"], "target": row["target"]}
            )
        ruled = [kind for kind in types.kinds.values() if kind.attributes]
        entities = self._parts.store.read(
            "quality/entities", user_id=self._user_id, most=_READ_MOST,
            types=[kind.name for kind in ruled if kind.system],
            subtypes=[kind.name for kind in types.kinds.values() if not kind.system],
        )  # fmt: skip
        for row in entities:
            if row["orphan"]:
                broken.setdefault(Rule.ORPHAN, []).append({"id": row["id"]})
            asked = types.attributes(EntityType(row["type"]), row["subtype"])
            if faults(json.loads(row["attributes"] or "{}"), asked):
                broken.setdefault(Rule.ATTRIBUTES, []).append({"id": row["id"]})
        return broken


def cleaned_due(parts: QualityParts) -> int:
    """Cleans the graphs of all users where it is due, one after the other; returns how many those were.

    What fails for one user waits, and the others go on. Raises Unavailable for a database that is away.
    """
    cleaned = 0
    for user_id in users_of(parts.store):
        try:
            cleaned += Quality(parts, user_id).clean_if_due()
        except Unavailable:
            raise
        except EnishiError as error:
            _LOG.warning("a cleaning failed: %s", type(error).__name__)
    return cleaned


def _breaches(broken: Mapping[Rule, Sequence[Row]]) -> tuple[Breach, ...]:
    return tuple(
        Breach(
            rule=rule, severity=severity, count=len(broken[rule]), mended=rule in MENDED,
            examples=tuple(" ".join(row.values()) for row in broken[rule][:_EXAMPLES]),
        )
        for rule, severity in sorted(SEVERITIES.items(), key=lambda each: [*Severity].index(each[1]))
        if rule in broken
    )  # fmt: skip
