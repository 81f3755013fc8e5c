"""Evidence of a memory: who produced its words, the grounds that it names, and the grade that follows."""

from enum import StrEnum

from scrubjay.model.frozen import dataclass, field, replace
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


CLIENT = "client"
"""Key in an evidence record's metadata: the program in which a person confirmed the claim."""

MACHINE = "machine"
"""Key in an evidence record's metadata: the machine of the same person that it came from, where that isn't this one."""


class CitationKind(StrEnum):
    """The kind of a citation's target; a reference is of a form that an extension finds."""

    ADR = "adr"
    COMMIT = "commit"
    PLACE = "place"
    SYMBOL = "symbol"
    ISSUE = "issue"
    URL = "url"
    REFERENCE = "reference"


NEVER_QUOTED = frozenset({CitationKind.COMMIT, CitationKind.ISSUE, CitationKind.URL, CitationKind.REFERENCE})
"""Kinds that no memory is quoted from: no base branch vouches for what they say now."""


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


class PlaceKind(StrEnum):
    """The kind of text a passage stands in. A memory can be quoted only from text that states."""

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
    """A place that a memory names, and what stands there.

    `path`, `lines`, `blob` and `commit` locate the passage, where known; `words` are the source's own, masked, at most
    300 characters of prose or five lines of code; `heading` is the path of headings above them, joined by " › ",
    `standing` the record's status. `whole`: the memory is one whole sentence of the source. `lacks` names what the
    memory names and the words shown don't: a figure, a version, an identifier, a name.
    """

    kind: CitationKind
    text: str
    target: str
    status: CitationStatus
    whole: bool = False
    path: str = ""
    lines: tuple[int, int] = (0, 0)
    blob: str = ""
    commit: str = ""
    words: str = ""
    heading: str = ""
    standing: str = ""
    place: PlaceKind = PlaceKind.UNKNOWN
    lacks: tuple[str, ...] = ()
    detail: str = ""

    @property
    def grade(self) -> Grade:
        """The grade that the citation gives the memory, as the source was found."""
        return self.potential_grade if self.status is CitationStatus.RESOLVED else Grade.SAID

    @property
    def potential_grade(self) -> Grade:
        """The grade that the citation gives the memory while its source stands."""
        if self.whole and self.place is PlaceKind.STATES and self.kind not in NEVER_QUOTED:
            return Grade.QUOTED
        return Grade.GROUNDED if self.words and not self.lacks else Grade.SAID

    @property
    def ties(self) -> bool:
        """Whether the cited words exist, or will after a merge, so that the memory is visible on the same branches."""
        return bool(self.words) and self.status in (
            CitationStatus.RESOLVED, CitationStatus.OWN, CitationStatus.UNMERGED,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A line that a command printed, or a tracked file shows, in a session: the tool, its command and the line, masked.

    `status` is "0", "1", … or "not recorded". `at` is ISO 8601 in UTC, `commit` the one that it ran at, where known.
    `whole`: the memory says that this whole command printed this whole line. `lacks` as of a citation.
    """

    session: str
    tool: str
    command: str
    status: str
    words: str
    at: str
    commit: str = ""
    whole: bool = False
    lacks: tuple[str, ...] = ()

    @property
    def grade(self) -> Grade:
        """The grade that the observation gives the memory; a printed line keeps its words whatever happens later."""
        return Grade.QUOTED if self.whole else Grade.SAID if self.lacks else Grade.GROUNDED


@dataclass(frozen=True, slots=True)
class TypedStatement:
    """A sentence that a person typed in a session. `same`: it is the memory, as one whole statement."""

    session: str
    who: str
    words: str
    at: str
    same: bool = False
    lacks: tuple[str, ...] = ()

    @property
    def grade(self) -> Grade:
        """The grade that the statement gives the memory."""
        return Grade.TOLD if self.same else Grade.SAID if self.lacks else Grade.GROUNDED


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
        """The best grade that the evidence gave at capture."""
        if self.act is not Act.NONE:
            return Grade.TOLD
        given = [citation.grade for citation in self.citations]
        given += [self.observation.grade] if self.observation else []
        given += [self.turn.grade] if self.turn else []
        return max(given, default=Grade.SAID)


class Verdict(StrEnum):
    """The outcomes of `remember`."""

    STORED = "stored"
    KNOWN = "known"
    HELD = "held"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Near:
    """A memory or record near a claim that is no ground of it: whose words, an id or a place, and the words.

    `other` are those of its figures, versions and names that the claim has otherwise.
    """

    name: str
    words: str
    other: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationResult:
    """The validator's decision on a claim, and every check with its result, as "name: result".

    `contradicts` lists ids of told or quoted memories that the claim rivals, `contradicted` those that rival it and
    that it outranks. `replaces` is the id of an agent's memory that a person says in other words. `same`: the claim is
    a known memory's text as a whole sentence, so that its grade passes. `near` is shown beside it and stored nowhere,
    `add` is the one thing that would help. A question has no grade.
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
    replaces: str = ""
    same: bool = True
    near: tuple[Near, ...] = ()
    add: str = ""

    @property
    def tier(self) -> IngestionTier:
        """The field's tier."""
        if self.verdict in (Verdict.BLOCKED, Verdict.KNOWN):
            return IngestionTier.BLOCK
        flagged = self.verdict is Verdict.HELD or self.grade in (Grade.SAID, None)
        return IngestionTier.FLAG_REVIEW if flagged else IngestionTier.AUTO_APPROVE

    @property
    def groundless(self) -> "ValidationResult":
        """The validation without grounds, because what the claim cites and quotes doesn't support it."""
        return replace(self, evidence=replace(self.evidence, citations=(), observation=None, turn=None))

    @property
    def ungraded(self) -> "ValidationResult":
        """The validation as it applies to reworded content: the grounds stay, the grade of the exact words doesn't."""
        evidence = self.evidence
        line, turn = evidence.observation, evidence.turn
        evidence = replace(
            evidence,
            act=Act.NONE,
            citations=tuple(replace(citation, whole=False) for citation in evidence.citations),
            observation=line and replace(line, whole=False),
            turn=turn and replace(turn, same=False),
        )
        return replace(self, evidence=evidence, grade=self.grade and evidence.grade)
