"""Evidence of a memory: what produced its words, the verified citations, and the grade that follows."""

from dataclasses import dataclass, field
from enum import StrEnum

from scrubjay.model.grade import Grade


class IngestionTier(StrEnum):
    """The field's three tiers, to which outcomes and grades map."""

    AUTO_APPROVE = "AUTO_APPROVE"
    FLAG_REVIEW = "FLAG_REVIEW"
    BLOCK = "BLOCK"


class Origin(StrEnum):
    """Producer of the words: a person, an agent, or a program that is neither."""

    PERSON = "person"
    AGENT = "agent"
    SCRIPT = "script"


class Act(StrEnum):
    """How a person vouches for a claim; empty where none does. Shown as it is written."""

    NONE = ""
    TYPED = "typed at a terminal"
    SAID = "said in a session"
    APPROVED = "approved in review"
    ELICITED = "confirmed in the client"
    IMPORTED = "imported"
    BEFORE = "before grades, not proven"


CLIENT = "client"
"""Key in an evidence record's metadata: the program in which a person confirmed the claim."""

MACHINE = "machine"
"""Key in an evidence record's metadata: the machine of the same person that it came from, where that isn't this one."""


class CitationKind(StrEnum):
    """The kind of a citation's target."""

    ADR = "adr"
    COMMIT = "commit"
    PLACE = "place"
    SYMBOL = "symbol"
    ISSUE = "issue"
    URL = "url"


CITING_ONLY = frozenset({CitationKind.COMMIT, CitationKind.ISSUE, CitationKind.URL})
"""Kinds that cite at most: no base branch vouches for what they say now."""


class CitationStatus(StrEnum):
    """Result of resolving a citation."""

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
    """Relation of a source's passage to a claim."""

    SAME = "says the same"
    SPEAKS = "speaks of it"
    UNSTATED = "names it without stating it"
    OTHERWISE = "says otherwise"
    SILENT = "doesn't speak of it"
    UNREAD = "not compared"


class PlaceKind(StrEnum):
    """The kind of text a passage stands in. Only text that states can verify; others are shown with their kind."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationResult:
    """A citation as written, and the result of verifying it.

    `path`, `lines`, `blob` and `commit` locate the passage, where known; `words` are the
    source's own, masked, at most 500 characters; `heading` is the path of headings above them, joined by " › ",
    `standing` the record's status. `lacks` names parts of the claim that the source lacks (a figure, a name),
    `differs` a negation that only one of them has, or the source's words where they differ from a claim that otherwise
    follows them. `attached` marks a passage that search found, not one that was cited.
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
        """The grade that this citation earns a claim."""
        return self.potential_grade if self.status is CitationStatus.RESOLVED else Grade.UNCONFIRMED

    @property
    def potential_grade(self) -> Grade:
        """The grade that it would earn where its source counts."""
        if self.lacks:
            return Grade.UNCONFIRMED
        if self.relation is Relation.SAME and self.place is PlaceKind.STATES and self.kind not in CITING_ONLY:
            return Grade.VERIFIED
        return Grade.CITED if self.relation in (Relation.SAME, Relation.SPEAKS) else Grade.UNCONFIRMED

    @property
    def supports_as_written(self) -> bool:
        """Whether its passage supports the claim as it stands, even if it was written too recently to count.

        A passage that is attached, and doesn't count yet, ties the claim to no branch.
        """
        recent = self.status is CitationStatus.OWN or (self.status is CitationStatus.UNMERGED and not self.attached)
        return (recent or self.status is CitationStatus.RESOLVED) and self.potential_grade is not Grade.UNCONFIRMED

    @property
    def supports(self) -> bool:
        """Whether it supports the claim above the grade unconfirmed."""
        return self.grade is not Grade.UNCONFIRMED


class ObservationKind(StrEnum):
    """How the session's transcript shows a claim."""

    SHOWN = "shown"
    RAN = "ran"


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Tool output in a session: the tool, its command (masked), its exit status as text, and the words.

    `status` is "0", "1", … or "not recorded". `at` is ISO 8601 in UTC.
    """

    how: ObservationKind
    session: str
    tool: str
    command: str
    status: str
    words: str
    at: str


@dataclass(frozen=True, slots=True)
class TypedStatement:
    """A sentence that a person typed in a session. `same`: it is the claim, as one whole statement."""

    session: str
    who: str
    words: str
    at: str
    same: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceObject:
    """The evidence of one claim as found at `capture_time`. Moments are ISO 8601 in UTC.

    `source` is what produced the words and `source_id` who; `act` how a person vouches for them. No verdict is
    stored: the grade is computed from the evidence at the commit that is read.
    """

    claim: str
    capture_time: str
    source: Origin
    source_id: str
    act: Act = Act.NONE
    citations: tuple[CitationResult, ...] = ()
    observation: Observation | None = None
    turn: TypedStatement | None = None
    validity_horizon: str = ""
    metadata: dict[str, object] = field(default_factory=dict)

    @property
    def grade(self) -> Grade:
        """The best grade that the evidence earned at capture."""
        if self.act is not Act.NONE or (self.turn is not None and self.turn.same):
            return Grade.TOLD
        earned = [citation.grade for citation in self.citations]
        earned += [Grade.OBSERVED] if self.observation is not None else []
        earned += [Grade.CITED] if self.turn is not None else []
        return max(earned, default=Grade.UNCONFIRMED)


class Verdict(StrEnum):
    """The outcomes of `remember`."""

    STORED = "stored"
    KNOWN = "known"
    HELD = "held"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationResult:
    """The validator's decision on a claim, and every check with its result, as "name: result".

    `raise_by` is the one thing that would raise the grade; `contradicts` lists ids or paths of contradicting sources
    that outrank the claim, `contradicted` the memories that the claim outranks. A question has no grade.
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
        flagged = self.verdict is Verdict.HELD or self.grade in (Grade.UNCONFIRMED, None)
        return IngestionTier.FLAG_REVIEW if flagged else IngestionTier.AUTO_APPROVE

    @property
    def approved(self) -> bool:
        """Whether more than an agent's word supports the claim."""
        return self.tier is IngestionTier.AUTO_APPROVE
