"""Reads the evaluation sets into drafts and questions; the folder and the split are parameters."""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from pathlib import Path
from typing import Any

from api.sources.reading import read_source
from extraction.text.language import language_of
from graph.model.draft import Draft

TALKS = ("locomo", "realtalk")
PASSAGES = ("twowiki101", "musique299", "hotpot100", "jemhopqa_facts", "jaquad", "jsquad")
UNTITLED = {f"{name}-untitled": name for name in ("twowiki101", "musique299", "hotpot100")}
"""Sets of passages without their titles, each by the set it is made of: what a passage is about must be read off it."""

XQUAD = {
    f"xquad-{language}": language
    for language in ["ar", "de", "el", "en", "es", "hi", "ro", "ru", "th", "tr", "vi", "zh"]
}
"""The same passages and questions in each of these languages, each by its folder."""

CHATS = "beam100k"
"""Long talks of a user and an assistant."""

WORKNOTES = {"worknotes-en": "en", "worknotes-ja": "ja"}
"""Notes that teams and their agents keep, whatever the split: every story of a language, each by its folder."""

SAMPLE = "sample"
"""The project's own sample: memories of both languages, asked about in the language of the answer and in the other."""
SAMPLES = Path(__file__).parents[1] / "samples"
LIVES = "lives"
"""Four made lives of some sixty notes, where several people do the same sort of thing, and questions about each."""
_TALK_TIMES = ("%I:%M %p on %d %B, %Y", "%d.%m.%Y, %H:%M:%S")


@dataclass(frozen=True, slots=True)
class EvalQuestion:
    """A question and the ids of the documents that answer it, with the stretches that do where a set tells them.

    `outdated` are documents that answered it once.
    """

    text: str
    gold: tuple[str, ...]
    category: str
    answers: tuple[str, ...] = ()
    outdated: tuple[str, ...] = ()


@dataclass(slots=True)
class Corpus:
    """Documents that are searched together, by their ids in the set, and the questions about them."""

    name: str
    drafts: list[tuple[str, Draft]] = field(default_factory=list[tuple[str, Draft]])
    questions: list[EvalQuestion] = field(default_factory=list[EvalQuestion])


def corpora(data: Path, name: str, split: str) -> list[Corpus]:
    """The corpora of one set: one a conversation for talks, one a life or a story, one for passages."""
    if name in TALKS or name == CHATS:
        return talks(data, name, split)
    if name in WORKNOTES:
        return [story(path) for path in stories(data, name)]
    if name in XQUAD:
        return [passages(data, f"xquad/{XQUAD[name]}", split)]
    if name == SAMPLE:
        return [sample()]
    if name == LIVES:
        return [life(path) for path in sorted((Path(__file__).parent / LIVES).glob("*.json"))]
    return [passages(data, UNTITLED.get(name, name), split, titled=name not in UNTITLED)]


def talks(data: Path, name: str, split: str) -> list[Corpus]:
    """Each conversation with the questions asked about it; every message is a chat turn of its session."""
    found: dict[str, Corpus] = {}
    for row in rows(located(data, name, f"{split}.conversations")):
        corpus = found[row["conv"]] = Corpus(row["conv"])
        for turn in row["turns"]:
            caption = f" [image: {turn['image_caption']}]" if turn.get("image_caption") else ""
            draft = Draft(
                text=(turn["text"] + caption) or "…",
                speaker=turn["speaker"],
                session_id=f"{row['conv']}-{turn['session']}",
                occurred_at=talk_time(turn["date_time"]),
            )
            corpus.drafts.append((turn["id"], draft))
    for row in rows(located(data, name, f"{split}.queries")):
        found[row["conv"]].questions.append(EvalQuestion(row["text"], tuple(row["gold"]), row["category"]))
    return list(found.values())


def sample() -> Corpus:
    """The sample corpus; the category of a question is `other` where its answers are all in the other language."""
    corpus = Corpus(SAMPLE)
    languages: dict[str, str] = {}
    for item in read_source(SAMPLES / "memories.jsonl"):
        if item.draft is None:
            raise RuntimeError(f"the sample is damaged: {item.error}")
        identity = str(item.draft.extra["sample_id"])
        languages[identity] = language_of(item.draft.text)
        corpus.drafts.append((identity, item.draft))
    for row in rows(SAMPLES / "questions.jsonl"):
        other = row["language"] not in {languages[answer] for answer in row["answers"]}
        corpus.questions.append(EvalQuestion(row["text"], tuple(row["answers"]), "other" if other else "same"))
    return corpus


def life(path: Path) -> Corpus:
    """One life: its notes without titles, and questions in the first person, about others and in the other language."""
    told = json.loads(path.read_text(encoding="utf-8"))
    corpus = Corpus(path.stem, drafts=[(note["id"], Draft(text=note["text"])) for note in told["memories"]])
    corpus.questions = [EvalQuestion(row["text"], tuple(row["gold"]), row["kind"]) for row in told["questions"]]
    return corpus


def passages(data: Path, name: str, split: str, *, titled: bool = True) -> Corpus:
    """Passages, with their titles or without, and the questions about them."""
    corpus = Corpus(name)
    for row in rows(located(data, name, f"{split}.corpus", "shared.corpus", "corpus")):
        corpus.drafts.append((row["id"], Draft(text=row["text"], title=row.get("title") if titled else None)))
    for row in rows(located(data, name, f"{split}.queries", "queries")):
        category = str(row.get("type") or row.get("question_type") or "all")
        corpus.questions.append(
            EvalQuestion(row["text"], tuple(row["gold"]), category, tuple(row.get("answers") or ()))
        )
    return corpus


def stories(data: Path, name: str) -> list[Path]:
    """The files of the notes of one language, a story each."""
    return sorted((data / "worknotes" / WORKNOTES[name]).glob("*.memories.jsonl"))


def note(row: Mapping[str, Any]) -> Draft:
    """A note of a story, as its team would keep it."""
    return Draft(
        text=row["text"],
        title=row["title"],
        speaker=row["speaker"],
        occurred_at=datetime.fromisoformat(row["occurred_at"]),
    )


def story(path: Path) -> Corpus:
    """The notes of one team and the questions that some of them answer."""
    corpus = Corpus(path.stem, drafts=[(row["id"], note(row)) for row in rows(path)])
    for row in rows(path.with_name(path.name.replace("memories", "questions"))):
        if row["evidence"]:
            corpus.questions.append(
                EvalQuestion(
                    row["question"], tuple(row["evidence"]), row["kind"], outdated=tuple(row.get("outdated") or ())
                )
            )
    return corpus


def chatter(data: Path, name: str, most: int) -> list[Draft]:
    """Turns of a load corpus, as many as asked for."""
    return list(islice(chain.from_iterable(dialogues(data, name)), most))


def dialogues(data: Path, name: str) -> Iterator[list[Draft]]:
    """The talks of a load corpus, each with its turns."""
    start = datetime(2025, 1, 1, tzinfo=UTC)
    for number, row in enumerate(stream(located(data, name, "scale.dialogues"))):
        speakers = row.get("speakers") or ["User", "Assistant"]
        yield [
            Draft(
                text=text,
                speaker=speakers[speaker],
                session_id=str(row["id"]),
                occurred_at=start + timedelta(minutes=30 * number + place),
            )
            for place, (speaker, text) in enumerate(row["u"])
            if text.strip()  # somebody said nothing at all
        ]


def talk_time(text: str) -> datetime:
    """The moment a talk's time stamp names, taken as UTC."""
    for pattern in _TALK_TIMES:
        try:
            return datetime.strptime(text, pattern).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise ValueError(f"no known time format: {text!r}")


def located(data: Path, name: str, *stems: str) -> Path:
    """The file of a set, packed or not: the first of these that is there."""
    for stem in stems:
        for suffix in (".jsonl", ".jsonl.gz"):
            path = data / name / (stem + suffix)
            if path.exists():
                return path
    raise FileNotFoundError(f"{data / name}: there is no {stems[0]}.jsonl or {stems[0]}.jsonl.gz")


def stream(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file, one at a time."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def rows(path: Path) -> list[dict[str, Any]]:
    """All rows of a file."""
    return list(stream(path))
