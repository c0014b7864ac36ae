"""The numbers of index care, of metrics and alerts, and of feedback."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class KeywordListSettings(BaseModel):
    """The list of keywords of all memories."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    frequency_least: Annotated[int, Field(ge=1)] = 2
    """how often a word stands in all memories at least"""

    snippets_most: Annotated[int, Field(ge=0, le=20)] = 3
    """snippets of a keyword at most"""

    snippet_characters: Annotated[int, Field(ge=20, le=500)] = 80
    """length of a snippet"""


class MetricsSettings(BaseModel):
    """What is measured for `/metrics`."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    seconds: Annotated[float, Field(ge=0)] = 60
    """seconds for which figures of the graph are kept before they are counted anew"""

    per_user: bool = False
    """whether figures of the graph carry the id of their user; else they are sums over all"""

    users_most: Annotated[int, Field(ge=1, le=100_000)] = 1_000
    """users that are counted at most"""


class AlertSettings(BaseModel):
    """From when on a person should know."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    storage_share: Annotated[float, Field(gt=0, le=1)] = 0.8
    """share of a disk from which on it is nearly full"""

    failures_in_a_row: Annotated[int, Field(ge=1)] = 3
    """failures of indexing, one after the other, of which a person should know"""

    slow_ms: Annotated[float, Field(gt=0)] = 800
    """mean time of a search from which on it is slow"""

    searches_least: Annotated[int, Field(ge=1)] = 10
    """searches that a mean is made of at least"""

    window_s: Annotated[float, Field(gt=0)] = 600
    """seconds whose searches count"""

    check_hours: Annotated[float, Field(ge=0)] = 1
    """hours for which a check of the index is taken as it was"""


class FeedbackSettings(BaseModel):
    """What people say of answers."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    success_goal: Annotated[float, Field(ge=0, le=1)] = 0.9
    """share of searches that should succeed"""

    relevance_goal: Annotated[float, Field(ge=1, le=5)] = 4.0
    """mean score that answers should have, of 5"""

    days: Annotated[int, Field(ge=1, le=3660)] = 90
    """days whose feedback counts"""

    success_least: Annotated[int, Field(ge=1, le=5)] = 4
    """score from which on an answer is a success where nobody says which memories helped"""


class CareSettings(BaseModel):
    """Index care, metrics and alerts, feedback."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    batch: Annotated[int, Field(ge=1, le=1000)] = 100
    """memories that are indexed anew in one transaction"""

    sample: Annotated[int, Field(ge=0, le=10_000)] = 50
    """chunks of a user that a check searches for by their own words and vector"""

    keywords: KeywordListSettings = Field(default_factory=KeywordListSettings)
    """the list of keywords"""

    metrics: MetricsSettings = Field(default_factory=MetricsSettings)
    """what is measured"""

    alerts: AlertSettings = Field(default_factory=AlertSettings)
    """from when on a person should know"""

    feedback: FeedbackSettings = Field(default_factory=FeedbackSettings)
    """what people say of answers"""

    cleaning_days: Annotated[float, Field(gt=0, le=3660)] = 7
    """days after which a running server cleans a user's graph again"""

    confidence_least: Annotated[float, Field(ge=0, le=1)] = 0.1
    """how sure a relation must be whose type asks for nothing"""
