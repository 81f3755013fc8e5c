"""HTTP client for servers with OpenAI's API: Ollama, LM Studio, vLLM, LiteLLM, or any other.

It opens a connection only where the user's own settings name a server; so does `scrubjay_forges.pages` for links
and forges.
"""

import json
import time
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from scrubjay.errors import ModelUnavailable

TRIES = 3
PAUSE_S = 0.5
MOST_BYTES = 100 * 1024 * 1024
RETRYABLE = frozenset({408, 429, 500, 502, 503, 504})
"""Statuses after which the same request may succeed."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server's address. `url` ends before the resource's name; `key` is sent as a bearer token where there is one."""

    url: str
    key: str = ""
    timeout_s: float = 30.0

    def __repr__(self) -> str:
        """Without the key, which must not reach a log."""
        return f"Server({self.url!r})"


class _NoRedirect(HTTPRedirectHandler):
    """Refuses redirects: they would carry text and key to an address that the user didn't name."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = build_opener(_NoRedirect())


def post_json(server: Server, path: str, body: dict[str, object], tries: int = TRIES) -> Any:
    """Post JSON to a path below the server's url and return the JSON of the response. Raises ModelUnavailable."""
    headers = {"Content-Type": "application/json"}
    if server.key:
        headers["Authorization"] = f"Bearer {server.key}"
    address = f"{server.url.rstrip('/')}/{path}"
    request = Request(address, json.dumps(body).encode(), headers)  # noqa: S310 - http or https, by the settings
    why = ""
    for number in range(tries):
        if number:
            time.sleep(PAUSE_S * 2**number)
        try:
            with _opener.open(request, timeout=server.timeout_s) as answer:
                return json.loads(answer.read(MOST_BYTES))
        except HTTPError as error:
            why = f"HTTP {error.code}"
            error.close()
            if error.code not in RETRYABLE:
                break
        except (URLError, OSError) as error:
            why = str(getattr(error, "reason", error))
        except ValueError:
            why = "no JSON"
            break
    raise ModelUnavailable(f"the endpoint {server.url} doesn't answer ({why}). See endpoint.url and endpoint.key_env.")
