"""Rendered commits: a line each, search hits, file history."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay_serving.heading import heading

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.git.head import Head
    from scrubjay.git.record import Commit
    from scrubjay.search.history.authors import People
    from scrubjay.session.tasks.commits import CommitHit

MAX_SUBJECT = 200
SHOWN_PATHS = 5
BODY_LINES = 3


def line(commit: "Commit", people: "People", head: "Head") -> str:
    """Id, day, author and subject, as people are shown; secrets and e-mail addresses are masked."""
    author = people.author(commit.author)
    subject = people.text(commit.subject, head.commit)[:MAX_SUBJECT]
    return f"- {commit.short} {commit.committed_at[:10]}{f' {author}' if author else ''}: {subject}"


def search_hits(workspace: "Workspace", head: "Head", query: str, hits: "Sequence[CommitHit]", searched: int) -> str:
    """The hits of a search, each with the start of its body and some of its paths."""
    from scrubjay.privacy.secrets.masking import mask

    people = workspace.people
    lines = [heading(workspace, head)]
    if not hits:
        lines.append(
            f"No commit about {mask(query).text[:100]!r} among the newest {searched}. "
            "Try other words, or search_knowledge for what documents say."
        )
    for hit in hits:
        lines.append(line(hit.commit, people, head) + (f" (reverted by {hit.reverted_by})" if hit.reverted_by else ""))
        body = [text.strip() for text in people.text(hit.commit.body, head.commit).splitlines() if text.strip()]
        lines.extend(f"  {text[:MAX_SUBJECT]}" for text in body[:BODY_LINES])
        paths = hit.commit.paths
        more = f", … {len(paths) - SHOWN_PATHS} more" if len(paths) > SHOWN_PATHS else ""
        if paths:
            lines.append(f"  changed: {', '.join(paths[:SHOWN_PATHS])}{more}")
    return "\n".join(lines)


def history(workspace: "Workspace", head: "Head", path: str, commits: "Sequence[Commit]", limit: int) -> str:
    """A file's commits, each with the file's name at that commit."""
    from scrubjay.privacy.secrets.shown_names import shown

    name = shown(path)
    lines = [heading(workspace, head)]
    if not commits:
        lines.append(
            f"No commit of HEAD's history changed {name}. Check the spelling; get_repository_state lists files."
        )
        return "\n".join(lines)
    lines.append(f"{name}, newest first:")
    for commit in commits:
        then = f" (as {commit.paths[0]})" if commit.paths and commit.paths[0] != path else ""
        lines.append(line(commit, workspace.people, head) + then)
    if len(commits) == limit:
        lines.append(f"(there may be more; get_file_history with limit above {limit} shows them)")
    return "\n".join(lines)
