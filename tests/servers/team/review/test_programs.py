"""A law: whatever programs of an account do in whatever order, no memory becomes told, and none that is held holds."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import ScrubjayError
from scrubjay_team.memories.claims import TeamClaim
from tests.servers.team.review.conftest import CACHE, LATER, SPEAKS, Reviewers

WHO = st.sampled_from(["anna", "ben", "bea", "olga", "rosa"])
WORDS = st.sampled_from([CACHE, LATER, SPEAKS, "Deploys run on Tuesdays.", "told by anna: it is so.", "Logs are kept."])
HOW = st.sampled_from(["remember", "supersede", "correct", "extend", "invalidate", "retract", "forget", "person"])
CALL = st.tuples(WHO, HOW, WORDS, st.integers(0, 30))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=st.lists(CALL, min_size=1, max_size=25))
def test_no_sequence_of_programs_tells_or_accepts(reviewers: Reviewers, calls: list[tuple[str, str, str, int]]) -> None:
    told = {row["id"]: row for row in reviewers.rows() if row["told_by"]}
    held = {row["id"] for row in reviewers.rows() if row["status"] == "held"}
    for who, how, words, which in calls:
        rows = reviewers.rows()
        id = rows[which % len(rows)]["id"].hex if rows else "0" * 32
        try:
            if how == "person":  # somebody on the page, in between
                told_now = reviewers.tell(who, id)
                told[next(row["id"] for row in reviewers.rows() if row["id"].hex == told_now.id)] = reviewers.row(id)
                held.discard(told_now.id)
                held = {one for one in held if one.hex != id}
                ended = {row["id"] for row in reviewers.rows() if row["status"] != "active"}
                told = {one: row for one, row in told.items() if one not in ended}
                continue
            with reviewers.people.entered(who) as entered:
                memories = reviewers.people.memories
                if how == "remember":
                    memories.remember(entered, TeamClaim(content=words, told=bool(which % 2)))
                elif how == "forget":
                    memories.forget(entered, id)
                else:
                    memories.update(entered, id, how, TeamClaim(content=words), reason=words)
        except ScrubjayError:
            continue
        held |= {row["id"] for row in reviewers.rows() if row["status"] == "held"}
    after = {row["id"]: row for row in reviewers.rows()}
    assert {id for id, row in after.items() if row["told_by"] and row["status"] == "active"} == set(told)
    assert all(after[id]["content"] == row["content"] for id, row in told.items())
    assert not {id for id in held if id in after and after[id]["status"] == "active"}
