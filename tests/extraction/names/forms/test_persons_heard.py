"""Japanese persons are heard where a parse misses them, and ordinary words are left alone."""

import pytest

from extraction.model.findings import FoundName
from extraction.names.forms.person_finder import with_persons
from graph.model.types import EntityType


def name(text: str, surface: str, kind: EntityType, method: str = "ner") -> FoundName:
    start = text.index(surface)
    return FoundName(
        start=start, end=start + len(surface), surface=surface, name=surface, type=kind, confidence=0.6, reasons=(),
        method=method,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("昨日山下 香織から資料を受け取った。", "山下 香織"),
        ("サカモト サユリが担当です。", "サカモト サユリ"),
        ("広報誌についてははしもとももこに確認してください。", "はしもとももこ"),
        ("林係長と打ち合わせをした。", "林係長"),
        ("森の了承を得た。", "森"),
        ("We met Yasuhiro Saito in June.", "Yasuhiro Saito"),
        ("倉庫移転についてはNAKAMURA Junに確認してください。", "NAKAMURA Jun"),
        ("Ask Takahashi-san about it.", "Takahashi-san"),
        ("I had lunch with Yamada and talked about it.", "Yamada"),
        ("Minoru will lead the work.", "Minoru"),
        ("先ほどYuiに報告しました。", "Yui"),
        ("困ったらサカモト ツバサまで。", "サカモト ツバサ"),
        ("今朝林 結衣より電話があった。", "林 結衣"),
        ("イトウさんの了承を得た。", "イトウさん"),
        ("学園の創業者はかがわ とよひこ。", "かがわ とよひこ"),
        ("この件、まえだそうたろうの了承を得た。", "まえだそうたろう"),
        ("この件、やましたさゆりの了承を得た。", "やましたさゆり"),
        ("昨日いけだりょうへいから資料を受け取った。", "いけだりょうへい"),
        ("今朝松田より連絡があった。", "松田"),
    ],
)
def test_a_person_that_a_parse_missed_is_found(text: str, surface: str) -> None:
    persons = with_persons(text, ())
    assert [(person.surface, person.type) for person in persons] == [(surface, EntityType.PERSON)]


@pytest.mark.parametrize(
    "text",
    [
        "多くの国が参加している。",
        "このことは国民を怒らせた。",
        "お詫びの言葉もありません。",
        "実現させようと仕事に励む。",
        "Take care, NASA and HANO.",
        "横浜港の大さん橋に行った。",
        "東から連絡が来た。",
        "Take the bus with us.",
        "Karate will be taught by experts.",
        "よくわかりますー！それは大変です。",
        "これは とても いい。",
    ],
)
def test_ordinary_words_are_no_persons(text: str) -> None:
    assert with_persons(text, ()) == ()


def test_what_was_taken_for_something_else_is_corrected_in_its_place() -> None:
    text = "Hanako Saitoと在庫管理システムの打ち合わせをした。"
    names = (
        name(text, "Hanako Saito", EntityType.TECHNOLOGY),
        name(text, "在庫管理システム", EntityType.TECHNOLOGY),
    )
    person, system = with_persons(text, names)
    assert (person.surface, person.type) == ("Hanako Saito", EntityType.PERSON)
    assert system == names[1]


def test_a_verb_at_the_head_of_a_sentence_is_cut_off_the_name() -> None:
    text = "Met Yasuhiro Saito to discuss the plan."
    (person,) = with_persons(text, (name(text, "Met Yasuhiro Saito", EntityType.PERSON),))
    assert person.name == "Yasuhiro Saito"


@pytest.mark.parametrize(("surface", "kind"), [("Toyota", EntityType.ORGANIZATION), ("Osaka", EntityType.LOCATION)])
def test_companies_and_places_that_sound_like_people_stay_what_they_are(surface: str, kind: EntityType) -> None:
    text = f"The report from {surface} came late."
    given = (name(text, surface, kind),)
    assert with_persons(text, given) == given


@pytest.mark.parametrize(
    ("text", "surface", "kind", "method", "person"),
    [
        ("はしもときょうすけが担当した。", "きょう", EntityType.TIME_UNIT, "date", "はしもときょうすけ"),
        (
            "先ほどいしかわなおきに見積もりを送りました。",
            "いしかわなおき",
            EntityType.ORGANIZATION,
            "ner",
            "いしかわなおき",
        ),
        ("あすかが広報誌の担当になりました。", "あすか", EntityType.ORGANIZATION, "ner", "あすか"),
        ("今朝治より連絡があった。", "今朝治", EntityType.PERSON, "ner", "治"),
        ("Got the notes from Ryohei yesterday.", "Ryohei", EntityType.LOCATION, "ner", "Ryohei"),
    ],
)
def test_a_person_is_put_right_by_how_the_name_sounds(
    text: str, surface: str, kind: EntityType, method: str, person: str
) -> None:
    corrected = with_persons(text, (name(text, surface, kind, method),))
    assert [(found.surface, found.type) for found in corrected] == [(person, EntityType.PERSON)]


def test_known_names_are_not_touched() -> None:
    text = "Hondaの了承を得た。"
    given = (name(text, "Honda", EntityType.ORGANIZATION, method="known"),)
    assert with_persons(text, given) == given
