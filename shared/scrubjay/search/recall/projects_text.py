"""The answer of several projects as Markdown: a line for each project, then hits, each with its project and folder."""

from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.fitness import NOTES
from scrubjay.search.recall.projects import PlacedHit, ProjectAnswer, ProjectsAnswer
from scrubjay.search.recall.render import (
    MEMORIES,
    block_of,
    echoed,
    fit_notes,
    how,
    joined_parts,
    moment,
    people_line,
)
from scrubjay.text.telling import telling_words

OWN = "your own memory"


def render_projects(found: ProjectsAnswer) -> str:
    """Render an answer; a person asks, so no budget binds it."""
    words = telling_words(found.request.wording)
    parts = ["\n".join(standing(found))]
    if not found.hits and not found.memories:
        return "\n\n".join([*parts, f"Nothing fits {echoed(found.request.query)!r} in any of them."])
    parts += [_block(placed, words) for placed in found.hits]
    if found.memories:
        parts += [MEMORIES, *(_block(placed, words) for placed in found.memories)]
    return "\n\n".join(parts)


def standing(found: ProjectsAnswer) -> list[str]:
    """What holds for all of the answer, then a line for each working tree that was searched."""
    first = joined_parts(NOTES[found.fit], *found.notes)
    return [*([first] if first else ()), *(line for one in found.answers for line in _lines(one))]


def _lines(one: ProjectAnswer) -> list[str]:
    """A project's name and folder, where it stands, what is missing in its answer; who knows, and how it was ranked."""
    answer = one.answer
    named = (one.project.name, shown(str(answer.view.worktree)))
    lines = [joined_parts(*named, *moment(answer.view), answer.view.replaced, *fit_notes(answer))]
    if answer.people:
        lines.append(people_line(answer))
    if answer.request.detail == "full":
        lines.append(how(answer.recipe, answer.steps, answer.candidates, answer.milliseconds))
    return lines


def label(placed: PlacedHit) -> str:
    """Which project a hit is of, and in which folder it stands."""
    return joined_parts(placed.project, placed.folder) or OWN


def _block(placed: PlacedHit, words: frozenset[str]) -> str:
    return f"{label(placed)} · {block_of(placed.origin.answer, placed.hit, words).whole}"
