"""Memories of a team as values: rows read, with the grade that their grounds give, and their lines of text."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from scrubjay.memory.grounding.tiers import state_of
from scrubjay.model.clock import iso
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, PlaceKind
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.hit import Hit
from scrubjay.model.memory import QUESTION, MemoryStatus
from scrubjay.privacy.secrets.masking import mask

DIGITS = 12
SHOWN = 300
"""Digits of an id, and characters of a text, in a line."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMemory:
    """A memory of scope team or global as one member may see it; `id` is 32 hexadecimal digits.

    `project_name` is empty where it belongs to no project, `author_name` where the author is of another team. Moments
    are ISO 8601 in UTC. `version` grows with each change. `grounds` are as they stand at the mirror's head. `accepted`:
    every team sees it. `told`: the store that it came from had it as told, which is hearsay; `teller` is the member who
    said so on the server's page, at `told_at`. `rivals` are told or quoted memories that said otherwise. `kept`: it was
    handed over, and this member may change it in its author's place.
    """

    id: str
    number: int
    content: str
    kind: str
    scope: str
    team_name: str
    project: UUID | None
    project_name: str
    author: UUID
    author_name: str
    mine: bool
    client: str
    session: str
    recorded_at: str
    status: MemoryStatus
    reason: str
    version: int
    valid_until: str
    applies: str
    tags: tuple[str, ...]
    quote: str
    supersedes: str
    how: str
    accepted: bool
    told: bool
    kept: bool
    teller: UUID | None = None
    teller_name: str = ""
    told_at: str = ""
    rivals: tuple[UUID, ...] = ()
    grounds: tuple[CitationResult, ...] = ()

    @property
    def grade(self) -> Grade:
        """Whose words it is: a person's who told it, else quoted while a source states it, else said by its author."""
        if self.teller is not None:
            return Grade.TOLD
        return max([citation.grade for citation in self.grounds], default=Grade.SAID)

    @property
    def graded(self) -> str:
        """Its grade as it is shown, such as "told by anna, 2026-11-02"."""
        by = f" by {self.teller_name}, {self.told_at[:10]}" if self.teller is not None else ""
        return f"{self.grade}{by}"

    @property
    def waits(self) -> str:
        """For whom it waits, in words; empty where it waits for nobody."""
        proposed = self.scope == "global" and not self.accepted and self.status is MemoryStatus.ACTIVE
        return "proposed, waiting for the server's owner" if proposed else ""

    @property
    def hearsay(self) -> str:
        """What its author's machine says of it, in words; empty where it says nothing."""
        return f"{self.author_name or 'its author'}'s machine says told" if self.told and self.teller is None else ""

    @property
    def label(self) -> str:
        """Where it is from, such as "team acme · by anna · 2026-11-02"."""
        whose = "every team" if self.accepted else f"team {self.team_name}"
        by = f"by {self.author_name}" if self.author_name else ""
        return " · ".join(filter(None, (whose, by, self.recorded_at[:10])))


@dataclass(frozen=True, slots=True)
class FoundMemory:
    """A memory that a question found, with the passage and the scores that found it."""

    hit: Hit
    memory: TeamMemory


@dataclass(frozen=True, slots=True)
class MemoryEvent:
    """What became of a memory: when, by whom (empty: by somebody of another team), and why."""

    at: str
    member_name: str
    action: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class TeamProvenance:
    """Everything that is known of a memory; `older` and `newer` are those whose place it took, and that took its."""

    memory: TeamMemory
    events: tuple[MemoryEvent, ...]
    older: tuple[TeamMemory, ...]
    newer: tuple[TeamMemory, ...]


def memory_of(row: Row, member: UUID) -> TeamMemory:
    """The memory that a row holds, as `member` sees it; its words without secrets, by today's rules."""
    return TeamMemory(
        id=row["id"].hex, number=row["number"], content=mask(row["content"]).text, kind=row["kind"],
        scope=row["scope"], team_name=row["team_name"] or "", project=row["project"],
        project_name=row["project_name"] or "", author=row["member"], author_name=row["author_name"] or "",
        mine=row["member"] == member, client=row["client"], session=row["session"],
        recorded_at=iso(row["recorded_at"]), status=MemoryStatus(row["status"]), reason=row["reason"],
        version=row["version"], valid_until=_moment(row["valid_until"]), applies=row["applies"],
        tags=tuple(row["tags"]), quote=mask(row["quote"]).text,
        supersedes=row["supersedes"].hex if row["supersedes"] else "", how=row["how"],
        accepted=row["accepted_at"] is not None, told=row["told"], teller=row["told_by"],
        teller_name=row["teller_name"] or "", told_at=_moment(row["told_at"]), rivals=tuple(row["rivals"]),
        kept=row["keeper"] == member or row["kept_by_team"], grounds=grounds_from(row["grounds"]),
    )  # fmt: skip


def _moment(moment: datetime | None) -> str:
    return iso(moment) if moment is not None else ""


def event_of(row: Row) -> MemoryEvent:
    """The event that a row holds."""
    return MemoryEvent(iso(row["at"]), row["member_name"] or "", row["action"], row["outcome"], row["reason"])


def grounds_text(grounds: Sequence[CitationResult]) -> str:
    """Grounds as JSON, to be kept."""
    return json.dumps([asdict(ground) for ground in grounds], ensure_ascii=False)


def grounds_from(kept: Sequence[Mapping[str, Any]]) -> tuple[CitationResult, ...]:
    """Grounds that were kept."""
    return tuple(
        CitationResult(
            **dict(one)
            | {
                "kind": CitationKind(one["kind"]),
                "status": CitationStatus(one["status"]),
                "place": PlaceKind(one["place"]),
                "lines": (one["lines"][0], one["lines"][1]),
                "lacks": tuple(one["lacks"]),
            }
        )
        for one in kept
    )


def memory_lines(memory: TeamMemory) -> list[str]:
    """A memory as an answer shows it: its text, where it is from, and the words of its grounds."""
    grade = "held" if memory.status is MemoryStatus.HELD else "" if memory.kind == QUESTION else memory.graded
    marks = (
        grade, memory.hearsay, memory.waits, memory.label, memory.project_name,
        memory.client and f"through {memory.client}",
        "" if memory.status in (MemoryStatus.ACTIVE, MemoryStatus.HELD) else str(memory.status),
        memory.applies and f"applies: {memory.applies}", memory.valid_until and f"until {memory.valid_until[:10]}",
        " ".join(f"#{tag}" for tag in memory.tags),
    )  # fmt: skip
    text = " ".join(memory.content.split())
    cut = text if len(text) <= SHOWN else f"{text[:SHOWN]} …"
    head = f"- {memory.id[:DIGITS]} {memory.kind}: {cut} · {' · '.join(filter(None, marks))}"
    return [head, *(f"  {ground_line(ground)}" for ground in memory.grounds)]


def ground_line(ground: CitationResult) -> str:
    """A ground in one line: its place, its state where that isn't "same", and the source's words."""
    state = state_of(ground)
    where = ground.path or ground.text
    lines = f":{ground.lines[0]}" if ground.lines[0] and ground.path else ""
    note = "" if state == "same" else f" ({state})"
    words = f': "{" ".join(ground.words.split())}"' if ground.words else ""
    return f"{where}{lines}{note}{words}"
