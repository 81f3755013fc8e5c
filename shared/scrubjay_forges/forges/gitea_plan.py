"""What is asked of Gitea and Forgejo: all by pages, in the order of creation, later only what changed since; pure."""

from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from functools import cached_property

from scrubjay_forges.discussions.values import DiscussionPart, ForgeBatch
from scrubjay_forges.forges import gitea, github
from scrubjay_forges.forges.fields import Json, number, text, time
from scrubjay_forges.forges.listing import (
    MOST_PAGES,
    DeletionWatch,
    FilesOf,
    Get,
    Listing,
    PageOf,
    key_of,
    understood,
    updated_at,
)

SIZE = 50
"""Items of a page: as many as a server gives unless it was told otherwise."""


def headers(token: str) -> dict[str, str]:
    """What each request says."""
    return {"Accept": "application/json"} | ({"Authorization": f"token {token}"} if token else {})


class Gitea:
    """A repository at Gitea or Forgejo. `label` is OWNER/NAME; `size` is how many items a page has."""

    def __init__(self, label: str, files_of: FilesOf, size: int = SIZE) -> None:
        self.home = self._top = f"/repos/{label}"
        self._files_of = files_of
        self._size = size
        self._members = frozenset({label.partition("/")[0]})

    def ask_members(self, get: Get) -> frozenset[str] | None:
        """Who may write: nothing else says who is a member. Without a token that isn't told. The owner always is."""
        logins = (text(one, "login", 100) for one in get(f"{self._top}/assignees", {}))
        return self._members | frozenset(filter(None, logins))

    def begin(self, members: frozenset[str]) -> None:
        """Take those as members, with the owner."""
        self._members |= members

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """Pull requests last: their reviews cost requests of their own."""
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
        """Issues, pull requests among them, and comments."""
        return (
            self._watch("issues", "/issues", "opening/", "number", gitea.opening, state="all"),
            self._watch("comments", "/issues/comments", "comment/", "id", gitea.comment),
        )

    def _issues(self, page: Sequence[Json]) -> PageOf:
        found = [one for one in page if not github.is_pull_request(one)]
        made, left_out = understood(found, lambda one: (gitea.issue(one), gitea.opening(one, self._members)))
        batch = ForgeBatch(heads=tuple(head for head, _ in made), parts=tuple(part for _, part in made))
        return PageOf(batch, left_out=left_out, others=github.pull_requests(page))

    def _comments(self, page: Sequence[Json]) -> PageOf:
        made, left_out = understood(page, lambda one: gitea.comment(one, self._members))
        return PageOf(ForgeBatch(parts=made), left_out=left_out)

    def _pulls(self, page: Sequence[Json]) -> PageOf:
        """Pull requests, with their files where git has them; those of an open one come with its details."""
        files = self._files_of([text(one, "merge_commit_sha", 64) for one in page if time(one, "merged_at")])
        made, left_out = understood(page, lambda one: (gitea.pull_request(one), gitea.opening(one, self._members)))
        heads = tuple(replace(head, files=files.get(head.merge_commit, ())) for head, _ in made)
        batch = ForgeBatch(heads=heads, parts=tuple(part for _, part in made))
        return PageOf(batch, tuple(head.number for head, _ in made), left_out)

    def _reviews(self, item: Json, get: Get) -> ForgeBatch:
        of = number(item, "number")
        top = f"{self._top}/pulls/{of}"
        listed = get(f"{top}/reviews", {"limit": self._size})
        reviews, left_out = understood(listed, lambda one: gitea.review(one, of, self._members))
        parts: list[DiscussionPart] = [*reviews]
        for one in listed:
            if number(one, "id") and number(one, "comments_count") and text(one, "state") not in gitea.NEVER_SENT:
                said = get(f"{top}/reviews/{number(one, 'id')}/comments", {})
                lines, unread = understood(said, lambda item: gitea.line_comment(item, of, self._members))
                parts, left_out = [*parts, *lines], left_out + unread
        complete = not left_out and len(listed) < MOST_PAGES * self._size
        whole = (of,) if complete else ()
        batch = ForgeBatch(parts=tuple(parts), whole=whole, roles=("review", "line_comment"))
        if item.get("state") != "open":
            return batch
        files = github.changed_files(tuple(get(f"{top}/files", {"limit": self._size})))
        return replace(batch, heads=(gitea.pull_request(item, files),))

    def _listing(
        self, name: str, path: str, take: Callable[[Sequence[Json]], PageOf], shows: str = "", **params: str
    ) -> Listing:
        return Listing(
            name=name, path=self._top + path, params={**params, "limit": self._size}, take=take, key=key_of,
            updated=updated_at, later="since", shows=shows,
        )  # fmt: skip

    def _watch(
        self, name: str, path: str, prefix: str, field: str, make: Callable[[Json, Set[str]], DiscussionPart],
        **params: str,
    ) -> DeletionWatch:  # fmt: skip
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
