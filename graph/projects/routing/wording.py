"""What routing says in words, in the language of the message: why a project was chosen, and what to ask back."""

from collections.abc import Sequence

from graph.model.talk.routing import ProposedProject
from graph.projects.routing.scoring import Evidence

_OPTIONS_MOST = 3
_REASONS = {
    "en": {
        "named": "the message names it",
        "session": "the session was about it",
        "described": "its description says so",
        "near": "near memories: {} (cosine {:.2f})",
        "words": "memories with its words: {}",
        "entities": "it knows {}",
    },
    "ja": {
        "named": "名前が挙がっている",
        "session": "この会話の続き",
        "described": "説明に合う",
        "near": "意味の近い記憶{}件（コサイン {:.2f}）",
        "words": "同じ語をもつ記憶{}件",
        "entities": "{}が出てくる",
    },
}
_ENTITIES_MOST = 3


def reasons_of(evidence: Evidence, language: str) -> tuple[str, ...]:
    """What speaks for a project, the plainest first: ("the message names it", "near memories: 12 (cosine 0.61)")."""
    texts = _REASONS[language]
    reasons = [
        texts[name]
        for name, value in (("named", evidence.named), ("session", evidence.session), ("described", evidence.described))
        if value
    ]
    if evidence.entities:
        names = ("、" if language == "ja" else ", ").join(name for name, _ in evidence.entities[:_ENTITIES_MOST])
        reasons.append(texts["entities"].format(names))
    if evidence.cosines:
        reasons.append(texts["near"].format(len(evidence.cosines), evidence.cosines[0]))
    if evidence.words:
        reasons.append(texts["words"].format(len(evidence.words)))
    return tuple(reasons)


def ask_back(paths: Sequence[str], fresh: ProposedProject | None, language: str) -> str:
    """The question to the user where it is not sure which project is meant."""
    listed = paths[:_OPTIONS_MOST]
    if language == "ja":
        named = "、".join(f"「{path}」" for path in listed)
        other = f"それとも新しいプロジェクト（{fresh.path}）ですか？" if fresh else ""
        return f"{named}の{'どれ' if len(listed) > 1 else ''}についての話ですか？{other}"
    named = " or ".join(f"“{path}”" for path in listed)
    other = f" Or is it a new project ({fresh.path})?" if fresh else ""
    return f"Is this about {named}?{other}"
