"""Which points of the past stand in a prompt: decisions, outcomes, open questions, at most five."""

from scrubjay.context.blocks.history import history_block
from scrubjay.session.conversations.model import Turn
from scrubjay.session.tasks.task import Task


def turn(number: int, text: str, role: str = "user") -> Turn:
    return Turn(session="s1", key=str(number), role=role, text=text, said_at="2026-03-01T10:00:00Z")


NEWEST = [turn(n, f"Turn {n}.") for n in range(9, 5, -1)]


def points(*texts: str) -> list[tuple[str, str]]:
    return [(p.kind, p.text) for p in history_block([*NEWEST, *(turn(0, text) for text in texts)], (), None).points]


def test_older_turns_leave_their_decisions_outcomes_and_open_questions() -> None:
    said = points("Hello. We decided to use Redis. Thanks!", "The flaky test is fixed.", "TODO: measure the queue.")
    assert said == [
        ("decision", "We decided to use Redis."),
        ("outcome", "The flaky test is fixed."),
        ("open question", "TODO: measure the queue."),
    ]


def test_there_are_five_points_at_most_and_none_is_a_question_or_a_tirade() -> None:
    assert len(points(*(f"We decided on number {n}." for n in range(9)))) == 5
    assert points("Have we decided?", "We decided " + "on and on " * 40 + ".") == []


def test_turns_that_are_shown_whole_are_no_points() -> None:
    assert history_block([turn(1, "We decided to use Redis.")], (), None).points == ()


def test_the_working_set_comes_before_what_was_said() -> None:
    task = Task(
        branch="main",
        version=1,
        task="",
        details={},
        completed=("a benchmark",),
        in_progress=(),
        blockers=(),
        next_steps=(),
        dead_ends=(),
        head="",
        session="",
        saved_at="",
        decisions=("use Redis", "b", "c"),
    )
    made = history_block([*NEWEST, turn(0, "We decided to use Kafka.")], (), task)
    assert [p.text for p in made.points] == ["use Redis", "b", "a benchmark", "We decided to use Kafka."]


def test_turns_stand_newest_first_with_who_said_them_and_when() -> None:
    first = history_block(NEWEST, (), None).items[0]
    assert (first.text, first.kind, first.date) == ("Turn 9.", "user", "2026-03-01T10:00")
