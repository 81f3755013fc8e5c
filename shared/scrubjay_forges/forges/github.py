"""GitHub's JSON as discussions: each function takes an object of its REST API, version 2022-11-28; pure."""

from collections.abc import Iterable

from scrubjay_forges.discussions.values import MEMBERS, DiscussionHead, DiscussionPart, State, hidden_as
from scrubjay_forges.forges.listing import (
    MOST_LIST,
    Json,
    body,
    first_time,
    inner,
    last_number,
    number,
    required_number,
    text,
    time,
)

VERDICTS = {"APPROVED": "approved", "CHANGES_REQUESTED": "changes requested", "DISMISSED": "dismissed"}
GHOST = "ghost"
"""Whom GitHub names where an account is gone."""


def issue(item: Json) -> DiscussionHead:
    """The head of an issue. Raises NotUnderstood."""
    return DiscussionHead(
        number=required_number(item, "number"),
        kind="issue",
        title=text(item, "title"),
        state="closed" if item.get("state") == "closed" else "open",
        author=_author(item),
        created_at=first_time(item, "created_at"),
        updated_at=first_time(item, "updated_at"),
        closed_at=time(item, "closed_at"),
        labels=_labels(item),
    )


def pull_request(item: Json, files: tuple[str, ...] = ()) -> DiscussionHead:
    """The head of a pull request. Raises NotUnderstood.

    `merge_commit_sha` of an unmerged one is a trial of GitHub's own, so it isn't kept.
    """
    merged = bool(time(item, "merged_at"))
    state: State = "merged" if merged else "closed" if item.get("state") == "closed" else "open"
    return DiscussionHead(
        number=required_number(item, "number"),
        kind="pull_request",
        title=text(item, "title"),
        state=state,
        author=_author(item),
        created_at=first_time(item, "created_at"),
        updated_at=first_time(item, "updated_at"),
        draft=item.get("draft") is True,
        closed_at=time(item, "merged_at") or time(item, "closed_at"),
        merge_commit=text(item, "merge_commit_sha", 64) if merged else "",
        base=text(inner(item, "base"), "ref"),
        head_commit=text(inner(item, "head"), "sha", 64),
        labels=_labels(item),
        files=files,
    )


def opening(item: Json) -> DiscussionPart:
    """The text that an issue or pull request begins with. Raises NotUnderstood."""
    return DiscussionPart(
        number=(found := required_number(item, "number")),
        key=f"opening/{found}",
        role="opening",
        author=_author(item),
        member=_is_member(item),
        text=body(item),
        created_at=first_time(item, "created_at"),
        updated_at=first_time(item, "updated_at"),
    )


def comment(item: Json) -> DiscussionPart:
    """A comment on an issue or pull request. Raises NotUnderstood."""
    return DiscussionPart(
        number=last_number(text(item, "issue_url")),
        key=f"comment/{required_number(item, 'id')}",
        role="comment",
        author=_author(item),
        member=_is_member(item),
        text=body(item),
        created_at=first_time(item, "created_at"),
        updated_at=first_time(item, "updated_at", "created_at"),
        hidden=hidden_reason(item),
    )


def line_comment(item: Json) -> DiscussionPart:
    """A comment on lines. Raises NotUnderstood.

    Where the lines have changed since, GitHub gives their number at the commit that the comment was made on.
    """
    outdated = not number(item, "line")
    before = "original_" if outdated else ""
    replied = number(item, "in_reply_to_id")
    return DiscussionPart(
        number=last_number(text(item, "pull_request_url")),
        key=f"line/{required_number(item, 'id')}",
        role="line_comment",
        author=_author(item),
        member=_is_member(item),
        text=body(item),
        created_at=first_time(item, "created_at"),
        updated_at=first_time(item, "updated_at", "created_at"),
        path=text(item, "path", 4_096),
        start_line=number(item, f"{before}start_line"),
        line=number(item, f"{before}line"),
        on_commit=text(item, f"{before}commit_id", 64),
        reply_to=f"line/{replied}" if replied else "",
    )


def review(item: Json, of: int) -> DiscussionPart | None:
    """A review of a pull request; None for one that isn't sent yet, or only holds comments on lines.

    Raises NotUnderstood.
    """
    state, said = text(item, "state"), body(item)
    if state == "PENDING" or (state not in VERDICTS and not said.strip()):
        return None
    at = first_time(item, "submitted_at")
    return DiscussionPart(
        number=of,
        key=f"review/{required_number(item, 'id')}",
        role="review",
        author=_author(item),
        member=_is_member(item),
        text=said,
        created_at=at,
        updated_at=time(item, "updated_at") or at,
        verdict=VERDICTS.get(state, ""),
        on_commit=text(item, "commit_id", 64),
    )


def changed_files(found: tuple[Json, ...]) -> tuple[str, ...]:
    """The paths that a pull request changes."""
    return tuple(name for one in found if (name := text(one, "filename", 4_096)))[:MOST_LIST]


def hidden_reason(item: Json) -> str:
    """Why somebody hid a comment at the forge, which changes no time of it; empty where nobody did."""
    minimized = item.get("minimized")
    return hidden_as(text(minimized, "reason")) if isinstance(minimized, dict) else ""


def is_pull_request(item: Json) -> bool:
    """Whether what is listed among the issues is a pull request."""
    return isinstance(item.get("pull_request"), dict)


def pull_requests(page: Iterable[Json]) -> dict[int, str]:
    """The pull requests that are listed among issues: their numbers, and when they changed."""
    return {number(one, "number"): time(one, "updated_at") for one in page if is_pull_request(one)}


def _author(item: Json) -> str:
    """The author's login; a bot's is marked as a bot's."""
    user = inner(item, "user")
    login = text(user, "login", 100)
    return f"{login}[bot]" if login and text(user, "type") == "Bot" and not login.endswith("[bot]") else login or GHOST


def _is_member(item: Json) -> bool:
    """Whether the item's author may write to the repository."""
    return text(item, "author_association") in MEMBERS


def _labels(item: Json) -> tuple[str, ...]:
    """The names of an item's labels, at most 100."""
    listed = item.get("labels")
    named = [one if isinstance(one, dict) else {"name": one} for one in listed] if isinstance(listed, list) else []
    return tuple(name for one in named[:100] if (name := text(one, "name", 100)))
