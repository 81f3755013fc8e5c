"""Which memories a briefing tells, and what it says only once."""

from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.context.briefing.briefer import Briefer
from scrubjay.context.briefing.difference import OneTimeLine, drop_shown
from scrubjay.context.briefing.memory_sections import memory_line
from scrubjay.context.briefing.sources import BriefingSources
from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.identity.audit import AuditEvent, AuditWriter
from scrubjay.memory.freshness.graded import graded
from scrubjay.memory.freshness.grounds import Ground, GroundsStanding
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import (
    Act,
    CitationKind,
    CitationResult,
    CitationStatus,
    EvidenceObject,
    Origin,
    TypedStatement,
)
from scrubjay.model.memory import Belief, Memory, MemoryStatus
from tests.shared.context.briefing.conftest import memories_of, told


@pytest.fixture
def ledger(sources: BriefingSources) -> BriefingLedger:
    return BriefingLedger(sources.session, sources.clock)


def words(text: str) -> int:
    return len(text.split())


def brief(sources: BriefingSources, ledger: BriefingLedger, session: str = "") -> str:
    return Briefer(sources, ledger, words).compose(session=session).text


def say(sources: BriefingSources, content: str) -> None:
    memories_of(sources).remember(RememberRequest(content=content, session="3f2a1234"))


def test_what_a_person_told_stands_first_however_much_agents_say(
    sources: BriefingSources, ledger: BriefingLedger
) -> None:
    memories_of(sources).remember(told("Releases go out on Tuesdays."))
    for n in range(40):
        say(sources, f"Flamingo number {n} was seen at the dock.")
    text = brief(sources, ledger)
    assert "· fact: Releases go out on Tuesdays." in text
    assert text.index("Told by people:") < text.index("Only said by agents, 40 in all")
    assert text.count("Flamingo number") == 3


def test_what_only_agents_say_can_be_hidden(sources: BriefingSources, ledger: BriefingLedger) -> None:
    say(sources, "A flamingo was seen at the dock.")
    assert "flamingo" in brief(sources, ledger)
    assert "flamingo" not in brief(replace(sources, said=False), ledger)


def test_a_retracted_memory_that_was_told_here_is_said_once(sources: BriefingSources, ledger: BriefingLedger) -> None:
    memories_of(sources).remember(told("Releases go out on Tuesdays."))
    assert "Tuesdays" in brief(sources, ledger, "s1")
    (known,) = sources.memories.recent(1)
    memories_of(sources).retract(known.id, "ada", "it was Monday", authority=True)
    after = brief(sources, ledger, "s2")
    assert f"No longer holds: Releases go out on Tuesdays. ({known.id[:8]}, retracted by ada on 2026-03-01)" in after
    assert "Tuesdays" not in brief(sources, ledger, "s3")


def test_what_nobody_was_told_is_retracted_in_silence(sources: BriefingSources, ledger: BriefingLedger) -> None:
    memories_of(sources).remember(told("Releases go out on Tuesdays."))
    (known,) = sources.memories.recent(1)
    memories_of(sources).retract(known.id, "ada", "", authority=True)
    assert "Tuesdays" not in brief(sources, ledger)


def test_acts_as_a_person_that_an_agent_could_have_caused_are_counted_once(
    sources: BriefingSources, ledger: BriefingLedger, tmp_path: Path
) -> None:
    trace = {"by": "person", "terminal": "/dev/pts/7", "ancestors": "bash < sshd"}
    audit = AuditWriter(tmp_path / "audit")
    for action, more in (("approve", {"agent": "possible"}), ("forget", {"agent": "possible"}), ("reject", {})):
        sources.memories.writing(
            "project",
            lambda c, p, a=action, m=more: audit.add(c, p.now, AuditEvent.ACT, "ada", "x", a, "done", trace | m),  # type: ignore[misc]
        )
    assert "Somebody acted as a person 2 times since the last briefing" in brief(sources, ledger)
    assert "acted as a person" not in brief(sources, ledger)


def test_a_prepared_text_loses_what_was_said_meanwhile() -> None:
    text = "\n".join(
        ["Task: x", OneTimeLine("fell 1", "No longer: a").marked, OneTimeLine("fell 2", "No longer: b").marked]
    )
    assert drop_shown(text, ()) == ("Task: x\nNo longer: a\nNo longer: b", ("fell 1", "fell 2"))
    assert drop_shown(text, {"fell 1"}) == ("Task: x\nNo longer: b", ("fell 2",))


def test_what_was_said_is_remembered_for_a_worktree(ledger: BriefingLedger) -> None:
    ledger.record_keys("/w", ["a", "b"])
    ledger.record_keys("/w", ["b", "c"])
    assert ledger.shown_keys("/w") == {"a", "b", "c"}
    assert ledger.shown_keys("/other") == frozenset()
    ledger.record_told("s1", "/w", "state", "1a2b3c4d was told")
    assert ledger.recent("/w") == ("1a2b3c4d was told", {"a", "b", "c"})


def test_what_an_agent_made_of_a_persons_words_is_put_to_them_with_those_words_and_the_command(
    sources: BriefingSources, ledger: BriefingLedger
) -> None:
    turn = TypedStatement("3f2a1234-1", "ada", "please no deploys when it's friday", "2026-03-01T11:00:00Z")
    memories_of(sources).remember(
        RememberRequest(content="Fridays are free of deploys.", session="3f2a1234-1", turn=turn)
    )
    (known,) = sources.memories.recent(1)
    (line,) = [line for line in brief(sources, ledger, "s1").splitlines() if "kept from what you said" in line]
    assert f"`scrubjay memories confirm {known.id[:8]}`" in line
    assert "“Fridays are free of deploys.”" in line
    assert "from your “please no deploys when it's friday”" in line
    assert "scrubjay review" not in line
    memories_of(sources).approve(known.id, "ada")
    assert "kept from what you said" not in brief(sources, ledger, "s2")


def test_what_a_person_told_says_that_what_it_cites_is_not_there() -> None:
    absent = CitationResult(
        kind=CitationKind.PLACE, text="docs/x.md:12", target="docs/x.md", status=CitationStatus.NOT_FOUND
    )
    evidence = EvidenceObject(
        claim="x",
        capture_time="2026-03-01T12:00:00Z",
        source=Origin.PERSON,
        source_id="ada",
        act=Act.TYPED,
        citations=(absent,),
    )
    memory = Memory(
        id="a" * 32,
        kind="fact",
        content="Releases go out on Tuesdays.",
        scope="project",
        project="p",
        author="ada",
        origin=Origin.PERSON,
        session="",
        quote="",
        applies="",
        tags=(),
        branch="",
        commit="",
        recorded_at="2026-03-01T12:00:00Z",
        belief=Belief(
            status=MemoryStatus.ACTIVE,
            reason="",
            valid_from="",
            valid_until="",
            recorded_at="",
            retracted_at="",
            actor="ada",
        ),
    )
    ground = Ground(text=absent.text, path=absent.target, status=absent.status, detail="", citation=absent)
    said = memory_line(memory, graded([evidence], GroundsStanding((ground,))))
    assert said.mark == "told by ada, 2026-03-01, docs/x.md:12 isn't there"
