"""Events of several sources as one timeline, and the words by which more of them are found."""

from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.documents.incidents import Incident
from scrubjay.model.decision import Decision, DecisionEntry, Standing
from scrubjay.model.history import StoryEvent
from scrubjay.search.history.timeline import (
    ADDED_WORDS,
    decision_events,
    fused_scores,
    in_order,
    incident_events,
    lent_words,
    word_counts,
)


def event(at: str, what: str = "x", landed: str = "") -> StoryEvent:
    return StoryEvent(at=at, what=what, source="commit 1", landed=landed)


def test_events_stand_by_day_then_as_they_landed_and_each_once() -> None:
    late = event("2026-03-01T09:00:00+02:00", "late", "2026-04-02T00:00:00Z")
    early = event("2026-03-01T18:00:00+02:00", "early", "2026-04-01T00:00:00Z")
    record = event("2026-03-01", "record")
    assert in_order([late, early, event("2026-02-28"), record, late]) == (event("2026-02-28"), record, early, late)


@given(st.lists(st.dates().map(lambda day: event(day.isoformat())), max_size=20))
def test_the_order_is_that_of_the_days_whatever_came_first(events: list[StoryEvent]) -> None:
    days = [one.day for one in in_order(events)]
    assert days == sorted({one.day for one in events})


def test_of_one_second_the_parent_stands_first() -> None:
    child, parent = (
        StoryEvent(at="2026-03-01T09:00:00Z", what=what, source=source, landed="2026-03-01T09:00:00Z", place=place)
        for what, source, place in (("child", "commit 1", 0), ("parent", "commit 2", -1))
    )
    assert in_order([child, parent]) == (parent, child)


def test_what_has_no_date_is_left_out() -> None:
    assert in_order([event(""), event("soon")]) == ()


def test_a_decision_is_told_with_what_it_replaced_and_what_replaced_it() -> None:
    def entry(number: str, standing: Standing) -> DecisionEntry:
        decision = Decision(series="ADR", number=number, title="Use it", status="accepted", date=f"2026-0{number}-01")
        return DecisionEntry(f"{number}.md", "b", decision, standing)

    entries = {
        "1.md": entry("1", Standing(superseded_by=("2.md",))),
        "2.md": entry("2", Standing(replaces=("1.md",))),
    }
    told = in_order(one for path in entries for one in decision_events(entries[path], entries))
    assert [(one.day, one.what, one.source) for one in told] == [
        ("2026-01-01", "decision: ADR-001 Use it (accepted), later superseded by ADR-002", "1.md"),
        ("2026-02-01", "decision: ADR-002 Use it (accepted; replaces ADR-001)", "2.md"),
    ]


def test_an_incident_begins_and_is_resolved() -> None:
    told = list(incident_events("i.md", "Lost parcels", Incident("sev1", (), "2026-01-02", "2026-01-03")))
    assert [(one.at, one.what) for one in told] == [
        ("2026-01-02", "incident: Lost parcels (sev1)"),
        ("2026-01-03", "incident resolved: Lost parcels"),
    ]
    assert len(list(incident_events("i.md", "Lost parcels", Incident()))) == 1


def test_the_words_that_are_lent_are_shared_rare_and_new() -> None:
    everything = ["add csrf tokens", "csrf for forms", "fix csrf", *(f"fix thing number{n}" for n in range(50))]
    lent = lent_words(everything[:3], "guard forms", word_counts(everything))
    assert lent[0] == "csrf"
    assert "forms" not in lent
    assert lent.index("tokens") < lent.index("fix")
    assert len(lent_words([" ".join(f"w{chr(97 + n)}x" for n in range(20))], "t", {"": 1})) <= ADDED_WORDS


def test_rankings_vote_by_their_ranks() -> None:
    scores = fused_scores([["a", "b"], ["b", "c"]])
    assert sorted(scores, key=lambda name: -scores[name])[0] == "b"
