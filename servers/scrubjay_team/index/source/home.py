"""A mirror's own home of the core, in which the core reads and embeds it as it would a person's clone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.app import open_app
from scrubjay.errors import GitFailed, UnknownRevision
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.frozen import dataclass
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.settings.layers import REPOSITORY_FILE, load_settings, with_repository
from scrubjay_team.index.source.words import Q

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.model.view import View
    from scrubjay.storage.driver import Connection
    from scrubjay.wiring.workspace import Workspace

Progress = Callable[[str, int, int], None]
"""What is being done, how much of it is, and how much there is."""

MOST_TAGS: Final = 10
TAG: Final = "refs/tags/"
LARGEST_SETTINGS: Final = 100_000

KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""Variables that the core gets; none of those that set up somebody's own memory."""


def mirror_environment(environment: Mapping[str, str], home: Path) -> dict[str, str]:
    """The environment of a mirror's home: nothing of a person's settings, and no other home."""
    return {name: environment[name] for name in KEPT if name in environment} | {"SCRUBJAY_HOME": str(home)}


@contextmanager
def mirror_workspace(
    tree: Path, home: Path, environment: Mapping[str, str], embedder: Embedder | None
) -> Iterator[Workspace]:
    """The core's services of a mirror's linked worktree; nothing is written into it, and no worker starts.

    The repository's own settings are those in HEAD's tree, since no file is checked out.
    """
    variables = mirror_environment(environment, home)
    git = GitEnvironment.of(variables)
    settings = load_settings(variables)
    settings, _ = with_repository(settings, _repository_settings(Git(tree, git)), REPOSITORY_FILE)
    with open_app(settings, git_environment=git, embedder=embedder, wake=lambda: None) as app:
        yield app.initialise(tree)


def _repository_settings(git: Git) -> str:
    """The text of the repository's settings at HEAD; empty where it has none."""
    code, output = git.answer("cat-file", "blob", f"HEAD:{REPOSITORY_FILE}")
    return output[:LARGEST_SETTINGS].decode("utf-8", "replace") if code == 0 else ""


@dataclass(frozen=True, slots=True)
class ReadStage:
    """The views that are read so far, the branch's first; the last stage is whole."""

    views: tuple[View, ...]
    is_whole: bool = False


def read_mirror(workspace: Workspace, tags: Sequence[str], progress: Progress) -> Iterator[ReadStage]:
    """Let the core read the default branch, embed it, and read and embed tags: what is read after each of the three.

    The branch is embedded before tags are read, since most questions are about it. A tag that git doesn't have, or
    that names no commit, is left out. Raises ModelUnavailable.
    """
    documents = workspace.documents
    head = documents.view()
    documents.ingest(head, cause="mirror", progress=lambda done, total: progress("reading", done, total))
    for _ in workspace.index_sources.ingest(head):
        pass
    yield ReadStage((head,))
    _embed(workspace, progress)
    yield ReadStage((head,))
    views = [head]
    for tag in tags[:MOST_TAGS]:
        try:
            view = documents.view(f"{TAG}{tag}")
        except (UnknownRevision, GitFailed):
            continue
        documents.ingest(view, cause="mirror", progress=lambda done, total: progress("reading tags", done, total))
        views.append(view)
    _embed(workspace, progress)
    yield ReadStage(tuple(views), is_whole=True)


def _embed(workspace: Workspace, progress: Progress) -> None:
    """Compute the missing vectors of documents. Those of commits aren't copied, so they may stay missing."""
    knowledge, embedder = workspace.knowledge_database, workspace.embedder
    if embedder is None:
        return
    index = VectorIndex(embedder.fingerprint)

    def waiting() -> int:
        def count(connection: Connection) -> int:
            number = index.number(connection)
            return int(connection.execute(Q.texts_without_vector, {"fingerprint": number}).fetchone()[0])

        return knowledge.read(count)

    total = waiting()

    def stop() -> bool:
        left = waiting()
        progress("embedding", total - min(left, total), total)
        return not left

    if total:
        embed_pending(knowledge, embedder, stop=stop)
