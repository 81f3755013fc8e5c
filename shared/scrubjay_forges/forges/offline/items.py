"""A discussion of a file from its JSON value, in whichever of the forms it is; what can't be read is said; pure."""

from collections.abc import Collection, Iterator
from typing import Any, Final, cast, get_args

from scrubjay.model.frozen import dataclass, replace
from scrubjay_forges.discussions.keys import filed_key
from scrubjay_forges.discussions.values import MEMBERS, DiscussionHead, DiscussionKind, DiscussionPart, Role, State
from scrubjay_forges.forges import github
from scrubjay_forges.forges.listing import Json, NotUnderstood, inner, time
from scrubjay_forges.forges.offline import camel
from scrubjay_forges.forges.offline.fields import (
    MOST_NUMBER,
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
    repository_of,
    required_time,
    text,
)
from scrubjay_forges.forges.offline.stream import NotRead


def plain_discussion(item: Fields) -> tuple[DiscussionHead, list[DiscussionPart]]:
    """One discussion with its texts. Raises BadItem."""
    kind, state = text(item, "kind"), text(item, "state")
    if kind not in get_args(DiscussionKind):
        raise BadItem("kind is none of issue, pull_request")
    if state not in get_args(State):
        raise BadItem("state is none of open, closed, merged")
    created = required_time(item, "created_at")
    head = DiscussionHead(
        number=number(item, "number"),
        kind=cast("DiscussionKind", kind),
        title=text(item, "title"),
        state=cast("State", state),
        draft=flag(item, "draft"),
        author=login(item),
        created_at=created,
        updated_at=optional_time(item, "updated_at") or created,
        closed_at=optional_time(item, "closed_at"),
        merge_commit=text(item, "merge_commit"),
        base=text(item, "base"),
        head_commit=text(item, "head_commit"),
        labels=names(item, "labels", "name"),
        files=names(item, "files", "path"),
    )
    return head, list(_parts(item, head))


def held_in(item: Fields) -> frozenset[Role]:
    """The roles of which a discussion holds every text: all roles where its comments are given."""
    return frozenset(("comment", "review", "line_comment")) if "comments" in item else frozenset()


def _parts(item: Fields, head: DiscussionHead) -> Iterator[DiscussionPart]:
    """The texts of a discussion. Raises BadItem."""
    keys = Keys(head.number, own=False)
    yield _discussion_part(item, head, "opening", f"opening/{head.number}")
    for one in objects(item, "comments"):
        role = text(one, "role") or ("line_comment" if text(one, "path") else "comment")
        if role not in ("comment", "review", "line_comment"):
            raise BadItem("role is none of comment, review, line_comment")
        created = required_time(one, "created_at")
        yield _discussion_part(one, head, cast("Role", role), keys.of(role, forge_id(one), login(one), created))


def _discussion_part(one: Fields, head: DiscussionHead, role: Role, key: str) -> DiscussionPart:
    """A text of a discussion. Raises BadItem."""
    created = required_time(one, "created_at")
    opens = role == "opening"
    return DiscussionPart(
        number=head.number,
        key=key,
        role=role,
        author=login(one),
        member=text(one, "association").upper() in MEMBERS,
        text=text(one, "text"),
        created_at=created,
        updated_at=optional_time(one, "updated_at") or created,
        verdict="" if opens else text(one, "verdict"),
        path="" if opens else text(one, "path"),
        start_line=0 if opens else line(one, "start_line"),
        line=0 if opens else line(one, "line"),
        on_commit="" if opens else text(one, "commit"),
        reply_to="" if opens else _first_key(one, head.number),
    )


def _first_key(one: Fields, number: int) -> str:
    """The key of the first text of the thread that a comment replies to; empty for no reply."""
    first = one.get("reply_to")
    return filed_key("line", number, str(first)) if isinstance(first, (str, int)) and first else ""


COMMENTS = (
    "a comment by itself; `gh issue list --state all --limit 10000 --json "
    "number,title,body,state,author,createdAt,updatedAt,closedAt,labels,comments,url` has them with their discussions"
)


def is_rest(item: Fields) -> bool:
    """Whether an object has the field names of GitHub's REST API."""
    return "created_at" in item and (
        "html_url" in item or "author_association" in item or isinstance(item.get("user"), dict)
    )


def discussion(item: Fields) -> tuple[DiscussionHead, list[DiscussionPart]]:
    """One discussion with its opening. Raises BadItem."""
    if "number" not in item and ("issue_url" in item or "pull_request_url" in item):
        raise BadItem(COMMENTS)
    fields: Json = dict(item)
    try:
        return _discussion_head(fields), [github.opening(fields)]
    except NotUnderstood as error:
        raise BadItem(f"{error} is missing or can't be read") from error


def _discussion_head(item: Json) -> DiscussionHead:
    """The head of a discussion from GitHub's REST API."""
    if not github.is_pull_request(item):
        of_pull = "merge_commit_sha" in item or "base" in item or "/pull/" in text(item, "html_url")
        return github.pull_request(item) if of_pull else github.issue(item)
    merged_at = time(inner(item, "pull_request"), "merged_at")
    head = replace(github.issue(item), kind="pull_request", draft=flag(item, "draft"))
    return replace(head, state="merged", closed_at=merged_at) if merged_at else head


GRAPHQL: Final = (
    "what `gh api graphql` printed, which has no fixed form; print it with `gh issue list --state all --limit 10000 "
    "--json number,title,body,state,author,createdAt,updatedAt,closedAt,labels,comments,url`"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineItem:
    """One discussion of a file; `where` names its line or place, `wrong` says why it is skipped.

    `number` is its number also where it is skipped, 0 where that isn't known. `repository` is HOST/OWNER/NAME where its
    address says it; `is_other`: that isn't the one that is imported. `held` are the kinds of texts of which all that
    there were are in the file.
    """

    where: str
    head: DiscussionHead | None = None
    parts: tuple[DiscussionPart, ...] = ()
    wrong: str = ""
    number: int = 0
    repository: str = ""
    held: frozenset[Role] = frozenset()
    is_other: bool = False


def item_of(where: str, value: Any, kind: DiscussionKind | None, members: Collection[str]) -> OfflineItem:
    """A discussion from a JSON value. `kind`: that of its list, if known; `members`: logins that the file proves."""
    if not isinstance(value, dict):
        return OfflineItem(where=where, wrong=value if isinstance(value, NotRead) else "no JSON object")
    number = value.get("number")
    number = number if type(number) is int and 0 < number <= MOST_NUMBER else 0
    try:
        head, parts, held = _read_discussion(value, kind, members)
    except BadItem as error:
        return OfflineItem(where=where, wrong=str(error), number=number)
    return OfflineItem(
        where=where, head=head, parts=tuple(parts), number=number, repository=repository_of(value), held=held
    )


def _read_discussion(
    value: Fields, kind: DiscussionKind | None, members: Collection[str]
) -> tuple[DiscussionHead, list[DiscussionPart], frozenset[Role]]:
    """A discussion's head, texts and complete roles, in whichever form it comes. Raises BadItem."""
    if isinstance(value.get("data"), dict):
        raise BadItem(GRAPHQL)
    if "kind" not in value and is_rest(value):
        return *discussion(value), frozenset()
    if "kind" in value and "createdAt" not in value:
        return *plain_discussion(value), held_in(value)
    return *camel.discussion(value, kind or camel.kind_of(value), members), camel.held_in(value)
