"""Discussions as GitHub's REST API gives them, which `gh api` prints: heads and openings, without comments; pure."""

from dataclasses import replace

from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart
from scrubjay_forges.forges import github
from scrubjay_forges.forges.fields import Json, NotUnderstood, inner, time
from scrubjay_forges.forges.offline.fields import BadItem, Fields, flag, text

COMMENTS = (
    "a comment by itself; `gh issue list --state all --limit 10000 --json "
    "number,title,body,state,author,createdAt,updatedAt,closedAt,labels,comments,url` has them with their discussions"
)


def is_rest(item: Fields) -> bool:
    """Whether an object has the names of the REST API."""
    return "created_at" in item and (
        "html_url" in item or "author_association" in item or isinstance(item.get("user"), dict)
    )


def discussion(item: Fields) -> tuple[DiscussionHead, list[DiscussionPart]]:
    """One discussion with its opening. Raises BadItem."""
    if "number" not in item and ("issue_url" in item or "pull_request_url" in item):
        raise BadItem(COMMENTS)
    fields: Json = dict(item)
    try:
        return _head(fields), [github.opening(fields)]
    except NotUnderstood as error:
        raise BadItem(f"{error} is missing or can't be read") from error


def _head(item: Json) -> DiscussionHead:
    if not github.is_pull_request(item):
        of_pull = "merge_commit_sha" in item or "base" in item or "/pull/" in text(item, "html_url")
        return github.pull_request(item) if of_pull else github.issue(item)
    merged_at = time(inner(item, "pull_request"), "merged_at")
    head = replace(github.issue(item), kind="pull_request", draft=flag(item, "draft"))
    return replace(head, state="merged", closed_at=merged_at) if merged_at else head
