"""Who is compared, in which ways each is asked, and what must be known to read its row fairly."""

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Peer:
    """One memory beside the others.

    `adapter` names a file of `adapters/` and, with `.requirements.txt`, what its environment holds; without
    `installed` it runs in ours. `ways` are the ways it is asked, by the label of the row. `vectors` tells whether it
    was given them, makes them itself or has none.
    """

    name: str
    adapter: str
    ways: dict[str, str]
    entities: str
    notes: tuple[str, ...]
    vectors: Literal["given", "own", "none"] = "given"
    installed: bool = True


PEERS: Final = (
    Peer(
        "enishi",
        "enishi",
        {"Enishi": "joined"},
        "its own, both languages",
        (
            "Everything on, as deployed, but recency and importance, which only tell the age of a set.",
            "It makes its vectors itself; what its encoder spends on a question is taken out of its time.",
        ),
        vectors="own",
        installed=False,
    ),
    Peer(
        "agent-memory",
        "agent_memory",
        {"neo4j-agent-memory": "messages"},
        "spaCy en_core_web_sm (English talks)",
        (
            "Its pipeline's spaCy stage as shipped, in English talks; GLiNER is off (its weights come from a model "
            "hub) and so is the stage that asks an LLM. In other sets no entities.",
            "Given its bulk call, a session at a time, and rapidfuzz for its resolver.",
            "Its search over messages is by vector alone; its threshold of 0.7 is taken away.",
        ),
    ),
    Peer(
        "graphiti",
        "graphiti",
        {"Graphiti, hybrid search of facts": "facts rrf"},
        "none: the speakers were given",
        (
            "Its extraction needs an LLM: each turn was given as an episode and as one fact, with the turn's text and "
            "vector, from the speaker to the other one, saved 200 at a time by its bulk call.",
            "EDGE_HYBRID_SEARCH_RRF. On a conversation of LoCoMo's dev part the combined recipe found as much with "
            "seven statements, MMR almost nothing; recipes that need a cross encoder were left out.",
            "Its vector search reads every fact (it makes no vector index). Its telemetry is off.",
        ),
    ),
    Peer(
        "graphrag",
        "graphrag",
        {
            "neo4j-graphrag, vector": "vector",
            "neo4j-graphrag, hybrid": "hybrid 0.97",
            "neo4j-graphrag, hybrid + Cypher": "around 0.97",
        },
        "none",
        (
            "Its extraction needs an LLM: given its lexical graph, a chunk a turn, by its own writer.",
            "The ties between chunks are written by a statement of ours: its writer needs APOC for them.",
            "Hybrid takes 60 candidates and the linear ranker at 0.97, chosen on a conversation of LoCoMo's dev part: "
            "better than its defaults. Questions are freed of Lucene's signs, on which it would fail.",
            "The Cypher behind the third reads the turns beside each hit; lifting a turn by its neighbours was worse.",
            "Japanese: the full-text index is ours, with the analyzer cjk, which its call cannot choose.",
        ),
    ),
    Peer(
        "mcp-memory",
        "mcp_memory",
        {"mcp-neo4j-memory": "words"},
        "none: an entity a turn",
        (
            "It has no vectors: full text alone. Given an entity a turn with the text as its observation, tied to the "
            "speaker; an agent would write such entities with an LLM.",
            "Called in its process, without the protocol; an index on names is ours, without which each write reads "
            "all nodes. Questions are freed of Lucene's signs. It returns all it finds: the first ten count.",
        ),
        vectors="none",
    ),
    Peer(
        "one-statement",
        "one_statement",
        {"one statement by hand": "rrf"},
        "none",
        ("A vector and a full-text index (english; cjk for Japanese), RRF over 60 of each, in one statement.",),
    ),
)
