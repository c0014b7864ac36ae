"""Routing: the project of a message by what is remembered, with no language model; one may be asked instead."""

import re
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Final

import numpy as np

from graph.db.filters import asked_audience, asked_path
from graph.db.store import Store
from graph.errors import Invalid, Misconfigured, Unavailable
from graph.extractor import Extractor
from graph.intake.checks import checked_user, plain, short
from graph.intake.project_path import checked_path
from graph.lifecycle.word_tables import any_of, word_rows
from graph.model.draft import Draft
from graph.model.extraction import Vector
from graph.model.life.audience import audiences, shown_in
from graph.model.reading.question import Question
from graph.model.talk.routing import Certainty, ProjectMatch, ProposedProject, Routed
from graph.projects.channels import held_for
from graph.projects.routing.classifier import CatalogueEntry, Choice, Classifier
from graph.projects.routing.evidence import read_evidence
from graph.projects.routing.proposal import Topics, keywords, proposed
from graph.projects.routing.scoring import NONE, Evidence, probabilities
from graph.projects.routing.wording import ask_back, reasons_of
from graph.recall.reasons import answer_language
from graph.recall.recalling import spent
from graph.settings import GraphSettings

_READ: Final = 8_000
"""Characters of a message that say where it belongs."""
_MATCHES: Final = 5
_PINNED_MOST: Final = 50
_SCORES, _LLM = "scores", "llm"


class Router:
    """Finds the project of a message. One a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        settings: GraphSettings,
        clock: Callable[[], datetime],
        classifier: Classifier | None = None,
    ) -> None:
        self._store = store
        self._extractor = extractor
        self._settings = settings
        self._clock = clock
        self._classifier = classifier
        self._topics = Topics(extractor)

    def route(
        self, user_id: str, message: str, session_id: str | None, current: str | None, audience: str | None = None
    ) -> Routed:
        """Where a message belongs. Raises Invalid where it says nothing or the path is none."""
        read, started = _checked(message), time.perf_counter()
        session_id = short("session_id", session_id)
        asked = self._extractor.question(read)
        vector = self._vector(read, asked)
        understood = time.perf_counter()
        evidence, catalogue = read_evidence(
            self._store, self._extractor, self._settings, user_id, asked, vector, session_id, audience, self._clock()
        )
        given = _path(current)
        evidence = _with_current(evidence, given)
        gathered = time.perf_counter()
        taken = frozenset({*evidence, *catalogue, *self._unseen(user_id, audience)})
        routed = self._chosen(read, asked, vector, evidence, taken)
        choosing = _current(evidence)
        if self._settings.routing.classifier == _LLM:
            routed = self._by_classifier(read, catalogue, taken, choosing, routed)
        pinned = self._pinned(user_id, routed.primary, audience)
        done = time.perf_counter()
        times = spent(started, message=understood, evidence=gathered, choice=done)
        return replace(routed, pinned=pinned, milliseconds=times)

    def reader(self, user_id: str, session_id: str | None, audience: str | None) -> str | None:
        """Who reads where a message of a session belongs; None for the user alone."""
        held = held_for(self._store, user_id, short("session_id", session_id))
        return asked_audience(shown_in(held, short("audience", audience)))

    def evidence(self, user_id: str, message: str) -> dict[str, Evidence]:
        """What speaks for each project before anything is chosen."""
        read = _checked(message)
        asked = self._extractor.question(read)
        vector = self._vector(read, asked)
        evidence, _ = read_evidence(
            self._store, self._extractor, self._settings, user_id, asked, vector, None, None, self._clock()
        )
        return evidence

    def _vector(self, message: str, asked: Question) -> Vector:
        """A message may ask about what is kept or go on with it: halfway between question and passage it is nearest."""
        passage = self._extractor.vectors([message])[0]
        both = passage if asked.vector is None else asked.vector + passage
        return both / max(float(np.linalg.norm(both)), 1e-6)

    def _chosen(
        self,
        message: str,
        asked: Question,
        vector: Vector,
        evidence: Mapping[str, Evidence],
        taken: Collection[str],
    ) -> Routed:
        settings, language = self._settings.routing, answer_language(message)
        likely = probabilities(evidence)
        current = _current(evidence)
        # A talk that has a project goes on with it unless it is twice as sure that none is meant.
        least = settings.new if current is None else (1 + settings.new) / 2
        best = next((path for path in likely if path != NONE or likely[NONE] >= least), NONE)
        chosen = best
        if current and best not in (NONE, current) and references(message):
            # It goes on with its own project and takes something from the other.
            chosen = current
            likely[current] += likely[best]
        elif current and best not in (NONE, current) and not _spoken_of(evidence[best]):
            # What only sounds alike ("ok, and then?") leads to no other project.
            chosen = current
        certainty = _certainty(likely[chosen], settings.high, settings.medium)
        others = [path for path in likely if path not in (NONE, chosen)]
        secondary = tuple(path for path in others if likely[path] >= settings.secondary or evidence[path].named)
        matches = tuple(
            ProjectMatch(path=path, probability=round(likely[path], 4), reasons=reasons_of(evidence[path], language))
            for path in [path for path in likely if path != NONE][:_MATCHES]
        )
        unsure = certainty is not Certainty.HIGH
        fresh = self._proposed(message, asked, vector, evidence, taken) if chosen == NONE or unsure else None
        return Routed(
            primary=chosen or None,
            secondary=secondary[: settings.secondary_most],
            confidence=certainty,
            probability=round(likely[chosen], 4),
            ask=ask_back([match.path for match in matches], fresh, language) if unsure and matches else None,
            proposed=fresh,
            pinned_content=self._pinned_content(message),
            pinned=(),
            current=current,
            matches=matches,
            classifier=_SCORES,
            fallback=None,
            milliseconds={},
        )

    def _proposed(
        self,
        message: str,
        asked: Question,
        vector: Vector,
        evidence: Mapping[str, Evidence],
        taken: Collection[str],
    ) -> ProposedProject:
        nearest = max(evidence, key=lambda path: max(evidence[path].cosines, default=-1.0), default=None)
        category: tuple[str, ...] = ()
        if nearest is not None and max(evidence[nearest].cosines, default=-1.0) >= self._settings.routing.nearby:
            category = tuple(nearest.split("/")[:-1])
        words = keywords(message, self._extractor, asked)
        return proposed(words, category or self._topics.category(vector), taken)

    def _pinned_content(self, message: str) -> str | None:
        reading = self._extractor.read(Draft(text=message))
        if not reading.pinned:
            return None
        return message[reading.chunks[0].start : reading.chunks[-1].end]

    def _pinned(self, user_id: str, path: str | None, audience: str | None) -> tuple[str, ...]:
        if path is None:
            return ()
        rows = self._store.read(
            "project/pinned", user_id=user_id, path=path, audiences=audiences(audience), limit=_PINNED_MOST
        )
        return tuple(str(row["memory"]["text"]) for row in rows if row["memory"].get("text"))

    def _unseen(self, user_id: str, audience: str | None) -> list[str]:
        """The paths of all projects, for others who are told of some: what is new must not be one they may not see."""
        if audience is None:
            return []
        return [row["path"] for row in self._store.read("project/below", user_id=user_id, prefix="", audiences=None)]

    def _by_classifier(
        self,
        message: str,
        catalogue: Mapping[str, str],
        taken: Collection[str],
        current: str | None,
        scored: Routed,
    ) -> Routed:
        """What the classifier chose; where it cannot, the session's project, and else something new, hardly sure."""
        entries = [CatalogueEntry(path=path, description=text) for path, text in sorted(catalogue.items())]
        if self._classifier is None:
            reason = "graph.routing.classifier is llm, and extraction.llm.engine is off"
        else:
            try:
                return _as_chosen(self._classifier.choose(message, entries, current), scored, catalogue, taken)
            except (Unavailable, Misconfigured) as error:
                reason = str(error)
            except (ValueError, Invalid):
                reason = "the language model's answer cannot be read"
        return replace(
            scored,
            primary=current,
            secondary=(),
            confidence=Certainty.LOW,
            probability=next((match.probability for match in scored.matches if match.path == current), 0.0),
            classifier=_LLM,
            fallback=reason,
        )


class Routing:
    """The routing of one user's messages: an area of the knowledge."""

    def __init__(self, router: Callable[[], Router], user_id: str) -> None:
        self._router = router
        self._user_id = checked_user(user_id)

    def route(
        self,
        message: str,
        *,
        session_id: str | None = None,
        current: str | None = None,
        audience: str | None = None,
    ) -> Routed:
        """Where a message belongs: the project, others it speaks of, how sure that is, what to ask, what would be new.

        `session_id` is the talk it is part of: what that was about counts. `current` is the project at work where
        there is no session yet. Others (`audience`, or for whom the session is) are told of no project of which they
        may see nothing. Raises Invalid where the message is empty or a path is none.
        """
        router = self._router()
        reader = router.reader(self._user_id, session_id, audience)
        return router.route(self._user_id, message, session_id, current, reader)

    def evidence(self, message: str) -> dict[str, Evidence]:
        """What speaks for each project, for whoever learns the weights of the scorer."""
        return self._router().evidence(self._user_id, message)


def _checked(message: str) -> str:
    if not plain("message", message).strip():
        raise Invalid("message", "it is empty.", allowed="1 character or more that is not white space")
    return message[:_READ]


def _path(current: str | None) -> str | None:
    return asked_path("current", short("current", current)) or None


def _with_current(evidence: Mapping[str, Evidence], current: str | None) -> dict[str, Evidence]:
    """The evidence, with the project at work as that of the session where no session says another."""
    if current is None or _current(evidence):
        return dict(evidence)
    there = evidence.get(current, Evidence())
    return {**evidence, current: replace(there, session=1.0)}


def _spoken_of(evidence: Evidence) -> bool:
    """Whether a message has words, names or entities of a project, and does not just resemble its memories."""
    return bool(evidence.words or evidence.entities or evidence.named)


def _current(evidence: Mapping[str, Evidence]) -> str | None:
    """The project that the session was about last."""
    return next((path for path, each in evidence.items() if each.session == 1.0), None)


def _certainty(probability: float, high: float, medium: float) -> Certainty:
    return Certainty.HIGH if probability >= high else Certainty.MEDIUM if probability >= medium else Certainty.LOW


def references(message: str) -> bool:
    """Whether a message takes something from another project: "reuse the retry code of billing"."""
    return _wordings().search(message) is not None


@cache
def _wordings() -> re.Pattern[str]:
    rows = list(word_rows("references", "graph.projects"))
    latin = any_of([row.word for row in rows if row.word.isascii()])
    others = any_of([row.word for row in rows if not row.word.isascii()])
    return re.compile(rf"(?i:\b(?:{latin})\b)|{others}")


def _as_chosen(choice: Choice, scored: Routed, catalogue: Mapping[str, str], taken: Collection[str]) -> Routed:
    """The choice of a classifier. Raises ValueError for a path that is not in the catalogue and none that is new."""
    known = [path for path in (choice.primary, *choice.secondary) if path is not None]
    if any(path not in catalogue for path in known):
        raise ValueError("a path is not in the catalogue")
    fresh = None
    if choice.primary is None:
        if choice.new_path is None:
            raise ValueError("neither a project nor a new path")
        *category, name = checked_path("new_path", choice.new_path).split("/")
        fresh = proposed([name], category, taken)
    probability = next((match.probability for match in scored.matches if match.path == choice.primary), 0.0)
    return replace(
        scored,
        primary=choice.primary,
        secondary=tuple(path for path in choice.secondary if path != choice.primary),
        confidence=Certainty(choice.confidence),
        probability=probability,
        ask=scored.ask if choice.confidence != Certainty.HIGH else None,
        proposed=fresh,
        pinned_content=choice.pinned_content or scored.pinned_content,
        classifier=_LLM,
    )
