"""While vectors are still missing, what has one pushes out nothing that has none."""

import random
from collections.abc import Sequence

import pytest

from scrubjay.app import App, Workspace
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.encoded import Encoded
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.storage.driver import Connection
from tests.conftest import Repo
from tests.shared.search.recall.test_memories import tell

BIRDS = ("magpie", "heron", "wren", "plover", "bittern", "osprey", "dunlin", "avocet", "siskin", "knot")
QUESTION = "how is the turnip harvest counted"
PREFERENCE = "I like dark terminals and how the commits are counted."
SHARES = (0.0, 0.05, 0.2, 0.5, 0.8, 0.95, 1.0)


@pytest.fixture
def workspace(app: App, repo: Repo) -> Workspace:
    """Forty documents, of which ten answer."""
    answers = {f"docs/{bird}.md": f"# {bird}\n\nThe turnip harvest is counted by the {bird}.\n" for bird in BIRDS}
    rest = {f"notes/{n}.md": f"# Note {n}\n\nHow is it, and is the how of the {n}?\n" for n in range(30)}
    repo.commit("first", answers | rest)
    workspace = app.initialise(repo.path)
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    return workspace


def embed_share(workspace: Workspace, share: float, seed: int) -> None:
    """Embed all passages, then take the vectors of a random part of them."""
    assert workspace.embedder is not None
    database, embedder = workspace.knowledge_database, workspace.embedder
    embed_pending(database, embedder, stop=lambda: False)

    def take(connection: Connection) -> None:
        ids = [row["id"] for row in connection.execute("SELECT id FROM passage ORDER BY id")]
        chosen = random.Random(seed).sample(ids, round((1 - share) * len(ids)))
        for table in ("embedding", "vector_bits", "token_states"):
            connection.executemany(f"DELETE FROM {table} WHERE passage_id = ?", [(n,) for n in chosen])

    database.write(take)
    have, total = database.read(VectorIndex(embedder.fingerprint).progress)
    assert have == round(share * total)


def ask(workspace: Workspace, **more: object) -> RecallAnswer:
    return workspace.recall.search(RecallRequest(query=QUESTION, limit=60, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("seed", range(3))
def test_the_default_finds_what_keyword_finds_at_every_share(workspace: Workspace, share: float, seed: int) -> None:
    embed_share(workspace, share, seed)
    expected = {hit.path for hit in ask(workspace, recipe="keyword").hits[:10]}
    assert expected == {f"docs/{bird}.md" for bird in BIRDS}
    assert {hit.path for hit in ask(workspace).hits[:10]} == expected


@pytest.mark.parametrize("share", SHARES)
def test_a_preference_of_the_user_moves_no_document(
    app: App, workspace: Workspace, memories: Memories, share: float
) -> None:
    assert workspace.embedder is not None
    embed_share(workspace, share, 1)
    alone = ask(workspace).hits
    tell(memories, PREFERENCE, scope="user", kind="preference")
    embed_pending(app.user_database(), workspace.embedder, stop=lambda: False)
    answer = ask(workspace)
    assert answer.hits == alone
    assert [hit.text for hit in answer.memories] == [PREFERENCE]


@pytest.mark.parametrize(("recipe", "compared"), [("", 3), ("keyword", 0)])
def test_before_vectors_come_the_first_hits_are_compared_for_fit(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, recipe: str, compared: int
) -> None:
    texts: list[str] = []
    embedder = workspace.embedder
    assert embedder is not None
    embed_share(workspace, 0.0, seed=1)
    embed = type(embedder).embed_passages

    def counting(self: object, passages: Sequence[str]) -> Encoded:
        texts.extend(passages)
        return embed(embedder, passages)

    monkeypatch.setattr(type(embedder), "embed_passages", counting)
    request = RecallRequest(query="how is bread counted in a bakery of bakers overnight", recipe=recipe)
    workspace.recall.search(request)
    assert len(texts) == compared


def test_the_passage_that_words_find_stands_before_the_embedded_title_of_its_document(app: App, repo: Repo) -> None:
    """The first passage of each document gets its vector first; the answer mostly stands further down."""
    before = "It sings.\n\n" * 60
    texts = {f"docs/{bird}.md": f"# The {bird}\n\n{before}## Counting\n\nThe turnip harvest.\n" for bird in BIRDS}
    repo.commit("first", texts)
    workspace = app.initialise(repo.path)
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    assert workspace.embedder is not None
    database, embedder = workspace.knowledge_database, workspace.embedder
    embed_pending(database, embedder, stop=lambda: False)

    def keep_the_first(connection: Connection) -> None:
        for table in ("embedding", "vector_bits", "token_states"):
            connection.execute(f"DELETE FROM {table} WHERE passage_id IN (SELECT id FROM passage WHERE ordinal > 0)")

    database.write(keep_the_first)
    hits = ask(workspace).hits
    assert 0 < hits[-1].scores["vector"] < 1
    assert {(hit.path, hit.heading) for hit in hits[:10]} == {(f"docs/{bird}.md", "Counting") for bird in BIRDS}
