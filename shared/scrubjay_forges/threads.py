"""One discussion as a thread: its head and its texts in order, each with its author, time, place and kind."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import NotFound
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.of_extensions import NamedText
from scrubjay.model.view import View
from scrubjay.search.history.authors import People
from scrubjay.text.references import mention
from scrubjay_forges.beside import BesideDocuments
from scrubjay_forges.discussions.views import HIDDEN, part_marks, title_mark
from scrubjay_forges.search import NOTHING_KEPT, Discussions, SaidFacts, freshness_text, place_of, said_as, state_of

if TYPE_CHECKING:
    from scrubjay_forges.discussions.stored import Discussion, StoredPart
    from scrubjay_forges.discussions.views import Standing


MOST_PARTS: Final = 1_000
"""Texts of a discussion that are read."""

NAMED: Final = 20
"""Labels and files that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A discussion as a view shows it. `named` says whether people are named; `left` counts texts beyond the limit,
    `edited` those that were there on the view's date in other words.
    """

    head: "Discussion"
    standing: "Standing"
    parts: "tuple[StoredPart, ...]"
    named: bool = True
    left: int = 0
    edited: int = 0

    @property
    def label(self) -> str:
        """The name by which texts name the discussion."""
        return self.head.ref.label


class ThreadReader:
    """Reads single discussions of a project. `named` says whether people are named."""

    def __init__(self, discussions: Discussions, people: People) -> None:
        self._discussions = discussions
        self._people = people

    def find(self, name: str, view: View) -> Thread | None:
        """The thread of a discussion named `#12`, `GH-12` or `owner/repo#12`; None for what is no such name.

        Raises NotFound for one that is kept and that the view doesn't show.
        """
        named = mention(name)
        if named is None or not self._discussions.exists():
            return None
        store = self._discussions.store
        ref = store.find(named)
        head = store.head(ref) if ref is not None else None
        if ref is None or head is None:
            return None
        (standing,) = self._discussions.views.standing(view, [head]).values()
        if standing in HIDDEN:
            raise NotFound(f"{ref.label} {_why_hidden(head, standing, view)}")
        then = view.committed_at if view.as_of else ""
        parts = store.parts(ref, limit=MOST_PARTS + 1)
        there = [part for part in parts[:MOST_PARTS] if not then or part.created_at <= then]
        said = tuple(part for part in there if not then or part.said_at <= then)
        left = len(store.parts(ref, offset=MOST_PARTS)) if len(parts) > MOST_PARTS else 0
        edited = len(there) - len(said)
        return Thread(head=head, standing=standing, parts=said, named=self._people.named, left=left, edited=edited)

    def missing(self, name: str) -> NotFound | None:
        """The error for a name of a discussion that isn't kept; None for any other name."""
        named = mention(name)
        if named is None:
            return None
        there = self._discussions.store.repositories() if self._discussions.exists() else ()
        if not there:
            return NotFound(f"{name.strip()[:100]} names a discussion, and {NOTHING_KEPT}.")
        kept = "; ".join(freshness_text(one.name, one.fresh) for one in there[:5])
        return NotFound(
            f"{name.strip()[:100]} isn't kept here ({kept}). `scrubjay forge sync` reads what is new; "
            'search_knowledge with kinds=["issue","pull_request"] finds discussions by words.'
        )


class ThreadTexts:
    """Gives discussions as texts, by name, with what names them below."""

    def __init__(self, thread_reader: ThreadReader, beside: BesideDocuments) -> None:
        self._threads = thread_reader
        self._beside = beside
        self.missing = thread_reader.missing

    def read(self, name: str, view: View) -> NamedText | None:
        """The text of the discussion with a name; None for no such name here. Raises NotFound as `find` does."""
        thread = self._threads.find(name, view)
        if thread is None:
            return None
        return NamedText(thread.label, thread_text(thread), lambda: self._beside.naming(view, thread.head.ref))


def thread_text(thread: Thread) -> str:
    """A discussion as Markdown: a section for each text, whose lines are quoted, so that none passes for another's."""
    head = thread.head
    facts = SaidFacts(thread.parts[0], head, thread.standing) if thread.parts else None
    state = " ".join(state_of(facts)) if facts else head.state
    kind = f"{'draft ' if head.draft else ''}{head.kind.replace('_', ' ')}"
    about = [
        f"{kind} {thread.label}",
        state,
        thread.standing,
        f"opened {head.created_at[:10]}{_author_text(head.author, thread)}",
        title_mark(head),
    ]
    if thread.standing != "state then unknown":
        about.append(head.merged_as)
    lines = [f"# {head.title}", "", " · ".join(filter(None, about)), freshness_text(head.ref.repository, head.fresh)]
    lines += [
        f"{what}: {_first_names(names)}" for what, names in (("labels", head.labels), ("files", head.files)) if names
    ]
    for part in thread.parts:
        lines += ["", f"## {_heading(part, thread)}", "", *(f"> {line}".rstrip() for line in _body(part))]
    if thread.edited:
        lines += ["", f"({counted(thread.edited, 'text')} left out: edited since, and the words of then aren't kept)"]
    if thread.left:
        lines += ["", f"({counted(thread.left, 'later text')} left out)"]
    return "\n".join(lines)


def thread_as_object(thread: Thread) -> dict[str, Any]:
    """A discussion as plain values, in the form that `forge show --json` has."""
    head = thread.head
    return {
        "discussion": thread.label, "repository": head.ref.repository, "number": head.ref.number, "kind": head.kind,
        "title": head.title, "title_by_member": head.member,
        "state": "" if thread.standing == "state then unknown" else head.state,
        "standing": thread.standing, "draft": head.draft, "author": head.author if thread.named else "",
        "created_at": head.created_at, "closed_at": head.closed_at, "merge_commit": head.merge_commit,
        "merge_commit_found_by": head.found_by,
        "labels": list(head.labels), "files": list(head.files), "as_of": head.as_of, "left_out": thread.left,
        "texts": [
            {
                "key": part.key, "role": part.role, "author": part.author if thread.named else "",
                "member": part.member, "answered_at": part.answered_at, "verdict": part.verdict,
                "place": place_of(part), "created_at": part.created_at, "suspicious": part.suspicious,
                "hidden": part.hidden, "text": part.text,
            }
            for part in thread.parts
        ],
    }  # fmt: skip


def _heading(part: "StoredPart", thread: Thread) -> str:
    """The heading of a text: author, time, kind and place, and marks."""
    where = f" on {place_of(part)}" if part.path else ""
    who = part.author if thread.named and part.author else "somebody"
    said = f"{said_as(part)}{where}".strip()
    return " · ".join(filter(None, [who, part.created_at[:16].replace("T", " "), said, *part_marks(part)]))


def _author_text(author: str, thread: Thread) -> str:
    """ " by" and the author, where people are named."""
    return f" by {author}" if author and thread.named else ""


def _first_names(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"


def _body(part: "StoredPart") -> list[str]:
    """The lines of a text, or a note that it is empty."""
    return part.text.strip().split("\n") if part.text.strip() else ["(no text)"]


def _why_hidden(head: "Discussion", standing: "Standing", view: View) -> str:
    """Why a view doesn't show a discussion, and how to see it."""
    if standing == "not opened yet":
        then = f"{view.as_of[:40]} ({view.committed_at[:10]})"
        return f"was opened on {head.created_at[:10]}, after {then}. Ask without as_of."
    return (
        f"was merged as {head.merge_commit[:10]}, which {view.short} doesn't hold. "
        "Ask with as_of of a commit that does, or switch to its branch."
    )
