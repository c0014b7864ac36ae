"""What is measured in the format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/."""

from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeHistogramMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from graph.model.care.metrics import BOUNDS_S, GraphCounts, Measured
from graph.model.life.jobs import JobsCounted

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_COUNTS: Final = {
    "memories": "Memories that are kept.",
    "active": "Active memories.",
    "archived": "Archived memories.",
    "failed": "Memories that could not be understood.",
    "pending": "Memories that wait to be understood.",
    "text_bytes": "Bytes of all texts, as UTF-8.",
    "entities": "Entities of the graph.",
    "relations": "Relations between entities.",
    "components": "Parts of the graph that nothing ties.",
    "memories_new": "Memories of the last 24 hours: growth a day.",
    "entities_new": "Entities first met in the last 24 hours.",
    "asymmetric": "Symmetric relations that are kept the wrong way round.",
    "duplicates": "Memories that say what another says.",
}
"""Counts of graphs as gauges: `enishi_memories` and so on."""
_RATIOS: Final = {
    "compression_ratio": "How many times smaller the archive is packed.",
    "importance_mean": "Mean importance of active memories, 0 to 10.",
    "duplicate_ratio": "Share of memories that say what another says.",
    "rotation_efficiency": "Share of what the last rotation planned that it did.",
    "entity_coverage": "Share of memories with an entity.",
    "relationship_coverage": "Share of memories with a fact.",
    "entity_precision": "Of entities that a person judged, the share that was kept.",
    "relation_precision": "Of relations that a person judged, the share confirmed.",
    "inference_precision": "Of inferences that a person judged, the share confirmed.",
    "entity_uniqueness": "Share of entities of which none is proposed to be another.",
    "relation_symmetry": "Share of relations that are kept the right way round.",
    "relationship_density": "Relations for each entity.",
    "graph_connectivity": "Parts of the graph for each entity; less is better.",
    "search_success_rate": "Of searches with feedback, the share that succeeded; the goal is 0.9.",
    "context_relevance": "Mean score of answers, 1 to 5; the goal is 4.",
}


def exposed(measured: Measured, jobs: JobsCounted) -> bytes:
    """The text that Prometheus reads."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collected(measured))
    registry.register(_CollectedJobs(jobs))
    return generate_latest(registry)


class _Collected(Collector):
    def __init__(self, measured: Measured) -> None:
        self._measured = measured

    def collect(self) -> Iterator[Metric]:
        """All metrics of one measurement."""
        yield from self._graphs()
        yield from self._activity()

    def _graphs(self) -> Iterator[Metric]:
        graphs = self._measured.graphs
        labels = ["user"] if any(graphs) else []
        families = {
            name: GaugeMetricFamily(f"enishi_{name}", words, labels=labels)
            for name, words in {**_COUNTS, **_RATIOS}.items()
        }
        spread = GaugeHistogramMetricFamily("enishi_importance", "Importance of active memories.", labels=labels)
        for user, counts in graphs.items():
            of_user = [user] if labels else []
            for name in _COUNTS:
                families[name].add_metric(of_user, getattr(counts, name))
            for name, ratio in counts.ratios().items():
                if ratio is not None:
                    families[name].add_metric(of_user, ratio)
            spread.add_metric(of_user, self._buckets(counts), counts.importance_sum)
        yield from families.values()
        yield spread
        yield GaugeMetricFamily("enishi_users", "Users whose graphs were counted.", value=self._measured.users)

    def _buckets(self, counts: GraphCounts) -> list[tuple[str, float]]:
        """How many are below each floor of the buckets of importance."""
        total, *above = counts.buckets
        bounds = [str(float(floor)) for floor in self._measured.floors[1:]]
        below: list[tuple[str, float]] = [(bound, total - number) for bound, number in zip(bounds, above, strict=True)]
        return [*below, ("+Inf", total)]

    def _activity(self) -> Iterator[Metric]:
        done = self._measured.activity
        asked = CounterMetricFamily("enishi_search_requests", "Searches since the start.", labels=["mode"])
        times = HistogramMetricFamily("enishi_search_seconds", "Time of searches.", labels=["mode"])
        for mode, seen in sorted(done.searches.items()):
            asked.add_metric([mode], seen.count)
            buckets = [(str(bound), number) for bound, number in zip(BOUNDS_S, seen.within, strict=True)]
            times.add_metric([mode], [*buckets, ("+Inf", seen.count)], seen.seconds)
        updates = CounterMetricFamily("enishi_index_updates", "Updates of indexes since the start.", labels=["kind"])
        for kind, number in sorted(done.index_updates.items()):
            updates.add_metric([kind], number)
        yield from (asked, times, updates)
        asked_of_cache = done.cache_hits + done.cache_misses
        ratio = done.cache_hits / asked_of_cache if asked_of_cache else 0.0
        yield GaugeMetricFamily(
            "enishi_cache_hit_ratio", "Share of answers about the graph that were kept.", value=ratio
        )
        yield CounterMetricFamily(
            "enishi_indexing_failures", "Rounds of indexing that failed.", value=done.indexing_failures
        )


class _CollectedJobs(Collector):
    def __init__(self, counted: JobsCounted) -> None:
        self._counted = counted

    def collect(self) -> Iterator[Metric]:
        """The ingests of this machine, those of the command line too."""
        jobs = GaugeMetricFamily("enishi_jobs", "Ingests of this machine that are remembered.", labels=["status"])
        for status, number in self._counted.jobs.items():
            jobs.add_metric([status], number)
        items = GaugeMetricFamily("enishi_job_items", "Items of the ingests that have ended.", labels=["outcome"])
        for outcome, number in self._counted.items.items():
            items.add_metric([outcome], number)
        yield from (jobs, items)
        yield GaugeMetricFamily(
            "enishi_job_seconds", "Time that the ingests which have ended took.", value=self._counted.seconds
        )
