"""The composition root: puts the rooms together from the settings. Nothing is read, loaded or opened before `build`."""

from pydantic import SecretStr

from api.settings import Settings
from api.settings import settings as read_settings
from extraction.pipeline import Pipeline
from graph.knowledge import Knowledge
from graph.local.server import LocalServer
from graph.store import Store, opened


def build(settings: Settings | None = None) -> Knowledge:
    """A memory as the settings ask for it. The database is started or connected to on the first call.

    Raises Misconfigured when a setting is wrong.
    """
    chosen = settings or read_settings()
    return Knowledge(lambda: store(chosen), Pipeline(chosen.extraction), chosen.graph)


def store(settings: Settings) -> Store:
    """The store on the database that the settings name; without one, on a Neo4j started on this machine."""
    if settings.neo4j.uri is not None:
        return opened(settings.neo4j)
    address = LocalServer(settings.local).ensure()
    here = {"uri": address.uri, "user": address.user, "password": SecretStr(address.password)}
    return opened(settings.neo4j.model_copy(update=here))
