"""The rules of cypher/ as functions from a statement to what is wrong with it; each test feeds them good and bad."""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from graph.db.queries import code, parsed, query, script, spliced
from graph.errors import QueryError
from graph.model.types import EntityType, LinkKind, RelationType

STRUCTURE = frozenset(
    {"Memory", "Chunk", "Entity", "Rejected", "Name", "Candidate", "Block", "Fact", "LiteralFact", "User", "Session",
     "Project", "Category", "AuditEvent", "MemoryVersion", "Tombstone", "ProjectBackup", "ChannelIdentity", "Summary",
     "EntityType", "RelationType", "EmbeddingModel", "Migration", "Inference", "SyncedText", "Feedback", "Rotation",
     "RotationRun", "Imported"}
)  # fmt: skip
"""Labels of the data model; entities carry one of their types besides."""
TIES = frozenset(
    {"PART_OF", "NEXT", "LAST", "MENTIONS", "DESCRIBES", "STATES", "SUBJECT", "OBJECT", "NAMES", "MAY_NAME", "ALIAS_OF",
     "IN_BLOCK", "MAY_BE", "SAME_AS_PROPOSED", "KEPT_APART", "IN_SESSION", "IN_PROJECT", "MERGED_INTO", "FROM", "TO",
     "RESTS_ON", "QUOTES", "GAVE", "HELPED", "DID_NOT_HELP"}
)  # fmt: skip
"""Relationship types of the structure; those between entities are the relation types of the model."""
LABELS = STRUCTURE | {kind.value for kind in EntityType}
TYPES = TIES | {kind.value for kind in (*RelationType, *LinkKind)}

OPERATORS = {
    "memory/pending": "the background thread understands the backlog of all users",
    "memory/backlog": "how long that backlog is, for one user or for the operator",
    "memory/fullest": "a server that has just started is warmed with what somebody has",
    "link/waiting": "the background thread links the memories of all users",
    "inference/waiting": "the background thread infers for all users",
    "inference/unsettled": "the background thread ends facts for all users",
    "rotation/users": "a running server rotates for all users whose triggers are due",
    "lifecycle/waiting": "the background thread weighs the memories of all users",
    "identity/whose": "tells of a message in a channel whose it is",
    "identity/add": "an id in a channel is one user's among all",
    "entity/unembedded": "the background thread makes vectors for all users",
}
"""Statements that serve the operator, not a user, and why. All of schema/ serve the database itself."""

UNSEEN = {
    "care/begin": "it only notes who updates the index",
    "entity/embed": "vectors of entities, which no answer that is kept shows",
    "event/record": "events, and which of a user's are kept",
    "memory/fail": "what could not be understood",
    "memory/forget_user": "the node of the user goes, and its version with it",
    "reembedding/write_chunks": "vectors of another model",
    "reembedding/write_entities": "vectors of another model",
    "transfer/begin": "it only notes which file is read in, which the version of a graph holds",
}
"""Statements that take a user's lock and leave the version of the graph as it is, and why."""

_NODE = re.compile(r"\(\s*(?P<name>\w*)(?P<labels>:[^\s(){]+)?\s*(?P<map>\{[^{}]*\})?\s*\)")
_RELATION = re.compile(r"\[\s*\w*\s*:\s*(?P<types>[^\s\]{*]+)")
_LENGTH = re.compile(r"\[[^\]]*?\*(?P<bounds>[\d.]*)")
_INDEX_USED = re.compile(r"(?:VECTOR|FULLTEXT) INDEX (\w+) FOR |(?:queryNodes|queryRelationships)\(\s*'(\w+)'")
_INDEX_MADE = re.compile(r"CREATE (?:VECTOR |FULLTEXT )?INDEX (\w+) IF NOT EXISTS")
_WRITES = re.compile(
    r"\b(?:CREATE|MERGE|SET|DELETE|DETACH|REMOVE|DROP|FOREACH|LOAD)\b|\bdb\.create(?:\.|Property)", re.IGNORECASE
)
_KEYWORD = re.compile(
    r"(?<![.\w$`])(?:match|optional|where|return|unwind|merge|create|delete|detach|remove|call|yield|foreach|union|case|"
    r"when|then|exists|distinct|starts|contains|order|limit|skip|with|set|as|and|or|not|is|in|desc|on|call)(?![\w:(.])"
)
_CLAUSE = re.compile(r"\b(?:OPTIONAL MATCH|MATCH|MERGE|CREATE)\b")
_CLAUSE_ENDS = re.compile(
    r"\b(?:OPTIONAL MATCH|MATCH|MERGE|CREATE|WITH|RETURN|UNWIND|CALL|SET|DELETE|DETACH|FOREACH|ON CREATE|ON MATCH|"
    r"REMOVE|UNION|ORDER BY)\b|\}\s*(?=\n|$)"
)
_INCLUDED = re.compile(r"^[ \t]*// include: (\S+)$", re.MULTILINE)
_BOUND = re.compile(r"\bAS (\w+)|\bUNWIND [^\n]+? AS (\w+)|\bYIELD (\w+)|\bFOREACH \((\w+) IN|[\[(](\w+) IN\b")


def cypher_files() -> dict[str, str]:
    """The text of every file by its path below cypher/, fragments and scripts of several statements among them."""

    def walked(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
        for entry in folder.iterdir():
            if entry.is_dir():
                yield from walked(entry, f"{path}{entry.name}/")
            elif entry.name.endswith(".cypher"):
                yield path + entry.name.removesuffix(".cypher"), entry.read_text(encoding="utf-8")

    return dict(sorted(walked(files("cypher"), "")))


def sources() -> dict[str, str]:
    """The text of every statement by its name, with its fragments in their places."""
    statements: dict[str, str] = {}
    for name, text in cypher_files().items():
        if is_fragment(name):
            continue
        if "// name:" in text:
            statements |= {statement.name: statement.text for statement in script(name).values()}
        else:
            statements[name] = spliced(text)
    return statements


def statement_names() -> dict[str, str]:
    """The mode of every statement by its name."""
    return {name: query(name).mode for name in sources()}


def is_fragment(name: str) -> bool:
    """Whether a file holds a part of statements rather than one."""
    return name.rpartition("/")[2].startswith("_")


def fragment_faults(name: str, source: str) -> list[str]:
    """A fragment begins with one line of comment that is a sentence, and does not include itself."""
    head, _, body = source.partition("\n")
    faults = [] if re.fullmatch(r"// .+\.", head) else ["the first line says in no sentence what it is"]
    return faults + ["it includes itself"] * (name in included(body))


def included(source: str) -> set[str]:
    """The fragments that a file includes."""
    return set(_INCLUDED.findall(source))


def header_faults(name: str, source: str) -> list[str]:
    """A promise, then mode, params and rows in this order, params equal to those of the body, all told once."""
    try:
        parsed(name, source)
    except QueryError as fault:
        return [str(fault)]
    lines = source.splitlines()
    faults: list[str] = []
    for place, key in enumerate(("mode", "params", "rows"), 1):
        if not lines[place].startswith(f"// {key}:"):
            faults.append(f"line {place + 1} is not `// {key}:`")
    if not lines[0].rstrip().endswith("."):
        faults.append("the promise is no sentence")
    if ";" in code(source):
        faults.append("it holds a semicolon: one statement a file")
    if "\t" in source or not source.endswith("\n"):
        faults.append("tabs, or no line break at its end")
    return faults


def write_faults(name: str, source: str) -> list[str]:
    """A statement that only reads has no clause that writes; one that writes has one."""
    mode = parsed(name, source).mode
    writes = _WRITES.findall(code(source))
    if mode == "read" and writes:
        return [f"a read writes: {sorted(set(writes))}"]
    if mode in {"write", "batch"} and not writes:
        return [f"a {mode} statement writes nothing"]
    return []


def version_faults(name: str, source: str) -> list[str]:
    """A statement that takes the lock of a user and leaves `user.writes`, by which kept answers grow old, as it is."""
    body = code(source)
    locks, raises = "SET user.lock = true" in body, "SET user.writes = user.writes + 1" in body
    if locks and not raises and name not in UNSEEN:
        return ["it takes the lock and leaves user.writes as it is"]
    return ["it raises user.writes and is listed as one that does not"] if raises and name in UNSEEN else []


def word_faults(source: str) -> list[str]:
    """Labels and relationship types that the model does not know."""
    body = code(source)
    faults = [f"unknown type {name}" for name in _types(body) if name not in TYPES]
    without_relations = re.sub(r"\[[^\]]*\]", " ", body)
    labels = [label for match in re.findall(r"[(\w]:([A-Z]\w*(?:[|&][A-Z]\w*)*)", without_relations)
              for label in re.split(r"[|&]", match)]  # fmt: skip
    return faults + [f"unknown label {label}" for label in labels if label not in LABELS]


def _types(body: str) -> Iterator[str]:
    for match in _RELATION.finditer(body):
        for type_name in re.split(r"[|&]", match["types"]):
            if not type_name.startswith("$("):
                yield type_name.strip()


def dynamic(source: str) -> bool:
    """Whether a label or type comes from a parameter."""
    return "$(" in code(source)


def index_faults(source: str, made: frozenset[str]) -> list[str]:
    """Index names that no statement of schema/ makes."""
    used = [searched or queried for searched, queried in _INDEX_USED.findall(source)]
    return [f"unknown index {name}" for name in used if name not in made]


def indexes_made(statements: dict[str, str]) -> frozenset[str]:
    """The names of the indexes that schema/ makes."""
    return frozenset(name for source in statements.values() for name in _INDEX_MADE.findall(source))


def constraints_made(statements: dict[str, str]) -> frozenset[str]:
    """The names of the constraints that schema/ makes; each has an index of its own name."""
    made = re.compile(r"CREATE CONSTRAINT (\w+) IF NOT EXISTS")
    return frozenset(name for source in statements.values() for name in made.findall(source))


_TIED = {"-[:PART_OF]->": ("memory", "Memory"), "<-[:PART_OF]-": ("chunk", "Chunk")}
_DEGREE = re.compile(r"COUNT \{ \(\w+\)(<-\[:\w+\]-|-\[:\w+\]->)\(\) \}")


def node_faults(source: str) -> list[str]:
    """Nodes that are introduced without a label; how many ties of a type a node has, the graph knows by itself.

    A chunk and its memory may be reached by the tie alone, so that the planner seeks neither in an index.
    """
    body = _DEGREE.sub("", code(source))
    for tie, (name, label) in _TIED.items():
        body = body.replace(f"{tie}({name})", f"{tie}({name}:{label})")
    faults: list[str] = []
    for match in _NODE.finditer(body):
        if match["labels"] or not _in_path(body, match):
            continue
        name = match["name"]
        if not name or name not in _bound_before(body, match.start()):
            faults.append(f"{match.group()} has no label")
    return faults


_BY_ROW = re.compile(r"\((\w*):(?:Memory|Chunk|Entity) \{(?:user_id: \$user_id, )?id: [^$\s]")


def seek_faults(source: str) -> list[str]:
    """Places where a recall could be planned to read all that a user has once for each row.

    By the statistics of a database that was empty a moment ago that costs nothing, and what is planned then stays in
    use while it fills. So the memory of a chunk is reached by its tie alone, and what comes by the ids of a list says
    by which index.
    """
    body = code(source)
    faults = [f"{match} says a label" for match in re.findall(r"\[:PART_OF\]->\(memory:Memory", body)]
    for match in _BY_ROW.finditer(body):
        name = match[1]
        if not name or not re.search(rf"USING INDEX SEEK {name}:", body[match.end() :].partition("MATCH")[0]):
            faults.append(f"{match.group()} does not say by which index")
    return faults


def _in_path(body: str, match: re.Match[str]) -> bool:
    before, after = body[: match.start()].rstrip(), body[match.end() :].lstrip()
    introduces = re.search(r"(?:\bMATCH|\bMERGE|\bCREATE|-|->|<-)$", before) is not None
    return introduces or after.startswith(("-[", "<-[", "-->", "<--"))


def _bound_before(body: str, end: int) -> set[str]:
    head = body[:end]
    names = {name for names in _BOUND.findall(head) for name in names if name}
    names |= {match["name"] for match in _NODE.finditer(head) if match["labels"]}
    return names | set(re.findall(r"\(\s*(\w+):", head))


def length_faults(source: str) -> list[str]:
    """Paths without an upper bound."""
    body = code(source)
    faults = [
        f"unbounded path *{match['bounds']}"
        for match in _LENGTH.finditer(body)
        if not re.fullmatch(r"\d+(?:\.\.\d+)?|\.\.\d+", match["bounds"])
    ]
    if re.search(r"(?:->|\))(?:\+|\*|\{\d*,\})|(?<=\])-(?:\+|\*|\{\d*,\})", body):
        faults.append("unbounded quantified path")
    return faults


def user_faults(name: str, source: str) -> list[str]:
    """Clauses that reach for nodes without saying whose."""
    if name in OPERATORS or name.startswith("schema/"):
        return []
    body = code(source)
    if "user_id" not in parsed(name, source).params:
        return ["it takes no user_id"]
    faults: list[str] = []
    for match in _CLAUSE.finditer(body):
        ending = _CLAUSE_ENDS.search(body, match.end())
        clause = body[match.end() : ending.start() if ending else len(body)]
        bound = _bound_before(body, match.start())
        reached = any(node["name"] in bound for node in _NODE.finditer(clause) if node["name"])
        whose = "user_id" in clause or re.search(r"\b(?:User \{id: \$user_id|user\.id = \$user_id)", clause)
        if not whose and not reached and not _created_empty(match.group(), clause):
            faults.append(f"{match.group()}{clause.rstrip()} does not say whose")
    return faults


def _created_empty(keyword: str, clause: str) -> bool:
    # What is created gets its user with its properties; what is merged on an id of ours is ours.
    return keyword == "CREATE" or (keyword == "MERGE" and re.search(r"\{id: \w+\.id\}", clause) is not None)


def keyword_faults(source: str) -> list[str]:
    """Keywords that are not in upper case."""
    return [f"lower-case keyword {word}" for word in _KEYWORD.findall(code(source))]


_PASSES = re.compile(r"\(\$filters\.project IS NULL.*?IN \$filters\.entities \}\)", re.DOTALL)


def filters_read(source: str) -> list[str]:
    """What a memory must be to pass a caller's filters, wherever a statement asks it."""
    return [" ".join(match.split()) for match in _PASSES.findall(code(source))]
