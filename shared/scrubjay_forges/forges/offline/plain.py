"""Discussions in the documented form, one JSON object a line; pure. `docs/reference/discussions.md` has the fields."""

from collections.abc import Iterator
from typing import cast, get_args

from scrubjay_forges.discussions.keys import filed_key
from scrubjay_forges.discussions.values import MEMBERS, DiscussionHead, DiscussionKind, DiscussionPart, Role, State
from scrubjay_forges.forges.offline.fields import (
    BadItem,
    Fields,
    flag,
    forge_id,
    line,
    login,
    moment,
    names,
    needed,
    number,
    objects,
    text,
)
from scrubjay_forges.forges.offline.keys import Keys


def discussion(item: Fields) -> tuple[DiscussionHead, list[DiscussionPart]]:
    """One discussion with its texts. Raises BadItem."""
    kind, state = text(item, "kind"), text(item, "state")
    if kind not in get_args(DiscussionKind):
        raise BadItem("kind is none of issue, pull_request")
    if state not in get_args(State):
        raise BadItem("state is none of open, closed, merged")
    created = needed(item, "created_at")
    head = DiscussionHead(
        number=number(item, "number"),
        kind=cast("DiscussionKind", kind),
        title=text(item, "title"),
        state=cast("State", state),
        draft=flag(item, "draft"),
        author=login(item),
        created_at=created,
        updated_at=moment(item, "updated_at") or created,
        closed_at=moment(item, "closed_at"),
        merge_commit=text(item, "merge_commit"),
        base=text(item, "base"),
        head_commit=text(item, "head_commit"),
        labels=names(item, "labels", "name"),
        files=names(item, "files", "path"),
    )
    return head, list(_parts(item, head))


def held_in(item: Fields) -> frozenset[Role]:
    """The kinds of texts of which a discussion holds all there are: of all kinds where its comments are given."""
    return frozenset(("comment", "review", "line_comment")) if "comments" in item else frozenset()


def _parts(item: Fields, head: DiscussionHead) -> Iterator[DiscussionPart]:
    keys = Keys(head.number, own=False)
    yield _part(item, head, "opening", f"opening/{head.number}")
    for one in objects(item, "comments"):
        role = text(one, "role") or ("line_comment" if text(one, "path") else "comment")
        if role not in ("comment", "review", "line_comment"):
            raise BadItem("role is none of comment, review, line_comment")
        created = needed(one, "created_at")
        yield _part(one, head, cast("Role", role), keys.of(role, forge_id(one), login(one), created))


def _part(one: Fields, head: DiscussionHead, role: Role, key: str) -> DiscussionPart:
    created = needed(one, "created_at")
    opens = role == "opening"
    return DiscussionPart(
        number=head.number,
        key=key,
        role=role,
        author=login(one),
        member=text(one, "association").upper() in MEMBERS,
        text=text(one, "text"),
        created_at=created,
        updated_at=moment(one, "updated_at") or created,
        verdict="" if opens else text(one, "verdict"),
        path="" if opens else text(one, "path"),
        start_line=0 if opens else line(one, "start_line"),
        line=0 if opens else line(one, "line"),
        on_commit="" if opens else text(one, "commit"),
        reply_to="" if opens else _first(one, head.number),
    )


def _first(one: Fields, number: int) -> str:
    first = one.get("reply_to")
    return filed_key("line", number, str(first)) if isinstance(first, (str, int)) and first else ""
