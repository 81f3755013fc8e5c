"""Evidence that is shown with a hit: its standing, its source and its time; pure."""

from collections.abc import Mapping, Sequence

from scrubjay.knowledge.documents.incidents import Incident
from scrubjay.knowledge.index.kinds import COMMIT, origin_of
from scrubjay.knowledge.retrieval.scoring import K
from scrubjay.model.counted import counted
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import replace
from scrubjay.model.history import CommitFacts, Revert
from scrubjay.model.hit import Hit
from scrubjay.model.view import View
from scrubjay.search.history.values import by_line
from scrubjay.search.recall.answer import RecallHit

UNCOMMITTED = "uncommitted changes; this is HEAD's text"
NAMED = 3
"""Other paths of the same content that are named."""


def document_hit(
    hit: Hit,
    decisions: Mapping[str, DecisionEntry],
    incident: Incident | None = None,
    *,
    dirty: bool,
    note: str = "",
) -> RecallHit:
    """A hit of a document with its address; a decision also with its status and relations, an incident with its fields.

    `note` says for which memory its file stands.
    """
    entry = decisions.get(hit.path)
    standing = standing_marks(entry, decisions) if entry else incident_marks(incident) if incident else ()
    decision = entry.decision if entry else None
    dated = entry or incident
    title = hit.title if hit.kind != "code" else hit.heading or hit.title or hit.path.rpartition("/")[2]
    return RecallHit(
        kind="decision" if entry else "incident" if incident else "code" if hit.kind == "code" else "document",
        title=f"{decision.name} {decision.title}" if decision and decision.number else title,
        text=hit.text,
        date=(dated.day if dated else "") or ("" if entry else hit.changed_at),
        dated_by=dated.dated_by if dated else "git" if hit.changed_at else "",
        path=hit.path,
        blob=hit.blob,
        start_line=hit.start_line,
        end_line=hit.end_line,
        heading=_headings_below(hit.heading, title),
        status=status_of(entry) if entry else incident.status if incident else "",
        replaces=tuple(decisions[path].decision.name for path in entry.standing.replaces) if entry else (),
        marks=(*standing, *filter(None, [note, UNCOMMITTED if dirty else ""]), *version_marks(hit)),
        dirty=dirty,
        older=hit.older,
        score=hit.score,
        scores=hit.scores,
        ranks=hit.ranks,
        also=hit.also,
    )


def same_elsewhere(hits: Sequence[RecallHit], view: View) -> list[RecallHit]:
    """The hits, each with the other paths of the view that have the same content, named in its marks."""
    asked = {hit.blob for hit in hits if hit.path}
    paths: dict[str, list[str]] = {}
    for file in view.files:
        if file.blob in asked:
            paths.setdefault(file.blob, []).append(file.path)
    return [_with_twins(hit, tuple(path for path in paths.get(hit.blob, ()) if path != hit.path)) for hit in hits]


def _with_twins(hit: RecallHit, others: tuple[str, ...]) -> RecallHit:
    """A hit with other paths of its content, and with the documents that say the same, named in its marks."""
    if not others and not hit.also:
        return hit
    others = tuple(path for path in others if path not in hit.older)
    twins = tuple(path for path in hit.also if path not in (*others, *hit.older))
    marks = [
        f"also {where} {_first_paths(paths)}" for where, paths in (("at", others), ("in", twins)) if hit.path and paths
    ]
    return replace(hit, also=(*others, *twins), marks=(*hit.marks, *marks))


def _first_paths(paths: tuple[str, ...]) -> str:
    """The first of some paths in words, and how many more there are."""
    more = f" and {len(paths) - NAMED:,} more" if len(paths) > NAMED else ""
    return f"{', '.join(paths[:NAMED])}{more}"


def version_marks(hit: Hit) -> tuple[str, ...]:
    """Marks about a page's versions, such as "older version; the newest is docs/a.md"."""
    where = f"the newest pages are in {hit.newest}" if hit.newest.endswith("/") else f"the newest is {hit.newest}"
    newer = f"older version; {where}" if hit.newest else ""
    return tuple(filter(None, [newer, f"also in {counted(len(hit.older), 'older version')}" if hit.older else ""]))


def incident_marks(incident: Incident) -> tuple[str, ...]:
    """Marks of an incident: severity, services and the day of its resolution, where the report gives them."""
    marks = [incident.severity, ", ".join(incident.services)]
    return tuple(filter(None, [*marks, f"resolved {incident.resolved}" if incident.resolved else ""]))


def sourced_hit(hit: Hit, reverts: Sequence[Revert] = (), facts: CommitFacts | None = None) -> RecallHit:
    """A hit of a content without a path, such as a commit; a reverted commit is superseded by its revert.

    A commit's `facts` give its title, author and date; they lack the author where names are switched off.
    """
    by = [
        f"{one.reverted_by[:10]} ({one.reverted_at[:10]}), which reverts it" for one in reverts if one.sha == hit.blob
    ]
    took = [one for one in reverts if one.reverted_by == hit.blob]
    marks = [("superseded by", by), ("replaces", [f"{one.sha[:10]} ({one.committed_at[:10]})" for one in took])]
    return RecallHit(
        kind=hit.kind,
        title=facts.title if facts else hit.title,
        text=hit.text,
        date=facts.authored_at if facts else hit.changed_at,
        dated_by="git" if hit.kind == COMMIT else "",
        blob=hit.blob,
        author=by_line(facts.authors) if facts else "",
        status="superseded" if by else "",
        replaces=tuple(one.sha[:10] for one in took),
        marks=tuple(f"{relation} {', '.join(names)}" for relation, names in marks if names),
        score=hit.score,
        scores=hit.scores,
        ranks=hit.ranks,
    )


def sourced_text_hit(hit: Hit) -> RecallHit:
    """A hit of an extension's text, with its author and address; marked as other people's words."""
    place, author, extension = origin_of(hit.format, hit.heading)
    return RecallHit(
        kind=hit.kind,
        title=hit.title,
        text=hit.text,
        date=hit.changed_at,
        blob=hit.blob,
        author=author,
        place=place,
        start_line=hit.start_line,
        end_line=hit.end_line,
        marks=(f"other people's words, given by {extension}",),
        score=hit.score,
        scores=hit.scores,
        ranks=hit.ranks,
    )


def status_of(entry: DecisionEntry) -> str:
    """The status of a decision in this view: "superseded" if another decision replaces it, else the record's own."""
    return "superseded" if entry.standing.superseded_by else entry.decision.status


def standing_marks(entry: DecisionEntry, decisions: Mapping[str, DecisionEntry]) -> tuple[str, ...]:
    """Marks of a decision's relations, such as "superseded by ADR-009 (2026-03-01)" or "replaces ADR-002".

    A status that the record itself calls otherwise, such as a KEP's "provisional", stands in front. A successor that
    the view doesn't show is named as the record writes it.
    """
    links = {
        "superseded by": entry.standing.superseded_by,
        "replaces": entry.standing.replaces,
        "amended by": entry.standing.amended_by,
    }
    own = (f"its own word: {entry.decision.word}",) if entry.decision.word else ()
    shown = (
        f"{relation} {', '.join(_dated(decisions[path]) for path in paths)}"
        for relation, paths in links.items()
        if paths
    )
    named = tuple(_dated(decisions[path]) for path in entry.standing.named if path in decisions)
    unsaid = (f"related to {', '.join(named)}: a status names it and doesn't say how",) if named else ()
    return (*own, *reference_marks(entry, decisions), *shown, *unsaid)


_SAYS = {"supersedes": "replaces", "superseded-by": "is superseded by", "amended-by": "is amended by"}


def reference_marks(entry: DecisionEntry, decisions: Mapping[str, DecisionEntry]) -> tuple[str, ...]:
    """Marks of what is unclear: a successor that isn't in the view, a number or reference of several records."""
    standing, name = entry.standing, entry.decision.name
    gone = ", ".join(_target_name(entry, target) for target in standing.gone)
    marks = [f"superseded by {gone} (not in this view)"] if gone else []
    marks += [f"{name} is also the number of {_first_paths(standing.twins)}"] if standing.twins else []
    for one in standing.unsettled:
        says = _SAYS.get(one.relation, one.relation)
        if one.source == entry.path:
            target = _target_name(entry, one.target)
            marks.append(
                f"says that it {says} {target}, which {counted(len(one.paths), 'record')} fit: "
                f"{_first_paths(one.paths)}"
            )
        elif one.source in decisions:
            source = decisions[one.source]
            target = _target_name(source, one.target)
            marks.append(f"{source.decision.name} says that it {says} {target}: unclear whether this one")
    return tuple(marks)


def _target_name(entry: DecisionEntry, target: str) -> str:
    """The name by which a record refers to another: ADR-017 for a number of its own series."""
    return replace(entry.decision, number=target).name if target.isdigit() else target


def _dated(entry: DecisionEntry) -> str:
    """A decision's name with its date, if it has one; a date from git is marked."""
    return f"{entry.decision.name} ({entry.shown_day})" if entry.day else entry.decision.name


def merge(project: Sequence[Hit], user: Sequence[Hit], weights: Mapping[str, float]) -> tuple[Hit, ...]:
    """The hits of two databases in one order: ranked by their raw scores in each arm, and fused anew.

    Two hits are compared by the arms that saw both; words see everything. What isn't embedded is passed by nothing
    for that. The order among the project's hits stays as it was: it knows of supersession.
    """
    if not user:
        return tuple(project)
    everything = [*project, *user]
    votes: list[dict[str, float]] = [{} for _ in everything]
    for arm in {arm for hit in everything for arm in hit.scores}:
        scored = sorted((-hit.scores[arm], n) for n, hit in enumerate(everything) if arm in hit.scores)
        for rank, (_, n) in enumerate(scored, 1):
            votes[n][arm] = weights.get(arm, 1.0) / (K + rank)
    mine = votes[len(project) :]
    waiting = sorted(zip(mine, user, strict=True), key=lambda pair: -sum(pair[0].values()))
    placed: list[Hit] = []
    for theirs, hit in zip(votes, project, strict=False):
        while waiting and _is_better(waiting[0][0], theirs):
            placed.append(waiting.pop(0)[1])
        placed.append(hit)
    return (*placed, *(hit for _, hit in waiting))


def _is_better(votes: Mapping[str, float], others: Mapping[str, float]) -> bool:
    """Whether the arms that found both hits prefer the first one."""
    arms = (votes.keys() & others.keys()) | {"bm25"}
    return sum(votes.get(arm, 0.0) for arm in arms) > sum(others.get(arm, 0.0) for arm in arms)


def _headings_below(heading: str, title: str) -> str:
    """A passage's headings without the first one, if that is the document's title."""
    first, _, rest = heading.partition(" > ")
    return rest if first == title else heading


def behind_note(files: int, trouble: str = "") -> str:
    """The note that documents aren't indexed yet; `trouble` is why the index can't be written now."""
    return f"{files} file{'s' if files != 1 else ''} behind; {trouble or 'the worker is on it'}"


def published_note(count: int) -> str:
    """The note that some memories are left out here since documents of the repository hold them."""
    what = "is a document" if count == 1 else "are documents"
    return f"{counted(count, 'published memory')} {what} here: ask for all kinds"
