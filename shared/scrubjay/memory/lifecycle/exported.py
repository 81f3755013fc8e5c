"""Validation of a line of an exported file: every column with its bounds; what passes can be stored."""

from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    Json,
    StringConstraints,
    ValidationError,
    model_validator,
)

from scrubjay.errors import ScrubjayError
from scrubjay.memory.store.claim import checked_applies, checked_tags
from scrubjay.memory.store.request import MAX_BYTES, MAX_CHARACTERS
from scrubjay.model.evidence import Act, CitationKind, CitationStatus, Origin, PlaceKind, Verdict
from scrubjay.model.memory import Change, MemoryStatus
from scrubjay.model.pattern import MEMORY_ID
from scrubjay.model.snapshot import snapshot

Name = Annotated[str, StringConstraints(max_length=MAX_BYTES)]
Text = Annotated[str, StringConstraints(max_length=MAX_CHARACTERS)]
Hex = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9a-f]*$")]
Id = Annotated[str, StringConstraints(pattern=f"^{MEMORY_ID}$")]
Moment = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")]
Perhaps = Moment | Literal[""]
Flag = Literal[0, 1]


def _checked_tags(tags: list[str]) -> list[str]:
    try:
        return list(checked_tags(tags))
    except ScrubjayError as error:
        raise ValueError(str(error)) from error


def _checked_place(place: str) -> str:
    try:
        return checked_applies(place)
    except ScrubjayError as error:
        raise ValueError(str(error)) from error


Line = Annotated[int, Field(ge=0, le=10**9)]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False, str_strip_whitespace=False)


class MemoryRow(_Row):
    """A claim as it was made."""

    id: Id
    kind: Literal["fact", "preference", "decision", "procedure", "incident", "episode", "question"]
    content: Text
    digest: Hex
    scope: Literal["project", "user"]
    author: Name
    session: Name
    agent: Name = ""
    origin: Origin
    quote: Text
    applies: Annotated[Name, AfterValidator(_checked_place)]
    tags: Json[Annotated[list[Name], AfterValidator(_checked_tags)]]
    branch: Name
    commit_sha: Hex
    recorded_at: Moment
    key: Annotated[str, StringConstraints(max_length=2 * MAX_BYTES)] | None


class BeliefRow(_Row):
    """What was believed of a memory for a while."""

    status: MemoryStatus
    reason: Text
    valid_from: Moment
    valid_until: Perhaps
    recorded_at: Moment
    retracted_at: Perhaps
    actor: Name


class CitationRow(_Row):
    """One citation with what was found."""

    ordinal: Line
    kind: CitationKind
    text: Text
    target: Text
    status: CitationStatus
    whole: Flag
    path: Text
    start_line: Line
    end_line: Line
    blob: Hex
    commit_sha: Hex
    words: Text
    words_hash: Hex
    heading: Text
    standing: Name
    place: PlaceKind
    lacks: Json[list[str]]
    detail: Text


class ObservationRow(_Row):
    """What a machine said in a session."""

    session: Name
    tool: Name
    command: Text
    status: Name
    words: Text
    at: Name
    commit: Hex = ""
    whole: bool = False
    lacks: tuple[str, ...] = ()


class TurnRow(_Row):
    """What a person typed in a session."""

    session: Name
    who: Name
    words: Text
    at: Name
    same: bool
    lacks: tuple[str, ...] = ()


class ValidationRow(_Row):
    """What grounding decided. Checks and metadata are JSON in a text, as the table has them."""

    captured_at: Moment
    verdict: Verdict
    reason: Text
    source: Origin
    source_id: Name
    act: Act
    observation: Literal[""] | Json[ObservationRow]
    turn: Literal[""] | Json[TurnRow]
    earned: Annotated[int, Field(ge=0, le=3)]
    horizon: Name
    similarity: float = Field(ge=-1, le=1, allow_inf_nan=False)
    conflict: Name
    passed: Json[list[str]]
    failed: Json[list[str]]
    metadata: Annotated[Json[dict[str, object]], AfterValidator(lambda value: snapshot(value, "metadata"))]
    session: Name = ""
    citations: tuple[CitationRow, ...] = Field(max_length=100)

    @model_validator(mode="after")
    def _ordinals_differ(self) -> Self:
        if len({citation.ordinal for citation in self.citations}) < len(self.citations):
            raise ValueError("two citations have one ordinal")
        return self


class AnchorRow(_Row):
    """A commit or file that a memory hangs on."""

    commit_sha: Hex
    patch_id: Hex
    path: Text
    blob: Hex
    made_at: Annotated[int, Field(ge=0, le=10**12)] = 0
    lines: Annotated[str, StringConstraints(max_length=10_000, pattern=r'^\[("[0-9a-f]{1,64}"(, )?)*\]$')] | None = None
    apart: Flag = 1


class ReplacementRow(_Row):
    """A memory whose place another one takes."""

    id: Id
    how: Change


class ConfirmationRow(_Row):
    """A claim that says the same as a memory."""

    what: Name
    at: Moment
    independent: Flag = 0


class ExportedMemory(_Row):
    """One memory with its history, oldest first."""

    memory: MemoryRow
    beliefs: tuple[BeliefRow, ...] = Field(min_length=1, max_length=10_000)
    validations: tuple[ValidationRow, ...] = Field(max_length=1_000)
    anchors: tuple[AnchorRow, ...] = Field(max_length=1_000)
    replaces: tuple[ReplacementRow, ...] = Field(max_length=1_000)
    confirmations: tuple[ConfirmationRow, ...] = Field(default=(), max_length=100)
    contradicts: tuple[Text, ...] = Field(default=(), max_length=100)

    @model_validator(mode="after")
    def _one_belief_holds(self) -> Self:
        if [belief.retracted_at == "" for belief in self.beliefs] != [False] * (len(self.beliefs) - 1) + [True]:
            raise ValueError("the last belief, and no other, must be the one that holds")
        return self


def problem(value: object) -> str:
    """The first problem of an exported line, with its place; empty where there is none."""
    try:
        ExportedMemory.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        location = ".".join(str(part) for part in first["loc"])[:100]
        return f"{location or 'it'}: {first['msg']}"
    return ""
