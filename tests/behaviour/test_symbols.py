"""Where is a name defined, who calls it: places in code by name, in the view that is asked about."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

CLIENT = '''\
"""Client of the service."""

RETRIES = 3


class Client:
    def build_request(self, url):
        return Request(url)

    def send(self, url):
        request = self.build_request(url)
        return request


def build_request(url):
    return Client().build_request(url)
'''
CLIENT_TEST = "def test_send():\n    build_request('x')\n"
SERVER = "package server\n\ntype Server struct{}\n\nfunc (s *Server) Run() error { return listen() }\n"
CONFIG = "ingestion:\n  code: [python, go]\n"


@pytest.fixture
def at(repo: Repo, app: App) -> Workspace:
    files: dict[str, str | bytes] = {
        ".agent/config.yaml": CONFIG, "lib/client.py": CLIENT, "tests/test_client.py": CLIENT_TEST,
        "cmd/server.go": SERVER, "docs/guide.md": "# Guide\n\nbuild_request builds a request.\n",
    }  # fmt: skip
    repo.commit("Begin", files)
    made = app.initialise(repo.path)
    ingest(made)
    return made


def ask(at: Workspace, query: str, **more: object) -> RecallAnswer:
    return at.recall.search(RecallRequest(query=query, limit=50, **more))  # type: ignore[arg-type]


def places(answer: RecallAnswer) -> list[str]:
    return [f"{hit.path}:{hit.start_line}" for hit in answer.hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("symbol:build_request", ["lib/client.py:15", "lib/client.py:7"]),  # the whole name before the end of a path
        ("symbol:Client.build_request", ["lib/client.py:7"]),
        ("symbol:Client::build_request()", ["lib/client.py:7"]),
        ("symbol:RETRIES", ["lib/client.py:3"]),
        ("symbol:Server.Run", ["cmd/server.go:5"]),
        ("callers:build_request", ["lib/client.py:11", "lib/client.py:16", "tests/test_client.py:2"]),
        ("callers:build_request path:tests", ["tests/test_client.py:2"]),
        ("symbol:send,RETRIES", ["lib/client.py:10", "lib/client.py:3"]),
        ("symbol:Build_Request", []),
        ("symbol:build_request kind:memory", []),
        ("symbol:request", []),
    ],
)
def test_a_name_leads_to_its_places(at: Workspace, query: str, expected: list[str]) -> None:
    assert places(ask(at, query)) == expected


def test_a_place_shows_the_text_from_its_line(at: Workspace) -> None:
    (hit,) = ask(at, "symbol:Client.build_request").hits
    assert (hit.title, hit.text) == (
        "Client.build_request",
        "    def build_request(self, url):\n        return Request(url)",
    )
    caller = ask(at, "callers:build_request").hits[0]
    assert (caller.title, caller.text) == ("Client.send", "        request = self.build_request(url)")


def test_the_answer_says_that_nothing_defines_a_name(at: Workspace) -> None:
    assert any("nothing defines missing" in note for note in ask(at, "symbol:missing").notes)


def test_an_old_commit_has_its_own_symbols(at: Workspace, repo: Repo) -> None:
    repo.commit("Rename", {"lib/client.py": CLIENT.replace("build_request", "make_request")})
    ingest(at)
    assert places(ask(at, "symbol:build_request")) == []
    assert places(ask(at, "symbol:make_request")) == ["lib/client.py:15", "lib/client.py:7"]
    assert places(ask(at, "symbol:build_request", as_of="HEAD~1")) == ["lib/client.py:15", "lib/client.py:7"]


def test_a_home_from_before_symbols_reads_them_at_the_next_ingestion(at: Workspace) -> None:
    database = at.knowledge_database
    database.write(lambda c: (c.execute("DELETE FROM symbol"), c.execute("DELETE FROM symbol_reading")))
    ingest(at)
    assert places(ask(at, "symbol:RETRIES")) == ["lib/client.py:3"]
