"""Example answers for the documentation, made of the real values so that they cannot fall out of step."""

from dataclasses import replace
from datetime import UTC, datetime

from pydantic import JsonValue

from api.json_form import to_json
from api.render import as_markdown, as_summary
from api.rest.bodies.entities import Rejected
from api.rest.problems import problem
from api.rest.wire import Batch, ItemProblem, Withdrawn
from graph.db.verdicts import Verdict
from graph.errors import Invalid
from graph.model.care.reembedding import ModelName, Stage, VectorsState
from graph.model.care.vectors import VectorOrigin, VectorSource
from graph.model.context import Citation, Context, ContextOrder
from graph.model.entities import (
    Entity,
    EntityDetail,
    EntityFact,
    EntityHit,
    EntityName,
    EntityPage,
    MentionedIn,
    MergeCandidate,
    ProposalPage,
    Proposed,
    ReadAttribute,
    Referral,
    Relation,
)
from graph.model.life.journal import Act
from graph.model.life.overview import SessionSource, SourceKind
from graph.model.links import EvidenceFound, InferenceFound, Inferred, Linked, MemoryLink
from graph.model.memory import (
    EntityFound,
    FactFound,
    Forgotten,
    Memory,
    MemoryDetail,
    MemoryVersion,
    Page,
    Remembered,
    Stats,
)
from graph.model.projects import ProjectDetail, ProjectSummary, ProjectWhole, SessionSummary, SessionWhole
from graph.model.recalled import Hit, Line, Mode, Parts, Recalled, Recipe, RetrievalPath
from graph.model.types import EntityType, InferenceKind, LinkKind, RelationType, Status, Validation

_TEXT = "田中さんは来週の金曜日に大阪で新しい認証サービスの発表をする。"
_ENTITY = EntityFound(
    id="5a0f4c0e-4a44-4b35-8f0a-0a5b4f6f3f11",
    name="田中",
    type=EntityType.PERSON,
    link_type="performed_by",
    confidence=0.93,
    surfaces=("田中さん",),
    starts=(0,),
    ends=(4,),
    reasons=("named entity", "honorific"),
)
_FACT = FactFound(
    id="01KAMXR2W0F7Q6V5C4B3N2M1K0",
    subject="田中",
    predicate="発表する",
    object="認証サービス",
    type=RelationType.RELATES_TO,
    polarity="positive",
    modality="intended",
    confidence=0.81,
    start=0,
    end=31,
    time="2026-11-27",
    place="大阪",
)
MEMORY = Memory(
    id="01KAMXR2VZ8D3J5K7M9P1Q3R5T",
    user_id="me",
    text=_TEXT,
    title=_TEXT,
    summary=_TEXT,
    micro_summary=_TEXT,
    language="ja",
    status=Status.ACTIVE,
    pending=False,
    pinned=False,
    bookmarked=False,
    importance=6.1,
    created_at=datetime(2026, 11, 20, 1, 0, tzinfo=UTC),
    updated_at=datetime(2026, 11, 20, 1, 0, tzinfo=UTC),
    category="work",
    tags=("auth", "発表"),
    project="development/backend/auth-service",
    rating=4,
)
REMEMBERED = Remembered(
    id=MEMORY.id,
    title=MEMORY.title,
    micro_summary=MEMORY.micro_summary,
    language="ja",
    created=True,
    status=Status.ACTIVE,
    pending=False,
    pinned=False,
    chunks=1,
    importance=6.1,
    duplicate_of=None,
    entities=(_ENTITY,),
    facts=(_FACT,),
    links=2,
    milliseconds={"extract": 14.2, "write": 9.8},
)
VERSIONS = (
    MemoryVersion(
        text=f"{_TEXT} (未定)",
        title=_TEXT,
        since=datetime(2026, 11, 18, 1, 0, tzinfo=UTC),
        until=datetime(2026, 11, 20, 1, 0, tzinfo=UTC),
        number=1,
        act=Act.EDITED,
        by="rest:claude",
        before={"text": f"{_TEXT} (未定)", "rating": 3},
    ),
)
_HIT = Hit(
    memory=MEMORY,
    chunk_id="01KAMXR2W04G6H8J0K2M4N6P8Q",
    text=_TEXT,
    start=0,
    end=31,
    score=0.874,
    confidence=0.81,
    parts=Parts(cosine=0.891, words=1.0, base=0.802, join=0.072),
    ties=(RetrievalPath(entity="大阪", seed="01KAMXR1A2B3C4D5E6F7G8H9J0", weight=0.4),),
    entities=("田中", "大阪", "認証サービス"),
    why="means the same, shares the words 大阪 and 発表, and shares 大阪 with another hit",
    size_bytes=72,
)
RECALLED = Recalled(
    mode=Mode.HYBRID,
    recipe=Recipe.JOINED,
    hits=(_HIT,),
    next_cursor=None,
    milliseconds={"question": 7.9, "read": 11.3, "rank": 0.4},
    round_trips=1,
)
CONTENT_MATCHES = replace(
    RECALLED,
    mode=Mode.CONTENT,
    recipe=None,
    hits=(
        replace(
            _HIT, text=_TEXT[:2], start=0, end=2, score=0.0, parts=Parts(), ties=(), entities=(),
            why="1 行目に同じ文がある", lines=(Line(number=1, text=_TEXT),),
        ),
    ),
    milliseconds={"total": 6.2},
)  # fmt: skip
_SAID = f"[1] 2026-11-20: {_TEXT}"
CONTEXT = Context(
    text=_SAID,
    citations=(
        Citation(
            number=1, memory_id=MEMORY.id, chunk_ids=(f"{MEMORY.id}.0000",), spans=((0, 31),),
            told_at=MEMORY.created_at, speaker=None, title=None, pinned=False, score=_HIT.score, why=_HIT.why,
            tokens=40, cut=False, repeats=(),
        ),
    ),
    tokens=40,
    budget_tokens=800,
    order=ContextOrder.RELEVANCE,
    left_out=0,
    milliseconds={"question": 7.9, "search": 18.2, "packing": 0.6, "total": 26.7},
    round_trips=2,
)  # fmt: skip
DETAIL = MemoryDetail(memory=MEMORY, chunks=1, entities=(_ENTITY,), facts=(_FACT,))
PAGE = Page(memories=(MEMORY,), next_cursor="MjAyNi0xMS0yMFQwMTowMDowMFo")
FORGOTTEN = Forgotten(memories=1, chunks=1, entities=2, facts=1)
STATS = Stats(
    memories=200,
    chunks=214,
    entities=391,
    facts=288,
    relations=240,
    pending=0,
    pinned=3,
    archived=5,
    characters=24_118,
    by_language={"ja": 112, "en": 88},
    by_entity_type={"Person": 31, "Organization": 12, "Concept": 160},
    server="Neo4j/2026.09.0 community",
    embedding_model="multilingual-e5-small",
)
VECTORS = VectorsState(
    stage=Stage.MAKING,
    read=ModelName(name="multilingual-e5-small", dimensions=384, version="1"),
    other=ModelName(name="BAAI/bge-m3", dimensions=1024, version="1"),
    chunks=214,
    chunks_left=60,
    entities=391,
    entities_left=391,
)
BATCH = Batch(
    received=3,
    stored=1,
    existing=1,
    failed=1,
    backlog=1,
    ids=(MEMORY.id, "01KAMXR1A2B3C4D5E6F7G8H9J0", None),
    errors=(
        ItemProblem(position=2, problem=problem(Invalid("text", "is empty.", allowed="1 to 1,000,000 characters"))),
    ),
)
PINNED = replace(MEMORY, pinned=True)
LINKED = Linked(memories=12, links=31)
_VERDICT: Verdict = {
    "validation_status": Validation.CONFIRMED, "validated_by": "me", "validated_at": MEMORY.created_at,
    "note": "They sat side by side.",
}  # fmt: skip
LINKS = [
    MemoryLink(
        kind=LinkKind.CO_OCCURRENCE, outgoing=True, memory=MEMORY, weight=0.5, confidence=0.81, evidence_count=2,
        method="rule", reasons=("2 names together",), keywords=("田中", "認証サービス"),
        first_evidence=MEMORY.created_at, last_evidence=MEMORY.created_at, validation_status=Validation.UNVALIDATED,
    )
]  # fmt: skip
LINK_JUDGED = replace(LINKS[0], **_VERDICT)
INFERRED = Inferred(entities=14, conclusions=3, ended=1)
INFERENCES = [
    InferenceFound(
        id="relation:COLLEAGUE:0b6f:5a0f", kind=InferenceKind.RELATION, type="COLLEAGUE", source_id="0b6f",
        source="伊藤", target_id="5a0f", target="田中", confidence=0.61, reasons=("one organisation",),
        evidence=(EvidenceFound(id=_FACT.id, subject="田中", predicate="勤める", object="ミナト"),),
        validation_status=Validation.UNVALIDATED,
    )
]  # fmt: skip
INFERENCE_JUDGED = replace(INFERENCES[0], **_VERDICT)
WITHDRAWN = Withdrawn(inferences=3)

_SEEN = MEMORY.created_at
_OTHER = "77b1d3c2-6f0e-4a58-9a2b-0c4d5e6f7a8b"
_PERSON = Entity(
    id=_ENTITY.id, name="田中太郎", type=EntityType.PERSON, subtype=None, aliases=("Taro Tanaka",), description=None,
    mention_count=4, confidence=0.97, validation_status="unvalidated", edited=(), first_seen=_SEEN, last_seen=_SEEN,
)  # fmt: skip
_REFERRAL = Referral(id="0b6f7c1d", name="田中", confidence=0.82, reasons=("surname alone",), shown=True)
RELATION = Relation(
    source=_PERSON.id, source_name="田中太郎", type=RelationType.WORKS_FOR, target="9d0e1f2a", target_name="ミナト",
    predicate="勤める", evidence_count=2, confidence=0.94, validation_status=Validation.CONFIRMED, validated_by="me",
    validated_at=_SEEN,
)  # fmt: skip
ENTITY_DETAIL = EntityDetail(
    entity=_PERSON,
    names=(EntityName(key="田中太郎", name="田中太郎", type=EntityType.PERSON, count=4, held=False, was=()),),
    relations=(RELATION,),
    meant_by=(_REFERRAL,),
    proposals=(Referral(id=_OTHER, name="Tarou Tanaka", confidence=0.71, reasons=("sound",), shown=False),),
    facts=(
        EntityFact(
            id=f"{MEMORY.id}.f0000", memory_id=MEMORY.id, subject_id=_PERSON.id, subject="田中太郎",
            predicate="発表する", object_id="3c4d5e6f", object="認証サービス", type=RelationType.RELATES_TO,
            polarity="positive", modality="intended", confidence=0.81, sentence=_TEXT, said_at=_SEEN, valid_to=None,
            time="2026-11-27", place="大阪",
        ),
    ),
    fact_count=1,
    memories=(
        MentionedIn(
            memory_id=MEMORY.id, title=MEMORY.title, created_at=_SEEN, occurred_at=None, status=Status.ACTIVE,
            surfaces=("田中さん",), snippet=_TEXT, relevance=0.3333,
        ),
    ),
    memory_count=1,
    merged_from=(),
    apart=(),
    read_attributes=(
        ReadAttribute(
            name="organization", value="ミナト", entity_id="9d0e1f2a", fact_id=f"{MEMORY.id}.f0001",
            memory_id=MEMORY.id, confidence=0.94, said_at=_SEEN,
        ),
    ),
    importance=6.4,
    use_count=3,
    vector=VectorOrigin(
        model="e5-small", version="0.3.0", dimensions=384, source=VectorSource.NAME_AND_PASSAGES, passages=4,
        made_at=_SEEN,
    ),
)  # fmt: skip
ENTITY_HITS = (
    EntityHit(
        entity=_PERSON, score=0.42, cosine=0.38, passage_cosine=0.46, memory_id=MEMORY.id,
        snippet="田中太郎が認証チームを率いている。",
    ),
)  # fmt: skip
ENTITY_PAGE = EntityPage(entities=(_PERSON,), next_cursor="WzEsIDQuMCwgIjVhMGYiXQ")
ENTITY_EDITED = replace(
    ENTITY_DETAIL, entity=replace(_PERSON, description="認証チームの主任", edited=("description",)), proposals=()
)
ENTITY_MERGED = replace(
    ENTITY_DETAIL,
    names=(
        *ENTITY_DETAIL.names,
        EntityName(key="tarou tanaka", name="Tarou Tanaka", type=EntityType.PERSON, count=1, held=True, was=(_OTHER,)),
    ),
    proposals=(),
    merged_from=(_OTHER,),
)
ENTITY_KEPT_APART = replace(ENTITY_DETAIL, proposals=(), apart=(_OTHER,))
ENTITY_PARTED = replace(
    ENTITY_DETAIL,
    entity=replace(_PERSON, id=_OTHER, name="Tarou Tanaka", aliases=(), mention_count=1),
    names=(replace(ENTITY_MERGED.names[1], held=False, was=()),),
    proposals=(),
    apart=(_PERSON.id,),
)
PROPOSALS = ProposalPage(
    proposals=(
        Proposed(
            one=MergeCandidate(
                id=_PERSON.id, name="田中太郎", type=EntityType.PERSON, aliases=_PERSON.aliases, mention_count=4
            ),
            other=MergeCandidate(id=_OTHER, name="Tarou Tanaka", type=EntityType.PERSON, aliases=(), mention_count=1),
            score=0.71,
            reasons=("sound",),
        ),
    ),
    next_cursor=None,
)
REJECTED = Rejected(facts=2)

PROJECT = ProjectSummary(
    path="development/backend/auth", name="auth", category_path=("development", "backend"),
    description="The auth service.", memories=12, pinned=1, session_ids=("C024BE91L/1753000000.12",),
    channels=("slack", "line"), created_at=MEMORY.created_at, last_updated_at=MEMORY.created_at,
)  # fmt: skip
SESSION = SessionSummary(
    id="C024BE91L/1753000000.12", channel="slack", projects=(PROJECT.path,), memories=9,
    created_at=MEMORY.created_at, last_updated_at=MEMORY.created_at,
    source=SessionSource(kind=SourceKind.SLACK, ids={"channel": "C024BE91L", "thread_ts": "1753000000.12"}),
)  # fmt: skip
PROJECT_DETAIL = ProjectDetail(
    project=PROJECT, sessions=(SESSION,), pinned=(MEMORY,), below=("development/backend/auth/keys",), characters=3_480
)
WHOLE = ProjectWhole(
    project=PROJECT, overview="# Auth service", pinned=(MEMORY,),
    sessions=(SessionWhole(session=SESSION, memories=(MEMORY,)),), others=(), size_bytes=10_440, left_out=0,
)  # fmt: skip


def json_example(value: object) -> dict[str, object]:
    """A response in the documentation: a value of ours as the JSON example."""
    example: JsonValue = to_json(value)
    return {"content": {"application/json": {"example": example}}}


def example_in_formats(recalled: Recalled, as_json: object = None) -> dict[str, object]:
    """A response in the documentation that may also be asked for as text."""
    examples = {"text/markdown": as_markdown(recalled), "text/plain": as_summary(recalled)}
    texts = {kind: {"schema": {"type": "string"}, "example": text} for kind, text in examples.items()}
    return {"content": {"application/json": {"example": to_json(as_json or recalled)}, **texts}}


def context_example(context: Context, as_json: object = None) -> dict[str, object]:
    """A context in the documentation, as JSON and as its text alone."""
    text = {"schema": {"type": "string"}, "example": context.text}
    return {"content": {"application/json": {"example": to_json(as_json or context)}, "text/markdown": text}}
