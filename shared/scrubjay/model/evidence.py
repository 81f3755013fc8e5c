"""Why is a memory believed? What produced its words, what was found of its sources, and the grade that this earns."""

from dataclasses import dataclass, field
from enum import StrEnum

from scrubjay.model.grade import Grade


class IngestionTier(StrEnum):
    """The field's three tiers, which the outcomes and grades map onto."""

    AUTO_APPROVE = "AUTO_APPROVE"
    FLAG_REVIEW = "FLAG_REVIEW"
    BLOCK = "BLOCK"


class Origin(StrEnum):
    """What produced the words: a person, an agent, or a program that is neither."""

    PERSON = "person"
    AGENT = "agent"
    SCRIPT = "script"


class Act(StrEnum):
    """How a person came to stand behind a claim; empty where none does. Shown as it is written."""

    NONE = ""
    TYPED = "typed at a terminal"
    SAID = "said in a session"
    APPROVED = "approved in review"
    ELICITED = "confirmed in the client"
    IMPORTED = "imported"
    BEFORE = "before grades, not proven"


CLIENT = "client"
"""The name in an evidence record's metadata of the program in which a person confirmed a claim."""


class CitationKind(StrEnum):
    """What a citation points to."""

    ADR = "adr"
    COMMIT = "commit"
    PLACE = "place"
    SYMBOL = "symbol"
    ISSUE = "issue"
    URL = "url"


class CitationStatus(StrEnum):
    """What looking a citation up gave."""

    RESOLVED = "resolved"
    CHANGED = "changed since"
    GONE = "source gone"
    SUPERSEDED = "decision superseded"
    OWN = "written in this session"
    UNMERGED = "not on the base branch yet"
    REVERTED = "reverted"
    UNREACHABLE = "not reachable from HEAD"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not found"
    UNVERIFIABLE = "unverifiable"
    FAILED = "check failed"


class Relation(StrEnum):
    """How a source's passage stands to a claim."""

    SAME = "says the same"
    SPEAKS = "speaks of it"
    UNSTATED = "names it without stating it"
    OTHERWISE = "says otherwise"
    SILENT = "doesn't speak of it"
    UNREAD = "not compared"


class PlaceKind(StrEnum):
    """What a passage is where it stands. Only a place that states can verify; the others are shown as what they are."""

    STATES = "states"
    CONTEXT = "context"
    OPTION = "option"
    PLAN = "plan"
    FIXED = "bug that was fixed"
    HISTORY = "what changed once"
    EXAMPLE = "example"
    QUOTATION = "quotation"
    TABLE = "table row"
    HEADING = "heading"
    CODE = "code"
    COMMENT = "code comment"
    MESSAGE = "commit message"
    FRAGMENT = "part of a longer statement"
    TAKEN_BACK = "taken back nearby"
    DRAFT = "draft"
    VENDORED = "not this project's own"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class CitationResult:
    """One citation as written, and what was found.

    `path`, `lines`, `blob` and `commit` say where the passage lies, as far as it lies anywhere; `words` are the
    source's own, masked, at most 500 characters; `heading` is the path of headings above them, joined by " › ",
    `standing` the record's status. `lacks` names what the claim says and the source doesn't (a figure, a name),
    `differs` a negation that only one of them has, or what the source says where the claim, that else follows it, says
    another thing. `attached` marks a passage that search found without being named.
    """

    kind: CitationKind
    text: str
    target: str
    status: CitationStatus
    relation: Relation = Relation.UNREAD
    path: str = ""
    lines: tuple[int, int] = (0, 0)
    blob: str = ""
    commit: str = ""
    words: str = ""
    heading: str = ""
    standing: str = ""
    place: PlaceKind = PlaceKind.UNKNOWN
    lacks: tuple[str, ...] = ()
    differs: str = ""
    detail: str = ""
    attached: bool = False

    @property
    def grade(self) -> Grade:
        """What this one source earns a claim."""
        return self.worth if self.status is CitationStatus.RESOLVED else Grade.UNCONFIRMED

    @property
    def worth(self) -> Grade:
        """What it earns a claim where it stands and counts."""
        if self.lacks:
            return Grade.UNCONFIRMED
        if self.relation is Relation.SAME and self.place is PlaceKind.STATES and self.kind is not CitationKind.COMMIT:
            return Grade.VERIFIED
        return Grade.CITED if self.relation in (Relation.SAME, Relation.SPEAKS) else Grade.UNCONFIRMED

    @property
    def speaks(self) -> bool:
        """Whether its passage speaks of the claim as it stands, even if it was written too lately to count.

        One that the claim doesn't name and that doesn't count yet ties it to no branch.
        """
        lately = self.status is CitationStatus.OWN or (self.status is CitationStatus.UNMERGED and not self.attached)
        return (lately or self.status is CitationStatus.RESOLVED) and self.worth is not Grade.UNCONFIRMED

    @property
    def carries(self) -> bool:
        """Whether it is a reason to believe the claim."""
        return self.grade is not Grade.UNCONFIRMED


class Seen(StrEnum):
    """How the session's transcript shows a claim."""

    SHOWN = "shown"
    RAN = "ran"


@dataclass(frozen=True, slots=True)
class Observation:
    """What a machine said in a session: the tool, its command (masked), its exit status as text, and the words.

    `status` is "0", "1", … or "not recorded". `at` is ISO 8601 in UTC.
    """

    how: Seen
    session: str
    tool: str
    command: str
    status: str
    words: str
    at: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A sentence that a person typed in a session. `same` says that it is the claim, as one whole statement."""

    session: str
    who: str
    words: str
    at: str
    same: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceObject:
    """Why one claim is believed, as it was found at `capture_time`. Moments are ISO 8601 in UTC.

    `source` is what produced the words and `source_id` who; `act` how a person stands behind them. Nothing here is a
    verdict: the grade is computed from it at the commit that is read.
    """

    claim: str
    capture_time: str
    source: Origin
    source_id: str
    act: Act = Act.NONE
    citations: tuple[CitationResult, ...] = ()
    observation: Observation | None = None
    turn: Turn | None = None
    validity_horizon: str = ""
    metadata: dict[str, object] = field(default_factory=dict)

    @property
    def grade(self) -> Grade:
        """The best grade that it earns as it was captured."""
        if self.act is not Act.NONE or (self.turn is not None and self.turn.same):
            return Grade.TOLD
        earned = [one.grade for one in self.citations]
        earned += [Grade.OBSERVED] if self.observation is not None else []
        earned += [Grade.CITED] if self.turn is not None else []
        return max(earned, default=Grade.UNCONFIRMED)


class Verdict(StrEnum):
    """What `remember` answers."""

    STORED = "stored"
    KNOWN = "known"
    HELD = "held"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """What grounding decided about a claim, and every check with its outcome, as "name: what it found".

    `raise_by` is the one thing that would raise the grade; `contradicts` names what says otherwise and outranks the
    claim, by id or path, `contradicted` the memories that the claim outranks. A question has no grade.
    """

    verdict: Verdict
    grade: Grade | None
    reason: str
    checks_passed: tuple[str, ...]
    checks_failed: tuple[str, ...]
    evidence: EvidenceObject
    similarity_score: float = 0.0
    conflicting_memory_id: str = ""
    contradicts: tuple[str, ...] = ()
    contradicted: tuple[str, ...] = ()
    raise_by: str = ""

    @property
    def tier(self) -> IngestionTier:
        """The field's tier."""
        if self.verdict in (Verdict.BLOCKED, Verdict.KNOWN):
            return IngestionTier.BLOCK
        held = self.verdict is Verdict.HELD or self.grade in (Grade.UNCONFIRMED, None)
        return IngestionTier.FLAG_REVIEW if held else IngestionTier.AUTO_APPROVE

    @property
    def approved(self) -> bool:
        """Whether the claim counts as more than an agent's word."""
        return self.tier is IngestionTier.AUTO_APPROVE
