"""Talks with an assistant: what people say comes before its long answers, and what it shall always mind comes along."""

from graph.knowledge import Knowledge
from graph.model.draft import Draft

ALWAYS = "Always draw a plan of the garden wall in metres."
SAYS = "says how such things shall always be done"


def talk(knowledge: Knowledge, user_id: str, answerer: str) -> None:
    answer = "The garden wall needs bricks, sand and a plan. \n\n".join(f"Step {step}." for step in range(12))
    turns = [("user", ALWAYS), (answerer, "Noted. " + answer)]
    for number in range(8):
        turns += [("user", f"I have {number} bricks for the garden wall."), (answerer, f"Then {number}. {answer}")]
    drafts = [Draft(text=text, speaker=speaker, session_id="talk") for speaker, text in turns]
    assert all(outcome.error is None for outcome in knowledge.remember_many(user_id, drafts))


def test_what_people_say_comes_before_what_an_assistant_answered(light: Knowledge, user_id: str) -> None:
    talk(light, user_id, "assistant")
    hits = light.recall(user_id, "How many bricks are there for the garden wall?", limit=8).hits
    assert {hit.memory.speaker for hit in hits} == {"user"}
    assert "said by an assistant" not in hits[0].why
    after = light.recall(user_id, "What did you recommend for the garden wall, bricks or sand?", limit=20).hits
    assert "assistant" in {hit.memory.speaker for hit in after}


def test_what_shall_always_be_minded_comes_where_something_is_to_be_done(light: Knowledge, user_id: str) -> None:
    talk(light, user_id, "assistant")
    asked, told = (
        light.recall(user_id, question, limit=10).hits
        for question in ("Can you plan the garden wall of bricks?", "How many bricks are in the garden wall?")
    )
    assert asked[0].memory.text == ALWAYS
    assert SAYS in asked[0].why
    assert not any(SAYS in hit.why for hit in told)


def test_a_talk_of_two_people_is_ranked_as_ever(light: Knowledge, user_id: str) -> None:
    talk(light, user_id, "Bee")
    hits = light.recall(user_id, "Can you plan the garden wall of bricks and sand?", limit=10).hits
    assert not any(SAYS in hit.why or "an assistant" in hit.why for hit in hits)


def test_rules_and_preferences_count_from_whatever_they_came_and_those_of_the_project_first(
    light: Knowledge, user_id: str
) -> None:
    drafts = [
        Draft(text="Draw a garden wall of bricks on paper.", category="team/rules", project="house"),
        Draft(text="Draw a garden wall of bricks on slate.", tags=("rule",), project="office"),
        Draft(text="Preference: a garden wall of bricks.", agent="planner", speaker="planner", project="house"),
        Draft(text="Rule: a garden wall of bricks.", speaker="assistant", session_id="talk", project="house"),
        *(Draft(text=f"A garden wall of {number} bricks.", project="house") for number in range(3, 9)),
    ]
    assert all(outcome.error is None for outcome in light.remember_many(user_id, drafts))
    asked, told = (
        light.recall(user_id, question, limit=10).hits
        for question in ("Can you plan a garden wall of bricks?", "Who has a garden wall of bricks?")
    )
    standing = {hit.memory.text: hit.parts.cues for hit in asked if SAYS in hit.why}
    ours, others, liked, answered = (draft.text for draft in drafts[:4])
    assert standing.keys() == {ours, others, liked}
    assert standing[ours] == standing[liked] == 2 * standing[others]
    assert answered not in standing
    assert not any(SAYS in hit.why for hit in told)
