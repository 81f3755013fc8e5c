"""A forge on this machine that answers as GitLab does: projects by path, pages, threads, limits, moved and deleted."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, Handler
from tests.shared.scrubjay_forges.forges.github_items import Json, Repository, moment

NOT_FOUND = {"message": "404 Not found"}
LABEL = "acme/tools/shop"
TOP = "/projects/acme%2Ftools%2Fshop"


class GitLabServer(GitHubServer):
    """The server with its one project."""

    def __init__(self, page_size: int = 100) -> None:
        super().__init__(Repository(), page_size)
        self.lists: dict[str, list[Json]] = {"issues": [], "merge_requests": []}
        self.threads: dict[tuple[str, int], list[Json]] = {}
        self.diffs: dict[int, list[Json]] = {}
        self.members: list[Json] = [
            {"username": "ann", "access_level": 40},
            {"username": "bo", "access_level": 30},
            {"username": "rep", "access_level": 20},
        ]
        self.moved = False

    def answer(self, handler: Handler) -> None:
        parts = urlsplit(handler.path)
        params = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.asked.append(handler.path)
        self.tokens.add(handler.headers.get("Authorization", ""))
        for act in self.before:
            act(handler.path)
        if self.faults:
            self.faults.pop(0)(handler)
        elif self.moved and parts.path.startswith(TOP):
            handler.moved(handler.path.replace(TOP, "/projects/7", 1))
        elif parts.path.startswith((f"{TOP}/", "/projects/7/")):
            self._below(handler, parts.path.split("/", 3)[3], params)
        elif parts.path in (TOP, "/projects/7"):
            handler.reply(200, {"id": self.repository.id, "path_with_namespace": LABEL})
        else:
            handler.reply(404, NOT_FOUND)

    def _below(self, handler: Handler, path: str, params: Mapping[str, str]) -> None:
        kind, _, rest = path.partition("/")
        iid, _, what = rest.partition("/")
        if path == "members/all":
            self._page(handler, self.members, params)
        elif path in self.lists:
            by = params["order_by"]
            assert (params["scope"], params["state"], params["sort"]) == ("all", "all", "asc")
            since = params.get("updated_after", "")
            found = [one for one in self.lists[kind] if one["updated_at"][:19] >= since[:19]]
            self._page(handler, sorted(found, key=lambda one: (one[by], one["id"])), params)
        elif what == "discussions":
            self._page(handler, self.threads.get((kind, int(iid)), []), params)
        elif what == "diffs":
            self._page(handler, self.diffs.get(int(iid), []), params)
        else:
            one = next((one for one in self.lists[kind] if str(one["iid"]) == iid), None)
            handler.reply(200 if one else 404, one or NOT_FOUND)

    def _page(self, handler: Handler, found: list[Json], params: Mapping[str, str]) -> None:
        size, page = min(int(params.get("per_page", 20)), self.page_size), int(params.get("page", 1))
        links = {"next": {**params, "page": page + 1}} if page * size < len(found) else {}
        handler.reply(200, found[(page - 1) * size : page * size], links=links)

    def issue(self, iid: int, at: float, **others: Any) -> Json:
        """Add an issue."""
        return self._add(
            "issues", iid, at, {"confidential": False, "moved_to_id": None, "issue_type": "issue"} | others
        )

    def request(self, iid: int, at: float, **others: Any) -> Json:
        """Add a merge request."""
        fields = {
            "draft": False, "target_branch": "main", "sha": f"{iid:040x}", "merged_at": None, "merge_commit_sha": None,
            "squash_commit_sha": None,
        }  # fmt: skip
        return self._add("merge_requests", iid, at, fields | others)

    def note(self, kind: str, iid: int, id: int, at: float, *, thread: Json | None = None, **others: Any) -> Json:
        """Say something in a thread of its own, or in one that is there; returns the thread."""
        said = {
            "id": id, "type": None, "body": f"Note {id}.", "author": {"username": "zed"}, "system": False,
            "internal": False, "created_at": exact(at), "updated_at": exact(at), "noteable_iid": iid, **others,
        }  # fmt: skip
        item = next(one for one in self.lists[kind] if one["iid"] == iid)
        item["user_notes_count"] += not said["system"]
        item["updated_at"] = max(item["updated_at"], exact(at))
        if thread is None:
            thread = {"id": f"{id:040x}", "individual_note": True, "notes": []}
            self.threads.setdefault((kind, iid), []).append(thread)
        thread["notes"].append(said)
        return thread

    def delete_note(self, kind: str, iid: int, id: int, at: float) -> None:
        """Delete a comment, and change its discussion."""
        item = next(one for one in self.lists[kind] if one["iid"] == iid)
        item |= {"user_notes_count": item["user_notes_count"] - 1, "updated_at": exact(at)}
        kept = [one for one in self.threads[kind, iid] if one["notes"][0]["id"] != id]
        self.threads[kind, iid] = kept

    def expected(self) -> set[str]:
        """The keys of everything that is to be read, where no note is on lines, GitLab's own or internal."""
        signs = {"issues": "", "merge_requests": "!"}
        keys = {f"opening/{sign}{one['iid']}" for kind, sign in signs.items() for one in self.lists[kind]}
        return keys | {f"comment/{note['id']}" for all in self.threads.values() for one in all for note in one["notes"]}

    def fill(self) -> None:
        """Some of everything, several pages where a page has five."""
        for n in range(1, 13):
            self.issue(n, n)
            self.request(n, n, **({"state": "merged", "merge_commit_sha": f"{n:039x}a"} if n % 2 else {}))
        for n in range(18):
            self.note("issues", 1 + n % 6, 100 + n, 30 + n)
            self.note("merge_requests", 1 + n % 9, 200 + n, 30 + n)

    def _add(self, kind: str, iid: int, at: float, fields: Json) -> Json:
        item = {
            "id": len(self.lists[kind]) + 1_000, "iid": iid, "title": f"Title {iid}", "description": f"Text {iid}.",
            "state": "opened", "author": {"username": "ann"}, "created_at": exact(at), "updated_at": exact(at),
            "closed_at": None, "labels": [], "user_notes_count": 0, **fields,
        }  # fmt: skip
        self.lists[kind].append(item)
        return item


def exact(minutes: float) -> str:
    """A time with thousandths, as GitLab writes it."""
    return moment(minutes).replace("Z", ".417Z")
