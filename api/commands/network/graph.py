"""`enishi graph`: facts, neighbours, paths and timelines of entities; a part to draw, figures of the whole."""

# ruff: noqa: PLC0415 -- the values of graph bring numpy; `enishi --help` must not pay for it
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import GRAPH, Limit, command, moment
from api.commands.terminal import screen
from api.commands.terminal.blocks import Block, Paragraph
from api.fact_lines import fact_notes, shown_end, shown_predicate

if TYPE_CHECKING:
    from graph.model.care.quality import Breach
    from graph.model.entities import EntityFact
    from graph.model.network import Community, NetworkEdge, NetworkNode, Path

app = typer.Typer(help="How things hang together: facts, neighbours, paths, communities.", no_args_is_help=True)

Entity = Annotated[str, typer.Argument(metavar="ENTITY", help="Its id, its name or another name it goes by.")]
End = Annotated[str | None, typer.Option(metavar="ENTITY", help="Only those with this entity at that end.")]
Types = Annotated[list[str] | None, typer.Option("--type", help="Only of this type, such as works_for; repeat it.")]
At = Annotated[str | None, typer.Option(metavar="TIME", help="What was so at that time.")]
Least = Annotated[float, typer.Option("--min-confidence", help="Only what is at least so sure, 0 to 1.")]
KindName = Literal["shortest", "strongest", "recent", "all"]
MeasureName = Literal["degree", "betweenness", "eigenvector", "pagerank"]
MethodName = Literal["louvain", "label_propagation"]


def add_to(outer: typer.Typer) -> None:
    """Adds the commands."""
    outer.add_typer(app, name="graph", rich_help_panel=GRAPH)


@command(app, example='enishi graph facts "Emily Carter" --at 2026-06-01')
def facts(
    call: Call,
    entity: Annotated[str | None, typer.Argument(metavar="[ENTITY]", help="At either end.")] = None,
    subject: End = None,
    object: End = None,  # noqa: A002 -- the end of a fact is called so
    types: Types = None,
    predicate: Annotated[str | None, typer.Option(help="Only with this word in what ties them.")] = None,
    place: Annotated[str | None, typer.Option(help="Only at this place.")] = None,
    min_confidence: Least = 0.0,
    at: At = None,
    every: Annotated[bool, typer.Option("--all", help="Also what is denied, asked, possible or planned.")] = False,
    limit: Limit = 20,
) -> None:
    """Show facts with the sentence behind each, the surest first."""
    with call.knowledge() as knowledge:
        page = knowledge.graph(call.user).facts(
            entity=entity, subject=subject, object=object, types=_types(types), predicate=predicate, place=place,
            min_confidence=min_confidence, at=moment("at", at), holding=not every, limit=limit,
        )  # fmt: skip
    shown = Group(*map(_fact, page.facts)) if page.facts else None
    screen.answer(call, page, shown, ids=[fact.id for fact in page.facts], otherwise="No such facts were said.")
    if page.more:
        screen.remark(call, f"There are more: --limit {min(200, 2 * limit)}")


@command(app, example="enishi graph neighbours Kamome --depth 2")
def neighbours(
    call: Call,
    entity: Entity,
    depth: Annotated[int, typer.Option(help="How many hops away, 1 to 4.")] = 1,
    types: Types = None,
    min_confidence: Annotated[
        float | None, typer.Option(help="Left out: as sure as each type asks for, 0.3 unless changed.")
    ] = None,
    at: At = None,
    limit: Limit = 20,
) -> None:
    """Show the entities around one, nearest and most strongly tied first."""
    with call.knowledge() as knowledge:
        around = knowledge.graph(call.user).neighbours(
            entity, depth=depth, types=_types(types), min_confidence=min_confidence, at=moment("at", at), limit=limit
        )
    names = {node.id: node.name for node in (around.centre, *around.nodes)}
    lines = [_node(node, f"{screen.several(node.hops or 0, 'hop')}, {node.weight:.2f}") for node in around.nodes]
    ties = [_edge(edge, names) for edge in around.edges]
    shown = Group(*lines, *_heading("What ties them", ties), _of(len(around.nodes), around.total)) if lines else None
    screen.answer(call, around, shown, ids=[node.id for node in around.nodes], otherwise="Nothing is tied to it so.")


@command(app, example='enishi graph paths Emily "Emily Carter" --kind strongest')
def paths(
    call: Call,
    source: Annotated[str, typer.Argument(metavar="FROM", help="An entity, or a memory by its whole id.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Another one.")],
    kind: Annotated[KindName, typer.Option(help="Which are the best.")] = "shortest",
    hops: Annotated[int, typer.Option(help="How many hops at most, 1 to 4.")] = 4,
    types: Types = None,
    min_confidence: Annotated[float | None, typer.Option(help="Of each hop; 0.3, of the strongest 0.5.")] = None,
    at: At = None,
    limit: Limit = 3,
) -> None:
    """Show the best ways from one to another, with the sentence behind each hop."""
    from graph.model.network import NOT_ALL_PATHS, PathKind

    with call.knowledge() as knowledge:
        ways = knowledge.graph(call.user).paths(
            source, target, kind=PathKind(kind), hops=hops, types=_types(types), min_confidence=min_confidence,
            at=moment("at", at), limit=limit,
        )  # fmt: skip
    cut = "" if ways.complete else NOT_ALL_PATHS
    lines = [*map(_path, ways.paths), *([Text(cut, style="dim")] if cut else ())]
    shown = Group(*lines) if ways.paths else None
    nothing = cut or f"Nothing ties them within {screen.several(hops, 'hop')}."
    screen.answer(call, ways, shown, ids=(), otherwise=nothing)


@command(app, example="enishi graph timeline Kamome --order importance")
def timeline(
    call: Call,
    entity: Entity,
    order: Annotated[Literal["time", "importance"], typer.Option(help="What comes first.")] = "time",
    since: Annotated[str | None, typer.Option(metavar="TIME", help="From then on.")] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Before then.")] = None,
    limit: Limit = 20,
) -> None:
    """Show the memories that speak of an entity, by when it happened or by what matters most."""
    from graph.model.network import TimelineOrder

    with call.knowledge() as knowledge:
        line = knowledge.graph(call.user).timeline(
            entity, order=TimelineOrder(order), since=moment("since", since), until=moment("until", until), limit=limit
        )
    lines: list[Text] = []
    for entry in line.entries:
        text = Text(f"{entry.at:%Y-%m-%d}  ", style="dim", overflow="fold")
        text.append(screen.plain(entry.title), style="not dim")
        lines.append(text.append(f"  importance {entry.importance:.1f}  {entry.memory_id}"))
    shown = Group(*lines, _of(len(lines), line.total)) if lines else None
    screen.answer(
        call, line, shown, ids=[entry.memory_id for entry in line.entries], otherwise="No memory speaks of it."
    )


@command(app, example="enishi graph stats")
def stats(call: Call, at: At = None) -> None:
    """Show how large the graph is and how it hangs together."""
    with call.knowledge() as knowledge:
        figures = knowledge.network(call.user).statistics(at=moment("at", at))
    pairs = [
        ("entities", f"{figures.entities:,} ({_counts(figures.by_entity_type)})"),
        ("relations", f"{figures.relations:,} ({_counts(figures.by_relation_type)})"),
        ("density", f"{figures.density:.5f}"),
        ("ties of an entity", f"{figures.mean_degree:.2f} at the mean, {figures.highest_degree:,} at most"),
        ("without ties", f"{figures.isolated:,}"),
        ("components", f"{figures.components:,}, the largest of {figures.largest_component:,}"),
        ("clustering", f"{figures.clustering:.3f}"),
        ("mean path", _number(figures.mean_path_length, 2)),
        ("small world", _number(figures.small_world, 2)),
        ("power law", _number(figures.power_law, 2)),
        ("modularity", f"{figures.modularity:.3f}"),
    ]
    lines = [Text.assemble((f"{name}  ", "cyan"), value, overflow="fold") for name, value in pairs]
    screen.answer(call, figures, Group(*lines))


@command(app, example="enishi graph central --measure betweenness")
def central(
    call: Call,
    measure: Annotated[MeasureName, typer.Option(help="What makes central.")] = "pagerank",
    limit: Limit = 20,
) -> None:
    """Show the most central entities."""
    from graph.model.network import Centrality

    with call.knowledge() as knowledge:
        ranked = knowledge.network(call.user).central(Centrality(measure), limit=limit)
    lines = [_node(node, f"{node.weight:.4f}") for node in ranked.nodes]
    note = "" if ranked.exact else f", {measure} estimated from a sample"
    shown = Group(*lines, _of(len(lines), ranked.total, note)) if lines else None
    screen.answer(call, ranked, shown, ids=[node.id for node in ranked.nodes], otherwise="Nothing is tied yet.")


@command(app, example="enishi graph communities")
def communities(
    call: Call,
    method: Annotated[MethodName, typer.Option(help="How they are found.")] = "louvain",
    members: Annotated[int, typer.Option(help="How many of each are named, 1 to 200.")] = 10,
    limit: Limit = 10,
) -> None:
    """Show entities that are tied to each other more than to others, the largest community first."""
    from graph.model.network import CommunityMethod

    with call.knowledge() as knowledge:
        parts = knowledge.network(call.user).communities(CommunityMethod(method), limit=limit, members=members)
    lines = [_community(community) for community in parts.communities]
    shown = Group(*lines, _of(len(lines), parts.total, f", modularity {parts.modularity:.2f}")) if lines else None
    screen.answer(call, parts, shown, ids=(), otherwise="Nothing is tied yet.")


@command(app, example="enishi graph insights")
def insights(call: Call, limit: Limit = 5) -> None:
    """Show what stands out: bridges between communities, ties one would not expect, the largest communities."""
    with call.knowledge() as knowledge:
        seen = knowledge.network(call.user).insights(limit=limit)
    bridges = [_node(each.node, f"between {'; '.join(each.communities)}") for each in seen.bridges]
    few = [
        _edge(each.edge, {each.edge.source: each.source_name, each.edge.target: each.target_name})
        for each in seen.unexpected
    ]
    parts = [
        *_heading("Bridges", bridges),
        *_heading("Ties one would not expect", few),
        *_heading("Communities", map(_community, seen.communities)),
    ]
    screen.answer(call, seen, Group(*parts) if parts else None, ids=(), otherwise="Nothing stands out yet.")


@command(app, example="enishi graph influence Kamome")
def influence(call: Call, entity: Entity, limit: Limit = 10) -> None:
    """Show how much an entity weighs, and whom a random walk from it comes by most."""
    with call.knowledge() as knowledge:
        weighs = knowledge.network(call.user).influence(entity, limit=limit)
    ranks = ", ".join(f"{measure} {rank:,}" for measure, rank in weighs.ranks.items())
    lines = [_node(node, f"{node.weight:.3f}") for node in weighs.reaches]
    shown = Group(_node(weighs.node, f"rank of {weighs.of:,}: {ranks}"), *_heading("It reaches", lines))
    screen.answer(call, weighs, shown, ids=[node.id for node in weighs.reaches])


@command(app, example="enishi graph growth")
def growth(call: Call) -> None:
    """Show what came into the graph month by month."""
    with call.knowledge() as knowledge:
        steps = knowledge.network(call.user).growth()
    lines = [
        Text(
            f"{step.since:%Y-%m}  memories {step.memories:,} ({step.memories_in_all:,})  entities {step.entities:,} "
            f"({step.entities_in_all:,})  relations {step.relations:,} ({step.relations_in_all:,})",
            overflow="fold",
        )
        for step in steps
    ]
    screen.answer(call, steps, Group(*lines) if lines else None, ids=(), otherwise="There is nothing yet.")


@command(app, example="enishi graph snapshot --limit 100 --vis > graph.json")
def snapshot(
    call: Call,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many entities at most, 1 to 5000.")] = 300,
    around: Annotated[str | None, typer.Option(metavar="ENTITY", help="What lies around this one.")] = None,
    types: Types = None,
    min_confidence: Least = 0.3,
    at: At = None,
    vis: Annotated[bool, typer.Option("--vis", help="In the form that vis.js draws.")] = False,
) -> None:
    """Write the most central part of the graph as JSON, to be drawn by something else."""
    from api.drawing import vis_network

    with call.knowledge() as knowledge:
        part = knowledge.network(call.user).snapshot(
            limit=limit, around=around, types=_types(types), min_confidence=min_confidence, at=moment("at", at)
        )
    screen.print_json(vis_network(part) if vis else part)
    nodes, edges = f"{len(part.nodes):,} of {part.total_nodes:,}", f"{len(part.edges):,} of {part.total_edges:,}"
    screen.remark(call, f"{nodes} tied entities, {edges} relations")


@command(app, "map", example="enishi graph map --limit 100 > map.json")
def graph_map(
    call: Call,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many entities at most, 1 to 5000.")] = 300,
    around: Annotated[str | None, typer.Option(metavar="ENTITY", help="What lies around this one.")] = None,
    project: Annotated[str | None, typer.Option(metavar="PATH", help="What its memories speak of.")] = None,
    types: Types = None,
    min_confidence: Least = 0.3,
    damp_hubs: Annotated[bool, typer.Option("--damp-hubs", help="Rank who is tied to much lower.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Lay out anew what is drawn.")] = False,
) -> None:
    """Write the map that the page shows as JSON: entities at the places that they keep, and the times of their ties."""
    with call.knowledge() as knowledge:
        drawn = knowledge.network(call.user).map(
            limit=limit, around=around, project=project, types=_types(types), min_confidence=min_confidence,
            damp_hubs=damp_hubs, anew=anew,
        )  # fmt: skip
    screen.print_json(drawn)
    screen.remark(call, f"{len(drawn.nodes):,} of {drawn.total_nodes:,} tied entities, {len(drawn.edges):,} relations")


@command(app, "check", example="enishi graph check")
def check(call: Call) -> None:
    """Check the rules that a graph should keep: loops, ranges, sureness, orphans, attributes. Nothing is changed."""
    with call.knowledge() as knowledge:
        breaches = knowledge.quality(call.user).check()
    screen.answer(call, breaches, Group(*_breaches(breaches)), ids=())


@command(app, "clean", example="enishi graph clean --dry-run")
def clean(
    call: Call,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be mended.")] = False,
) -> None:
    """Mend what breaks the rules: loops and orphans go, unsure relations are pruned until they are surer."""
    with call.knowledge() as knowledge, screen.waiting(call, "cleaning the graph"):
        done = knowledge.quality(call.user).clean(dry_run=dry_run)
    mended = sum(each.count for each in done.before if each.mended)
    head = (
        f"{mended:,} would be mended."
        if dry_run
        else f"{mended - sum(e.count for e in done.after if e.mended):,} mended."
    )
    left = done.before if dry_run else done.after
    screen.answer(call, done, Group(Block(head=[Paragraph(head)]), *_breaches(left)), ids=())


def _breaches(breaches: "Sequence[Breach]") -> list[Block]:
    if not breaches:
        return [Block(head=[Paragraph("All rules are kept.", "green")])]
    tones = {"error": "red", "warning": "yellow", "info": "dim"}
    return [
        Block(
            head=[
                Paragraph(each.rule.value.replace("_", " "), tones[each.severity.value]), Paragraph(f"{each.count:,}"),
                Paragraph("" if each.mended else "for you to mend", "dim"),
            ],
            below=[Paragraph(example, "cyan") for example in each.examples],
        )
        for each in breaches
    ]  # fmt: skip


def _types(names: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(names or ())


def _heading(title: str, lines: "Iterable[Text]") -> list[Text]:
    listed = list(lines)
    return [Text(title, style="bold"), *listed] if listed else []


def _of(shown: int, total: int, more: str = "") -> Text:
    return Text(f"{shown:,} of {total:,}{more}", style="dim")


def _node(node: "NetworkNode", note: str) -> Text:
    text = Text(screen.plain(node.name), style="cyan", overflow="fold")
    return text.append(f"  {node.type.value}  {screen.plain(note)}", style="dim")


def _edge(edge: "NetworkEdge", names: dict[str, str]) -> Text:
    ends = [screen.plain(names.get(end, end)) for end in (edge.source, edge.target)]
    text = (
        Text(f"  {ends[0]} ", overflow="fold").append(f"{screen.plain(edge.predicate)} ", style="bold").append(ends[1])
    )
    return text.append(f"  {edge.type.value} {edge.confidence:.2f}", style="dim")


def _fact(fact: "EntityFact") -> Text:
    text = Text(f"{screen.plain(shown_end(fact.subject, fact.subject_text))} ", overflow="fold")
    text.append(f"{screen.plain(shown_predicate(fact.predicate, fact.polarity))} ", style="bold")
    text.append(screen.plain(shown_end(fact.object, fact.object_text)))
    until = "" if fact.valid_to is None else f"  until {fact.valid_to:%Y-%m-%d}"
    text.append(f"  {', '.join((fact.type.value, *fact_notes(fact)))} {fact.confidence:.2f}{until}", style="dim")
    return text.append(f"\n  {screen.plain(fact.sentence)}\n  {fact.said_at:%Y-%m-%d}  {fact.memory_id}", style="dim")


def _path(path: "Path") -> Text:
    names = {node.id: screen.plain(node.name) for node in path.nodes}
    text = Text(" - ".join(names[node.id] for node in path.nodes), style="cyan", overflow="fold")
    text.append(f"  {path.strength:.2f}", style="not cyan dim")
    for hop in path.hops:
        text.append(
            f"\n  {names[hop.source]} {screen.plain(hop.predicate)} {names[hop.target]}", style="not cyan default"
        )
        text.append(f"  {hop.type} {hop.confidence:.2f}", style="not cyan dim")
        if hop.sentence:
            text.append(f"\n    {screen.plain(hop.sentence)}", style="not cyan dim")
    return text


def _community(community: "Community") -> Text:
    members = ", ".join(screen.plain(node.name) for node in community.members)
    text = Text(screen.plain(community.name), style="cyan", overflow="fold")
    counts = f"{community.size:,} entities, ties within {community.ties_within:,}, to others {community.ties_without:,}"
    return text.append(f"  {counts}\n  {members}", style="dim")


def _counts(counts: "dict[str, int] | object") -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) if isinstance(counts, dict) else ""


def _number(number: float | None, places: int) -> str:
    return "not to be said of so small a graph" if number is None else f"{number:.{places}f}"
