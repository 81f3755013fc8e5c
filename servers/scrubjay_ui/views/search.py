"""The pages of Search: the answer, why something isn't in it, and a document."""

import re

from starlette.responses import Response

from scrubjay.app import Workspace
from scrubjay.errors import NotFound, UnsafePath, UsageError
from scrubjay.knowledge.documents.explain import explained
from scrubjay.knowledge.index.kinds import SEARCH_KINDS
from scrubjay.knowledge.retrieval.recipes import RECIPES
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import WORDS
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.pattern import MEMORY_ID, pattern
from scrubjay.search.recall.absence import AbsenceReason
from scrubjay_ui.views.search_queries import LIMITS, SearchQuestion, found, found_everywhere, moments, question_of
from scrubjay_ui.visit import Visit


@dataclass(frozen=True, slots=True)
class ExplainedMemory:
    """A memory, and why it is or isn't in answers, in words."""

    memory: Memory
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyAnswer:
    """What is known about something that wasn't found: as a path, as a memory, and as a question."""

    path: tuple[tuple[str, str], ...]
    memory: ExplainedMemory | None
    reasons: tuple[AbsenceReason, ...]


def why_not(workspace: Workspace, question: SearchQuestion, *, person: bool) -> WhyAnswer:
    """Explain a question that may be a path or a memory's id as well. Raises UsageError, UnknownRevision.

    A `person` is told whether what is quarantined holds its words.
    """
    return WhyAnswer(
        path=_path_state(workspace, question.query),
        memory=_explained_memory(workspace, question.query),
        reasons=workspace.why_not.reasons(question.request(), person=person) if question.asked else (),
    )


def _path_state(workspace: Workspace, text: str) -> tuple[tuple[str, str], ...]:
    """The state of a path, where a text looks like one."""
    if not text or len(text.split()) != 1 or not re.search(r"[/.]", text):
        return ()
    try:
        explanation = workspace.documents.explain(text)
    except UnsafePath as error:
        return (("path", str(error)),)
    return tuple(explained(explanation, workspace.documents.view().short))


def _explained_memory(workspace: Workspace, text: str) -> ExplainedMemory | None:
    """The memory that a text names by its id, explained; None where it names none."""
    if not re.fullmatch(MEMORY_ID, text):
        return None
    try:
        memory = workspace.memories.get(text)
    except (NotFound, UsageError):
        return None
    return ExplainedMemory(memory, _standing(workspace, memory))


def _standing(workspace: Workspace, memory: Memory) -> tuple[str, ...]:
    """Why a memory is or isn't in answers."""
    shown = workspace.memories.of_ids([memory.id])
    reasons = {
        MemoryStatus.ACTIVE: "it counts",
        MemoryStatus.HELD: "it is held: it waits for a person, and is in no answer until then",
        MemoryStatus.FADED: "it faded: its time is over, and only a search among memories finds it",
        MemoryStatus.FORGOTTEN: "it is forgotten: its words are gone",
    }
    told = [reasons.get(memory.status, f"it is {memory.status}: it is in no answer about now")]
    if memory.belief.reason:
        told.append(f"because: {memory.belief.reason}")
    if memory.status is MemoryStatus.ACTIVE:
        hidden = memory.id not in shown
        told.append(f"HEAD doesn't show it: it was learned on {memory.branch}" if hidden else "HEAD shows it")
    if memory.valid_until:
        told.append(f"it holds until {memory.valid_until[:10]}")
    return tuple(told)


LINES_PER_PAGE = 1_000
CHARACTERS_PER_PAGE = 150_000
LONGEST_LINE = 5_000
"""Characters of a line that are shown; a longer one says how many are left."""

_RANGE = pattern(r"(\d{1,7})(?:-(\d{1,7}))?")


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a document; `marked` where the address points to it."""

    number: int
    text: str
    marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocument:
    """A page of a document: where it is from, its lines, and the first lines of the pages before and after."""

    path: str
    revision: str
    commit: str
    day: str
    total: int
    lines: tuple[NumberedLine, ...]
    before: int
    after: int


def read_document(workspace: Workspace, path: str, revision: str, wanted: str, start: int) -> ReadDocument:
    """A page of a document at a revision, HEAD where none is named. Raises NotFound, UnsafePath, UnknownRevision."""
    view = workspace.documents.view(revision)
    document = workspace.documents.text(view, path)
    first, last = _range(wanted)
    start = start or max(1, first - 20 if first > LINES_PER_PAGE // 2 else 1)
    texts = document.text.split("\n")
    lines: list[NumberedLine] = []
    room = CHARACTERS_PER_PAGE
    for number, text in enumerate(texts[start - 1 : start - 1 + LINES_PER_PAGE], start):
        shown = text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]} … ({len(text) - LONGEST_LINE} more)"
        room -= len(shown)
        if room < 0 and lines:
            break
        lines.append(NumberedLine(number, shown, marked=first <= number <= last))
    end = lines[-1].number if lines else start
    return ReadDocument(
        path=document.path, revision=revision, commit=view.commit, day=view.committed_at[:10], total=len(texts),
        lines=tuple(lines), before=max(1, start - LINES_PER_PAGE) if start > 1 else 0,
        after=end + 1 if end < len(texts) else 0,
    )  # fmt: skip


def _range(wanted: str) -> tuple[int, int]:
    """The first and last of some lines, as "3-9" names them; none for anything else."""
    match = _RANGE.fullmatch(wanted)
    if match is None:
        return 0, 0
    return int(match[1]), int(match[2] or match[1])


def search(visit: Visit) -> Response:
    """The page that answers the question of the address; without one the form alone."""
    question, workspace = question_of(visit), visit.workspace
    return visit.page(
        "search/page.html", title="Search", question=question, kinds=SEARCH_KINDS, grades=WORDS, limits=LIMITS,
        recipes=tuple(RECIPES), usual=workspace.settings.retrieval.recipe, moments=moments(workspace),
        found=found(workspace, question) if question.asked else None,
    )  # fmt: skip


def why(visit: Visit) -> Response:
    """The page on why the question of the address found nothing, or not what was expected."""
    question = question_of(visit)
    explained = why_not(visit.workspace, question, person=visit.writes) if question.asked else None
    return visit.page("search/why.html", title="Why not found?", question=question, why=explained)


def everywhere(visit: Visit) -> Response:
    """The page that answers from all projects; only a page that a person started asks them."""
    visit.may("search all projects", "scrubjay search --all-projects QUERY")
    question = question_of(visit)
    answer = found_everywhere(visit.home, question) if question.asked else None
    return visit.page(
        "search/everywhere.html", title="Search all projects", question=question, kinds=SEARCH_KINDS, found=answer
    )


def document(visit: Visit) -> Response:
    """The page of a document at a revision, its lines numbered."""
    start = visit.number("from", 0, 0, 9_999_999)
    read = read_document(visit.workspace, visit.text("path"), visit.text("rev"), visit.text("lines"), start)
    return visit.page("search/document.html", title=read.path, document=read, wanted=visit.text("lines"))
