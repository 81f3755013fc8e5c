"""A client of a team's server that writes one memory after the other, and says of each request what became of it.

    python -m tests.benchmarks.faults_writers URL NAME      with the token on standard input

Each line that it prints is a JSON object: when the request began and ended (seconds of the machine's clock), the key,
the text, whether it is acknowledged, and what was said. What isn't acknowledged is sent again under its key.
"""

import json
import ssl
import sys
import time
from contextlib import suppress
from http.client import HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

from scrubjay.model.frozen import dataclass
from tests.benchmarks.machines_faults import sentence

TIMEOUT_S: Final = 10.0
REST_S: Final = 0.1
AGAIN_S: Final = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What became of one request. `reads`: it only read; `words` is the server's answer, or the client's own."""

    who: str
    began: float
    ended: float
    key: str
    text: str
    fine: bool
    words: str
    reads: bool = False


def asked(url: str, token: str, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """Status and body of one request on a connection of its own; 0 where there was no answer."""
    parts = urlsplit(url)
    connection = HTTPSConnection(
        str(parts.hostname), parts.port, timeout=TIMEOUT_S, context=ssl.create_default_context()
    )
    told = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        connection.request(method, f"/api/v1{path}", json.dumps(body) if body is not None else None, told)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(errors="replace")
    except (OSError, HTTPException) as error:
        return 0, f"{type(error).__name__}: {error}"
    finally:
        with suppress(OSError):
            connection.close()


def told(line: dict[str, Any]) -> None:
    """Print a line, at once."""
    print(json.dumps(line), flush=True)


def main() -> int:
    """Write until the one who reads goes away."""
    url, name = sys.argv[1:]
    token = sys.stdin.readline().strip()
    for number in range(10**9):
        text, key = sentence(name, number), f"{name}-{number}"
        body, fine = {"content": text, "key": key}, False
        while not fine:
            began = time.monotonic()
            status, words = asked(url, token, "POST", "/memories", body)
            fine = status == 200
            told({"who": name, "began": began, "ended": time.monotonic(), "key": key, "text": text, "fine": fine,
                  "words": words if fine else f"{status} {words}"})  # fmt: skip
            time.sleep(REST_S if fine else AGAIN_S)
        if number % 2 == 0:
            began = time.monotonic()
            status, words = asked(url, token, "GET", "/memories?limit=1")
            told({"who": name, "began": began, "ended": time.monotonic(), "key": "", "text": "", "fine": status == 200,
                  "words": f"{status} {words[:200]}", "reads": True})  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
