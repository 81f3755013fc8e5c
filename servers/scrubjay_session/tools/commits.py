"""Tools search_commits and get_file_history: recent commits by words, and a file's commits."""

from typing import Annotated

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Repo, about
from scrubjay_session.views import commits

SEARCH = """\
Find commits among HEAD's newest 2,000 by id, or by words of message or changed paths."""

HISTORY = "The commits of one file, newest first, through renames."


def search_commits(
    *,
    query: str,
    path: Annotated[str, about("what touches it")] = "",
    limit: Limit = 10,
    repo: Repo = "",
    target: Target,
) -> str:
    """Rank recent commits."""
    from scrubjay.git.head import head

    hits, searched = target.workspace.commit_search.search(query, path, limit)
    return commits.search_hits(target.workspace, head(target.workspace.git), query, hits, searched)


def get_file_history(
    *, path: Annotated[str, about("from the repository's top")], limit: Limit = 10, repo: Repo = "", target: Target
) -> str:
    """Show a file's commits."""
    from scrubjay.git.head import head
    from scrubjay.git.history import file_history
    from scrubjay.git.paths import safe_path

    git, path = target.workspace.git, safe_path(path)
    return commits.history(target.workspace, head(git), path, file_history(git, path, limit), limit)


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(search_commits, title="Search commits", description=SEARCH)
    server.offer(get_file_history, title="History of a file", description=HISTORY)
