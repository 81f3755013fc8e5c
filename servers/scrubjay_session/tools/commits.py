"""search_commits and get_file_history: what happened before?"""

from scrubjay_serving import Here, ScrubjayServer
from scrubjay_serving.fields import Limit
from scrubjay_session import views

SEARCH = """\
Find commits by words of message, body or changed paths, or by id, among the newest 2,000 reachable from HEAD. \
path: only commits that touch this file or folder. For why something was decided use search_knowledge."""

HISTORY = "The commits that changed one file, newest first, followed through renames."


def search_commits(*, query: str, path: str = "", limit: Limit = 10, repo: str = "", here: Here) -> str:
    """Rank recent commits."""
    from scrubjay.git.head import head
    from scrubjay.git.history import recent_commits

    from scrubjay.sessions.commits import MAX_COMMITS, rank

    git = here.workspace.git
    commits = recent_commits(git, MAX_COMMITS, path)
    return views.found_commits(here.workspace, head(git), query, rank(commits, query, limit), len(commits))


def get_file_history(*, path: str, limit: Limit = 10, repo: str = "", here: Here) -> str:
    """Show a file's commits."""
    from scrubjay.git.head import head
    from scrubjay.git.history import file_history

    git = here.workspace.git
    return views.file_history(here.workspace, head(git), path, file_history(git, path, limit), limit)


def register(server: ScrubjayServer) -> None:
    """Offer the family on a server."""
    server.offer(search_commits, title="Search commits", description=SEARCH)
    server.offer(get_file_history, title="History of a file", description=HISTORY)
