"""Answers of several projects: one ranking over them all, and their form as Markdown."""

from collections.abc import Iterable, Sequence
from heapq import merge
from itertools import accumulate
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.model.frozen import dataclass
from scrubjay.model.project import Project
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.fitness import NOTES, Fit, best_of
from scrubjay.search.recall.parts import PLACES
from scrubjay.search.recall.render import (
    MEMORIES,
    block_of,
    echoed_query,
    fit_notes,
    how,
    joined_parts,
    people_line,
    view_moment,
)
from scrubjay.text.telling import telling_words

APART = "some projects have no vectors yet: theirs stand among the others by rank, not by score"


@dataclass(frozen=True, slots=True)
class ProjectAnswer:
    """The answer of one working tree of a project."""

    project: Project
    answer: RecallAnswer


@dataclass(frozen=True, slots=True)
class SkippedProject:
    """A folder of a project that couldn't be asked, and why."""

    project: Project
    folder: Path
    error: ScrubjayError


@dataclass(frozen=True, slots=True)
class PlacedHit:
    """A hit and the answer that it comes from. The user's own memories belong to no project."""

    origin: ProjectAnswer
    hit: RecallHit

    @property
    def project(self) -> str:
        """The project's name; empty for the user's own memories."""
        return "" if self.hit.own else self.origin.project.name

    @property
    def folder(self) -> str:
        """The path of the working tree; empty for the user's own memories."""
        return "" if self.hit.own else str(self.origin.answer.view.worktree)

    @property
    def key(self) -> tuple[str, ...]:
        """What the same hit has in common in all working trees."""
        hit = self.hit
        return ("" if hit.own else self.origin.project.id, hit.kind, hit.path, hit.blob, hit.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectsAnswer:
    """The hits of all projects in one order, what each answered, and what was not searched."""

    request: RecallRequest
    answers: tuple[ProjectAnswer, ...]
    skipped: tuple[SkippedProject, ...]
    hits: tuple[PlacedHit, ...]
    memories: tuple[PlacedHit, ...]
    fit: Fit
    notes: tuple[str, ...]


def joined_answer(
    request: RecallRequest, answers: Sequence[ProjectAnswer], skipped: Sequence[SkippedProject]
) -> ProjectsAnswer:
    """The answers of all projects as one: at most `limit` hits, each once."""
    hits = ranked([[PlacedHit(origin, hit) for hit in origin.answer.hits] for origin in answers])
    memories = ranked([[PlacedHit(origin, hit) for hit in origin.answer.memories] for origin in answers])
    fit = best_of(origin.answer.fit for origin in answers)
    places = request.limit if all(origin.answer.documents_fit == "nothing" for origin in answers) else PLACES
    bases = {_has_vectors(origin.answer) for origin in answers if origin.answer.hits}
    return ProjectsAnswer(
        request=request,
        answers=tuple(answers),
        skipped=tuple(skipped),
        hits=_each_once(hits)[: request.limit],
        memories=_each_once(memories)[: min(places, request.limit)],
        fit=fit,
        notes=(APART,) if len(bases) > 1 else (),
    )


def ranked(lists: Sequence[Sequence[PlacedHit]]) -> list[PlacedHit]:
    """All hits in one order, which keeps the order of each list.

    Scores are compared: a hit counts at least as much as any that its own answer places behind it, so what is named
    exactly or replaces another keeps its place; of equal ones the newer comes first. A score by words alone says
    nothing beside one by vectors, so answers with and without vectors share the places by rank, each by their number.
    Measured on 260 questions of six repositories: docs/figures.md, "Several projects at once".
    """
    shared: list[tuple[float, PlacedHit]] = []
    for vectors in (True, False):
        alike = [hits for hits in lists if hits and _has_vectors(hits[0].origin.answer) is vectors]
        order = merge(*map(_with_floors, alike), key=lambda pair: (pair[0], pair[1].hit.date), reverse=True)
        shared += [((rank + 0.5) / len(alike), placed) for rank, (_, placed) in enumerate(order)]
    return [placed for _, placed in sorted(shared, key=lambda pair: pair[0])]


def _with_floors(hits: Sequence[PlacedHit]) -> list[tuple[float, PlacedHit]]:
    """Each hit with the highest score among itself and the hits behind it in its list."""
    floors = [*accumulate((placed.hit.score for placed in reversed(hits)), max)]
    return [*zip(reversed(floors), hits, strict=True)]


def _has_vectors(answer: RecallAnswer) -> bool:
    """Whether an answer has hits by vectors."""
    return answer.candidates.get("vector", 0) > 0


def _each_once(hits: Iterable[PlacedHit]) -> tuple[PlacedHit, ...]:
    """The hits in order, without repeated ones."""
    first: dict[tuple[str, ...], PlacedHit] = {}
    for placed in hits:
        first.setdefault(placed.key, placed)
    return tuple(first.values())


OWN = "your own memory"


def render_projects(found: ProjectsAnswer) -> str:
    """Render an answer; a person asks, so no budget binds it."""
    words = telling_words(found.request.wording)
    parts = ["\n".join(project_lines(found))]
    if not found.hits and not found.memories:
        return "\n\n".join([*parts, f"Nothing fits {echoed_query(found.request.query)!r} in any of them."])
    parts += [_hit_text(placed, words) for placed in found.hits]
    if found.memories:
        parts += [MEMORIES, *(_hit_text(placed, words) for placed in found.memories)]
    return "\n\n".join(parts)


def project_lines(found: ProjectsAnswer) -> list[str]:
    """The lines above the hits: one about the whole answer, then those about each working tree."""
    first = joined_parts(NOTES[found.fit], *found.notes)
    return [*([first] if first else ()), *(line for one in found.answers for line in _project_lines(one))]


def _project_lines(one: ProjectAnswer) -> list[str]:
    """The lines about one working tree: its name, folder and state, what its answer lacks, people, and the ranking."""
    answer = one.answer
    named = (one.project.name, shown(str(answer.view.worktree)))
    lines = [joined_parts(*named, *view_moment(answer.view), answer.view.replaced, *fit_notes(answer))]
    if answer.people:
        lines.append(people_line(answer))
    if answer.request.detail == "full":
        lines.append(how(answer.recipe, answer.steps, answer.candidates, answer.milliseconds))
    return lines


def label(placed: PlacedHit) -> str:
    """The project and folder of a hit in words."""
    return joined_parts(placed.project, placed.folder) or OWN


def _hit_text(placed: PlacedHit, words: frozenset[str]) -> str:
    """A hit as text, behind its project's label."""
    return f"{label(placed)} · {block_of(placed.origin.answer, placed.hit, words).whole}"
