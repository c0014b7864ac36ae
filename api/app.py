"""The composition root: puts the rooms together from the settings. Nothing is read, loaded or opened before `build`."""

from pydantic import SecretStr

from api.settings import Settings
from api.settings import settings as read_settings
from extraction.llm.assisted import Assisted
from extraction.llm.endpoint import ChatEndpoint
from extraction.pipeline import Pipeline
from graph.db.store import Store, opened
from graph.extractor import Extractor
from graph.knowledge import Knowledge
from graph.local.server import LocalServer


def build(settings: Settings | None = None, *, warm: bool = False) -> Knowledge:
    """A memory as the settings ask for it. The database is started or connected to on the first call.

    With `warm` the models load and the statements are planned in the background at once, for a server whose first
    caller shall not wait for it; until then it is not `ready`.
    Raises Misconfigured when a setting is wrong.
    """
    chosen = settings or read_settings()
    knowledge = Knowledge(lambda: store(chosen), _assisted(Pipeline(chosen.extraction), chosen), chosen.graph)
    if warm:
        knowledge.warm()
    return knowledge


def _assisted(pipeline: Pipeline, settings: Settings) -> Extractor:
    """The pipeline, with the language model that the settings name beside it."""
    llm = settings.extraction.llm
    return pipeline if llm.engine == "off" else Assisted(pipeline, ChatEndpoint(llm), llm)


def store(settings: Settings) -> Store:
    """The store on the database that the settings name; without one, on a Neo4j started on this machine."""
    if settings.neo4j.uri is not None:
        return opened(settings.neo4j)
    server = LocalServer(settings.local)
    address = server.ensure()
    here = {"uri": address.uri, "user": address.user, "password": SecretStr(address.password)}
    return opened(settings.neo4j.model_copy(update=here), keeper=server)
