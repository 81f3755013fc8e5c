"""A published memory's file is shown by its words, not by what `publish` wrote above them."""

from typing import Any

import pytest

from scrubjay.model.stand_in import StandInNote
from scrubjay.search.recall.answer import RecallHit
from scrubjay.search.recall.showing import UNNOTED, hit_with_note
from scrubjay_publishing.standings.published import form_of

FRONT = f"---\nid: {'ab' * 16}\nstatus: current\nauthors:\n- Ada\n- Bo\n---\n"
WORDS = "# Lift\n\nParcels ride.\n"


def hit(text: str, **more: Any) -> RecallHit:
    return RecallHit(kind="document", title="Lift", text=text, date="", path="a.md", start_line=1, end_line=11, **more)


def as_published(hit: RecallHit, note: StandInNote = UNNOTED) -> RecallHit:
    return hit_with_note(hit, form_of(hit.text), note)


def test_words_are_shown_where_they_stand_with_author_and_status() -> None:
    shown = as_published(hit(f"{FRONT}\n{WORDS}"))
    assert (shown.text, shown.author, shown.status) == (WORDS, "Ada, Bo", "current")
    assert shown.address == "a.md:9-11"


def test_a_memory_that_holds_no_more_has_the_last_word() -> None:
    assert as_published(hit(f"{FRONT}\n{WORDS}"), StandInNote("x", "superseded")).status == "superseded"
    assert as_published(hit(f"{FRONT}\n{WORDS}", status="accepted")).status == "accepted"


@pytest.mark.parametrize("text", [FRONT, WORDS, f"---\nid: 12\n---\n{WORDS}", f"---\n{WORDS}", ""])
def test_any_other_passage_stays_as_it_is(text: str) -> None:
    assert as_published(hit(text)) == hit(text)
