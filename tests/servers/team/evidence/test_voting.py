"""One vote a member, however many sessions; of fewer than three members nothing; nobody passes a path alone."""

from hypothesis import given
from hypothesis import strategies as st

from scrubjay_growth.api import PromoteConfig, PromoteSignal, decide_promotion
from scrubjay_team.evidence.voting import FEWEST, Ended, Votes

FACT = ("a" * 32, "b" * 32)
ENDS = st.lists(st.tuples(st.booleans(), st.sampled_from((*FACT, "")), st.integers(1, 4)), max_size=6)
TEAMS = st.dictionaries(st.sampled_from("bcdefghi"), ENDS, max_size=8)
"""Of each member how sessions ended, which memory they had, and how many such there were."""


def votes(team: dict[str, list[tuple[bool, str, int]]]) -> Votes:
    """The votes of a team for FACT."""
    well: dict[tuple[str, bytes], bool] = {}
    had: dict[str, set[tuple[str, bytes]]] = {}
    for member, ends in team.items():
        for place, (ended, memory, times) in enumerate(ends):
            for time in range(times):
                session = (member, b"%d %d" % (place, time))
                well[session] = ended
                if memory:
                    had.setdefault(memory, set()).add(session)
    return Ended(well, had).votes(FACT)


def signal(of: Votes, grounded: bool = False) -> PromoteSignal:
    return PromoteSignal(
        outcome_successes=of.successes, outcome_n=of.n, base_rate=of.base_rate, base_n=of.base_n,
        grounded=grounded,
    )  # fmt: skip


@given(TEAMS)
def test_votes_are_members_and_few_are_none(team: dict[str, list[tuple[bool, str, int]]]) -> None:
    having = {member for member, ends in team.items() if any(memory for _, memory, _ in ends)}
    without = {member for member, ends in team.items() if any(not memory for _, memory, _ in ends)}
    told = votes(team)
    if len(having) < FEWEST:
        assert told == Votes()
        return
    assert (told.n, told.base_n) == (len(having), len(without) if len(without) >= FEWEST else 0)
    assert 0 <= told.successes <= told.n
    assert 0 <= told.base_rate <= 1


@given(TEAMS, ENDS, st.sampled_from([1, 1_000]))
def test_a_member_moves_a_fact_by_one_vote_at_most(
    team: dict[str, list[tuple[bool, str, int]]], ends: list[tuple[bool, str, int]], times: int
) -> None:
    before, after = votes(team), votes(team | {"a": [(well, memory, number * times) for well, memory, number in ends]})
    if before.n:
        assert 0 <= after.n - before.n <= 1
        assert 0 <= after.successes - before.successes <= 1
    if before.base_n:
        assert abs(after.base_rate - before.base_rate) <= 1 / after.base_n + 1e-6


@given(st.lists(TEAMS, max_size=1), st.booleans())
def test_ten_thousand_sessions_of_one_member_pass_no_path(
    others: list[dict[str, list[tuple[bool, str, int]]]], grounded: bool
) -> None:
    mine: list[tuple[bool, str, int]] = [(True, FACT[0], 5_000), (False, "", 5_000)]
    few = dict(list((others[0] if others else {}).items())[: PromoteConfig().min_sessions - 2])
    told = votes(few | {"a": mine})
    assert decide_promotion(signal(told, grounded), PromoteConfig()).outcome == "abstain"
    if len(few) < FEWEST - 1:
        assert told == Votes()


def test_five_who_say_so_with_one_voice_pass_and_one_against_them_stops_it() -> None:
    five: dict[str, list[tuple[bool, str, int]]] = {
        name: [(True, FACT[0], 1), (False, "", 1)] for name in "bcdef"
    }  # fmt: skip
    config = PromoteConfig()
    assert decide_promotion(signal(votes(five)), config).outcome == "promote"
    against = five | {"f": [(True, FACT[0], 9), (False, FACT[1], 1), (False, "", 1)]}
    assert votes(against) == Votes(successes=4, n=5, base_rate=0.0, base_n=5)
    assert decide_promotion(signal(votes(against)), config).outcome == "keep"
