"""Services on loopback, as their clients and published descriptions have them: each keeps what it is sent."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import UUID

from tests.shared.scrubjay_joined.conftest import Asked, FarServer, Told, said

SPACE = "anna"
KEY = "k" * 32
AT = "2026-11-02T09:00:00Z"


class FakeService:
    """What a service holds, in order; a subclass answers. `fault` answers in its place once it is set."""

    kind = ""
    space = SPACE
    pages = 100

    def __init__(self, server: FarServer) -> None:
        self.server = server
        self.held: list[dict[str, Any]] = []
        self.fault: Callable[[Asked], Told | None] = lambda _: None
        server.answer = self.answer

    @property
    def url(self) -> str:
        return self.server.url

    def answer(self, asked: Asked) -> Told:
        if (told := self.fault(asked)) is not None:
            return told
        if not any(KEY in text for text in asked.headers.values()):
            return said({"detail": "no key"}, 401)
        parts = urlsplit(asked.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        status, headers, data = self.route(asked.method, unquote(parts.path), query, asked.body)
        return status, {**headers, "Content-Type": "application/json"}, data

    def route(self, method: str, path: str, query: dict[str, str], body: Any) -> Told:
        raise NotImplementedError

    def new_id(self) -> str:
        return str(UUID(int=len(self.held) + 1, version=4))

    def matching(self, query: str, text: str) -> list[dict[str, Any]]:
        words = query.lower().split()
        return [one for one in self.held if any(word in one[text].lower() for word in words)]

    def with_id(self, id: str, name: str = "id") -> Told:
        found = [one for one in self.held if one[name] == id]
        return said(found[0]) if found else said({"detail": "not found", "message": "not found"}, 404)


class FakeMem0(FakeService):
    """mem0's hosted API, version 3: it takes what is added and stores it later. By `infer` it words it."""

    kind = "mem0"

    def route(self, method: str, path: str, query: dict[str, str], body: Any) -> Told:
        match method, path:
            case "GET", "/v1/ping/":
                return said({"status": "ok", "org_id": "o", "project_id": "p", "user_email": "anna@example.org"})
            case "POST", "/v3/memories/add/":
                return self.add(**body)
            case "POST", "/v3/memories/":
                size, page = int(query.get("page_size", 100)), int(query.get("page", 1))
                size = min(size, self.pages)
                found = self.held[(page - 1) * size : page * size]
                if page > 1 and not found:
                    return said({"detail": "Invalid page."}, 404)
                more = page * size < len(self.held)
                return said({"count": len(self.held), "next": "more" if more else None, "results": found})
            case "POST", "/v3/memories/search/":
                return said({"results": self.matching(body["query"], "memory")[: body["top_k"]]})
        if path.startswith("/v1/event/"):
            return said({"id": "e", "status": "SUCCEEDED", "results": [{"id": self.held[-1]["id"]}]})
        return self.with_id(path.split("/")[-2])

    def add(self, messages: Any, user_id: str, metadata: Any = None, infer: bool = True) -> Told:
        text = messages[0]["content"]
        self.held.append({
            "id": self.new_id(), "memory": text if not infer else f"User says: {text}", "user_id": user_id,
            "metadata": metadata, "categories": ["misc"], "created_at": AT,
        })  # fmt: skip
        return said({"event_id": "6b1f", "status": "PENDING"})


class FakeLetta(FakeService):
    """The archival memory of a Letta server's agent."""

    kind = "letta"
    space = "agent-1"

    def route(self, method: str, path: str, query: dict[str, str], body: Any) -> Told:
        if path != f"/v1/agents/{self.space}/archival-memory" and not path.endswith("/search"):
            return said({"detail": "not found"}, 404)
        if method == "POST":
            made = {"id": f"passage-{len(self.held)}", "created_at": AT, "is_deleted": False, **body}
            self.held.append(made)
            return said([made])
        if path.endswith("/search"):
            found = self.matching(query["query"], "text")[: int(query["top_k"])]
            results = [{"id": one["id"], "content": one["text"], "timestamp": AT, "tags": one["tags"]} for one in found]
            return said({"count": len(results), "results": results})
        ids = [one["id"] for one in self.held]
        begin = ids.index(query["after"]) + 1 if "after" in query else 0
        return said(self.held[begin : begin + int(query["limit"])])


class FakeZep(FakeService):
    """A graph of Zep: episodes in pages behind an opaque cursor; a key that was sent before adds nothing."""

    kind = "zep"

    def route(self, method: str, path: str, query: dict[str, str], body: Any) -> Told:
        top = f"/graphs/{self.space}"
        if method == "POST" and path == f"{top}/episodes":
            made = {
                "uuid": self.new_id(), "content": body["data"], "metadata": body.get("metadata"), "created_at": AT,
                "source": body["type"], "graph_uuid": self.space,
            }  # fmt: skip
            self.held.append(made)
            return said({"episode": made, "task": None}, 202)
        if path == f"{top}/search/episodes":
            found = self.matching(body["query"], "content")[: int(query["page_size"])]
            return said({"items": found, "next_cursor": None})
        if path == f"{top}/episodes/list":
            size = min(int(query["page_size"]), self.pages)
            begin = int(query.get("cursor", "c0")[1:])
            more = begin + size < len(self.held)
            return said({"items": self.held[begin : begin + size], "next_cursor": f"c{begin + size}" if more else None})
        return self.with_id(path.rsplit("/", 1)[-1], "uuid")


class FakeHindsight(FakeService):
    """A bank of Hindsight: documents as they were retained, and facts that a model words of them."""

    kind = "hindsight"

    def route(self, method: str, path: str, query: dict[str, str], body: Any) -> Told:
        top = f"/v1/default/banks/{self.space}"
        if path == f"{top}/memories" and method == "POST":
            (item,) = body["items"]
            self.held = [one for one in self.held if one["id"] != item["document_id"]]
            self.held.append({
                "id": item["document_id"], "bank_id": self.space, "original_text": item["content"],
                "content_hash": "h", "created_at": AT, "updated_at": AT, "memory_unit_count": 1,
                "tags": item.get("tags") or [], "document_metadata": item.get("metadata") or {},
            })  # fmt: skip
            return said({"success": True, "bank_id": self.space, "items_count": 1, "async": False})
        if path == f"{top}/memories/recall":
            found = self.matching(body["query"], "original_text")
            results = [
                {"id": f"fact-{one['id']}", "text": f"It was stated that {one['original_text']}", "type": "world",
                 "document_id": one["id"], "metadata": one["document_metadata"], "mentioned_at": AT}
                for one in found
            ]  # fmt: skip
            return said({"results": results})
        if path == f"{top}/documents":
            size, begin = min(int(query["limit"]), self.pages), int(query["offset"])
            page = [{name: text for name, text in one.items() if name != "original_text"} for one in self.held]
            return said({
                "items": page[begin : begin + size], "total": len(self.held), "limit": size, "offset": begin
            })  # fmt: skip
        return self.with_id(path.rsplit("/", 1)[-1])


FAKES: tuple[type[FakeService], ...] = (FakeMem0, FakeLetta, FakeZep, FakeHindsight)


def posted(server: FarServer) -> list[Any]:
    """The bodies that were posted."""
    return [json.loads(json.dumps(one.body)) for one in server.asked if one.method == "POST"]
