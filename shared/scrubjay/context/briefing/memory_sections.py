"""Sections of a briefing: which decisions and which memories it shows, in which order."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from scrubjay.context.briefing.facts import DecisionLine, MemoryLine
from scrubjay.context.briefing.sources import BriefingSources
from scrubjay.knowledge.documents.values import is_in_force, newest_in_force
from scrubjay.knowledge.retrieval.hybrid import PER_DOCUMENT, SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.freshness.wording import best_ground, grade_text, reported_note
from scrubjay.memory.lifecycle.figures import count_only_said, newest_only_said, newest_told
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.search.recall.absence import begun_in
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.memory_hits import rivals
from scrubjay.search.recall.recall import Recall
from scrubjay.storage.driver import Connection
from scrubjay.text.words import STOP_WORDS, Word, light_stem, spaced_camel_case, words

IN_TEXT = 2
"""Words of the work that a decision's text holds; of one in its title or its file's name, one is enough."""

USUAL = 0.05
USUAL_LEAST = 3
"""Share and number of titles from which a word is usual here, as "let" or "use" are, and says nothing of the work."""


def telling_words(about: str, titles: Iterable[str]) -> frozenset[str]:
    """The words of the work that tell one decision from another, as `bears` takes them."""
    every = [_words(title) for title in titles]
    counts = Counter(chain.from_iterable(every))
    most = max(USUAL_LEAST, USUAL * len(every))
    return frozenset(word for word in _words(about) if counts[word] < most)


def bears(path: str, title: str, text: str, work: frozenset[str]) -> bool:
    """Whether a decision record bears on the work: its name or title has a word of it, or its text two."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    return bool(work & _words(f"{name} {title}")) or len(work & _words(text)) >= IN_TEXT


def _words(text: str) -> frozenset[str]:
    found = [word.lower() for word in words(spaced_camel_case(text), Word.PLAIN, shortest=2)]
    return frozenset([light_stem(word) for word in found if word not in STOP_WORDS and not word.isdecimal()])


MAX_DECISIONS = 5
"""Decisions about a focus that was asked for."""

MAX_BEARING = 3
"""Decisions that bear on the work: what the work is about is a guess from its words."""


@dataclass(frozen=True, slots=True)
class SelectedDecisions:
    """Decisions for a briefing, whether they bear on the work, and how many are in force where none is listed."""

    lines: tuple[DecisionLine, ...] = ()
    bearing: bool = False
    unlisted: int = 0


def select_decisions(
    sources: BriefingSources,
    view: View,
    entries: Mapping[str, DecisionEntry],
    about: str,
    brought: Collection[str],
    *,
    only: bool,
) -> SelectedDecisions:
    """Decisions about a focus (`only`), the newest where none is about it, else those that bear on the work.

    `brought` are paths that the branch changed: a decision among them bears. A project with few has them all listed,
    since words may miss what bears; of many of which none bears the number is told.
    """
    if only:
        begun = begun_in(about, {path: entry.decision.title for path, entry in entries.items()})
        begun = tuple(sorted(begun, key=lambda path: not is_in_force(entries[path])))
        found = {path: entries[path] for path in (*(path for path, _ in _found(sources, view, about, entries)), *begun)}
        if found:
            return SelectedDecisions(_decision_lines(list(found.values())[:MAX_DECISIONS], entries), bearing=True)
    standing = newest_in_force(entries.values())
    if only:
        return SelectedDecisions(_decision_lines(standing[:MAX_DECISIONS], entries))
    if len(standing) <= MAX_BEARING:
        return SelectedDecisions(_decision_lines(standing, entries))
    near = _found(sources, view, about, entries) if about else ()
    work = telling_words(about, [entry.decision.title for entry in standing])
    bearing = [
        *(entry for entry in standing if entry.path in brought),
        *(
            entry
            for path, text in near
            if is_in_force(entry := entries[path]) and bears(path, entry.decision.title, text, work)
        ),
    ]
    if bearing:
        unique = {entry.path: entry for entry in bearing}
        return SelectedDecisions(_decision_lines(list(unique.values())[:MAX_BEARING], entries), bearing=True)
    return SelectedDecisions(unlisted=len(standing))


def _decision_lines(found: Iterable[DecisionEntry], entries: Mapping[str, DecisionEntry]) -> tuple[DecisionLine, ...]:
    return tuple(decision_line(entry, entries) for entry in found)


def _found(
    sources: BriefingSources, view: View, about: str, entries: Mapping[str, DecisionEntry]
) -> Iterable[tuple[str, str]]:
    """Paths and texts of decisions by keyword search alone, best first: a briefing loads no model."""
    request = SearchRequest(
        query=about,
        view=view,
        limit=MAX_DECISIONS * PER_DOCUMENT,
        filters=Filters(kinds=("decision",)),
        recipe="keyword",
        superseded_by={path: entry.standing.superseded_by for path, entry in entries.items()},
    )
    texts: dict[str, list[str]] = {}
    for hit in sources.retriever.search(request).hits:
        texts.setdefault(hit.path, []).append(hit.text)
    return [(path, "\n".join(found)) for path, found in texts.items() if path in entries]


def decision_line(entry: DecisionEntry, entries: Mapping[str, DecisionEntry]) -> DecisionLine:
    """A decision as a briefing line; other decisions are referred to by name."""

    def names(paths: Sequence[str]) -> tuple[str, ...]:
        return tuple(entries[path].decision.name for path in paths if path in entries)

    decision = entry.decision
    replaces, superseded = names(entry.standing.replaces), names(entry.standing.superseded_by)
    label = decision.name if decision.number else ""
    return DecisionLine(
        name=label,
        title=decision.title,
        status=decision.status,
        date=entry.shown_day,
        path=entry.path,
        replaces=replaces,
        superseded_by=superseded,
    )


def contradictions(
    listed: Collection[Memory],
    memories: MemoryReader,
    grades: Grades,
    decisions: Mapping[str, DecisionEntry],
    view: View,
) -> dict[str, str]:
    """For each contested memory, by id, what contradicts it and who says so.

    What outranks a memory comes before other contradictions; among those the better grade wins.
    """
    above = rivals(listed, memories, grades.of, view)
    against = _contradicting_ids({memory.id for memory in listed}, memories)
    others = memories.of_ids({other for ids in against.values() for other in ids})
    worth = grades.of(others, view)
    sides: dict[str, str] = {}
    for memory in listed:
        texts = [f"{hit.source}: “{hit.text}”" for hit in above.get(memory.id, ())]
        every = [others[id] for id in against.get(memory.id, ()) if id in worth]
        holding = [rival for rival in every if rival.status is MemoryStatus.ACTIVE]
        best = sorted(holding, key=lambda rival: worth[rival.id].grade.rank)
        texts += [f"{grade_text(rival, worth[rival.id])}: “{rival.content}”" for rival in best]
        if texts:
            sides[memory.id] = f"{texts[0]}{f' and {len(texts) - 1} more' if len(texts) > 1 else ''}"
    return sides


def _contradicting_ids(ids: Collection[str], memories: MemoryReader) -> dict[str, list[str]]:
    """Ids of the memories that contradict some others, by the others' ids, newest first."""

    def read(connection: Connection, _: WriteContext) -> list[tuple[str, str]]:
        rows = connection.execute(Q.against, {"ids": json.dumps(sorted(ids))})
        return [(row["other"], row["id"]) for row in rows]

    by_memory: dict[str, list[str]] = {}
    for scope in memories.scopes() if ids else ():
        for other, id in memories.reading(scope, read):
            by_memory.setdefault(other, []).append(id)
    return by_memory


MAX_TOLD = 5
MAX_GROUNDED = 5
MAX_SAID = 3
MAX_HITS = 20
"""Hits of a topic that are considered, so that hidden ones leave no gap."""


@dataclass(frozen=True, slots=True)
class MemorySections:
    """The selected memories in three parts, each the most relevant first; `in_all` counts those that are only said."""

    told: tuple[MemoryLine, ...] = ()
    grounded: tuple[MemoryLine, ...] = ()
    said: tuple[MemoryLine, ...] = ()
    in_all: int = 0


def select_memories(
    memories: MemoryReader,
    grades: Grades,
    recall: Recall,
    decisions: Mapping[str, DecisionEntry],
    view: View,
    about: str,
    *,
    with_said: bool,
) -> MemorySections:
    """Memories relevant to a topic before the newest; both sides of contested ones.

    A rival that is neither told nor quoted is shown beside what it rivals, not by itself.
    `with_said` says whether memories that nothing but an agent says are shown at all.
    """
    bearing: list[str] = []
    if about:
        request = RecallRequest(query=plain_query(about), kinds=("memory",), recipe="keyword", limit=MAX_HITS)
        bearing = [hit.id for hit in recall.look(request).memories]
    scopes = ("project", "user") if memories.user_exists() else ("project",)
    newest = [id for scope in scopes for id in memories.once(scope, newest_told, MAX_HITS)]
    others = memories.once("project", newest_only_said, MAX_HITS)
    by_id = memories.of_ids({*bearing, *newest, *others})
    graded = grades.of(by_id, view)
    ordered = [by_id[id] for id in dict.fromkeys((*bearing, *newest, *others)) if id in by_id]
    parts: dict[str, list[Memory]] = {"told": [], "grounded": [], "said": []}
    for memory in ordered:
        grade = graded.get(memory.id, NOTHING).grade
        if memory.status is MemoryStatus.ACTIVE and (not memory.contradicts or grade >= Grade.QUOTED):
            parts[_section_name(grade)].append(memory)
    sections = {
        name: parts[name][:most]
        for name, most in (
            ("told", MAX_TOLD), ("grounded", MAX_GROUNDED), ("said", MAX_SAID if with_said else 0),
        )
    }  # fmt: skip
    firm = [
        memory
        for section in sections.values()
        for memory in section
        if graded.get(memory.id, NOTHING).grade >= Grade.QUOTED
    ]
    sides = contradictions(firm, memories, grades, decisions, view)

    def told(name: str) -> tuple[MemoryLine, ...]:
        return tuple(
            memory_line(memory, graded.get(memory.id, NOTHING), sides.get(memory.id, "")) for memory in sections[name]
        )

    count = max(memories.once("project", count_only_said), len(sections["said"])) if with_said else 0
    return MemorySections(told("told"), told("grounded"), told("said"), count)


def memory_line(memory: Memory, graded: GradeResult, otherwise: str = "") -> MemoryLine:
    """A memory as a briefing line, with what contradicts it."""
    notes = [grade_text(memory, graded)]
    notes += filter(None, [reported_note(memory, graded)])
    if graded.grade is Grade.TOLD:
        notes += [change.describe() for change in graded.standing.moved[:1]]
    notes += [memory.elsewhere] if memory.elsewhere else []
    notes += [f"applies to {memory.applies}"] if memory.applies else []
    notes += (
        [f"contradicts {', '.join(map(_short, memory.contradicts))}"] if memory.contradicts and not otherwise else []
    )
    return MemoryLine(memory.kind, memory.content, ", ".join(notes), memory.id, best_ground(graded), otherwise)


def _short(other: str) -> str:
    """A source's path unchanged, a memory's id shortened to its first digits."""
    return other if "/" in other or "." in other else other[:12]


def _section_name(grade: Grade) -> str:
    return {Grade.TOLD: "told", Grade.SAID: "said"}.get(grade, "grounded")


def plain_query(about: str) -> str:
    """A topic without characters that a search reads as operators."""
    return " ".join(about.replace(":", " ").replace('"', " ").replace("-", " ").split())
