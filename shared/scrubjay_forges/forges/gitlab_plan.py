"""Requests to GitLab: issues and merge requests by time, the threads of each that changed; pure."""

from collections.abc import Callable, Sequence
from functools import cached_property
from urllib.parse import quote

from scrubjay.errors import ForgeRefuses
from scrubjay.model.discussion import Sign
from scrubjay.model.frozen import replace
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.forges import gitlab
from scrubjay_forges.forges.listing import (
    DeletionWatch,
    FilesOf,
    Get,
    Json,
    Listing,
    PageOf,
    key_of,
    number,
    parse_items,
    text,
    updated_at,
)

MOST_THREADS = 5_000
"""Threads of a discussion that are read; of one with more nothing is taken for deleted."""


def headers(token: str) -> dict[str, str]:
    """The HTTP headers of each request. Raises ForgeRefuses without a token: GitLab then shows no comments."""
    if not token:
        raise ForgeRefuses(
            "GitLab shows comments only to who has a token. Name one that may read the API (read_api) by token_env or "
            "token_file below `forges` in config.yaml."
        )
    return {"Accept": "application/json", "Authorization": f"Bearer {token}"}


class GitLab:
    """What to ask GitLab to read a project. `label` is its path with its groups; `size` is a page's number of items."""

    def __init__(self, label: str, files_of: FilesOf, size: int = 100) -> None:
        self.home = self._top = f"/projects/{quote(label, safe='')}"
        self._files_of = files_of
        self._size = size
        self._members: frozenset[str] = frozenset()

    def ask_members(self, get: Get) -> frozenset[str] | None:
        """The logins of who may write, which the texts don't tell."""
        found = get(f"{self._top}/members/all", {"per_page": self._size})
        able = (one for one in found if number(one, "access_level") >= gitlab.DEVELOPER)
        return frozenset(filter(None, (text(one, "username", 100) for one in able)))

    def begin(self, members: frozenset[str]) -> None:
        """Count these logins as members."""
        self._members = members

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """The listings to read; merge requests last, since each costs a request, an issue only if it has comments."""
        return (
            self._listing("issues", "#", self._issues, self._issue_texts),
            self._listing("merge requests", "!", self._requests, self._request_texts),
        )

    @property
    def watches(self) -> tuple[DeletionWatch, ...]:
        """The listings that are compared for deletions; a comment goes when its discussion changes next."""
        return self._watch("issues", "opening/", "#"), self._watch("merge requests", "opening/!", "!")

    def _issues(self, page: Sequence[Json]) -> PageOf:
        """The issues of a page, without confidential and moved ones, which are deleted."""
        hidden = [one for one in page if gitlab.is_withheld(one)]
        moved = [one for one in page if gitlab.has_moved(one)]
        shown = [one for one in page if one not in hidden and one not in moved]
        made, left_out = parse_items(shown, lambda one: (gitlab.issue(one), gitlab.opening(one, "#", self._members)))
        discussed = {number(one, "iid") for one in shown if number(one, "user_notes_count")}
        numbers = tuple(head.number for head, _ in made)
        batch = ForgeBatch(
            heads=tuple(head for head, _ in made),
            parts=tuple(part for _, part in made),
            gone=tuple(number(one, "iid") for one in (*hidden, *moved)),
            whole=tuple(one for one in numbers if one not in discussed),
        )
        return PageOf(batch, tuple(one for one in numbers if one in discussed), left_out, len(hidden))

    def _requests(self, page: Sequence[Json]) -> PageOf:
        """A page of merge requests, with their changed files as far as git has the merge commits."""
        files = self._files_of([commit for one in page if (commit := gitlab.merge_commit(one))])

        def make(one: Json) -> ForgeBatch:
            head = gitlab.merge_request(one, files.get(gitlab.merge_commit(one), ()))
            return ForgeBatch(heads=(head,), parts=(gitlab.opening(one, "!", self._members),))

        made, left_out = parse_items(page, make)
        heads = tuple(head for one in made for head in one.heads)
        batch = ForgeBatch(heads=heads, parts=tuple(part for one in made for part in one.parts))
        return PageOf(batch, tuple(head.number for head in heads), left_out)

    def _issue_texts(self, item: Json, get: Get) -> ForgeBatch:
        """The texts of an issue."""
        return self._discussion_texts(item, "#", f"{self._top}/issues/{number(item, 'iid')}", get)

    def _request_texts(self, item: Json, get: Get) -> ForgeBatch:
        """The texts of a merge request; its files too, if it is open or no commit has all of it."""
        place = f"{self._top}/merge_requests/{number(item, 'iid')}"
        brought = self._discussion_texts(item, "!", place, get)
        alone = item.get("state") == "merged" and not gitlab.merge_commit(item)
        if item.get("state") == "closed" or (item.get("state") == "merged" and not alone):
            return brought
        files = gitlab.changed_files(get(f"{place}/diffs", {"per_page": self._size}))
        return replace(brought, heads=(gitlab.merge_request(item, files),))

    def _discussion_texts(self, item: Json, sign: Sign, place: str, get: Get) -> ForgeBatch:
        """The opening and all threads of a discussion; other kept texts of it are deleted."""
        of = number(item, "iid")
        threads = get(f"{place}/discussions", {"per_page": self._size})
        parts = (gitlab.opening(item, sign, self._members), *gitlab.thread_texts(threads, sign, of, self._members))
        return ForgeBatch(parts=parts, whole=(of,) if len(threads) < MOST_THREADS else (), sign=sign)

    def _listing(
        self,
        name: str,
        sign: Sign,
        take: Callable[[Sequence[Json]], PageOf],
        detail: Callable[[Json, Get], ForgeBatch],
    ) -> Listing:
        """A listing of this project, the oldest change first."""
        path = f"{self._top}/{name.replace(' ', '_')}"
        return Listing(
            name=name, path=path, params=self._params("updated_at"), take=take, key=key_of, updated=updated_at,
            number=_iid, since="updated_after", detail=detail, one=lambda of: f"{path}/{of}", sign=sign,
        )  # fmt: skip

    def _watch(self, name: str, prefix: str, sign: Sign) -> DeletionWatch:
        """A watch for deletions on a listing of this project."""
        path = f"{self._top}/{name.replace(' ', '_')}"
        return DeletionWatch(
            name=f"{name} that are there",
            path=path,
            params=self._params("created_at"),
            prefix=prefix,
            number=_iid,
            one=lambda of: f"{path}/{of}",
            tells_members=False,
            reader=lambda one: name,
            text=lambda one: gitlab.opening(one, sign, self._members),
        )

    def _params(self, order: str) -> dict[str, str | int]:
        """Parameters of a listing in an order, the oldest first."""
        return {"scope": "all", "state": "all", "order_by": order, "sort": "asc", "per_page": self._size}


def _iid(item: Json) -> int:
    """The number of an item within its project."""
    return number(item, "iid")
