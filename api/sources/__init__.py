"""Ingestion meets files of every shape: each reader turns one of them into a stream of drafts and errors."""

from api.sources.failures import Failures, failures_path
from api.sources.item import Format, Item
from api.sources.reading import read_source

__all__ = ["Failures", "Format", "Item", "failures_path", "read_source"]
