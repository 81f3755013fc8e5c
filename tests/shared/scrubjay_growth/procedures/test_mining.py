"""Which sequences are procedures."""

import random
import shlex

import pytest

from scrubjay_growth.procedures.learned import procedure_of
from scrubjay_growth.procedures.mining import ENOUGH, Sequenced, mined_procedures
from scrubjay_growth.procedures.runs import CommandRun, SessionRuns
from tests.shared.scrubjay_growth.procedures.recorded import name_of, recorded, runs_of
from tests.shared.scrubjay_growth.procedures.working_days import PROCEDURES, own_words, working_days

SEEDS = range(12)


def session(name: str, *commands: str, failed: tuple[str, ...] = ()) -> SessionRuns:
    runs = [CommandRun(tuple(shlex.split(text)), "1" if text in failed else "0") for text in commands]
    return SessionRuns(name, f"2026-03-{int(name):02d}", tuple(runs))


def others(first: int, count: int = 9) -> list[SessionRuns]:
    """Sessions that do something else."""
    return [session(str(first + n), "git status", f"vim notes/{n}.md", f"make chapter-{n}") for n in range(count)]


def steps(sequences: tuple[Sequenced, ...]) -> list[list[str]]:
    return [[" ".join(part or "…" for part in step) for step in one.steps] for one in sequences]


CYCLE = ("make certs", "make tunnel", "make handshake", "make report")


def test_what_succeeded_in_three_sessions_is_found_with_other_commands_between() -> None:
    sessions = [
        session("1", *("git status", "make certs", "ls", "make tunnel", "make handshake", "git status", "make report")),
        session("2", *("make certs", "make tunnel", "git diff", "make handshake", "make report", "ls")),
        session("3", *("ls", "make certs", "make tunnel", "make handshake", "cat a.txt", "make report")),
        *others(4),
    ]
    assert steps(mined_procedures(sessions)) == [list(CYCLE)]


def test_two_sessions_are_too_few_however_often_they_repeat_it() -> None:
    sessions = [session("1", *CYCLE, *CYCLE, *CYCLE), session("2", *CYCLE, *CYCLE), *others(3, 10)]
    assert mined_procedures(sessions) == ()


def test_nothing_is_found_while_there_is_nothing_to_compare_with() -> None:
    sessions = [session(str(number), *CYCLE) for number in range(1, 4)]
    assert mined_procedures(sessions) == ()
    assert mined_procedures([*sessions, *others(4, ENOUGH - 4)]) == ()
    assert steps(mined_procedures([*sessions, *others(4, ENOUGH - 3)])) == [list(CYCLE)]


def test_what_every_session_does_is_a_habit() -> None:
    habit = ("git status", "git add .", "git commit -m x", "git push")
    assert mined_procedures([session(str(number), *habit, f"vim {number}.md") for number in range(1, 15)]) == ()


def test_steps_in_another_order_each_time_are_no_procedure() -> None:
    mixed = [session("1", *CYCLE), session("2", *reversed(CYCLE)), session("3", *CYCLE[2:], *CYCLE[:2])]
    assert mined_procedures([*mixed, *others(4)]) == ()


def test_a_step_that_failed_for_good_is_no_success_and_one_made_good_is() -> None:
    failing = session("3", *CYCLE[:2], failed=("make tunnel",))
    assert mined_procedures([session("1", *CYCLE), session("2", *CYCLE), failing, *others(4)]) == ()
    retried = SessionRuns("3", "2026-03-03", (*failing.runs, *session("3", *CYCLE[1:]).runs))
    assert steps(mined_procedures([session("1", *CYCLE), session("2", *CYCLE), retried, *others(4)])) == [list(CYCLE)]


def test_long_sessions_that_have_more_of_everything_make_no_procedure() -> None:
    r = random.Random(5)
    everyday = [f"make chore-{number}" for number in range(8)]
    days = [r.choices(everyday, k=r.choice((1, 2, 6))) for _ in range(100)]
    assert (
        mined_procedures([SessionRuns(str(n), "2026-03-01", session("1", *day).runs) for n, day in enumerate(days)])
        == ()
    )


def test_a_command_whose_end_is_not_recorded_is_no_success() -> None:
    unknown = SessionRuns("3", "2026-03-03", tuple(CommandRun(tuple(text.split()), "not recorded") for text in CYCLE))
    assert mined_procedures([session("1", *CYCLE), session("2", *CYCLE), unknown, *others(4)]) == ()


def test_no_part_of_what_was_found_is_found_beside_it() -> None:
    sessions = [session(str(number), *CYCLE) for number in range(1, 5)]
    assert steps(mined_procedures([*sessions, *others(5)])) == [list(CYCLE)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_procedures_of_a_team_are_found_and_nothing_of_its_habits(seed: int) -> None:
    sessions, went = working_days(seed)
    names = {name: set(own_words(make(random.Random(0)))) for name, make in PROCEDURES.items()}
    programs = {name: {words.split()[0] for words in own} for name, own in names.items()}
    of_one = [
        [name for name, own in programs.items() if all(step[0] in own for step in sequence.steps)]
        for sequence in mined_procedures(sessions)
    ]
    assert sorted(name for fitting in of_one for name in fitting) == sorted(went)
    assert all(of_one)


def test_the_order_in_which_sessions_come_changes_nothing() -> None:
    sessions, _ = working_days(3)
    shuffled = list(sessions)
    random.Random(1).shuffle(shuffled)
    assert steps(mined_procedures(tuple(shuffled))) == steps(mined_procedures(sessions))


@pytest.mark.parametrize(("repo", "fewest"), [("", 6), ("kestrel", 3), ("finch-app", 2)])
def test_of_recorded_sessions_most_procedures_are_found_and_no_false_one(repo: str, fewest: int) -> None:
    """Of both repositories taken as one project 6 of 8; each by itself 3 of 4 and 2 of 4."""
    sessions = [runs_of(one) for one in recorded(repo)]
    names = [name_of(procedure_of(one, sessions)) for one in mined_procedures(sessions)]
    assert len(set(names)) == len(names) >= fewest
    assert all(names)
