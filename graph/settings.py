"""The numbers the graph room can be tuned by: default, bound and one line of help each."""

from pathlib import Path
from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo

from platformdirs import user_data_dir, user_state_path
from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator


class Neo4jSettings(BaseModel):
    """Where the database is and how patient we are with it."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    uri: str | None = None
    """bolt://, bolt+s://, neo4j:// or neo4j+s:// address; unset: a Neo4j managed on this machine"""

    user: str = "neo4j"
    """database user of an external server"""

    password: SecretStr | None = None
    """password of an external server; unset: no authentication"""

    database: str = "neo4j"
    """name of the database on the server"""

    connect_timeout_s: Annotated[float, Field(gt=0, le=300)] = 10
    """seconds to wait for a connection"""

    statement_timeout_s: Annotated[float, Field(gt=0, le=3600)] = 60
    """seconds one statement may run on the server"""

    retry_s: Annotated[float, Field(ge=0, le=600)] = 15
    """seconds, from the first one on, during which a passing failure is retried"""

    connections: Annotated[int, Field(ge=1, le=1000)] = 64
    """most connections of this process to the server: one for each thread that asks, and some to spare"""


class CueSettings(BaseModel):
    """What small signs that a text answers count, as shares of the best base score; 0 switches one off."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    asks: Annotated[float, Field(ge=-1, le=1)] = -0.08
    """the turn asks, which is rarely the evidence"""

    first_person: Annotated[float, Field(ge=-1, le=1)] = 0.06
    """the turn speaks in the first person"""

    reply: Annotated[float, Field(ge=-1, le=1)] = 0.1
    """the turn before asks, and is another speaker's: this share of that turn's score"""

    names: Annotated[float, Field(ge=-1, le=1)] = 0.3
    """the question asks for a place, somebody, a firm or a work, and the text names one: this share, of which as many
    take away as name one too"""

    strangers: Annotated[float, Field(ge=-1, le=1)] = -0.3
    """somebody asks about themselves, and what is no turn tells of others alone"""

    assistant: Annotated[float, Field(ge=-1, le=0)] = -0.4
    """an assistant speaks, and is not asked for what it said"""

    standing: Annotated[float, Field(ge=-1, le=1)] = 0.4
    """something is to be done, and a rule, a preference or a turn to an assistant says how such things shall always be
    done; of another project half of it"""

    kind: Annotated[float, Field(ge=-1, le=1)] = 0.6
    """memories of a kind are asked for (tasks, decisions, rules …), and it is of that kind"""


class WeightSettings(BaseModel):
    """What each part of the importance of a memory counts; with a sum of 1 the best memory reaches 10."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    content: Annotated[float, Field(ge=0, le=1)] = 0.4
    """what it says: length, structure, marked words, how unlike others it is"""

    time: Annotated[float, Field(ge=0, le=1)] = 0.2
    """how lately its words were kept or changed"""

    access: Annotated[float, Field(ge=0, le=1)] = 0.2
    """how often it was used"""

    relation: Annotated[float, Field(ge=0, le=1)] = 0.15
    """what ties it to others"""

    user: Annotated[float, Field(ge=0, le=1)] = 0.05
    """the rating that a person gave"""


class ContentSettings(BaseModel):
    """How the words of a memory are weighed."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    length_weight: Annotated[float, Field(ge=0, le=1)] = 0.3
    """what the length counts"""

    structure_weight: Annotated[float, Field(ge=0, le=1)] = 0.3
    """what headings, lists, code and links count"""

    keywords_weight: Annotated[float, Field(ge=0, le=1)] = 0.2
    """what marked words count"""

    uniqueness_weight: Annotated[float, Field(ge=0, le=1)] = 0.2
    """what it counts that no earlier memory says nearly the same"""

    chars_least: Annotated[int, Field(ge=1)] = 50
    """characters below which a text counts less than half"""

    chars_best: Annotated[int, Field(ge=1)] = 1_000
    """characters that count most; a wide (Japanese) character counts as two"""

    chars_most: Annotated[int, Field(ge=1)] = 10_000
    """characters from which a longer text counts no less"""

    too_long: Annotated[float, Field(ge=0, le=1)] = 0.7
    """what so long a text counts"""

    headings: Annotated[float, Field(ge=0, le=10)] = 2.0
    """points of a text that has headings"""

    lists: Annotated[float, Field(ge=0, le=10)] = 1.5
    """points of a text that has a list"""

    code: Annotated[float, Field(ge=0, le=10)] = 2.5
    """points of a text that has code"""

    links: Annotated[float, Field(ge=0, le=10)] = 1.2
    """points of a text that has links"""

    structure_most: Annotated[float, Field(gt=0)] = 10.0
    """points that count as the whole of structure"""

    keywords: tuple[str, ...] = ()
    """marked words of your own, beside those of the table"""

    keyword_boost: Annotated[float, Field(gt=0)] = 1.5
    """by how much marked words count more than their share of the words"""

    keyword_share: Annotated[float, Field(gt=0, le=1)] = 0.1
    """share of marked words that counts as the whole, before the boost"""

    semantic: bool = True
    """whether a memory repeats an earlier one also where it says the same in other words"""

    similar: Annotated[float, Field(ge=0, le=1)] = 0.8
    """similarity (0 to 1) from which a memory repeats an earlier one"""

    duplicate_penalty: Annotated[float, Field(ge=0, le=1)] = 0.5
    """what of its uniqueness is left to a memory that repeats another"""

    topics: bool = False
    """whether memories on what much is kept about count more"""

    topics_least: Annotated[int, Field(ge=1, le=100)] = 3
    """fewer topics than this are none"""

    topics_most: Annotated[int, Field(ge=1, le=100)] = 10
    """entities of a user, those in most memories first, that are topics"""

    topic_boost: Annotated[float, Field(ge=1, le=2)] = 1.1
    """factor of the content of a memory on a topic"""

    sentiment: bool = False
    """whether glad texts count more and sad ones less"""

    positive_boost: Annotated[float, Field(ge=0, le=2)] = 1.1
    """factor of the content of a glad text"""

    negative_penalty: Annotated[float, Field(ge=0, le=2)] = 0.9
    """factor of the content of a sad text"""

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if not self.chars_least < self.chars_best < self.chars_most:
            raise ValueError("chars_least, chars_best and chars_most must rise")
        if self.topics_least > self.topics_most:
            raise ValueError("topics_least must not be above topics_most")
        return self


class TimeSettings(BaseModel):
    """How the importance of a memory falls with time, whenever it is read."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    half_life_days: Annotated[float, Field(gt=0)] = 7
    """days after which it has halved, counted from when the words were kept or last changed"""

    least: Annotated[float, Field(ge=0, le=1)] = 0.1
    """what of it is never lost"""

    edit_boost: Annotated[float, Field(ge=1, le=10)] = 1.3
    """factor of what was edited lately"""

    edit_days: Annotated[float, Field(ge=0)] = 7
    """days that count as lately"""

    edits_weight: Annotated[float, Field(ge=0, le=1)] = 0.2
    """share that the number of edits has in the part of time"""

    seasonal: bool = False
    """whether what was kept at the same time of a week or month counts more"""

    weekly: bool = True
    """same weekday, where seasons count"""

    monthly: bool = False
    """same time of the month, where seasons count"""

    seasonal_boost: Annotated[float, Field(ge=1, le=2)] = 1.2
    """most that a season multiplies the part of time with"""


class AccessSettings(BaseModel):
    """How uses of a memory are weighed."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    window_days: Annotated[int, Field(ge=1, le=366)] = 30
    """days whose uses count, today among them"""

    view: Annotated[float, Field(ge=0, le=10)] = 0.3
    """what a use counts that looked at it"""

    edit: Annotated[float, Field(ge=0, le=10)] = 0.7
    """what a use counts that changed it"""

    share: Annotated[float, Field(ge=0, le=10)] = 0.5
    """what a use counts that passed it on"""

    weight: Annotated[float, Field(ge=0, le=100)] = 1.0
    """factor of all uses"""

    log_scale: bool = True
    """whether the tenth use counts less than the first; else all alike"""

    uses_full: Annotated[float, Field(gt=0)] = 9
    """weighted uses that count as the whole"""

    least: Annotated[float, Field(ge=0, le=1)] = 0.1
    """what a memory has that nobody used"""

    count_reads: bool = False
    """count what recall, context and show return as viewed, though nobody said that it was of use"""


class RelationSettings(BaseModel):
    """How what ties a memory to others is weighed."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    internal: Annotated[float, Field(ge=0, le=10)] = 0.6
    """points of a memory that it leads to, of an entity it mentions, of a fact it states"""

    external: Annotated[float, Field(ge=0, le=10)] = 0.4
    """points of an address on the web that it names"""

    back: Annotated[float, Field(ge=0, le=10)] = 1.2
    """points of a memory that leads to it"""

    points_full: Annotated[float, Field(gt=0)] = 10.0
    """points that count as the whole"""

    references: bool = True
    """whether links by which a text names another memory count"""

    tags: bool = True
    """whether links by common tags and subjects count"""

    dependencies: bool = True
    """whether links of part and whole, cause and effect count"""


class LevelSettings(BaseModel):
    """From which importance on a memory is of which level and in which bucket."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    high: Annotated[float, Field(ge=0, le=10)] = 8.0
    """level high: kept whatever its age"""

    medium: Annotated[float, Field(ge=0, le=10)] = 5.0
    """level medium"""

    low: Annotated[float, Field(ge=0, le=10)] = 2.0
    """level low; what is less may be put away"""

    archive: Annotated[float, Field(ge=0, le=10)] = 1.0
    """what is less is put away first"""

    bucket_critical: Annotated[float, Field(ge=0, le=10)] = 9.0
    """bucket critical of the statistics"""

    bucket_high: Annotated[float, Field(ge=0, le=10)] = 7.0
    """bucket high"""

    bucket_medium: Annotated[float, Field(ge=0, le=10)] = 4.0
    """bucket medium"""

    bucket_low: Annotated[float, Field(ge=0, le=10)] = 1.0
    """bucket low; the rest is minimal"""

    trend_days: Annotated[float, Field(gt=0)] = 7
    """days against which a memory is rising or declining"""

    trend_least: Annotated[float, Field(ge=0, le=10)] = 0.2
    """change of the importance below which it is stable"""

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if not self.archive <= self.low <= self.medium <= self.high:
            raise ValueError("archive, low, medium and high must rise")
        if not self.bucket_low <= self.bucket_medium <= self.bucket_high <= self.bucket_critical:
            raise ValueError("bucket_low, bucket_medium, bucket_high and bucket_critical must rise")
        return self


class StrengthSettings(BaseModel):
    """How the strength of a memory, by which recency moves its rank, falls with time."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    fading: Literal["half_life", "by_kind", "fsrs"] = "half_life"
    """half_life: every memory alike; by_kind: by the days below, and an open task not at all; fsrs: by those days along
    the forgetting curve of FSRS-6, and each use slows it"""

    rule_days: Annotated[float, Field(gt=0)] = 365
    """days after which a rule has half its strength; no kind fades faster than half_life_days"""

    profile_days: Annotated[float, Field(gt=0)] = 365
    """the same of what describes a person"""

    decision_days: Annotated[float, Field(gt=0)] = 365
    """the same of a decision"""

    preference_days: Annotated[float, Field(gt=0)] = 180
    """the same of a preference"""

    incident_days: Annotated[float, Field(gt=0)] = 180
    """the same of an incident"""

    learning_days: Annotated[float, Field(gt=0)] = 180
    """the same of what was learnt"""


class ImportanceSettings(BaseModel):
    """How much a memory matters."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    weights: WeightSettings = Field(default_factory=WeightSettings)
    """what each of the five parts counts"""

    adjustment: Annotated[float, Field(gt=0, le=10)] = 1.0
    """factor of the whole"""

    normalisation: Literal["fixed", "min_max"] = "fixed"
    """fixed: ten times the sum; min_max: the least and the most important memory of a user have 0 and 10, as of when
    all were recomputed last"""

    content: ContentSettings = Field(default_factory=ContentSettings)
    """how its words are weighed"""

    time: TimeSettings = Field(default_factory=TimeSettings)
    """how it falls with time"""

    access: AccessSettings = Field(default_factory=AccessSettings)
    """how uses are weighed"""

    relation: RelationSettings = Field(default_factory=RelationSettings)
    """how ties are weighed"""

    levels: LevelSettings = Field(default_factory=LevelSettings)
    """thresholds of levels and buckets"""


class JournalSettings(BaseModel):
    """How much is kept of what was done."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    events_most: Annotated[int, Field(ge=1_000)] = 100_000
    """events a user may have; beyond them the oldest go"""

    event_days: Annotated[int, Field(ge=1)] = 365
    """days that an event is kept"""

    versions_most: Annotated[int, Field(ge=1, le=10_000)] = 100
    """changes of one memory that can be undone; beyond them the oldest go"""


class ProjectSettings(BaseModel):
    """What is kept of projects."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    backups_most: Annotated[int, Field(ge=1, le=1_000)] = 10
    """backups of a project's overview; beyond them the oldest go"""


class NetworkSettings(BaseModel):
    """How the graph of entities is walked, and how long what was computed of it is kept while it does not change."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    hub: Annotated[int, Field(ge=2)] = 1_000
    """an entity with more relations than this ends a walk, unless it was asked for"""

    answers_kept: Annotated[int, Field(ge=0)] = 10_000
    """answers about paths and figures that are kept"""

    answers_kept_s: Annotated[float, Field(ge=0)] = 3_600
    """seconds for which such an answer is kept"""

    answers_kept_mb: Annotated[int, Field(ge=1)] = 100
    """megabytes that all kept answers may take"""

    graphs_kept: Annotated[int, Field(ge=1)] = 64
    """graphs of users that are kept as a whole"""

    graphs_kept_s: Annotated[float, Field(ge=0)] = 1_800
    """seconds for which a graph is kept"""

    graphs_kept_mb: Annotated[int, Field(ge=1)] = 100
    """megabytes that all kept graphs may take: one of 100,000 entities and 500,000 relations takes 86, and one that is
    larger than this is read anew for each question"""


class RoutingSettings(BaseModel):
    """How the project of a message is found."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    classifier: Literal["scores", "llm"] = "scores"
    """scores: by vectors, words and graph; llm: the language model of the extraction chooses from the catalogue"""

    high: Annotated[float, Field(ge=0, le=1)] = 0.75
    """probability from which a choice is sure"""

    medium: Annotated[float, Field(ge=0, le=1)] = 0.45
    """probability below which a choice is hardly sure; between the two, the user is asked where others are near"""

    new: Annotated[float, Field(ge=0, le=1)] = 0.6
    """probability of none of the projects from which a message is held to be about something new; below it the
    likeliest project is chosen, and the user is asked"""

    secondary: Annotated[float, Field(ge=0, le=1)] = 0.25
    """probability from which another project is loaded beside the first"""

    secondary_most: Annotated[int, Field(ge=0, le=20)] = 3
    """other projects that are loaded at most"""

    neighbours: Annotated[int, Field(ge=10, le=1000)] = 60
    """chunks taken from each index for one message"""

    nearby: Annotated[float, Field(ge=-1, le=1)] = 0.4
    """cosine from which a new project is put beside its nearest memory's project; else by its topic"""

    projects_most: Annotated[int, Field(ge=1, le=10_000)] = 1_000
    """projects whose names are looked for in a message, those that changed last"""

    session_hours: Annotated[float | None, Field(gt=0, le=87_840)] = 168
    """hours after its last word in which a session tells where its next message belongs; unset: it always does"""

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if self.medium > self.high:
            raise ValueError("medium must not be above high")
        return self


class SummarySettings(BaseModel):
    """When memories are too many to be told whole, and what a summary keeps of them."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    window_tokens: Annotated[int, Field(ge=1_000)] = 200_000
    """tokens of the window of the model that reads"""

    share: Annotated[float, Field(gt=0, le=1)] = 0.1
    """share of the window from which memories are summarised, and that a summary may take"""

    trigger: Literal["all", "overview"] = "all"
    """what is counted: all: every memory of the project; overview: those that belong to no session"""

    verbatim_days: Annotated[float, Field(ge=0)] = 7
    """days for which a memory stands in a summary word for word"""

    least_share: Annotated[float, Field(ge=0, le=1)] = 0.3
    """share of the budget that sentences of older memories have, however much is kept word for word"""

    backups_most: Annotated[int, Field(ge=0, le=100)] = 3
    """summaries from before that are kept"""

    memories_most: Annotated[int, Field(ge=1)] = 10_000
    """memories that are read for a summary, the newest"""


class InjectionSettings(BaseModel):
    """What of the memory of projects is put into prompts."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    enabled: bool = True
    """off: no memory is put into any prompt"""

    inject: Literal["auto", "manual", "none"] = "auto"
    """auto: a conversation that begins is given it; manual: only who asks for it; none: nobody"""

    most_tokens: Annotated[int, Field(ge=0, le=1_000_000)] = 4_000
    """tokens that it may take in a prompt"""

    free_share: Annotated[float, Field(gt=0, le=1)] = 0.25
    """share that it may take of the tokens that are left in the window, where the caller says how many these are"""

    headings: Literal["auto", "ja", "en"] = "auto"
    """language of its headings; auto: that of most of the memories under them"""


class ConversationSettings(BaseModel):
    """Where a conversation keeps what the database cannot take now."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    home: Path = Field(default_factory=lambda: Path(user_data_dir("enishi")) / "journal")
    """folder of the journal, in which turns wait while the database is away"""


class JobSettings(BaseModel):
    """Where ingests are recorded as jobs."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    home: Path = Field(default_factory=lambda: user_state_path("enishi") / "jobs")
    """folder of the records, of files that were sent and wait, and of the locks"""

    kept: Annotated[int, Field(ge=1, le=100_000)] = 1000
    """jobs of one user that are remembered once they have ended"""


class PersonalSettings(BaseModel):
    """What becomes of personal data in memories: e-mail addresses, phone, card and account numbers, マイナンバー."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    handling: Literal["off", "mark", "mask"] = "off"
    """off: nothing is looked for; mark: a memory has a tag for each kind (personal:email); mask: a placeholder such as
    [email] takes its place before anything is kept"""

    regions: Annotated[tuple[str, ...], Field(min_length=1, max_length=20)] = ("JP", "US")
    """countries whose phone numbers are known without their + and code"""

    @field_validator("regions")
    @classmethod
    def _countries(cls, regions: tuple[str, ...]) -> tuple[str, ...]:
        if any(len(region) != 2 or not (region.isascii() and region.isupper()) for region in regions):
            raise ValueError("are no countries; give codes such as JP and US")
        return regions


class GraphSettings(BaseModel):
    """How memories are written and found."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    batch_size: Annotated[int, Field(ge=1, le=1000)] = 500
    """memories written in one transaction; other writers of the same user wait for its end"""

    candidates: Annotated[int, Field(ge=10, le=1000)] = 60
    """chunks taken from each index for one question"""

    kept: Annotated[int, Field(ge=10, le=500)] = 30
    """candidates ranked after the join"""

    seeds: Annotated[int, Field(ge=1, le=50)] = 5
    """best candidates from which the join starts"""

    hub: Annotated[int, Field(ge=2, le=10_000)] = 60
    """an entity in more chunks than this joins nothing"""

    rare: Annotated[int, Field(ge=1, le=1000)] = 10
    """an entity in at most this many chunks joins by mere mention"""

    about_most: Annotated[int, Field(ge=1, le=100)] = 3
    """a named entity leads straight to its own chunks up to here"""

    similarity_floor: Annotated[float, Field(ge=-1, le=1)] = 0
    """cosine below which a vector hit is dropped"""

    reranked: Annotated[int, Field(ge=1, le=200)] = 30
    """best hits that a cross-encoder reads again (recipe reranked)"""

    searches_at_once: Annotated[int, Field(ge=1, le=1000)] = 8
    """searches this process works on at a time; more wait in the order in which they came"""

    half_life_days: Annotated[float, Field(gt=0)] = 30
    """days after which the strength of a memory has halved, and with it its recency"""

    recency_swing: Annotated[float, Field(ge=0, le=0.1)] = 0.05
    """most that recency moves a score, up or down"""

    importance_swing: Annotated[float, Field(ge=0, le=0.1)] = 0.05
    """most that importance moves a score, up or down"""

    strength: StrengthSettings = Field(default_factory=StrengthSettings)
    """how the strength of a memory falls with time"""

    cues: CueSettings = Field(default_factory=CueSettings)
    """what small signs that a text answers count"""

    importance: ImportanceSettings = Field(default_factory=ImportanceSettings)
    """how much a memory matters"""

    journal: JournalSettings = Field(default_factory=JournalSettings)
    """events, and what memories were before"""

    projects: ProjectSettings = Field(default_factory=ProjectSettings)
    """overviews of projects"""
    network: NetworkSettings = Field(default_factory=NetworkSettings)
    """how the graph of entities is walked"""
    routing: RoutingSettings = Field(default_factory=RoutingSettings)
    """how the project of a message is found"""

    summaries: SummarySettings = Field(default_factory=SummarySettings)
    """when memories are summarised, and how"""

    injection: InjectionSettings = Field(default_factory=InjectionSettings)
    """what of the memory of projects is put into prompts"""

    conversation: ConversationSettings = Field(default_factory=ConversationSettings)
    """where a conversation keeps what the database cannot take now"""

    jobs: JobSettings = Field(default_factory=JobSettings)
    """where ingests are recorded"""

    personal: PersonalSettings = Field(default_factory=PersonalSettings)
    """what becomes of personal data"""

    time_zone: str | None = None
    """zone in which days begin (yesterday, 先週) where a time tells none, such as Asia/Tokyo; else that of this
    machine"""

    backlog_most: Annotated[int, Field(ge=1)] = 50_000
    """memories that may wait to be understood before we say stop"""

    context_hits: Annotated[int, Field(ge=10, le=200)] = 100
    """hits looked at to fill a context"""

    context_margin: Annotated[float, Field(ge=0, le=0.5)] = 0
    """share of a context's budget left free, for a model that cuts finer"""

    pinned_share: Annotated[float, Field(ge=0, le=1)] = 0.3
    """share of a context that pinned memories may take before hits"""

    pinned_most: Annotated[int, Field(ge=1, le=1000)] = 50
    """pinned memories a context may tell, nearest first"""

    text_most: Annotated[int, Field(ge=1000)] = 1_000_000
    """characters one memory may have"""

    @field_validator("time_zone")
    @classmethod
    def _known(cls, name: str | None) -> str | None:
        try:
            ZoneInfo(name or "UTC")
        except (ValueError, OSError, KeyError) as error:
            raise ValueError("is no time zone; give a name such as Asia/Tokyo or UTC") from error
        return name
