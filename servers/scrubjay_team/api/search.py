"""POST /search: an answer as plain values, from which a reader far away makes its own."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from pydantic import Field

from scrubjay.model.clock import iso
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.fitness import Fit
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay.search.recall.answer import RecallHit

Q = load(__package__)

MOST_HITS = 100

Words = Annotated[str, Field(max_length=20_000)]
Short = Annotated[str, Field(max_length=1_000)]


class SearchBody(ApiBody):
    """A question. `kinds` empty: all; `path` is a folder, file or glob; `as_of` a mirrored tag.

    `project` is the name of a granted project, empty for all of them.
    """

    query: Words
    also_ask: tuple[Words, ...] = Field((), max_length=20)
    kinds: tuple[Short, ...] = Field((), max_length=50)
    path: Short = ""
    limit: int = Field(8, ge=1, le=MOST_HITS)
    as_of: Short = ""
    project: Short = ""


class ApiSearchHit(ApiAnswer):
    """A hit: its text, where it stands, and what speaks for or against it, as a home's own hit has it.

    `worth` is told, quoted or said, and `grade` the same for memories alone, whose `author` is the member's name and
    `version` the one to change them at; it is 0 else. A told one has who said so on the server's page, and when.
    """

    kind: str
    title: str
    text: str
    date: str
    id: str
    path: str
    blob: str
    author: str
    start_line: int
    end_line: int
    heading: str
    status: str
    replaces: tuple[str, ...]
    also: tuple[str, ...]
    older: tuple[str, ...]
    grade: str
    worth: str
    source: str
    grounds: tuple[str, ...]
    marks: tuple[str, ...]
    score: float
    discussion: str
    place: str
    dated_by: str
    repository: str
    commit: str
    version: int
    told_by: str
    told_at: str


class ApiSearchAnswer(ApiAnswer):
    """Hits in order, then memories; what is nearest where nothing fits; and how well the best of each fits.

    `at` says of which team and repositories it is, `degraded` what it lacks.
    """

    at: str
    hits: tuple[ApiSearchHit, ...]
    memories: tuple[ApiSearchHit, ...]
    below: tuple[ApiSearchHit, ...]
    more: bool
    documents_fit: Fit
    memories_fit: Fit
    degraded: tuple[str, ...]
    notes: tuple[str, ...]
    exact: tuple[str, ...]
    not_read: dict[str, int]
    embedded: float


def search(call: ApiCall, body: SearchBody) -> ApiSearchAnswer:
    """Search what is granted."""
    place = call.as_tool(body.project).addressed(body.path)
    request = RecallRequest(
        query=body.query, also_ask=body.also_ask, kinds=body.kinds, path=place.path, limit=body.limit,
        as_of=body.as_of, detail="whole",
    )  # fmt: skip
    found = call.services.recall.search(call.entered, request, place.repo)
    ids = [UUID(hit.id) for hit in (*found.memories, *found.below) if hit.id]
    rows = call.entered.connection.execute(Q.written_by, {"ids": ids}).fetchall() if ids else []
    whose = {row["id"].hex: _whose(row) for row in rows}

    def shown(hits: "Iterable[RecallHit]") -> tuple[ApiSearchHit, ...]:
        return tuple(_hit(hit, whose.get(hit.id, {})) for hit in hits)

    return ApiSearchAnswer(
        at=found.view.called,
        hits=shown(found.hits),
        memories=shown(found.memories),
        below=shown(found.below),
        more=found.more,
        documents_fit=found.documents_fit,
        memories_fit=found.memories_fit,
        degraded=found.degraded,
        notes=found.notes,
        exact=found.exact,
        not_read=dict(found.left_out.counts),
        embedded=round(found.embedded, 4),
    )


_OWN = ("worth", "grounds", "author", "version", "told_by", "told_at")


def _whose(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a search's hit has of a memory beside its words."""
    told_at = iso(row["told_at"]) if row["told_at"] else ""
    return {
        "version": row["version"], "author": row["author"] or "", "told_by": row["teller"] or "", "told_at": told_at,
    }  # fmt: skip


def _hit(hit: "RecallHit", whose: Mapping[str, Any]) -> ApiSearchHit:
    values = {name: getattr(hit, name) for name in ApiSearchHit.model_fields if name not in _OWN}
    beside = {"author": hit.author, "version": 0, "told_by": "", "told_at": "", **whose}
    grounds = tuple(ground.text for ground in hit.grounds)
    return ApiSearchHit(**values, **beside, worth=str(hit.worth), grounds=grounds)
