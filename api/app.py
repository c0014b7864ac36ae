"""The composition root: puts the rooms together from the settings. Nothing is read, loaded or opened before `build`."""

from collections.abc import Callable
from datetime import datetime
from threading import Lock
from typing import Any, cast

from pydantic import SecretStr

from api.settings import Settings
from api.settings import settings as read_settings
from extraction.encoder import open_embedder
from graph.db.store import Store, opened
from graph.extractor import Extractor
from graph.knowledge import Knowledge, utc_now
from graph.local.server import LocalServer
from graph.model.extraction import EmbeddingModel
from graph.projects.routing.classifier import Classifier


def build(
    settings: Settings | None = None, *, warm: bool = False, clock: Callable[[], datetime] = utc_now
) -> Knowledge:
    """A memory as the settings ask for it. The database is started or connected to on the first call.

    With `warm` the models load and the statements are planned in the background at once, for a server whose first
    caller shall not wait for it; until then it is not `ready`. A `clock` tells another time than now.
    Raises Misconfigured when a setting is wrong.
    """
    chosen = settings or read_settings()
    extractor = LazyExtractor(open_embedder(chosen.extraction.vectors).model, lambda: _extractor(chosen))
    # It has the methods of an extractor, all of one that is loaded when the first is called.
    knowledge = Knowledge(
        lambda: store(chosen),
        cast("Extractor", extractor),
        chosen.graph,
        classifier=_classifier(chosen),
        rotation=chosen.rotation,
        care=chosen.care,
        clock=clock,
    )
    if warm:
        knowledge.warm()
    return knowledge


class LazyExtractor:
    """An extractor that is loaded when a text is read or a question asked: what only lists or marks needs none.

    The rules of two languages alone, thousands of patterns, take a second to compile.
    """

    def __init__(self, embedding: EmbeddingModel, load: Callable[[], Extractor]) -> None:
        self.embedding = embedding
        self._load = load
        self._loaded: Extractor | None = None
        self._lock = Lock()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The method of this name, of one that is loaded when it is called: who is only handed it loads nothing."""
        if name.startswith("__"):
            raise AttributeError(name)

        def called(*given: Any, **options: Any) -> Any:
            with self._lock:
                self._loaded = self._loaded or self._load()
            return getattr(self._loaded, name)(*given, **options)

        return called

    def close(self) -> None:
        """Ends worker processes, where there may be some."""
        if self._loaded is not None:
            self._loaded.close()


def _extractor(settings: Settings) -> Extractor:
    """The pipeline, with the language model that the settings name beside it."""
    from extraction.llm.assisted import Assisted  # noqa: PLC0415 -- heavy, and most commands read no text
    from extraction.llm.endpoint import ChatEndpoint  # noqa: PLC0415
    from extraction.pipeline import Pipeline  # noqa: PLC0415

    llm = settings.extraction.llm
    pipeline = Pipeline(settings.extraction)
    return pipeline if llm.engine == "off" else Assisted(pipeline, ChatEndpoint(llm), llm)


def _classifier(settings: Settings) -> Classifier | None:
    """The language model that sorts messages into projects, where the settings ask for one that they name."""
    llm = settings.extraction.llm
    if settings.graph.routing.classifier != "llm" or llm.engine == "off":
        return None
    from extraction.llm.endpoint import ChatEndpoint  # noqa: PLC0415 -- heavy, and hardly anybody asks for it
    from extraction.llm.routing import ModelClassifier  # noqa: PLC0415

    return ModelClassifier(ChatEndpoint(llm))


def store(settings: Settings) -> Store:
    """The store on the database that the settings name; without one, on a Neo4j started on this machine."""
    if settings.neo4j.uri is not None:
        return opened(settings.neo4j)
    server = LocalServer(settings.local)
    address = server.ensure()
    here = {"uri": address.uri, "user": address.user, "password": SecretStr(address.password)}
    return opened(settings.neo4j.model_copy(update=here), keeper=server)
