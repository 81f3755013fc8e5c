"""The page of one discussion, and the list of what is kept of forges."""

from typing import Final

from starlette.responses import Response

from scrubjay.app import Workspace
from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass
from scrubjay_forges.api import (
    Discussion,
    ForgeRepository,
    NamingPassage,
    StoredPart,
    part_marks,
    place_of,
    said_as,
    title_mark,
    titled,
)
from scrubjay_forges.services import ForgeServices
from scrubjay_ui.visit import Visit

A_PAGE: Final = 50
"""Texts of a page."""

MOST_CHARACTERS: Final = 120_000
"""Of all texts of a page; each may have its share of them, at least LEAST."""

LEAST: Final = 2_000

MOST_TITLE: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownText:
    """A text of a thread: `said` is its role, `place` the code lines that it is about, `left` how much was cut off."""

    author: str
    said: str
    at: str
    text: str
    marks: tuple[str, ...]
    place: str
    path: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscussionPage:
    """A discussion in the view of HEAD; `told` is its state there, `named_by` and `others` are what names it.

    `title_mark` is what must be known of whoever gave its title, `others` come with their titles as they are told.
    """

    head: Discussion
    title_mark: str
    author: str
    told: str
    texts: tuple[ShownText, ...]
    named_by: tuple[NamingPassage, ...]
    others: tuple[tuple[Discussion, str], ...]
    number: int
    last: int


def kept_repositories(workspace: Workspace) -> tuple[ForgeRepository, ...]:
    """Every repository of a forge whose discussions are kept."""
    forges = ForgeServices.of(workspace)
    return forges.discussion_store.repositories() if forges.discussions.exists() else ()


def discussion_page(workspace: Workspace, name: str, number: int) -> DiscussionPage:
    """A page of a thread, by OWNER/NAME/NUMBER with or without its host; !NUMBER for a merge request of GitLab.

    Raises NotFound.
    """
    repository, _, last = name.rpartition("/")
    kept = ForgeServices.of(workspace).open_discussions()
    ref = kept.ref(f"{repository}{'' if last.startswith('!') else '#'}{last}") if kept else None
    head = kept.head(ref) if kept and ref else None
    if kept is None or ref is None or head is None:
        raise NotFound(f"No discussion {name[:200]} is kept here. `scrubjay forge list` shows what is.")
    view, people, named_by = workspace.documents.view(), workspace.people, ForgeServices.of(workspace).named_by

    parts = kept.parts(ref)
    shown = parts[(number - 1) * A_PAGE : number * A_PAGE]
    room = max(LEAST, MOST_CHARACTERS // max(1, len(shown)))
    return DiscussionPage(
        head=head,
        title_mark=title_mark(head),
        author=people.author(head.author),
        told=kept.told(head, view),
        texts=tuple(_shown_text(part, people.author(part.author), room) for part in shown),
        named_by=named_by.of(ref, view),
        others=tuple((other, titled(other, MOST_TITLE)) for other in named_by.others(ref, view)),
        number=number,
        last=max(1, -(-len(parts) // A_PAGE)),
    )


def _shown_text(part: StoredPart, author: str, room: int) -> ShownText:
    return ShownText(
        author=author,
        said=said_as(part),
        at=part.created_at,
        text=part.text[:room],
        marks=part_marks(part),
        place=place_of(part),
        path=part.path,
        left=max(0, len(part.text) - room),
    )


def discussions(visit: Visit) -> Response:
    """The page of the forges' repositories whose discussions are kept, with their counts and how fresh they are."""
    return visit.page("discussion/all.html", title="Discussions", kept=kept_repositories(visit.workspace))


def discussion(visit: Visit) -> Response:
    """The page of one discussion, one part of its thread at a time."""
    found = discussion_page(visit.workspace, visit.params["name"], visit.number("page", 1, 1, 9_999))
    return visit.page("discussion/page.html", title=f"{found.head.ref.label} {found.head.title}", found=found)
