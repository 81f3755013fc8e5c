"""The pages of decisions: all of them with a timeline, and one of them at any revision."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

from starlette.responses import Response

from scrubjay.errors import GitFailed, NotFound
from scrubjay.git.history import file_history
from scrubjay.git.uncommitted import dirty_files
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.documents.values import DocumentText, records_named
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory
from scrubjay.model.view import View
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay_ui.views.decisions_queries import SORTS, ShownDecision, citing, decision_page, described
from scrubjay_ui.visit import Visit


def decisions(visit: Visit) -> Response:
    """The page of the decisions that pass the filters, newest first unless another order is asked for."""
    filters = DecisionFilters(
        status=visit.text("status", "all"), since=visit.text("since"), words=visit.text("q")[:200],
        path=visit.text("path"),
    )  # fmt: skip
    sort, order = visit.choice("sort", SORTS, "date"), visit.choice("order", ("up", "down"), "down")
    number = visit.number("page", 1, 1, 100_000)
    found = decision_page(visit, filters, sort=sort, up=order == "up", number=number)
    return visit.page(
        "decisions/page.html", title="Decisions", found=found, filters=filters, sort=sort, order=order, number=number,
        as_of=visit.text("as_of"),
    )  # fmt: skip


def decision(visit: Visit) -> Response:
    """The page of one decision, at HEAD or a revision, or of the difference of two revisions."""
    one = found_decision(visit, visit.params["name"])
    at, old, new = visit.text("at"), visit.text("from"), visit.text("to")
    change = compared(visit, one, old or "HEAD", new or "HEAD") if old or new else None
    shown = one.decision
    title = shown.title if shown.name == shown.title else f"{shown.name} {shown.title}"
    return visit.page(
        "decisions/one.html", title=title, one=one, text=None if change else text_at(visit, one, at), change=change,
        at=at, old=old, new=new, citing=citing(visit, shown.path) if visit.has("graph") else None,
    )  # fmt: skip


MOST_LINES: Final = 3_000
"""Lines of one text that are compared: difflib may need the square of them."""

MOST_SHOWN: Final = 1_500
AROUND: Final = 3


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A line: its number in the old and in the new text, or 0; `sign` is "+", "−", "" for both, "…" for a gap."""

    old: int
    new: int
    sign: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class TextDifference:
    """The lines that differ, with some around them. `cut`: there is more than is shown, or was compared."""

    lines: tuple[DifferenceLine, ...]
    added: int
    removed: int
    cut: bool


def difference(old: str, new: str) -> TextDifference:
    """Compare two texts line by line."""
    before, after = old.split("\n"), new.split("\n")
    cut = max(len(before), len(after)) > MOST_LINES
    lines = tuple(_difference_lines(before[:MOST_LINES], after[:MOST_LINES]))
    signs = [line.sign for line in lines]
    return TextDifference(lines[:MOST_SHOWN], signs.count("+"), signs.count("−"), cut or len(lines) > MOST_SHOWN)


def _difference_lines(old: list[str], new: list[str]) -> Iterator[DifferenceLine]:
    for number, group in enumerate(SequenceMatcher(None, old, new).get_grouped_opcodes(AROUND)):
        if number:
            yield DifferenceLine(0, 0, "…")
        for tag, start, end, begin, stop in group:
            if tag == "equal":
                for at, text in enumerate(old[start:end]):
                    yield DifferenceLine(start + at + 1, begin + at + 1, "", text)
                continue
            yield from (DifferenceLine(start + at + 1, 0, "−", text) for at, text in enumerate(old[start:end]))
            yield from (DifferenceLine(0, begin + at + 1, "+", text) for at, text in enumerate(new[begin:stop]))


MOST_COMMITS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionCommit:
    """A commit that changed the record, as people are shown; `path` is the record's at that commit."""

    sha: str
    at: str
    author: str
    subject: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionText:
    """The record's text at a revision, and the status that it gave itself then. `at` is the commit."""

    text: DocumentText
    at: str
    committed_at: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OneDecision:
    """A decision of a view. `unread`: why its commits can't be told; `dirty`: its file has uncommitted changes."""

    view: View
    decision: ShownDecision
    commits: tuple[DecisionCommit, ...]
    more: bool
    unread: str
    dirty: bool
    memories: tuple[Memory, ...]
    grades: Mapping[str, str]


def found_decision(visit: Visit, name: str) -> OneDecision:
    """The decision of a path, or with a name such as ADR-004. Raises NotFound."""
    workspace = visit.workspace
    documents = workspace.documents
    view, _ = workspace.recall.searchable.current()
    entries = documents.decisions(view)
    entry = _decision_named(entries, documents.records(view).by_path, name)
    commits, unread = _commits(visit, view, entry.path)
    memories = workspace.memories.citing(entry.path, view.commit)
    grades = workspace.grades.grades_only([memory.id for memory in memories], view)
    return OneDecision(
        view=view,
        decision=described([entry], entries)[0],
        commits=commits[:MOST_COMMITS],
        more=len(commits) > MOST_COMMITS,
        unread=unread,
        dirty=bool(dirty_files(workspace.git, view.worktree, {entry.path: entry.blob})),
        memories=memories,
        grades={id: str(grade) for id, grade in grades.items()},
    )


def text_at(visit: Visit, one: OneDecision, revision: str) -> DecisionText:
    """The record's text at a revision, under the path that it had. Raises UnknownRevision, NotFound."""
    documents = visit.workspace.documents
    view = documents.view(revision)
    paths = [commit.path for commit in one.commits if commit.sha == view.commit]
    present = {file.path for file in view.files}
    known = [*paths, one.decision.path, *(commit.path for commit in one.commits)]
    text = documents.text(view, next((path for path in known if path in present), one.decision.path))
    parsed = parse_decision(text.path, text.text, text.format)
    status = parsed.status if parsed else ""
    return DecisionText(text=text, at=view.commit, committed_at=view.committed_at, status=status)


def compared(visit: Visit, one: OneDecision, old: str, new: str) -> tuple[DecisionText, DecisionText, TextDifference]:
    """How the record's texts at two revisions differ."""
    before, after = text_at(visit, one, old), text_at(visit, one, new)
    return before, after, difference(before.text.text, after.text.text)


def _decision_named(entries: Sequence[DecisionEntry], by_path: Mapping[str, DecisionEntry], name: str) -> DecisionEntry:
    """The decision of a path or name. Raises NotFound for none, and for several."""
    if name in by_path:
        return by_path[name]
    found = records_named(entries, name)
    if len(found) > 1:
        places = ", ".join(entry.path for entry in found[:5])
        raise NotFound(f"{name[:80]} means several decisions: {places}. Open one by its path.")
    if not found:
        raise NotFound(f"No decision is called {name[:80]!r} at HEAD. The list of decisions shows every one.")
    return found[0]


def _commits(visit: Visit, view: View, path: str) -> tuple[tuple[DecisionCommit, ...], str]:
    """The commits that changed a record, newest first, one more than are shown."""
    workspace = visit.workspace
    people = workspace.people
    try:
        listed = file_history(workspace.git, path, MOST_COMMITS + 1)
    except GitFailed as error:
        return (), str(error)
    return tuple(
        DecisionCommit(
            sha=commit.sha,
            at=commit.committed_at,
            author=people.author(commit.author),
            subject=people.text(commit.subject, view.commit)[:200],
            path=commit.paths[0] if commit.paths else path,
        )
        for commit in listed
    ), ""
