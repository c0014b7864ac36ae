"""The composition root: puts the rooms together from the settings. Nothing is read, loaded or opened before `build`."""

import logging
import threading

from pydantic import SecretStr

from api.settings import Settings
from api.settings import settings as read_settings
from extraction.llm.assisted import Assisted
from extraction.llm.endpoint import ChatEndpoint
from extraction.pipeline import Pipeline
from graph.errors import EnishiError
from graph.extracts import Extracts
from graph.knowledge import Knowledge
from graph.local.server import LocalServer
from graph.store import Store, opened

_LOG = logging.getLogger(__name__)


def build(settings: Settings | None = None, *, warm: bool = False) -> Knowledge:
    """A memory as the settings ask for it. The database is started or connected to on the first call.

    With `warm` the models load in the background at once, for a server whose first caller shall not wait for them.
    Raises Misconfigured when a setting is wrong.
    """
    chosen = settings or read_settings()
    pipeline = Pipeline(chosen.extraction)
    if warm:
        threading.Thread(target=_warm, args=(pipeline,), name="enishi-warm", daemon=True).start()
    return Knowledge(lambda: store(chosen), _assisted(pipeline, chosen), chosen.graph)


def _assisted(pipeline: Pipeline, settings: Settings) -> Extracts:
    """The pipeline, with the language model that the settings name beside it."""
    llm = settings.extraction.llm
    return pipeline if llm.engine == "off" else Assisted(pipeline, ChatEndpoint(llm), llm)


def store(settings: Settings) -> Store:
    """The store on the database that the settings name; without one, on a Neo4j started on this machine."""
    if settings.neo4j.uri is not None:
        return opened(settings.neo4j)
    address = LocalServer(settings.local).ensure()
    here = {"uri": address.uri, "user": address.user, "password": SecretStr(address.password)}
    return opened(settings.neo4j.model_copy(update=here))


def _warm(pipeline: Pipeline) -> None:
    try:
        pipeline.warm()
    except EnishiError as error:  # the first call that needs the models tells its caller
        _LOG.warning("the models are not loaded: %s", type(error).__name__)
