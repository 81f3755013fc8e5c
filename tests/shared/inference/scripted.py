"""Servers of models, as strict as the real ones are: each refuses what its documentation refuses, in its own words."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from scrubjay.model.frozen import dataclass

KEY = "key-of-a-test"
DEPLOYMENT = "team gpt"
VECTOR = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came in; the names of headers are in small letters."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


Reply = tuple[int, Any]
Script = Callable[[Asked], Reply]


def completion(text: str, *, finish: str = "stop", tokens: int = 40) -> Reply:
    """A chat completion, with what of it each of the servers sends."""
    message = {"role": "assistant", "content": text, "refusal": None}
    return 200, {
        "id": "c-1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": tokens - 1, "completion_tokens": 1, "total_tokens": tokens},
    }  # fmt: skip


def embeddings(asked: Asked) -> Reply:
    """A vector of each text, of the letters that it begins with."""
    rows = [
        {"object": "embedding", "index": n, "embedding": [float(ord(one) % 7) for one in text[:VECTOR].ljust(VECTOR)]}
        for n, text in enumerate(asked.body["input"])
    ]
    return 200, {"object": "list", "data": rows, "model": asked.body.get("model"), "usage": {"total_tokens": 1}}


def wrong(status: int, message: str, **more: object) -> Reply:
    """An error in OpenAI's form."""
    return status, {"error": {"message": message, "type": "invalid_request_error", "param": None} | more}


CHAT_PARAMETERS = frozenset({"model", "messages", "max_completion_tokens", "temperature", "response_format"})
THOUGHT_TOKENS = 300
"""Tokens that the model thinks before it writes."""


def refusal_of_a_reasoning_model(body: dict[str, Any]) -> Reply | None:
    """What OpenAI's reasoning models don't take."""
    if "max_tokens" in body:
        words = (
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        )
        return wrong(400, words, param="max_tokens", code="unsupported_parameter")
    if body.get("temperature", 1) != 1:
        words = (
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is supported."
        )
        return wrong(400, words, param="temperature", code="unsupported_value")
    if unknown := sorted(set(body) - CHAT_PARAMETERS):
        return wrong(400, f"Unrecognized request argument supplied: {unknown[0]}")
    return None


def thought(body: dict[str, Any], text: str) -> Reply:
    """The answer of a model that thinks first: nothing where the limit is used up by then."""
    limit = body.get("max_completion_tokens", 128_000)
    return completion(text, tokens=THOUGHT_TOKENS) if limit > THOUGHT_TOKENS else completion("", finish="length")


def gpt_5_like(text: str) -> Script:
    """OpenAI's API with a reasoning model."""

    def answer(asked: Asked) -> Reply:
        if asked.headers.get("authorization") != f"Bearer {KEY}":
            return wrong(401, "Incorrect API key provided.", code="invalid_api_key")
        if asked.path == "/v1/embeddings":
            return embeddings(asked)
        if asked.path != "/v1/chat/completions":
            return wrong(404, f"Invalid URL (POST {asked.path})")
        return refusal_of_a_reasoning_model(asked.body) or thought(asked.body, text)

    return answer


def azure(text: str) -> Script:
    """Azure's form: a deployment in the path, a version, and a key in a header of its own."""

    def answer(asked: Asked) -> Reply:
        path, _, query = asked.path.partition("?")
        if asked.headers.get("api-key") != KEY or "authorization" in asked.headers:
            return 401, {"error": {"code": "401", "message": "Access denied due to invalid subscription key."}}
        if query != "api-version=2024-10-21":
            return 404, {"error": {"code": "404", "message": "Resource not found"}}
        if path == "/openai/deployments/team%20embeddings/embeddings":
            return embeddings(asked)
        if path != f"/openai/deployments/{DEPLOYMENT.replace(' ', '%20')}/chat/completions":
            return 404, {
                "error": {
                    "code": "DeploymentNotFound",
                    "message": "The API deployment for this resource does not exist.",
                }
            }
        return refusal_of_a_reasoning_model(asked.body) or thought(asked.body, text)

    return answer


def anthropic_compatible(text: str) -> Script:
    """Anthropic's layer for clients of OpenAI: it ignores what it doesn't know, has no vectors, is busy at first."""
    busy = iter([True])

    def answer(asked: Asked) -> Reply:
        def error(status: int, type: str, message: str) -> Reply:
            return status, {"type": "error", "error": {"type": type, "message": message}, "request_id": "r-1"}

        if asked.headers.get("authorization") != f"Bearer {KEY}":
            return error(401, "authentication_error", "invalid x-api-key")
        if asked.path != "/v1/chat/completions":
            return error(404, "not_found_error", "Not found")
        if "max_tokens" not in asked.body and "max_completion_tokens" not in asked.body:
            return error(400, "invalid_request_error", "max_tokens: Field required")
        if asked.body.get("n", 1) != 1:
            return error(400, "invalid_request_error", "n: must be 1")
        if next(busy, False):
            return error(529, "overloaded_error", "Overloaded")
        return completion(text)

    return answer


def ollama(text: str) -> Script:
    """Ollama's /v1: no key, models by their tags, thoughts before the answer."""

    def answer(asked: Asked) -> Reply:
        model = asked.body.get("model")
        if model not in ("qwen3:8b", "nomic-embed-text"):
            return 404, {"error": {"message": f'model "{model}" not found, try pulling it first', "type": "api_error"}}
        if asked.path == "/v1/embeddings":
            return embeddings(asked)
        if asked.path != "/v1/chat/completions":
            return 404, b"404 page not found"
        return completion(f"<think>\nWhat did they say?\n</think>\n\n{text}")

    return answer


class ScriptedServer:
    """A server on this machine that keeps what it is asked."""

    def __init__(self, script: Script) -> None:
        self.asked: list[Asked] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                outer.asked.append(asked)
                status, said = script(asked)
                data = said if isinstance(said, bytes) else json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"


@contextmanager
def scripted(script: Script) -> Iterator[ScriptedServer]:
    """A server that runs for the length of a block."""
    server = ScriptedServer(script)
    thread = threading.Thread(target=server.http.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
        thread.join()
