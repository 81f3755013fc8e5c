"""How do tests start the page as a person, a script or an agent does, and ask it for something over HTTP?"""

import contextlib
import json
import os
import re
import select
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from scrubjay.identity.person.agents import known_agents
from scrubjay_ui.door import connect, peer_of
from tests import forked
from tests.patience import PATIENCE_S

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/s/\S+")
QUESTION = "Press y for a page"


class TypedStart:
    """A program at a pseudo-terminal of its own, which nothing that runs tests leads to."""

    def __init__(self, at: Path, environment: Mapping[str, str], request: Mapping[str, object]) -> None:
        self.said = ""
        self._seen = 0
        self._terminal, output = os.openpty()
        streams = (output, output, output)
        self._status = forked.start({"cwd": str(at), "env": dict(environment), "terminal": True, **request}, streams)
        os.close(output)

    def until(self, text: str, patience_s: float = PATIENCE_S) -> str:
        """What was printed up to a text that wasn't read yet; until its end where the text doesn't come."""
        end = time.monotonic() + patience_s
        while text not in self.said[self._seen :] and time.monotonic() < end and self._read():
            pass
        found = self.said.find(text, self._seen)
        self._seen = found + len(text) if found >= 0 else len(self.said)
        return self.said[: self._seen]

    def press(self, key: str) -> None:
        """Press a key once the program waits for one: what is typed before that, it throws away."""
        end = time.monotonic() + PATIENCE_S
        while termios.tcgetattr(self._terminal)[3] & termios.ICANON and time.monotonic() < end:
            select.select([], [], [], 0.01)
        os.write(self._terminal, key.encode())

    def type(self, text: str) -> None:
        """Type something at once, such as Ctrl-C."""
        os.write(self._terminal, text.encode())

    def address(self) -> str:
        """The address that the page prints."""
        self.until("The address works once")
        return ADDRESS.findall(self.said)[-1]

    def ended(self) -> int:
        """The exit code, once it has ended."""
        self.until("\0")
        return forked.ended(self._status)

    def close(self) -> None:
        """Let the terminal go, which ends what still runs there."""
        with contextlib.suppress(OSError):
            os.close(self._terminal)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], 0.05)
        if not ready:
            return True
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # a terminal whose last process has gone ends so
            return False
        self.said += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    text: str


@dataclass
class Visitor:
    """Something that speaks HTTP to the page; with a cookie once it was let in.

    `shell`: the variables of the shell that it is started from, such as an agent's; a person's has none.
    """

    port: int
    root: str
    cookie: str = ""
    shell: Mapping[str, str] = field(default_factory=dict)

    def ask(self, path: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
        """Ask for a path: below the page's root, or with `//` in front as it stands."""
        sent = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie}
        if body:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        target = path[1:] if path.startswith("//") else self.root + path
        given = [(name, value) for name, value in sent.items() if value]
        asked = {"port": self.port, "method": method, "target": target, "body": body, "headers": given}
        told = json.loads(self._run(json.dumps(asked)))
        return Answer(told["status"], told["headers"], told["text"])

    def send(self, path: str, **form: str) -> Answer:
        """Send a form as the page's own browser does."""
        return self.ask(path, "POST", urlencode(form), Origin="null", Sec_Fetch_Site="same-origin")

    def csrf(self) -> str:
        """The token of the forms of the page; every worktree has a form that hands a task over."""
        place = self.ask("/").text.partition(f"{self.root}/w/")[2].partition("/")[0]
        form = self.ask(f"/w/{place}/agents/hand-over").text
        return form.partition('name="csrf" value="')[2].partition('"')[0]

    def _run(self, asked: str) -> str:
        """What `http_request` prints, as a process that nothing which runs tests leads to."""
        request: dict[str, object] = {"module": "tests.servers.ui.http_request", "arguments": [asked], "env": {}}
        if self.shell:
            words = [sys.executable, "-I", "-S", str(Path(__file__).with_name("http_request.py")), asked]
            request = {"command": words, "env": dict(self.shell)}
        reading, output = os.pipe()
        with Path(os.devnull).open() as nothing:
            status = forked.start({"cwd": "/", **request}, (nothing.fileno(), output, output))
        os.close(output)
        with os.fdopen(reading, encoding="utf-8") as told:
            said = told.read()
        assert forked.ended(status) == 0, said
        return said

    @classmethod
    def at(cls, address: str, **shell: str) -> "Visitor":
        """A visitor that knows an address and wasn't let in."""
        parts = urlsplit(address)
        return cls(parts.port or 0, "/".join(parts.path.split("/")[:3]), shell=shell)

    def enter(self, address: str, **headers: str) -> Answer:
        """Exchange the token of an address for a cookie."""
        parts = urlsplit(address)
        answer = self.ask(f"/{parts.path}?{parts.query}", **headers)
        if given := answer.headers.get("set-cookie"):
            self.cookie = given.partition(";")[0]
        return answer


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment without an agent's variables, and without a screen."""
    traces = known_agents().variables | {"DISPLAY", "WAYLAND_DISPLAY"}
    return {name: value for name, value in environment.items() if name not in traces}


Start = Callable[..., TypedStart]


@contextmanager
def starts(at: Path, environment: Mapping[str, str], module: str = "scrubjay_ui.__main__") -> Iterator[Start]:
    """Starts `scrubjay ui` in a folder, in this process's copies; whatever still runs at the end is ended."""
    running: list[TypedStart] = []

    def start(*options: str, command: Sequence[str] = (), **variables: str) -> TypedStart:
        request: dict[str, object] = {"module": module, "arguments": ["--no-open", *options]}
        if command:
            request = {"command": list(command)}
        running.append(TypedStart(at, clean(environment) | variables, request))
        return running[-1]

    try:
        yield start
    finally:
        for one in running:
            one.close()
        end_page(Path(environment["SCRUBJAY_HOME"]))


def page_process(home: Path) -> int:
    """The number of the process that serves the page of a home. Raises OSError where none does."""
    with connect(home) as line:
        peer = peer_of(line)
    assert peer is not None
    return peer.process


def end_page(home: Path) -> None:
    """End the page of a home, which may have left its terminal."""
    with contextlib.suppress(OSError):
        os.kill(page_process(home), signal.SIGTERM)


COMMAND = (sys.executable, "-I", "-m", "scrubjay.cli.main", "ui", "--no-open")
"""The command as a shell starts it."""
