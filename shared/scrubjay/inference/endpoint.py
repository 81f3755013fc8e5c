"""HTTP client for servers with OpenAI's API: Ollama, LM Studio, vLLM, LiteLLM, Azure, or any other.

It opens a connection only where the user's own settings name a server; so does `scrubjay_forges.pages` for links
and forges.
"""

import json
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import HTTPRedirectHandler, Request, build_opener

from scrubjay.errors import ModelUnavailable, RequestRefused
from scrubjay.model.counted import counted
from scrubjay.model.visible import visible

TRIES = 3
PAUSE_S = 0.5
MOST_BYTES = 100 * 1024 * 1024
RETRYABLE = frozenset({408, 429, 500, 502, 503, 504, 529})
"""Statuses after which the same request may succeed; 529 is Anthropic's word for overloaded."""
MOST_ERROR_BYTES = 64 * 1024
MOST_WORDS = 300
"""Characters of a server's own words that are told."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server's address. `url` ends before the resource's name; `key` is sent as a bearer token where there is one.

    With `azure_version`, the version of Azure's API, the model is a deployment in the address and the key a header of
    its own.
    """

    url: str
    key: str = ""
    timeout_s: float = 30.0
    azure_version: str = ""

    def address(self, path: str, model: object) -> str:
        """Where a resource is asked for a model."""
        base = self.url.rstrip("/")
        if not self.azure_version:
            return f"{base}/{path}"
        deployment = quote(str(model), safe="")
        return f"{base}/openai/deployments/{deployment}/{path}?api-version={quote(self.azure_version, safe='')}"

    def headers(self) -> dict[str, str]:
        """The headers of a request. Raises ModelUnavailable for a key that no header may hold."""
        if not self.key.isprintable():
            raise ModelUnavailable("the key in the variable of endpoint.key_env holds a control character.")
        key = {"api-key": self.key} if self.azure_version else {"Authorization": f"Bearer {self.key}"}
        return {"Content-Type": "application/json"} | (key if self.key else {})

    def __repr__(self) -> str:
        """Without the key, which must not reach a log."""
        return f"Server({self.url!r})"


class _NoRedirect(HTTPRedirectHandler):
    """Refuses redirects: they would carry text and key to an address that the user didn't name."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = build_opener(_NoRedirect())


def post_json(
    server: Server, path: str, body: dict[str, object], tries: int = TRIES, most_bytes: int = MOST_BYTES
) -> Any:
    """Post JSON to a path below the server's url and return the JSON of the response.

    Raises RequestRefused with the server's own words, ModelUnavailable.
    """
    address = server.address(path, body.get("model"))
    request = Request(address, json.dumps(body).encode(), server.headers())  # noqa: S310 - http or https, by the settings
    why = ""
    for number in range(tries):
        if number:
            time.sleep(PAUSE_S * 2**number)
        try:
            return _parsed_json(_body_in_time(server, request, most_bytes + 1), most_bytes)
        except RequestRefused as error:
            if error.status not in RETRYABLE:
                raise
            why = f"HTTP {error.status}{f': {error.words}' if error.words else ''}"
        except TimeoutError:
            why = f"no answer in {server.timeout_s:g} s"
            break  # it is slow, and would be slower for a second question
        except (OSError, HTTPException) as error:
            why = _safe_words(server, str(getattr(error, "reason", error))) or type(error).__name__
        except ValueError as error:
            why = _safe_words(server, str(error))
            break
    raise ModelUnavailable(f"the endpoint {server.url} doesn't answer ({why}). See endpoint.url and endpoint.key_env.")


def _body_in_time(server: Server, request: Request, most_bytes: int) -> bytes:
    """The body of a response, within the server's time whichever part of it drips: a thread waits for what is late.

    Raises TimeoutError, RequestRefused, OSError, HTTPException.
    """
    body: Future[bytes] = Future()

    def ask() -> None:
        try:
            with _opener.open(request, timeout=server.timeout_s) as answer:
                body.set_result(answer.read(most_bytes))
        except HTTPError as error:
            body.set_exception(_refused(server, error))
        except BaseException as error:
            body.set_exception(error)

    threading.Thread(target=ask, name="endpoint", daemon=True).start()
    return body.result(server.timeout_s)


def _parsed_json(said: bytes, most_bytes: int) -> Any:
    """The JSON value of a response. Raises ValueError for one too long or that is no JSON."""
    if len(said) > most_bytes:
        raise ValueError(f"an answer of more than {counted(most_bytes, 'byte')}")
    try:
        return json.loads(said)
    except (ValueError, RecursionError) as error:
        raise ValueError("no JSON") from error


def _refused(server: Server, error: HTTPError) -> RequestRefused:
    """What a server answered in place of a completion, without the key, in words that are safe to show."""
    with error:
        try:
            said = error.read(MOST_ERROR_BYTES).decode("utf-8", "replace")
        except (OSError, HTTPException):
            said = ""
    param, words = told(said)
    words = _safe_words(server, words)
    message = f"the endpoint {server.url} refused the request (HTTP {error.code}{f': {words}' if words else ''})."
    return RequestRefused(
        f"{message} See endpoint.url, endpoint.key_env and the model's name.", error.code, param, words
    )


def _safe_words(server: Server, words: str) -> str:
    """Words of a server that are safe to show and to log: without the key, without control characters, and not long."""
    words = words.replace(server.key, "[key]") if server.key else words
    return visible(" ".join(words.split()))[:MOST_WORDS]


def told(said: str) -> tuple[str, str]:
    """The parameter that an error names, and its words, in the forms of OpenAI, Azure, Anthropic, Ollama and vLLM.

    A text that is no such JSON is its own words.
    """
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        return "", said
    if not isinstance(found, dict):
        return "", said
    inner = found.get("error", found)
    if isinstance(inner, str):
        return "", inner
    if not isinstance(inner, dict):
        return "", said
    param = inner.get("param")
    words = next((text for name in ("message", "detail") if isinstance(text := inner.get(name), str)), said)
    return param if isinstance(param, str) else "", words
