"""In its first minutes a repository has its documents embedded first, a question's hits before them, and says so."""

import re
from collections.abc import Callable

from scrubjay.app import App, Workspace
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.render import render
from scrubjay_knowledge.tools.documents import status
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

BIRDS = ("magpie", "heron", "wren", "plover", "bittern", "osprey", "dunlin", "avocet", "siskin", "knot")


def page(bird: str) -> str:
    """Twelve sections, each long enough for a passage of its own."""
    sections = (f"## {bird} {n}\n\n{f'The {bird}{n} eats turnips on field {n}. ' * 40}" for n in range(12))
    return f"# The {bird}\n\n" + "\n\n".join(sections)


def worked(workspace: Workspace, batches: int) -> None:
    """What the worker does in so many batches."""
    assert workspace.embedder is not None
    left = iter(range(batches - 1))
    embed_pending(workspace.knowledge_database, workspace.embedder, stop=lambda: next(left, None) is None)


def test_documents_come_first_a_question_before_them_and_each_answer_says_how_far_it_is(
    app: App, make_repo: Callable[..., Repo]
) -> None:
    repo = make_repo("aviary")
    for bird in BIRDS:
        repo.commit(f"Describe the {bird}", {f"docs/{bird}.md": page(bird)})
    at = app.initialise(repo.path)
    ingest(at)
    list(at.index_sources.ingest(at.documents.view()))
    assert at.embedder is not None
    index, database = VectorIndex(at.embedder.fingerprint), at.knowledge_database
    documents, commits = database.read(index.corpora)
    assert (documents.name, documents.embedded, commits.name, commits.passages) == ("documents", 0, "commits", 10)
    assert documents.passages > 64

    def head_line(query: str) -> str:
        """The first line of an answer."""
        return render(at.recall.search(RecallRequest(query=query, limit=1))).splitlines()[0]

    def waiting() -> list[str]:
        return [text for _, text in database.read(lambda c: index.pending(c, 1000)) if "Describe" not in text]

    worked(at, 1)
    asked = re.findall(r"The (\w+11) eats", " ".join(waiting()))[-1]  # a last section: no passage of it has a vector
    far = f"documents 64 of {documents.passages}, commits 0 of 10 passages embedded; the rest is found by keyword only"
    assert far in head_line(asked)
    before = waiting()
    worked(at, 1)
    (made,) = set(before) - set(waiting())
    assert f"The {asked} eats" in made
    assert waiting()
    shown = database.read(index.corpora)[1].embedded

    while database.read(index.corpora)[0].embedded < documents.passages:
        assert database.read(index.corpora)[1].embedded == shown <= 2
        worked(at, 1)
    view = at.documents.view()
    said = f"documents {documents.passages} of {documents.passages}, commits {shown} of 10 passages"
    assert said in status(at, view, at.documents.counts(view), at.documents.left_out(view)).note
    assert said in head_line("magpie1")
    worked(at, 100)
    assert "embedded" not in head_line("magpie1")
    assert status(at, view, at.documents.counts(view), at.documents.left_out(view)).note == ""
