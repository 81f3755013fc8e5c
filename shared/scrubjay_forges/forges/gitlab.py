"""GitLab's JSON as discussions: each function takes an object of its REST API, version 4; pure."""

from collections.abc import Iterable, Sequence, Set

from scrubjay.model.discussion import Sign
from scrubjay.model.frozen import replace
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart, State
from scrubjay_forges.forges.listing import (
    MOST_LIST,
    Json,
    body,
    first_time,
    inner,
    items,
    number,
    parse_items,
    required_number,
    text,
    time,
)

DEVELOPER = 30
"""The access level from which somebody may write to the repository."""

GHOST = "ghost"
"""Whom GitLab names where an account is gone."""

VERDICTS = {"approved this merge request": "approved", "requested changes": "changes requested"}
"""What GitLab notes by itself where somebody reviewed."""

TAKEN_BACK = "unapproved this merge request"


def issue(item: Json) -> DiscussionHead:
    """The head of an issue. Raises NotUnderstood."""
    return DiscussionHead(
        number=required_number(item, "iid"),
        kind="issue",
        title=text(item, "title"),
        state="closed" if item.get("state") == "closed" else "open",
        author=author(item),
        created_at=first_time(item, "created_at"),
        updated_at=first_time(item, "updated_at"),
        closed_at=time(item, "closed_at"),
        labels=_labels(item),
    )


def merge_request(item: Json, files: tuple[str, ...] = ()) -> DiscussionHead:
    """The head of a merge request. Raises NotUnderstood.

    One that was merged without a merge commit and unsquashed stands in the branch as it was: its last commit.
    """
    merged = item.get("state") == "merged"
    state: State = "merged" if merged else "closed" if item.get("state") == "closed" else "open"
    return DiscussionHead(
        number=required_number(item, "iid"),
        sign="!",
        kind="pull_request",
        title=text(item, "title"),
        state=state,
        author=author(item),
        created_at=first_time(item, "created_at"),
        updated_at=first_time(item, "updated_at"),
        draft=item.get("draft") is True or item.get("work_in_progress") is True,
        closed_at=time(item, "merged_at") or time(item, "closed_at") or (time(item, "updated_at") if merged else ""),
        merge_commit=(merge_commit(item) or text(item, "sha", 64)) if merged else "",
        base=text(item, "target_branch"),
        head_commit=text(item, "sha", 64),
        labels=_labels(item),
        files=files,
    )


def merge_commit(item: Json) -> str:
    """The commit that brought all of a merge request at once; empty where there is none."""
    return text(item, "merge_commit_sha", 64) or text(item, "squash_commit_sha", 64)


def opening(item: Json, sign: Sign, members: Set[str]) -> DiscussionPart:
    """The text that an issue or merge request begins with. Raises NotUnderstood."""
    found = required_number(item, "iid")
    return DiscussionPart(
        number=found,
        sign=sign,
        key=f"opening/{found}" if sign == "#" else f"opening/{sign}{found}",
        role="opening",
        author=author(item),
        member=_is_member(item, members),
        brought=_is_brought(item),
        text=body(item, "description"),
        created_at=first_time(item, "created_at"),
        updated_at=first_time(item, "updated_at"),
    )


def thread_texts(threads: Iterable[Json], sign: Sign, of: int, members: Set[str]) -> tuple[DiscussionPart, ...]:
    """The texts of a discussion's threads, without unreadable ones and internal notes.

    Of what GitLab notes by itself only reviews are taken; one that was taken back later is dismissed.
    """
    parts: list[DiscussionPart] = []
    for thread in threads:
        notes = [one for one in items(thread.get("notes")) if not (one.get("internal") or one.get("confidential"))]
        first = next((one for one in notes if inner(one, "position")), {})
        made, _ = parse_items(notes, lambda one, first=first: _note_text(one, first, sign, of, members))  # type: ignore[misc]
        parts += made
    return _with_withdrawn_approvals(parts)


def changed_files(found: Sequence[Json]) -> tuple[str, ...]:
    """The paths that a merge request changes."""
    named = (text(one, "new_path", 4_096) or text(one, "old_path", 4_096) for one in found)
    return tuple(dict.fromkeys(filter(None, named)))[:MOST_LIST]


def is_withheld(item: Json) -> bool:
    """Whether few may see an issue at the forge."""
    return item.get("confidential") is True


def has_moved(item: Json) -> bool:
    """Whether an issue goes on in another project."""
    return bool(number(item, "moved_to_id"))


def author(item: Json) -> str:
    """The login of who wrote an item."""
    return text(inner(item, "author"), "username", 100) or GHOST


def _note_text(item: Json, first: Json, sign: Sign, of: int, members: Set[str]) -> DiscussionPart | None:
    """The text of a note in a thread; None for a note of the system that tells nothing."""
    system, created = item.get("system") is True, first_time(item, "created_at")
    words = body(item)
    part = DiscussionPart(
        number=of,
        sign=sign,
        key=f"comment/{required_number(item, 'id')}",
        role="comment",
        author=author(item),
        member=_is_member(item, members),
        brought=_is_brought(item),
        text=words,
        created_at=created,
        updated_at=time(item, "updated_at") or created,
    )
    if system:
        verdict = "taken back" if words == TAKEN_BACK else VERDICTS.get(words, "")
        reviewed = replace(part, key=part.key.replace("comment", "review"), role="review", text="", verdict=verdict)
        return reviewed if verdict and sign == "!" else None
    position = inner(item, "position") or inner(first, "position")
    if not position:
        return part
    key = f"line/{number(item, 'id')}"
    begun = f"line/{required_number(first, 'id')}"
    return _with_place(replace(part, key=key, role="line_comment", reply_to="" if begun == key else begun), position)


def _with_place(part: DiscussionPart, position: Json) -> DiscussionPart:
    """The comment with its path and lines: those of the new file, else those that the merge request removes."""
    line, there = number(position, "new_line"), "new"
    if not line and number(position, "old_line"):
        line, there = number(position, "old_line"), "old"
    first = number(inner(inner(position, "line_range"), "start"), f"{there}_line")
    return replace(
        part,
        path=text(position, f"{there}_path", 4_096),
        line=line,
        start_line=first if first < line else 0,
        on_commit=text(position, "head_sha" if there == "new" else "base_sha", 64),
    )


def _with_withdrawn_approvals(parts: Sequence[DiscussionPart]) -> tuple[DiscussionPart, ...]:
    """Texts in which an approval that was taken back later counts as dismissed."""
    back = {part.author: part.created_at for part in parts if part.verdict == "taken back"}
    return tuple(
        replace(part, verdict="dismissed")
        if part.verdict == "approved" and part.created_at <= back.get(part.author, "")
        else part
        for part in parts
        if part.verdict != "taken back"
    )


def _is_member(item: Json, members: Set[str]) -> bool:
    """Whether a member wrote an item; of what was brought from elsewhere the name proves nothing."""
    return not _is_brought(item) and author(item) in members


def _is_brought(item: Json) -> bool:
    """Whether an item was imported from elsewhere."""
    return item.get("imported") is True


def _labels(item: Json) -> tuple[str, ...]:
    """The names of an item's labels, at most 100."""
    listed = item.get("labels")
    named = [one if isinstance(one, dict) else {"name": one} for one in listed] if isinstance(listed, list) else []
    return tuple(name for one in named[:100] if (name := text(one, "name", 100)))
