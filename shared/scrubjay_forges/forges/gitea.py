"""Gitea and Forgejo: what is asked of them, and how their answers are read."""

from collections.abc import Callable, Sequence, Set
from functools import cached_property

from scrubjay.model.frozen import replace
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart, ForgeBatch
from scrubjay_forges.forges import github
from scrubjay_forges.forges.listing import (
    MOST_PAGES,
    DeletionWatch,
    FilesOf,
    Get,
    Json,
    Listing,
    PageOf,
    body,
    first_time,
    inner,
    key_of,
    number,
    parse_items,
    required_number,
    text,
    time,
    updated_at,
)

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
    return _with_author(github.opening(item), item, members)


def comment(item: Json, members: Set[str]) -> DiscussionPart:
    """A comment; on a pull request its address stands in another field. Raises NotUnderstood."""
    place = text(item, "issue_url") or text(item, "pull_request_url")
    return _with_author(github.comment({**item, "issue_url": place}), item, members)


def review(item: Json, of: int, members: Set[str]) -> DiscussionPart | None:
    """A review; None for one that isn't sent, or only holds comments on lines. Raises NotUnderstood."""
    state, said = text(item, "state"), body(item)
    if state in NEVER_SENT or (state not in VERDICTS and not said.strip()):
        return None
    at = first_time(item, "submitted_at", "updated_at")
    verdict = "dismissed" if item.get("dismissed") is True else VERDICTS.get(state, "")
    part = DiscussionPart(
        number=of, key=f"review/{required_number(item, 'id')}", role="review", author="", member=False, text=said,
        created_at=at, updated_at=time(item, "updated_at") or at, verdict=verdict,
        on_commit=text(item, "commit_id", 64),
    )  # fmt: skip
    return _with_author(part, item, members)


def line_comment(item: Json, of: int, members: Set[str]) -> DiscussionPart:
    """A comment on lines: `position` is a line of the file as it is then, or 0 for one that was taken out."""
    gone = not number(item, "position")
    created = first_time(item, "created_at")
    part = DiscussionPart(
        number=of, key=f"line/{required_number(item, 'id')}", role="line_comment", author="", member=False,
        text=body(item), created_at=created, updated_at=time(item, "updated_at") or created,
        path=text(item, "path", 4_096),
        line=number(item, "original_position" if gone else "position"),
        on_commit=text(item, "original_commit_id" if gone else "commit_id", 64),
    )  # fmt: skip
    return _with_author(part, item, members)


def author(item: Json) -> str:
    """The login of who wrote an item; of what was brought from another forge, the name there."""
    return text(item, "original_author", 100) or text(inner(item, "user"), "login", 100) or github.GHOST


def _with_author(part: DiscussionPart, item: Json, members: Set[str]) -> DiscussionPart:
    """The text with its author as Gitea tells it; what was brought from elsewhere is no member's."""
    brought = bool(text(item, "original_author", 100))
    return replace(part, author=author(item), member=not brought and author(item) in members, brought=brought)


SIZE = 50
"""Items of a page: as many as a server gives unless it was told otherwise."""


def headers(token: str) -> dict[str, str]:
    """The HTTP headers of each request."""
    return {"Accept": "application/json"} | ({"Authorization": f"token {token}"} if token else {})


class Gitea:
    """What to ask Gitea or Forgejo to read a repository. `label` is OWNER/NAME; `size` is a page's number of items."""

    def __init__(self, label: str, files_of: FilesOf, size: int = SIZE) -> None:
        self.home = self._top = f"/repos/{label}"
        self._files_of = files_of
        self._size = size
        self._members = frozenset({label.partition("/")[0]})

    def ask_members(self, get: Get) -> frozenset[str] | None:
        """The logins of who may write, the owner among them; None without a token, since it isn't told then."""
        logins = (text(one, "login", 100) for one in get(f"{self._top}/assignees", {}))
        return self._members | frozenset(filter(None, logins))

    def begin(self, members: frozenset[str]) -> None:
        """Count these logins as members, with the owner."""
        self._members |= members

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """The listings to read; pull requests last, since each one's reviews cost requests of their own."""
        return (
            self._listing("issues", "/issues", self._issues, shows="pull requests", state="all"),
            self._listing("comments", "/issues/comments", self._comments),
            Listing(
                name="pull requests",
                path=f"{self._top}/pulls",
                params={"state": "all", "sort": "recentupdate", "limit": self._size},
                first={"state": "all", "sort": "oldest", "limit": self._size},
                take=self._pulls,
                key=key_of,
                updated=updated_at,
                detail=self._reviews,
                one=lambda of: f"{self._top}/pulls/{of}",
            ),
        )

    @property
    def watches(self) -> tuple[DeletionWatch, ...]:
        """The listings that are compared for deletions: issues, with pull requests among them, and comments."""
        return (
            self._watch("issues", "/issues", "opening/", "number", opening, state="all"),
            self._watch("comments", "/issues/comments", "comment/", "id", comment),
        )

    def _issues(self, page: Sequence[Json]) -> PageOf:
        """The issues of a page, with their openings; pull requests among them are only noted."""
        found = [one for one in page if not github.is_pull_request(one)]
        made, left_out = parse_items(found, lambda one: (issue(one), opening(one, self._members)))
        batch = ForgeBatch(heads=tuple(head for head, _ in made), parts=tuple(part for _, part in made))
        return PageOf(batch, left_out=left_out, others=github.pull_requests(page))

    def _comments(self, page: Sequence[Json]) -> PageOf:
        """The comments of a page."""
        made, left_out = parse_items(page, lambda one: comment(one, self._members))
        return PageOf(ForgeBatch(parts=made), left_out=left_out)

    def _pulls(self, page: Sequence[Json]) -> PageOf:
        """The pull requests of a page, with their files where git has them; an open one's come with its details."""
        files = self._files_of([text(one, "merge_commit_sha", 64) for one in page if time(one, "merged_at")])
        made, left_out = parse_items(page, lambda one: (pull_request(one), opening(one, self._members)))
        heads = tuple(replace(head, files=files.get(head.merge_commit, ())) for head, _ in made)
        batch = ForgeBatch(heads=heads, parts=tuple(part for _, part in made))
        return PageOf(batch, tuple(head.number for head, _ in made), left_out)

    def _reviews(self, item: Json, get: Get) -> ForgeBatch:
        """The reviews of a pull request, with their comments on lines."""
        of = number(item, "number")
        top = f"{self._top}/pulls/{of}"
        listed = get(f"{top}/reviews", {"limit": self._size})
        reviews, left_out = parse_items(listed, lambda one: review(one, of, self._members))
        parts: list[DiscussionPart] = [*reviews]
        for one in listed:
            if number(one, "id") and number(one, "comments_count") and text(one, "state") not in NEVER_SENT:
                said = get(f"{top}/reviews/{number(one, 'id')}/comments", {})
                lines, unread = parse_items(said, lambda item: line_comment(item, of, self._members))
                parts, left_out = [*parts, *lines], left_out + unread
        complete = not left_out and len(listed) < MOST_PAGES * self._size
        whole = (of,) if complete else ()
        batch = ForgeBatch(parts=tuple(parts), whole=whole, roles=("review", "line_comment"))
        if item.get("state") != "open":
            return batch
        files = github.changed_files(tuple(get(f"{top}/files", {"limit": self._size})))
        return replace(batch, heads=(pull_request(item, files),))

    def _listing(
        self, name: str, path: str, take: Callable[[Sequence[Json]], PageOf], shows: str = "", **params: str
    ) -> Listing:
        """A listing of this repository; `later` rounds ask for changes since the last one."""
        return Listing(
            name=name, path=self._top + path, params={**params, "limit": self._size}, take=take, key=key_of,
            updated=updated_at, later="since", shows=shows,
        )  # fmt: skip

    def _watch(
        self, name: str, path: str, prefix: str, field: str, make: Callable[[Json, Set[str]], DiscussionPart],
        **params: str,
    ) -> DeletionWatch:  # fmt: skip
        """A watch for deletions on a listing of this repository."""
        return DeletionWatch(
            name=f"{name} that are there",
            path=self._top + path,
            params={**params, "limit": self._size},
            prefix=prefix,
            number=lambda one: number(one, field),
            one=lambda of: f"{self._top}{path}/{of}",
            tells_members=False,
            reader=lambda one: "pull requests" if github.is_pull_request(one) else name,
            text=lambda one: make(one, self._members),
        )
