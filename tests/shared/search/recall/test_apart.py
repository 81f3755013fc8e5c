"""Memories beside documents change nothing of these: each hit keeps its place and every score of it."""

import random

import pytest

from scrubjay.app import Workspace
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.model.hit import Hit
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.storage.driver import Connection
from tests.conftest import Repo

pytestmark = pytest.mark.story

WORDS = (
    "canary", "traffic", "passkey", "browser", "gateway", "retries", "heron", "otter", "noon", "invoice", "MAX_RETRIES",
    "worker.run", "login", "form", "deploy", "queue", "session", "cache", "lock", "index",
)  # fmt: skip
QUESTIONS = (
    "how does the canary take its traffic", "who logs in with a passkey", 'heron "at noon"', "ADR-007",
    "gateway retries -invoice", "MAX_RETRIES of the gateway", "queue since:2020", "docs/page7.md", "worker.run()",
)  # fmt: skip
MEMORIES = 2_000

ROWS = """\
INSERT INTO memory (id, kind, content, digest, scope, project, author, session, quote, branch, commit_sha, recorded_at)
VALUES (:id, 'fact', :text, :id, 'project', :project, 'bot', 's', '', '', '', '2026-02-01T12:00:00Z')"""
BELIEFS = """\
INSERT INTO belief (memory, status, reason, valid_from, valid_until, recorded_at, retracted_at, actor)
SELECT number, 'active', '', recorded_at, '', recorded_at, '', 'bot' FROM memory"""


def sentence(chance: random.Random) -> str:
    return f"The {' '.join(chance.choices(WORDS, k=9))} at noon."


def remember_many(workspace: Workspace, chance: random.Random) -> None:
    project = workspace.project.id
    rows = [{"id": f"{number:032x}", "text": sentence(chance), "project": project} for number in range(MEMORIES)]

    def fill(connection: Connection) -> None:
        connection.executemany(ROWS, rows)
        connection.execute(BELIEFS)

    workspace.knowledge_database.write(fill)
    assert workspace.memories.index_missing() == MEMORIES


def embed(workspace: Workspace) -> None:
    assert workspace.embedder is not None
    embed_pending(workspace.knowledge_database, workspace.embedder, stop=lambda: False)


def found(workspace: Workspace, recipe: str) -> dict[str, tuple[Hit, ...]]:
    view = workspace.documents.view()
    search = workspace.retriever.search
    asked = {query: SearchRequest(query=query, view=view, recipe=recipe, limit=20, memories=3) for query in QUESTIONS}
    return {query: search(request).hits for query, request in asked.items()}


@pytest.mark.parametrize("recipe", ["balanced", "keyword"])
def test_two_thousand_memories_change_no_place_and_no_score_of_a_document(
    workspace: Workspace, shop: Repo, recipe: str
) -> None:
    chance = random.Random(7)
    pages = {f"docs/page{n}.md": f"# Page {n}\n\n" + "\n\n".join(sentence(chance) for _ in range(4)) for n in range(60)}
    shop.commit("pages", pages)
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    embed(workspace)
    alone = found(workspace, recipe)
    remember_many(workspace, chance)
    embed(workspace)
    beside = found(workspace, recipe)
    assert all(alone.values())
    for query in QUESTIONS:
        assert beside[query] == alone[query], query
    answer = workspace.recall.search(RecallRequest(query=QUESTIONS[0], recipe=recipe))
    assert len(answer.memories) == 3
    assert all(hit.kind != "memory" for hit in answer.hits)
