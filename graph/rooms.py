"""The parts behind the front door, put together."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from graph import schema
from graph.about import meant
from graph.backlog import Backlog
from graph.browse import Browsing
from graph.context import Gathering
from graph.edit import Editing
from graph.embed import EntityVectors
from graph.entities import Entities
from graph.extracts import Extracts
from graph.forget import Forgetting
from graph.infer import Inference
from graph.lexicon import Lexicon
from graph.link import Linking
from graph.match import Matching
from graph.naming.cluster import clustered
from graph.recall import Recalling
from graph.remember import Remembering
from graph.settings import GraphSettings
from graph.settling import Settling
from graph.store import Store
from graph.turnstile import Turnstile


class Rooms:
    """The parts behind the front door, made once the database has answered."""

    def __init__(
        self,
        store: Store,
        extractor: Extracts,
        settings: GraphSettings,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        new_entity_id: Callable[[], str],
        *,
        server: schema.Server,
    ) -> None:
        lexicon = Lexicon(settings.names_cached)
        self.store = store
        self.server = server
        self.meant = partial(meant, store, extractor)
        self.settling = Settling(clustered, new_entity_id)
        self.matching = Matching(store, extractor, self.settling, clock)
        self.remembering = Remembering(
            store,
            extractor,
            lexicon,
            settings,
            self.settling,
            self.matching,
            clock,
            new_id,
            new_entity_id,
            searches=server.searches,
        )
        self.backlog = Backlog(store, extractor, lexicon, self.remembering, self.settling, clock)
        self.turnstile = Turnstile(settings.searches_at_once)
        self.recalling = Recalling(store, extractor, settings, clock, searches=server.searches)
        self.gathering = Gathering(store, extractor, self.recalling, settings)
        self.browsing = Browsing(store)
        self.entities = Entities(store, extractor, lexicon, self.settling, clock, new_entity_id)
        alike = extractor.embedding.alike
        self.linking = Linking(store, alike=alike, searches=server.searches)
        self.vectors = EntityVectors(store, extractor)
        self.inference = Inference(store, alike=alike)
        self.forgetting = Forgetting(store, extractor, lexicon, self.settling, clock, new_id)
        self.editing = Editing(store, extractor, lexicon, self.remembering, self.forgetting, self.settling, clock)
