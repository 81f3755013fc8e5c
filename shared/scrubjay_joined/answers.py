"""A server's answer to a question as values: types and bounds checked, each text masked, visible and cut. Pure."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.knowledge.retrieval.operators import PathFilter
from scrubjay.model.far import FarAnswer, FarFit, FarHit, FarRequest
from scrubjay.model.frozen import replace
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_joined.errors import NotATeamServer

LONGEST_TEXT: Final = 8_000
"""Characters of a hit's text: more than a passage has."""

LONGEST_NAME: Final = 300
MOST_LINES: Final = 10
"""Marks and grounds of a hit."""

MOST_NOTES: Final = 3
"""Notes of an answer, and what was degraded in it: they stand in the first lines of each."""

MOST_HITS: Final = 100
MARGIN: Final = 200
"""Characters behind the end that are looked at, so that a secret which is cut in two is still seen."""

ID_DIGITS: Final = 12


def _shown(most: int) -> AfterValidator:
    return AfterValidator(lambda text: visible(masked_text(text[: most + MARGIN])[:most]))


def _line(most: int) -> AfterValidator:
    return AfterValidator(lambda text: visible(masked_text(text[: most + MARGIN])[:most]).replace("\n", " "))


def first(most: int) -> BeforeValidator:
    return BeforeValidator(lambda value: value[:most] if isinstance(value, list) else value)


Text = Annotated[str, _shown(LONGEST_TEXT)]
WholeText = Annotated[str, _shown(10_001)]
"""A memory's words uncut: one character above the longest, so that what is cut is seen to be too long."""
TurnText = Annotated[str, _shown(24_000)]
"""What was said in a turn: as long as a home keeps one."""
Name = Annotated[str, _line(LONGEST_NAME)]
"""On one line: no name of another's makes a line that looks like an answer's own."""
Lines = Annotated[list[Name], first(MOST_LINES)]
Notes = Annotated[list[Name], first(MOST_NOTES)]
Digits = Annotated[str, Field(pattern=r"^[0-9a-f]{0,64}$")]
Line = Annotated[int, Field(ge=0, le=10**9)]


class WireModel(BaseModel):
    """What comes from a server: what isn't named is left aside."""

    model_config = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False)


Form = TypeVar("Form", bound=WireModel)


def read(form: type[Form], said: Mapping[str, Any]) -> Form:
    """What a server said, in a form. Raises NotATeamServer for anything else."""
    try:
        return form.model_validate(dict(said))
    except ValidationError as error:
        where = ".".join(map(str, error.errors(include_url=False, include_input=False)[0]["loc"]))
        raise NotATeamServer(f"What the team's server answered can't be read ({visible(where)[:80]}).") from None


class WireHit(WireModel):
    """A hit as a server gives it."""

    kind: Literal["document", "decision", "incident", "code", "memory"]
    title: Name = ""
    text: Text
    date: Name = ""
    id: Digits = ""
    path: Name = ""
    blob: Digits = ""
    author: Name = ""
    start_line: Line = 0
    end_line: Line = 0
    heading: Name = ""
    status: Name = ""
    grade: Literal["", "told", "quoted", "said"] = ""
    grounds: Lines = []
    marks: Lines = []
    score: float = 0.0
    repository: Name = ""
    commit: Digits = ""
    version: Line = 0
    told_by: Name = ""
    told_at: Name = ""

    def value(self) -> FarHit:
        """The hit as the core takes it."""
        values = self.model_dump(exclude={"grounds", "marks"})
        if self.id and not self.title.endswith(self.id[:ID_DIGITS]):
            values["title"] = f"memory {self.id[:ID_DIGITS]}"
        return FarHit(**values, marks=tuple(self.marks), grounds=tuple(self.grounds))


Hits = Annotated[list[WireHit], first(MOST_HITS)]


class WireAnswer(WireModel):
    """The answer to a question as a server gives it."""

    hits: Hits
    memories: Hits
    below: Hits = []
    more: bool = False
    documents_fit: FarFit
    memories_fit: FarFit
    degraded: Notes = []
    notes: Notes = []


def answer_of(called: str, wire: WireAnswer) -> FarAnswer:
    """The answer as the core takes it: documents without an id, memories with one."""
    return FarAnswer(
        called=called, hits=tuple(one.value() for one in wire.hits if not one.id),
        memories=tuple(one.value() for one in wire.memories if one.id),
        below=tuple(one.value() for one in wire.below), more=wire.more, documents_fit=wire.documents_fit,
        memories_fit=wire.memories_fit, degraded=tuple(wire.degraded), notes=tuple(wire.notes),
    )  # fmt: skip


def asked_for(answer: FarAnswer, request: FarRequest) -> FarAnswer:
    """The answer without hits of other kinds or places than were asked for."""
    below = PathFilter(request.path) if request.path else None

    def fits(hit: FarHit) -> bool:
        placed = not request.placed or (hit.repository == answer.here and (below is None or below.holds(hit.path)))
        return placed and (hit.kind == MEMORY) == bool(hit.id) and (not request.kinds or hit.kind in request.kinds)

    return replace(
        answer, hits=tuple(filter(fits, answer.hits)), memories=tuple(filter(fits, answer.memories)),
        below=tuple(filter(fits, answer.below)),
    )  # fmt: skip
