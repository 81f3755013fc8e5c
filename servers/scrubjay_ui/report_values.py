"""Values of a report: plain texts and numbers, ready for JSON. Texts are masked, and on one line."""

from collections.abc import Mapping
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.model.private import without_private
from scrubjay.privacy.secrets.masking import mask


@dataclass(frozen=True, slots=True)
class Count:
    """A name, and how many there are of it."""

    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedPart:
    """What is indexed of the commit, and how fresh it is. `embedded` is a share; None while embedding is off."""

    documents: int
    passages: int
    files: int
    behind: int
    embedded: float | None
    masked: int
    skipped: int
    last_at: str
    last_commit: str


@dataclass(frozen=True, slots=True)
class GradeCount:
    """How many memories of a kind that hold have each grade, the best grade first."""

    kind: str
    total: int
    grades: tuple[Count, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryCounts:
    """Memories that hold, by kind and grade; all memories by status; sources that most of them lean on."""

    holding: int
    grades: tuple[Count, ...]
    kinds: tuple[GradeCount, ...]
    statuses: tuple[Count, ...]
    sources: tuple[Count, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedSource:
    """A memory whose source changed: its grade now, what changed, by which commit and when (empty: not known)."""

    id: str
    kind: str
    content: str
    grade: str
    what: str
    commit: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLine:
    """A claim that waits for a person, and since when. Its words are no knowledge, so they aren't told."""

    id: str
    kind: str
    at: str
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewState:
    """What waits for a person. `claims` are the oldest."""

    held: int
    claims: tuple[WaitingLine, ...]
    proposed: int
    contradicting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedDecision:
    """A decision record. `by` are the paths of what superseded it."""

    name: str
    title: str
    status: str
    date: str
    dated_by: str
    path: str
    in_force: bool
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionState:
    """The last pass, and what its newest decisions were."""

    last: str
    outcomes: tuple[Count, ...]
    waiting: int
    published: int


@dataclass(frozen=True, slots=True)
class HealthLine:
    """A check of `scrubjay doctor`; `found` is told where it isn't well."""

    name: str
    ok: bool
    found: str
    do: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectReport:
    """How a project stands, as one worktree sees it. `own`: the user's own memories are counted and told, too.

    `sessions` are those that worked on each of the last days, the oldest first.
    """

    at: str
    version: str
    project: str
    worktree: str
    branch: str
    commit: str
    committed_at: str
    own: bool
    index: IndexedPart
    memories: MemoryCounts
    moved: tuple[MovedSource, ...]
    moved_lately: int
    review: ReviewState
    decisions: tuple[ReportedDecision, ...]
    in_force: int
    ended: int
    sessions: tuple[Count, ...]
    handoffs_waiting: int
    handoffs_taken: int
    promotion: PromotionState
    health: tuple[HealthLine, ...]


LONGEST = 300

_FOLDERS: Final = pattern(r"(?<![\w.~/])/(?:[^\s/:;,`'\"]+/)+")


def plain(text: str, longest: int = LONGEST) -> str:
    """A text on one line, masked, at most `longest` characters."""
    flat = " ".join(mask(without_private(text)).text.split())
    return flat if len(flat) <= longest else f"{flat[: longest - 1]}…"


def without_places(text: str, places: Mapping[str, str]) -> str:
    """A text in which some folders stand by their names, and others are left out: a report goes to other people."""
    for folder, name in sorted(places.items(), key=lambda place: -len(place[0])):
        text = text.replace(folder, name)
    return _FOLDERS.sub("…/", text)
