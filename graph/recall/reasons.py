"""What an answer says in words, in both languages from one table: why a hit is there, what the asker should know."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from graph.intake.spelling import written_like

_PHRASES: Final = {
    # Why a hit stands there.
    "words": ("shares words with the question", "質問と同じ言葉がある"),
    "cosine": ("closeness in meaning: {cosine}", "意味の近さ（{cosine}）"),
    "linked": ("is about something the question names", "質問に出てくるものについての記憶"),
    "tie": ("reached through “{entity}”", "「{entity}」を通じてつながる"),
    "named": ("mentions “{entity}”, which the question names", "質問にある「{entity}」が出てくる"),
    "way": ("reached over {way}", "{way} とたどってつながる"),
    "asks": ("it is itself a question", "それ自体が質問"),
    "first-person": ("someone tells of themselves", "本人が自分のことを話している"),
    "reply": ("it answers what was asked just before", "直前の質問への答え"),
    "assistant": ("said by an assistant", "アシスタントの発言"),
    "standing": ("says how such things shall always be done", "いつもどうしてほしいかを述べている"),
    "kind": ("is of the kind that is asked for", "尋ねられた種類の記憶"),
    "strangers": ("tells of others, and you ask about yourself", "尋ねている本人ではなく、ほかの人のこと"),
    "names": ("it names “{name}”, which may be what is asked for", "答えかもしれない「{name}」が出てくる"),
    "further": ("follows from what another hit says", "ほかの記憶の内容からたどれる"),
    "reread": ("read together with the question ({relevance})", "質問とあわせて読んだ評価（{relevance}）"),
    "over-replaced": ("ended {day}: replaced by “{text}”", "{day} に終了：「{text}」に置き換え"),
    "over-ended": ("ended {day}: “{text}”", "{day} に終了：「{text}」"),
    "over-denied": ("ended {day}: denied by “{text}”", "{day} に終了：「{text}」で否定"),
    "over-contradicted": (
        "contradicted: another memory of {day} says “{text}”",
        "{day} の別の記憶と食い違う：「{text}」",
    ),
    "over-part": ("“{says}” {mark}", "「{says}」は {mark}"),
    "replaces": ("replaces what another memory says", "別の記憶の内容に代わるもの"),
    "over": ("what is asked of it is over", "尋ねられたことはもう終わっている"),
    "passes": ("passes the filters", "条件に合う"),
    "inside": ("lies in the time you ask about ({said})", "尋ねられた時期（{said}）の記憶"),
    "near": ("lies near the time you ask about ({said})", "尋ねられた時期（{said}）に近い記憶"),
    "outside": ("lies outside of the time you ask about ({said})", "尋ねられた時期（{said}）の外の記憶"),
    "about": ("about {names}", "{names}についての記憶"),
    "mentions": ("mentions {names}", "{names}が出てくる"),
    "newest": ("newest first", "新しい順"),
    "newest-of-these": ("the newest of those that answer", "答えの候補の中で最も新しい"),
    "updates": ("newer on the same matter", "同じ件についてより新しい"),
    "important": ("importance {importance}", "重要度 {importance}"),
    "line": ("holds the text in line {numbers}", "{numbers} 行目に同じ文がある"),
    "in-title": ("holds the text in its title", "題名に同じ文がある"),
    "in-tags": ("holds the text in a tag", "タグに同じ文がある"),
    # What the asker should know.
    "read-as": ("Read as: {question}", "次の質問として探しました：{question}"),
    "no-answer": (
        "No memory comes near the question in meaning; these are the nearest.",
        "質問と意味の近い記憶はありません。近い順に示します。",
    ),
    "none-sure": (
        "None of the nearest memories is sure enough to hold what is asked.",
        "近い記憶はありましたが、答えがあると言えるほど確かなものはありません。",
    ),
    "no-time": (
        "No time was understood in the question; these are ranked like hybrid.",
        "質問から時期を読み取れなかったので、hybrid と同じ順です。",
    ),
    "no-happening": (
        "When “{said}” is could not be found among the memories; these are ranked like hybrid.",
        "「{said}」がいつのことか記憶から分からなかったので、hybrid と同じ順です。",
    ),
    "nothing-inside": (
        "No memory lies in that time ({said}); the nearest come first.",
        "その時期（{said}）の記憶はないので、近いものから示します。",
    ),
    "happening": (
        "“{said}” was read as {bound}: told by memory {memory}.",
        "「{said}」は{bound}と読みました（記憶 {memory} による）。",
    ),
    "happening-beyond": (
        "“{said}” was read as {bound}: told by memory {memory}, which the filters leave out.",
        "「{said}」は{bound}と読みました（絞り込みに合わない記憶 {memory} による）。",
    ),
    "no-name": (
        "The question names nobody and nothing that the memories know. Names are listed by `enishi entities list`.",
        "質問にある名前は、どの記憶にも出てきません。名前の一覧は `enishi entities list` で見られます。",
    ),
    "namesakes": (
        "“{name}” may be one of {count}; each hit says which it tells of.",
        "「{name}」にあたるものが {count} 件あります。どれについてかは各記憶に示してあります。",
    ),
    "no-project": (
        "There is no project “{project}”.",
        "プロジェクト「{project}」はありません。",
    ),
    "no-project-but": (
        "There is no project “{project}”. Did you mean {names}?",
        "プロジェクト「{project}」はありません。{names} のことですか。",
    ),
    "so-far": (
        "Time ran out: only memories back to {moment} were searched. The cursor goes on from there.",
        "時間が足りず、{moment} までの記憶だけを調べました。続きはカーソルで探せます。",
    ),
    "readings": (
        "Nothing is written so in the memories; these are names that may be read so.",
        "その表記の名前はないので、読みが同じかもしれない名前の記憶を示します。",
    ),
}
_HIRAGANA: Final = re.compile(r"[\u3040-\u309f]")
_JAPANESE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_LATIN: Final = re.compile(r"[A-Za-z]+")
_BETWEEN: Final = {"en": "; ", "ja": "。"}


def answer_language(question: str) -> str:
    """The language to answer a question in: "ja" or "en".

    Japanese grammar is written in hiragana: without any, a question of several Latin words is English, whatever names
    stand in it ("What did 佐藤 say?").
    """
    if _HIRAGANA.search(question):
        return "ja"
    words = _LATIN.findall(question)
    english = len(words) > 1 and any(word.islower() for word in words)
    return "ja" if _JAPANESE.search(question) and not english else "en"


def texts_language(texts: Sequence[str]) -> str:
    """The language of most of some texts, "ja" or "en"; of several that are both alike, and of none, English."""
    japanese = sum(answer_language(text) == "ja" for text in texts)
    return "ja" if japanese > len(texts) - japanese else "en"


def phrase(key: str, language: str, **values: object) -> str:
    """One thing to say, in a language."""
    return _PHRASES[key][language == "ja"].format(**values)


def no_project_note(project: str, paths: Collection[str], question: str) -> str | None:
    """That there is no project of a path nor any below it, with those that are called much like it; else None."""
    if any(path == project or path.startswith(f"{project}/") for path in paths):
        return None
    language = answer_language(question)
    # By the whole path or by its last part: "shop" means "work/shop".
    names = written_like(project, {path: path for path in paths} | {path.rpartition("/")[2]: path for path in paths})
    if not names:
        return phrase("no-project", language, project=project)
    return phrase("no-project-but", language, project=project, names=", ".join(names))


def read_as_note(question: str) -> str:
    """That a question was read as this one, where names were put to those it calls by what they are."""
    return phrase("read-as", answer_language(question), question=question)


def joined_phrases(lines: list[str], language: str) -> str:
    """Several things as one line, those that are empty left out."""
    return _BETWEEN["ja" if language == "ja" else "en"].join(filter(None, lines))
