"""What does a client ask its model? A Messages API on loopback that answers by a function and keeps every request."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.behaviour.loopback import EVENTS, Loopback, listening

Block = Mapping[str, Any]
Model = Callable[["Request"], Sequence[Block]]


@dataclass(frozen=True, slots=True)
class Request:
    """One request, as far as tests ask about it."""

    body: Mapping[str, Any]

    def tools(self) -> list[dict[str, Any]]:
        return list(self.body.get("tools") or [])

    def results(self) -> list[str]:
        """The text of every tool result."""
        blocks = [block for message in self._messages() for block in message if block.get("type") == "tool_result"]
        return ["".join(part.get("text", "") for part in _parts(block.get("content"))) for block in blocks]

    def told(self) -> str:
        """What stands before the model and is no tool result: system, prompt, context of hooks."""
        parts = [*_parts(self.body.get("system")), *(block for message in self._messages() for block in message)]
        return "\n".join(part.get("text", "") for part in parts)

    def _messages(self) -> Iterator[list[dict[str, Any]]]:
        return (_parts(message.get("content")) for message in self.body.get("messages") or [])


def _parts(content: Any) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or [])


@dataclass
class Seen:
    """Where the API listens, and what came: only requests that offer tools; the client's others get "done"."""

    url: str
    requests: list[Request] = field(default_factory=list)


def text(words: str) -> Block:
    return {"type": "text", "text": words}


def call(tool: str, **arguments: object) -> Block:
    return {"type": "tool_use", "name": tool, "input": arguments}


@contextmanager
def scripted_model(model: Model) -> Iterator[Seen]:
    """Listen on a free port until the block ends."""
    seen, lock = Seen(""), threading.Lock()

    class Messages(Loopback):
        def do_HEAD(self) -> None:
            self.send("application/json", b"")

        def do_POST(self) -> None:
            body = self.body()
            if "count_tokens" in self.path:
                self.send("application/json", b'{"input_tokens": 1000}')
                return
            with lock:
                blocks: Sequence[Block] = (text("done"),)
                if body.get("tools"):
                    seen.requests.append(Request(body))
                    blocks = model(seen.requests[-1])
                number = f"{id(body):x}"
            answer = _message(body, blocks, number)
            if body.get("stream"):
                self.send(EVENTS, _events(answer))
            else:
                self.send("application/json", json.dumps(answer).encode())

    with listening(Messages) as seen.url:
        yield seen


def _message(body: Mapping[str, Any], blocks: Sequence[Block], number: str) -> dict[str, Any]:
    content = [
        {**block, "id": f"toolu_{number}_{place}"} if block["type"] == "tool_use" else dict(block)
        for place, block in enumerate(blocks)
    ]
    why = "tool_use" if any(block["type"] == "tool_use" for block in blocks) else "end_turn"
    usage = {"input_tokens": 1, "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    return {
        "id": f"msg_{number}", "type": "message", "role": "assistant", "model": body.get("model", "scripted"),
        "content": content, "stop_reason": why, "stop_sequence": None, "usage": usage,
    }  # fmt: skip


def _events(message: dict[str, Any]) -> bytes:
    """A message as the stream of events that clients read."""
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    ]
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            start, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            start = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        events += [
            {"type": "content_block_start", "index": index, "content_block": start},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events += [{"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}}, {"type": "message_stop"}]
    return b"".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events)
