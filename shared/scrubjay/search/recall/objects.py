"""JSON object of an answer, as `scrubjay search --json` prints it."""

from typing import Any

from scrubjay.knowledge.retrieval.query import SCORE
from scrubjay.memory.freshness.wording import ground_object
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.answer import RecallAnswer, RecallHit
from scrubjay.search.recall.projects import ProjectAnswer, ProjectsAnswer


def as_object(answer: RecallAnswer) -> dict[str, Any]:
    """The answer as plain values, as `search --json` and each line of `--batch` print it."""
    return {
        "query": shown(answer.request.query),
        "also_ask": [shown(words) for words in answer.request.also_ask],
        "recipe": answer.recipe,
        "fit": answer.fit,
        "degraded": list(answer.degraded),
        "view": {
            "worktree": shown(str(answer.view.worktree)),
            "branch": answer.view.branch,
            "commit": answer.view.commit,
        },
        "exact": list(answer.exact),
        "not_read": answer.left_out.counts,
        "notes": list(answer.notes),
        "embedded": round(answer.embedded, 4),
        "people": [{"name": person.name, "last": person.last} for person in answer.people],
        "results": [_hit_object(hit) for hit in answer.hits],
        "memories": [_memory_object(hit) for hit in answer.memories],
        "below": [
            {"id": hit.id, "path": hit.path, "title": hit.title, "text": hit.text, "far": hit.far}
            for hit in answer.below
        ],
        "discussed": [_hit_object(hit) for hit in answer.discussed],
    } | ({"explain": _explanation_object(answer)} if answer.request.detail == "full" else {})


def projects_as_object(found: ProjectsAnswer) -> dict[str, Any]:
    """The answer of all projects as plain values, as `search --all-projects --json` prints it."""
    return {
        "query": shown(found.request.query),
        "also_ask": [shown(words) for words in found.request.also_ask],
        "recipe": found.request.recipe,
        "fit": found.fit,
        "notes": list(found.notes),
        "projects": [_project_object(one) for one in found.answers],
        "skipped": [
            {"id": one.project.id, "name": one.project.name, "folder": str(one.folder), "reason": str(one.error)}
            for one in found.skipped
        ],
        "results": [
            {"project": placed.project, "worktree": placed.folder, **_hit_object(placed.hit)} for placed in found.hits
        ],
        "memories": [
            {"project": placed.project, "worktree": placed.folder, **_memory_object(placed.hit)}
            for placed in found.memories
        ],
    }


def _project_object(one: ProjectAnswer) -> dict[str, Any]:
    """A project's own part of the answer as plain values."""
    whole = as_object(one.answer)
    own = ("fit", "degraded", "view", "exact", "not_read", "notes", "embedded", "people", "explain")
    return {"id": one.project.id, "name": one.project.name} | {key: whole[key] for key in own if key in whole}


def _explanation_object(answer: RecallAnswer) -> dict[str, Any]:
    """How the answer was made, as plain values: steps, candidates and times."""
    return {
        "steps": list(answer.steps),
        "candidates": dict(answer.candidates),
        "milliseconds": dict(answer.milliseconds),
    }


def _hit_object(hit: RecallHit) -> dict[str, Any]:
    return {
        "id": hit.id,
        "path": hit.path,
        "blob": hit.blob,
        "start_line": hit.start_line,
        "end_line": hit.end_line,
        "title": hit.title,
        "heading": hit.heading,
        "author": hit.author,
        "kind": hit.kind,
        "grade": hit.grade,
        "status": hit.status,
        "date": hit.date,
        "dated_by": hit.dated_by,
        "replaces": list(hit.replaces),
        "also": list(hit.also),
        "discussion": hit.discussion,
        "place": hit.place,
        "marks": list(hit.marks),
        "far": hit.far,
        "text": hit.text,
        **_ranking_object(hit),
    }


def _memory_object(hit: RecallHit) -> dict[str, Any]:
    """A memory as plain values."""
    return {
        "id": hit.id,
        "title": hit.title,
        "grade": hit.grade,
        "source": hit.source,
        "text": hit.text,
        "grounds": [ground_object(ground) for ground in hit.grounds],
        "status": hit.status,
        "date": hit.date,
        "marks": list(hit.marks),
        "far": hit.far,
        **_ranking_object(hit),
    }


def _ranking_object(hit: RecallHit) -> dict[str, Any]:
    """The scores and ranks of a hit as plain values."""
    return {
        "scores": {name: hit.scores.get(name) for name in ("bm25", "vector", "reranker", SCORE)} | {"final": hit.score},
        "ranks": {arm: hit.ranks.get(arm) for arm in ("bm25", "vector", "reranker")},
    }
