"""What does Codex ask its model? A Responses API on loopback that answers by a function and keeps every request."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tests.behaviour.loopback import EVENTS, Loopback, listening
from tests.behaviour.scripted_model import Block, Model, Request, Seen

USAGE = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}


class ResponsesRequest(Request):
    """One request of Codex (0.169.0), whose MCP tools stand in a namespace for each server."""

    def tools(self) -> list[dict[str, Any]]:
        """Each function, with its namespace where it has one."""
        return [
            inner | {"namespace": tool["name"]} if tool.get("type") == "namespace" else inner
            for tool in self.body.get("tools") or []
            for inner in (tool["tools"] if tool.get("type") == "namespace" else [tool])
            if "name" in inner
        ]

    def results(self) -> list[str]:
        return [_text(item.get("output")) for item in self._items() if item.get("type") == "function_call_output"]

    def told(self) -> str:
        said = [_text(item.get("content")) for item in self._items() if item.get("type") == "message"]
        return "\n".join([str(self.body.get("instructions") or ""), *said])

    def _items(self) -> list[dict[str, Any]]:
        return list(self.body.get("input") or [])


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content or [])


@contextmanager
def scripted_responses(model: Model) -> Iterator[Seen]:
    """Listen on a free port until the block ends."""
    seen, lock = Seen(""), threading.Lock()

    class Responses(Loopback):
        def do_POST(self) -> None:
            body = self.body()
            with lock:
                seen.requests.append(ResponsesRequest(body))
                items = [_item(block, seen.requests[-1], f"{id(body):x}") for block in model(seen.requests[-1])]
            self.send(EVENTS, _events(items))

    with listening(Responses) as seen.url:
        yield seen


def configuration(url: str) -> str:
    """What Codex' `config.toml` says, so that it asks this model."""
    return (
        'model = "scripted"\nmodel_provider = "loopback"\n[model_providers.loopback]\nname = "loopback"\n'
        f'base_url = "{url}/v1"\nwire_api = "responses"\n'
    )


def _item(block: Block, request: Request, number: str) -> Mapping[str, Any]:
    if block["type"] == "text":
        content = [{"type": "output_text", "text": block["text"]}]
        return {"type": "message", "role": "assistant", "id": f"m{number}", "content": content}
    asked = {"type": "function_call", "id": f"f{number}", "call_id": f"c{number}", "name": block["name"]}
    spaces = {tool["name"]: tool["namespace"] for tool in request.tools() if "namespace" in tool}
    place = {"namespace": spaces[block["name"]]} if block["name"] in spaces else {}
    return asked | place | {"arguments": json.dumps(block["input"])}


def _events(items: list[Mapping[str, Any]]) -> bytes:
    events: list[dict[str, Any]] = [{"type": "response.created", "response": {"id": "r"}}]
    events += [{"type": "response.output_item.done", "item": item} for item in items]
    events.append({"type": "response.completed", "response": {"id": "r", "usage": USAGE}})
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events).encode()
