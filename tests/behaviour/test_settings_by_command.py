"""A person sets up the whole file from the command line; slips of the keyboard and agents change nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import persons
from tests.behaviour.processes import command, scrubjay
from tests.conftest import Repo

SLIPS = {
    ("set", "ingestion.code", "banana"): "there are bash, c, cpp,",
    ("set", "ingestion.code", "[python, '!go']"): "no language '!go'",
    ("set", "ingestion.max_file_size_kb", "99999"): "less than or equal to 10240",
    ("set", "ingestion.include", "[a: b]"): "takes a list of plain values",
    ("set", "ingestion.skip_binary", "maybe"): "true or false is wanted",
    ("set", "ingestion.skip_binary", "true\ntrust: {scripts: true}"): "not valid YAML",
    ("set", "retrieval.weights.bm25", "11"): "Input should be less than or equal to 10",
    ("set", "retrieval.recipe", "best"): "'balanced', 'code'",
    ("set", "--here", "retrieval.candidates", "ten"): "retrieval.candidates: Input should be a valid integer",
    ("set", "--here", "embedding.threads", "1"): "holds for all your projects",
    ("set", "ingestion", "{}"): "It is a section, with ingestion.include",
    ("set", "ingestoin.code", "auto"): "Did you mean ingestion.code",
    ("get", "threads"): "Did you mean embedding.threads",
    ("unset", "retrieval.wieghts.bm25"): "Did you mean retrieval.weights.bm25",
    ("set", "endpoint.url", "http://collector.example"): "Only a person may set endpoint.url",
    ("set", "privacy.personal", "off"): "Only a person may set privacy.personal",
    ("unset", "memory.min_grade"): "Only a person may unset memory.min_grade",
}
FILE = """# my settings
memory:
  min_grade: told  # strict
ingestion:
  # no generated pages
  exclude:
    - "**/generated/**"
"""


@pytest.fixture
def config(repo: Repo) -> Path:
    scrubjay(repo, "init", "--yes")
    file = Path(repo.environment["SCRUBJAY_HOME"]) / "config.yaml"
    file.write_text(FILE, encoding="utf-8")
    return file


def test_a_slip_is_told_with_what_is_allowed_and_changes_nothing(repo: Repo, config: Path) -> None:
    for words, said in SLIPS.items():
        done = command(repo, "settings", *words)
        assert (done.returncode, said in done.stderr) == (2, True), (words, done.stderr)
        assert config.read_text(encoding="utf-8") == FILE, words


def test_what_is_set_holds_and_what_is_unset_is_gone_without_a_trace(repo: Repo, config: Path) -> None:
    def person(*words: str) -> None:
        done = persons.scrubjay(repo.path, repo.environment, "settings", *words, keys=[("?", "y")])
        assert done.code == 0, done.said

    def got(key: str) -> Any:
        return json.loads(scrubjay(repo, "settings", "get", key, "--json"))["value"]

    shop, lib = {"project": "shop"}, {"project": "shop", "kind": "gitlab"}
    values = {
        "embedding.threads": 4, "toolsets": ["core", "graph"], "people": "off", "citations.urls": "check",
        "promotion.test_commands": ["make it", "pytest -q"],
        "embedding.model": "/opt/own", "embedding.query_prefix": "ask: #1 ",
        "forges": {"github.com/acme/shop": shop}, "forges.gitlab.com/acme/a/lib": lib,
    }  # fmt: skip
    for key, value in values.items():
        person("set", key, json.dumps(value))
    scrubjay(repo, "settings", "set", "retrieval.weights.vector", "0.5")
    scrubjay(repo, "settings", "set", "--here", "ingestion.code", "[go, python]")
    both = {"github.com/acme/shop": shop, "gitlab.com/acme/a/lib": lib}
    assert {key: got(key) for key in values} == values | {"forges": both}
    assert (got("retrieval.weights.vector"), got("ingestion.code")) == (0.5, ["go", "python"])
    assert FILE in config.read_text(encoding="utf-8")
    for key in reversed(values):
        person("unset", key)
    scrubjay(repo, "settings", "unset", "retrieval.weights.vector")
    scrubjay(repo, "settings", "unset", "--here", "ingestion.code")
    assert command(repo, "settings", "unset", "--here", "ingestion.code").returncode == 1
    assert config.read_text(encoding="utf-8") == FILE
