"""A forge on this machine that answers as GitHub does: pages, ETags, limits, deleted, transferred; and what goes wrong.

`GitHubServer.repository` is what it knows. `faults` are answered once each, before anything else; `poison` is answered
by each page that holds an item of that id.
"""

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.shared.scrubjay_forges.forges.github_items import START, Json, Repository

HOST = "forge.test"

Fault = Callable[["Handler"], None]


class GitHubServer:
    """The server: its repository, its limits, and what it was asked."""

    def __init__(self, repository: Repository, page_size: int = 100) -> None:
        self.repository = repository
        self.page_size = page_size
        self.remaining: int | None = None
        self.reset = 0
        self.asked: list[str] = []
        self.answers: list[tuple[str, int, Any]] = []
        self.tokens: set[str] = set()
        self.faults: list[Fault] = []
        self.poison: dict[int, Fault] = {}
        self.before: list[Callable[[str], None]] = []
        self.now = START + timedelta(days=300)
        self.date: str | None = None
        self.port = 0

    def answer(self, handler: "Handler") -> None:
        """Answer one request."""
        parts = urlsplit(handler.path)
        params = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.asked.append(handler.path)
        self.tokens.add(handler.headers.get("Authorization", ""))
        for act in self.before:
            act(handler.path)
        if self.faults:
            self.faults.pop(0)(handler)
            return
        if self.remaining == 0:
            handler.reply(403, {"message": "API rate limit exceeded", "documentation_url": "https://docs.github.com"})
            return
        if self.remaining is not None:
            self.remaining -= 1
        top = f"/repos/{self.repository.name}"
        path = parts.path.replace("/repositories/7", top, 1)
        if self.repository.renamed_to and parts.path.startswith(top):
            handler.moved(handler.path.replace(top, "/repositories/7", 1))
            return
        if path == top:
            handler.reply(200, self.repository.shown())
            return
        if not path.startswith(f"{top}/"):
            handler.reply(404, NOT_FOUND)
            return
        self._below(handler, path[len(top) :], params)

    def _below(self, handler: "Handler", path: str, params: Mapping[str, str]) -> None:
        repo = self.repository
        lists: dict[str, list[Json]] = {
            "/issues": repo.issues, "/issues/comments": repo.comments, "/pulls": repo.pulls,
            "/pulls/comments": repo.line_comments,
        }  # fmt: skip
        if path in lists:
            self._list(handler, lists[path], params)
            return
        above, _, last = path.rpartition("/")
        if above in lists:
            self._one(handler, lists[above], "number" if above in ("/issues", "/pulls") else "id", int(last))
            return
        number = int(path.split("/")[2])
        self._list(handler, (repo.reviews if last == "reviews" else repo.files).get(number, []), params)

    def _one(self, handler: "Handler", items: list[Json], name: str, value: int) -> None:
        if name == "number" and value in self.repository.transferred:
            handler.moved(self.repository.transferred[value])
            return
        found = [one for one in items if one[name] == value]
        if found:
            handler.reply(200, found[0])
        elif name == "number" and not self.repository.hidden:
            handler.reply(410, {"message": "This issue was deleted", "documentation_url": "https://docs.github.com"})
        else:
            handler.reply(404, NOT_FOUND)

    def _list(self, handler: "Handler", items: list[Json], params: Mapping[str, str]) -> None:
        if "sort" in params:
            by = f"{params['sort']}_at"
            items = sorted(items, key=lambda one: (one[by], one["id"]), reverse=params["direction"] == "desc")
            items = [one for one in items if one["updated_at"] >= params.get("since", "")]
        size, page = min(int(params.get("per_page", 30)), self.page_size), int(params.get("page", 1))
        shown = items[(page - 1) * size : page * size]
        for one in shown:
            if one.get("id") in self.poison:
                self.poison[one["id"]](handler)
                return
        links = {"next": page + 1, "last": -(-len(items) // size)} if page * size < len(items) else {}
        handler.reply(200, shown, links={name: {**params, "page": number} for name, number in links.items()})


NOT_FOUND = {"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"}


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    serving: GitHubServer

    def do_GET(self) -> None:
        self.serving.answer(self)

    def log_message(self, *_: object) -> None:
        return

    def moved(self, location: str) -> None:
        """Answer that it is elsewhere."""
        target = location if "://" in location else f"https://{HOST}:{self.serving.port}{location}"
        self.reply(301, {"message": "Moved Permanently", "url": target}, headers={"Location": target})

    def reply(
        self,
        status: int,
        value: Any,
        *,
        links: Mapping[str, Json] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Answer with JSON; 304 where the reader has it already."""
        data = json.dumps(value).encode()
        etag = f'W/"{hashlib.sha256(data + str(links).encode()).hexdigest()}"'
        if status == 200 and self.headers.get("If-None-Match") == etag:
            status, data = 304, b""
        self.serving.answers.append((self.path, status, value))
        self.send_response(status)
        path = urlsplit(self.path).path
        link = ", ".join(
            f'<https://{HOST}:{self.serving.port}{path}?{urlencode(one)}>; rel="{name}"'
            for name, one in (links or {}).items()
        )
        extra = {"Link": link} if link else {}
        if self.serving.remaining is not None:
            extra |= {
                "X-RateLimit-Remaining": str(self.serving.remaining),
                "X-RateLimit-Reset": str(self.serving.reset),
            }
        for name, text in {"ETag": etag, "Content-Type": "application/json", **extra, **(headers or {})}.items():
            self.send_header(name, text)
        if status != 304:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def date_time_string(self, timestamp: float | None = None) -> str:
        return format_datetime(self.serving.now, usegmt=True) if self.serving.date is None else self.serving.date


@contextmanager
def serving(server: GitHubServer) -> Iterator[GitHubServer]:
    """The server, running."""
    handler = type("Mine", (Handler,), {"serving": server})
    running = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    running.daemon_threads = True
    server.port = running.server_address[1]
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        running.shutdown()
        running.server_close()
        thread.join()
