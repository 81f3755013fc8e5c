"""Requests to GitHub: issues and comments by time, pull requests by pages, reviews of each that changed; pure."""

from collections.abc import Callable, Sequence
from functools import cached_property

from scrubjay.model.frozen import replace
from scrubjay_forges.discussions.values import NEVER_KEPT, DiscussionPart, ForgeBatch
from scrubjay_forges.forges import github
from scrubjay_forges.forges.listing import (
    MOST_PAGES,
    DeletionWatch,
    FilesOf,
    Get,
    Json,
    Listing,
    PageOf,
    Params,
    key_of,
    number,
    parse_items,
    text,
    time,
    updated_at,
)

HEADERS = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}


def headers(token: str) -> dict[str, str]:
    """The HTTP headers of each request."""
    return HEADERS | ({"Authorization": f"Bearer {token}"} if token else {})


class GitHub:
    """What to ask GitHub's API to read one repository. `label` is OWNER/NAME; `size` is a page's number of items."""

    def __init__(self, label: str, files_of: FilesOf, size: int = 100) -> None:
        self.home = self._top = f"/repos/{label}"
        self._files_of = files_of
        self._size = size

    def ask_members(self, get: Get) -> frozenset[str] | None:
        """None: nobody is asked, since each text tells whether its author is a member."""
        return None

    def begin(self, members: frozenset[str]) -> None:
        """Does nothing: members needn't be known."""

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """The listings to read; pull requests last, since the reviews of each cost a request."""
        changed = self._params(sort="updated", direction="asc")
        every = {"state": "all"}
        return (
            self._by_time("issues", "/issues", every | changed, self._issues, shows="pull requests"),
            self._by_time("comments", "/issues/comments", changed, lambda page: _parts(page, github.comment)),
            self._by_time("line comments", "/pulls/comments", changed, lambda page: _parts(page, github.line_comment)),
            Listing(
                name="pull requests",
                path=f"{self._top}/pulls",
                params=every | self._params(sort="updated", direction="desc"),
                first=every | self._params(sort="created", direction="asc"),
                take=self._pulls,
                key=key_of,
                updated=updated_at,
                detail=self._reviews,
                one=lambda of: f"{self._top}/pulls/{of}",
            ),
        )

    @cached_property
    def watches(self) -> tuple[DeletionWatch, ...]:
        """The listings that are compared for deletions; a review goes when its pull request changes next."""
        return (
            self._watch("issues", "/issues", "opening/", "number", github.opening, state="all"),
            self._watch("comments", "/issues/comments", "comment/", "id", github.comment),
            self._watch("line comments", "/pulls/comments", "line/", "id", github.line_comment),
        )

    def _issues(self, page: Sequence[Json]) -> PageOf:
        """The issues of a page; pull requests, which GitHub lists among them, come by a listing of their own."""
        found = [one for one in page if not github.is_pull_request(one)]
        made, left_out = parse_items(found, lambda one: (github.issue(one), github.opening(one)))
        batch = ForgeBatch(heads=tuple(head for head, _ in made), parts=tuple(part for _, part in made))
        return PageOf(batch, left_out=left_out, others=github.pull_requests(page))

    def _pulls(self, page: Sequence[Json]) -> PageOf:
        """The pull requests of a page, with their files where git has them; an open one's come with its details."""
        commits = [text(one, "merge_commit_sha", 64) for one in page if time(one, "merged_at")]
        files = self._files_of([commit for commit in commits if commit])
        made, left_out = parse_items(page, lambda one: (github.pull_request(one), github.opening(one)))
        heads = tuple(replace(head, files=files.get(head.merge_commit, ())) for head, _ in made)
        batch = ForgeBatch(heads=heads, parts=tuple(part for _, part in made))
        return PageOf(batch, tuple(head.number for head, _ in made), left_out)

    def _reviews(self, item: Json, get: Get) -> ForgeBatch:
        """The reviews of a pull request, and its files where it is open."""
        of = number(item, "number")
        each = {"per_page": self._size}
        listed = get(f"{self._top}/pulls/{of}/reviews", each)
        reviews, left_out = parse_items(listed, lambda one: github.review(one, of))
        complete = not left_out and len(listed) < MOST_PAGES * self._size
        batch = ForgeBatch(parts=reviews, whole=(of,) if complete else (), roles=("review",))
        if item.get("state") != "open":
            return batch
        files = github.changed_files(tuple(get(f"{self._top}/pulls/{of}/files", each)))
        return replace(batch, heads=(github.pull_request(item, files),))

    def _by_time(
        self, name: str, path: str, params: Params, take: Callable[[Sequence[Json]], PageOf], shows: str = ""
    ) -> Listing:
        """A listing of this repository, the oldest change first."""
        return Listing(
            name=name, path=self._top + path, params=params, take=take, key=key_of, updated=updated_at, since="since",
            shows=shows,
        )  # fmt: skip

    def _watch(
        self, name: str, path: str, prefix: str, field: str, make: Callable[[Json], DiscussionPart], **params: str
    ) -> DeletionWatch:
        """A watch for deletions on a listing of this repository."""
        return DeletionWatch(
            name=f"{name} that are there",
            path=self._top + path,
            params=params | self._params(sort="created", direction="asc"),
            prefix=prefix,
            number=lambda one: number(one, field),
            one=lambda of: f"{self._top}{path}/{of}",
            reader=lambda one: "pull requests" if github.is_pull_request(one) else name,
            text=make,
            changes=lambda one: bool(github.hidden_reason(one)),
            same_author=("review",),
        )

    def _params(self, **params: str) -> dict[str, str | int]:
        """Parameters of a listing, with the size of a page."""
        return {**params, "per_page": self._size}


def _parts(page: Sequence[Json], make: Callable[[Json], DiscussionPart]) -> PageOf:
    """The texts of a page, without those that are hidden as spam and the like, which are deleted."""
    made, left_out = parse_items(page, make)
    kept = tuple(one for one in made if one.hidden not in NEVER_KEPT)
    gone = tuple(one.key for one in made if one.hidden in NEVER_KEPT)
    return PageOf(ForgeBatch(parts=kept, gone_parts=gone), left_out=left_out)
