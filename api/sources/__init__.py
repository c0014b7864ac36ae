"""Readers of files to ingest: JSON Lines, CSV, Markdown, text and chat exports as streams of drafts and errors."""

from api.sources.failures import FailureFiles, Failures, failures_path
from api.sources.item import Format, Item
from api.sources.read_as import FileRead, ReadAs
from api.sources.reading import read_source
from api.sources.records import storable, whole_path

__all__ = [
    "FailureFiles", "Failures", "FileRead", "Format", "Item", "ReadAs", "failures_path", "read_source", "storable",
    "whole_path",
]  # fmt: skip
