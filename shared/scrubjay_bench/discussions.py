"""Sets of discussions through the product's path: import from files, search by kind, and what follows unasked."""

from dataclasses import replace

from scrubjay.app import Workspace
from scrubjay.knowledge.index.kinds import DISCUSSIONS
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay_bench.labelled.model import Corpus
from scrubjay_bench.runner import Search
from scrubjay_forges.api import FileImport, judge_texts
from scrubjay_forges.services import ForgeServices

HOST = "github.com"
UNASKED = "unasked"
"""The arm of what follows an answer to a question that names no kinds, at most three."""


def import_archive(corpus: Corpus, workspace: Workspace) -> None:
    """Import the archive of a corpus, unless all of it is there, and have outsiders' texts read, as the worker does."""
    store = ForgeServices.of(workspace).discussion_store
    if corpus.archive is not None and not any(one.synced_at for one in store.repositories()):
        FileImport(store, f"{HOST}/{corpus.repository}", [corpus.archive]).run()
        judge_texts(store.database, ForgeServices.of(workspace).text_judge, stop=lambda: False)
        store.catch_up()


def discussion_search(workspace: Workspace) -> Search:
    """The search for issues and pull requests of a workspace, with the signature of any other search."""

    def search(request: RecallRequest) -> RecallAnswer:
        answer = workspace.recall.search(replace(request, kinds=DISCUSSIONS))
        return replace(answer, hits=tuple(map(_placed, answer.hits)))

    return search


def unasked_search(workspace: Workspace) -> Search:
    """The discussions that follow an answer about everything."""

    def search(request: RecallRequest) -> RecallAnswer:
        answer = workspace.recall.search(replace(request, kinds=(), limit=8))
        return replace(answer, hits=tuple(map(_placed, answer.discussed)))

    return search


def _placed(hit: RecallHit) -> RecallHit:
    """The hit with its discussion as its path."""
    return replace(hit, path=hit.discussion)
