"""Gitea's and Forgejo's JSON as discussions: close to GitHub's, without saying who is a member; pure."""

from collections.abc import Set
from dataclasses import replace

from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart
from scrubjay_forges.forges import github
from scrubjay_forges.forges.fields import Json, body, inner, needed, number, text, time, when

VERDICTS = {"APPROVED": "approved", "REQUEST_CHANGES": "changes requested"}
NEVER_SENT = frozenset({"PENDING", "REQUEST_REVIEW"})


def issue(item: Json) -> DiscussionHead:
    """The head of an issue. Raises NotUnderstood."""
    return replace(github.issue(item), author=author(item))


def pull_request(item: Json, files: tuple[str, ...] = ()) -> DiscussionHead:
    """The head of a pull request. Raises NotUnderstood."""
    return replace(github.pull_request(item, files), author=author(item))


def opening(item: Json, members: Set[str]) -> DiscussionPart:
    """The text that an issue or pull request begins with. Raises NotUnderstood."""
    return _said(github.opening(item), item, members)


def comment(item: Json, members: Set[str]) -> DiscussionPart:
    """A comment; on a pull request its address stands in another field. Raises NotUnderstood."""
    place = text(item, "issue_url") or text(item, "pull_request_url")
    return _said(github.comment({**item, "issue_url": place}), item, members)


def review(item: Json, of: int, members: Set[str]) -> DiscussionPart | None:
    """A review; None for one that isn't sent, or only holds comments on lines. Raises NotUnderstood."""
    state, said = text(item, "state"), body(item)
    if state in NEVER_SENT or (state not in VERDICTS and not said.strip()):
        return None
    at = when(item, "submitted_at", "updated_at")
    verdict = "dismissed" if item.get("dismissed") is True else VERDICTS.get(state, "")
    part = DiscussionPart(
        number=of, key=f"review/{needed(item, 'id')}", role="review", author="", member=False, text=said, created_at=at,
        updated_at=time(item, "updated_at") or at, verdict=verdict, on_commit=text(item, "commit_id", 64),
    )  # fmt: skip
    return _said(part, item, members)


def line_comment(item: Json, of: int, members: Set[str]) -> DiscussionPart:
    """A comment on lines: `position` is a line of the file as it is then, or 0 for one that was taken out."""
    gone = not number(item, "position")
    created = when(item, "created_at")
    part = DiscussionPart(
        number=of, key=f"line/{needed(item, 'id')}", role="line_comment", author="", member=False, text=body(item),
        created_at=created, updated_at=time(item, "updated_at") or created, path=text(item, "path", 4_096),
        line=number(item, "original_position" if gone else "position"),
        on_commit=text(item, "original_commit_id" if gone else "commit_id", 64),
    )  # fmt: skip
    return _said(part, item, members)


def author(item: Json) -> str:
    """Who said it; of what was brought from another forge the name there."""
    return text(item, "original_author", 100) or text(inner(item, "user"), "login", 100) or github.GHOST


def _said(part: DiscussionPart, item: Json, members: Set[str]) -> DiscussionPart:
    brought = bool(text(item, "original_author", 100))
    return replace(part, author=author(item), member=not brought and author(item) in members, brought=brought)
