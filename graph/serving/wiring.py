"""Constructs the parts behind `Knowledge` and gives each what it needs."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from graph.browse.browsing import MemoryBrowser
from graph.care.alerts import AlertParts
from graph.care.feedback import FeedbackParts
from graph.care.index_care import CareParts
from graph.care.measuring import MeasureParts, Measuring
from graph.care.observed import Observed
from graph.care.quality import QualityParts
from graph.care_settings import CareSettings
from graph.catalogue.catalogue import Catalogue
from graph.catalogue.types import TypeParts
from graph.context.gathering import ContextBuilder
from graph.db import schema
from graph.db.importance.memory_weights import MemoryWeigher
from graph.db.importance.use_counter import UseCounter
from graph.db.store import Store
from graph.extractor import Extractor
from graph.insight.infer import InferenceRunner
from graph.insight.inference.succession import may_end
from graph.insight.link import MemoryLinker
from graph.insight.linking.duplicates import tells_apart
from graph.journal.journal import Journal
from graph.lifecycle.importance import cost_of_repeating
from graph.model.memory import Enrich
from graph.network.areas import Networks
from graph.projects.catalogue import ProjectCatalogue
from graph.projects.conversation.conversation import ConversationParts
from graph.projects.handover import HandoverWriter
from graph.projects.injection import Injector
from graph.projects.learnings import LearningParts, Learnings
from graph.projects.routing.classifier import Classifier
from graph.projects.routing.routing import Router
from graph.projects.summaries.summaries import Summarizer
from graph.recall.entity_mode import meant
from graph.recall.recalling import Recaller
from graph.resolution.entity_actions import Entities
from graph.resolution.naming.clustering import clustered
from graph.resolution.resolution_writer import EntityResolver
from graph.rotation.backups import default_folder
from graph.rotation.rotation import RotationParts
from graph.rotation_settings import RotationSettings
from graph.serving.admission import FairSemaphore
from graph.settings import GraphSettings
from graph.transfer.transfer import TransferParts
from graph.write.backlog import Backlog
from graph.write.edit import MemoryEditor
from graph.write.entity_vectors import EntityVectors
from graph.write.fact_writer import FactWriter
from graph.write.forget import MemoryEraser
from graph.write.merge import MemoryMerger
from graph.write.remember import MemoryWriter
from graph.write.sync import SourceSync


class Wiring:
    """All parts of one process, constructed once the database has answered."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        settings: GraphSettings,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        new_entity_id: Callable[[], str],
        *,
        server: schema.Server,
        classifier: Classifier | None = None,
        rotation: RotationSettings,
        care: CareSettings,
    ) -> None:
        self.store = store
        self.server = server
        self.meant = partial(meant, store, extractor)
        resolver = EntityResolver(clustered, new_entity_id)
        journal = self.journal = Journal(settings.journal, clock, new_id)
        facts = FactWriter(store, extractor, resolver, new_entity_id, may_end=may_end)
        alike = extractor.embedding.alike
        weighing = settings.importance
        self.weights = MemoryWeigher(store, weighing, clock, alike=alike, tells_apart=tells_apart)
        self.uses = UseCounter(store, weighing.access, clock)
        self.inference = InferenceRunner(store, alike=alike, hub=settings.hub, repeated=cost_of_repeating(weighing))
        self.linking = MemoryLinker(store, alike=alike, clock=clock)
        self.backlog = Backlog(store, extractor, facts, clock, replace_in=self.linking.replace)
        self.admission = FairSemaphore(settings.searches_at_once)
        self.recalling = Recaller(store, extractor, settings, clock)
        self.gathering = ContextBuilder(store, extractor, self.recalling, settings)
        self.browsing = MemoryBrowser(store)
        self.catalogue = ProjectCatalogue(store, clock, journal)
        self.summarizer = Summarizer(store, extractor, settings.summaries, clock, new_id, journal)
        self.injector = Injector(store, extractor, settings.injection, self.summarizer)
        self.handovers = HandoverWriter(store, extractor, settings.injection.headings)
        self.router = Router(store, extractor, settings, clock, classifier)
        self.types = TypeParts(store=store, catalogue=Catalogue(store), journal=journal, clock=clock)
        self.entities = Entities(store, extractor, resolver, clock, new_entity_id, journal, self.types.catalogue)
        self.networks = Networks(store, self.entities.called, self.types.catalogue, settings.network)
        self.vectors = EntityVectors(store, extractor, clock)
        self.forgetting = MemoryEraser(store, extractor, resolver, clock, journal)
        self.editing = MemoryEditor(store, extractor, facts, self.forgetting, resolver, settings, clock, journal)
        self.merging = MemoryMerger(store, self.editing, journal, weighing.access, clock)
        self.remembering = MemoryWriter(
            store,
            extractor,
            facts,
            settings,
            clock,
            new_id,
            journal,
            take_up=self.editing.take_up,
            settle=self.inference.endings.user,
            replace_in=self.linking.replace,
        )
        self.rotation = RotationParts(
            store=store,
            settings=rotation,
            levels=weighing.levels,
            weigher=self.weights,
            eraser=self.forgetting,
            journal=self.journal,
            folder=rotation.backup.folder or default_folder(),
            remember=lambda user_id, drafts: self.remembering.remember_many(
                user_id, drafts, enrich=Enrich.NOW, batch_size=None
            ),
            clock=clock,
            new_id=new_id,
            unasked_s=lambda: self.admission.idle_s,
        )
        self.care = CareParts(
            store=store,
            extractor=extractor,
            settings=care,
            weigher=self.weights,
            eraser=self.forgetting,
            editor=self.editing,
            clock=clock,
            new_id=new_id,
            updated=lambda kind: self.observed.updated(kind.value),
        )
        self.quality = QualityParts(
            store=store, catalogue=self.types.catalogue, journal=journal, settings=care, clock=clock
        )
        self.observed = Observed()
        self.feedback = FeedbackParts(
            store=store, settings=care.feedback, weigher=self.weights, uses=self.uses, clock=clock, new_id=new_id
        )
        self.measuring = Measuring(
            MeasureParts(
                store=store,
                settings=care,
                levels=weighing.levels,
                networks=self.networks,
                observed=self.observed,
                clock=clock,
            )
        )
        self.alerting = AlertParts(
            care=self.care,
            rotation=self.rotation,
            observed=self.observed,
            failed=lambda user_id: store.read("memory/stats", user_id=user_id)[0]["failed"],
        )
        self.syncing = SourceSync(store, self.remembering.remember_many, self.editing.status)
        self.transfer = TransferParts(
            store=store,
            model=extractor.embedding,
            remember=lambda user_id, drafts: self.remembering.remember_many(
                user_id, drafts, enrich=Enrich.NOW, batch_size=None
            ),
            mark=self.editing.mark,
            status=self.editing.status,
            clock=clock,
        )
        self.learning = LearningParts(
            store=store,
            sentences=extractor.sentences,
            journal=journal,
            remember=lambda user_id, draft: self.remembering.remember(user_id, draft, enrich=Enrich.NOW),
        )
        self.conversing = ConversationParts(
            store=store,
            router=self.router,
            injector=self.injector,
            catalogue=self.catalogue,
            summarizer=self.summarizer,
            events=journal,
            taught=lambda user_id, ids: Learnings(self.learning, user_id).of(ids),
            remember=lambda user_id, drafts: self.remembering.remember_many(
                user_id, drafts, enrich=Enrich.NOW, batch_size=None
            ),
        )
