"""Discussions as `gh … --json` and `archive.json` write them, whose names are GitHub's own; pure."""

from collections.abc import Collection, Iterator
from typing import Final

from scrubjay.model.frozen import replace
from scrubjay_forges.discussions.values import (
    MEMBERS,
    NEVER_KEPT,
    DiscussionHead,
    DiscussionKind,
    DiscussionPart,
    Role,
    State,
    hidden_as,
)
from scrubjay_forges.forges.offline.fields import (
    BadItem,
    Fields,
    Keys,
    flag,
    forge_id,
    line,
    login,
    names,
    number,
    objects,
    optional_time,
    required_time,
    text,
)

_STATES: dict[str, State] = {"OPEN": "open", "CLOSED": "closed", "MERGED": "merged"}
_VERDICTS = {"APPROVED": "approved", "CHANGES_REQUESTED": "changes requested", "DISMISSED": "dismissed"}
_OF_PULL_REQUESTS = frozenset({
    "additions", "autoMergeRequest", "baseRefName", "baseRefOid", "changedFiles", "closingIssuesReferences", "commits",
    "deletions", "files", "headRefName", "headRefOid", "headRepository", "isCrossRepository", "isDraft",
    "latestReviews", "maintainerCanModify", "mergeCommit", "mergeStateStatus", "mergeable", "mergedAt", "mergedBy",
    "potentialMergeCommit", "reviewDecision", "reviewRequests", "reviews", "statusCheckRollup",
})  # fmt: skip
"""Fields that `gh` has of pull requests alone."""

_PAGE: Final = 100
"""Texts of one discussion that `gh` asks for: where there are as many, there may be more."""


def kind_of(item: Fields) -> DiscussionKind:
    """The kind of a discussion, issue or pull request: by its address, or by fields that only one has."""
    address = text(item, "url")
    if "/pull/" in address or "/issues/" in address:
        return "pull_request" if "/pull/" in address else "issue"
    merged = text(item, "state").upper() == "MERGED" or flag(item, "isPullRequest")
    return (
        "pull_request"
        if merged or (_OF_PULL_REQUESTS & item.keys() and item.get("isPullRequest") is not False)
        else "issue"
    )


def held_in(item: Fields) -> frozenset[Role]:
    """The roles of which a discussion holds every text."""
    comments, reviews = item.get("comments"), item.get("reviews")
    held: set[Role] = {"comment"} if isinstance(comments, list) and len(comments) < _PAGE else set()
    if isinstance(reviews, list) and len(reviews) < _PAGE:
        held.add("review")
        inner = [one.get("comments") for one in reviews if isinstance(one, dict)]
        if all(isinstance(one, list) and len(one) < _PAGE for one in inner):
            held.add("line_comment")
    return frozenset(held)


def members_in(items: Collection[Fields]) -> frozenset[str]:
    """The logins that a file proves to be members, by its texts or merges: `gh` doesn't say it of openings."""
    found: set[str] = set()
    for item in items:
        texts = [item, *(one for name in ("comments", "reviews") for one in _objects(item, name))]
        found |= {login(one) for one in texts if text(one, "authorAssociation") in MEMBERS}
        if item.get("mergedBy"):
            found.add(login(item, "mergedBy"))
    return frozenset(found - {"ghost"})


def discussion(
    item: Fields, kind: DiscussionKind, members: Collection[str]
) -> tuple[DiscussionHead, list[DiscussionPart]]:
    """One discussion with its texts. Raises BadItem."""
    state = _STATES.get(text(item, "state").upper())
    if state is None:
        raise BadItem("state is none of OPEN, CLOSED, MERGED")
    created, updated = required_time(item, "createdAt"), optional_time(item, "updatedAt")
    merged_at = optional_time(item, "mergedAt")
    commit = item.get("mergeCommit")
    head = DiscussionHead(
        number=number(item, "number"),
        kind=kind,
        title=text(item, "title"),
        state=state,
        draft=flag(item, "isDraft"),
        author=login(item),
        created_at=created,
        updated_at=updated or created,
        closed_at=merged_at or optional_time(item, "closedAt"),
        merge_commit=text(commit, "oid") if isinstance(commit, dict) else "",
        base=text(item, "baseRefName"),
        head_commit=text(item, "headRefOid"),
        labels=names(item, "labels", "name"),
        files=names(item, "files", "path"),
    )
    return head, list(_parts(item, head, members))


def _parts(item: Fields, head: DiscussionHead, members: Collection[str]) -> Iterator[DiscussionPart]:
    """The texts of a discussion."""
    keys = Keys(head.number, own=True)

    def said(one: Fields, role: Role, by: Fields, created: str) -> DiscussionPart:
        author = login(by)
        id = str(head.number) if role == "opening" else forge_id(one)
        return DiscussionPart(
            number=head.number,
            key=keys.of(role, id, author, created),
            role=role,
            author=author,
            member=text(by, "authorAssociation") in MEMBERS or author in members,
            text=text(one, "body"),
            created_at=created,
            updated_at=optional_time(one, "updatedAt") or created,
            hidden=_hidden(one),
        )

    yield replace(said(item, "opening", item, head.created_at), updated_at=head.updated_at)
    for one in objects(item, "comments"):
        if _hidden(one) not in NEVER_KEPT:
            yield said(one, "comment", one, required_time(one, "createdAt"))
    for review in objects(item, "reviews"):
        when = optional_time(review, "submittedAt") or optional_time(review, "createdAt") or head.updated_at
        verdict = _VERDICTS.get(text(review, "state").upper(), "")
        if (verdict or text(review, "body").strip()) and _hidden(review) not in NEVER_KEPT:
            yield replace(said(review, "review", review, when), verdict=verdict)
        for one in objects(review, "comments"):
            if _hidden(one) in NEVER_KEPT:
                continue
            by = one if one.get("author") else review
            part = said(one, "line_comment", by, optional_time(one, "createdAt") or when)
            yield replace(part, path=text(one, "path"), line=line(one, "line"), start_line=line(one, "startLine"))


def _hidden(item: Fields) -> str:
    """Why a text is hidden at the forge; empty where it isn't."""
    return hidden_as(text(item, "minimizedReason")) if flag(item, "isMinimized") else ""


def _objects(item: Fields, name: str) -> list[Fields]:
    """The objects of a list; none where there is no list."""
    value = item.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
