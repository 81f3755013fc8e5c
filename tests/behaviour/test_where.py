"""A question for a place in code leads to the definition itself; any other to the document that explains."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.answer import RecallRequest
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

NETWORK = '''\
"""Helpers for the network."""


def parse_no_proxy(value):
    """Split the entries of NO_PROXY into hosts that are reached without a proxy."""
    return [entry.strip() for entry in value.split(",")]


def retry_delay(attempt):
    """How long to wait before the next attempt, doubled each time."""
    return 2**attempt


def encode_host(host):
    """Encode an international domain name with IDNA."""
    return host.encode("idna")


def read_certificate(path):
    """Load a certificate from a file in PEM."""
    with open(path, "rb") as file:
        return file.read()
'''
TEST = '''\
def test_no_proxy_entries_are_parsed():
    """NO_PROXY entries are parsed."""
    assert parse_no_proxy("a, b") == ["a", "b"]
'''
GUIDE = "# Proxies\n\nThe entries of NO_PROXY are parsed: hosts that are reached without a proxy.\n"


@pytest.fixture
def at(repo: Repo, app: App) -> Workspace:
    files: dict[str, str | bytes] = {
        ".agent/config.yaml": "ingestion:\n  code: [python]\n", "lib/network.py": NETWORK,
        "tests/test_network.py": TEST, "docs/proxies.md": GUIDE,
    }  # fmt: skip
    repo.commit("Begin", files)
    made = app.initialise(repo.path)
    ingest(made)
    return made


def ask(at: Workspace, query: str) -> list[str]:
    answer = at.recall.search(RecallRequest(query=query, limit=10))
    return [f"{hit.path}:{hit.start_line}" for hit in answer.hits]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("where are the NO_PROXY entries parsed?", "lib/network.py:4"),
        ("which function parses the entries of NO_PROXY", "lib/network.py:4"),
        ("where is an international domain name encoded", "lib/network.py:14"),
        ("find the code that loads a certificate", "lib/network.py:19"),
        ("what hosts are reached without a proxy", "docs/proxies.md:1"),
    ],
)
def test_the_form_of_a_question_decides_what_stands_first(at: Workspace, question: str, first: str) -> None:
    assert ask(at, question)[0] == first


def test_several_definitions_of_one_file_are_hits_each_once(at: Workspace) -> None:
    places = ask(at, "where are the retry delay and the certificate handled")
    assert len(places) == len(set(places))
    assert {"lib/network.py:9", "lib/network.py:19"} <= set(places[:3])
