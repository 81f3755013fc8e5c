"""Why is a memory believed? The evidence record, and what grounding decided about a claim."""

from dataclasses import dataclass, field
from enum import StrEnum


class IngestionTier(StrEnum):
    """What grounding decides about a claim."""

    AUTO_APPROVE = "AUTO_APPROVE"
    FLAG_REVIEW = "FLAG_REVIEW"
    BLOCK = "BLOCK"


class Source(StrEnum):
    """Who says it. What a caller claims and what is established are kept apart."""

    USER = "user"
    DOCUMENTATION = "documentation"
    ADR = "adr"
    COMMIT = "commit"
    MANUAL = "manual"
    CONVERSATION = "conversation"
    CHAT = "chat"
    AI_SYNTHESIS = "ai_synthesis"
    AGENT = "agent"


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

    VERIFIED = "verified"
    CHANGED = "source changed since"
    GONE = "source gone"
    SUPERSEDED = "decision superseded"
    UNREACHABLE = "not reachable from HEAD"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not found"
    UNVERIFIABLE = "unverifiable"
    FAILED = "check failed"


class Support(StrEnum):
    """How a cited text stands to a claim."""

    SUPPORTED = "supported"
    UNRELATED = "unrelated"
    CONTRARY = "contrary"
    NOT_ASSESSABLE = "not assessable"


class Confidence(StrEnum):
    """How sure, in a word for people; the number stands beside it."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class CitationResult:
    """One citation as written, and what was found.

    `path`, `lines`, `blob` and `commit` say where the cited text lies, as far as it lies anywhere; `quote` is the
    sentence that decided `support`, masked, at most 500 characters. `attached` marks one that the service found itself.
    """

    kind: CitationKind
    text: str
    target: str
    status: CitationStatus
    support: Support = Support.NOT_ASSESSABLE
    path: str = ""
    lines: tuple[int, int] = (0, 0)
    blob: str = ""
    commit: str = ""
    quote: str = ""
    detail: str = ""
    attached: bool = False

    @property
    def carries(self) -> bool:
        """Whether it is a reason to believe the claim: verified, and not unrelated or contrary."""
        return self.status is CitationStatus.VERIFIED and self.support in {Support.SUPPORTED, Support.NOT_ASSESSABLE}


@dataclass(frozen=True, slots=True)
class EvidenceObject:
    """Why one claim is believed. Moments are ISO 8601 in UTC; `score` is 0 to 1."""

    claim: str
    capture_time: str
    confidence: Confidence
    score: float
    source: Source
    source_id: str
    citations: tuple[CitationResult, ...] = ()
    validity_horizon: str = ""
    metadata: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """What grounding decided, and every check with its outcome, as "name: what it found"."""

    tier: IngestionTier
    reason: str
    checks_passed: tuple[str, ...]
    checks_failed: tuple[str, ...]
    evidence: EvidenceObject
    similarity_score: float = 0.0
    conflicting_memory_id: str = ""
    unconfirmed: bool = False
    do: str = ""
