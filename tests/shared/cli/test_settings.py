"""`scrubjay settings`: what is shown, what a person changes, and what stays as it was."""

import json
import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from scrubjay.identity.person.facts import ProcessFacts
from scrubjay.settings.fields import keys
from tests import persons
from tests.conftest import Repo

PERSON = ProcessFacts(True, True, frozenset(), (("zsh",), ("kitty",)), "/dev/pts/7")


def _file(environment: dict[str, str]) -> Path:
    return Path(environment["SCRUBJAY_HOME"]) / "config.yaml"


def test_code_of_one_repository_is_found_without_a_committed_file(
    ready: Any, repo: Repo, environment: dict[str, str]
) -> None:
    repo.commit("Code", {"lib/pool.py": "def acquire_connection():\n    return 1\n"})
    assert ready("settings", "set", "ingestion.code", "[]").code == 0
    assert ready("search", "symbol:acquire_connection").code == 1
    _file(environment).write_text("# mine\ningestion:\n  code: []\n", encoding="utf-8")
    told = ready("settings", "set", "--here", "ingestion.code", "auto")
    assert told.code == 0, told.err
    assert ready("ingest").code == 0  # a search catches up only as far as it has time
    assert "lib/pool.py:1" in ready("search", "symbol:acquire_connection").out
    text = _file(environment).read_text(encoding="utf-8")
    assert text.startswith("# mine\ningestion:\n  code: []\nprojects:\n")
    assert ready("settings", "set", "--here", "ingestion.code", "[go]").code == 0
    assert "code: [go]" in _file(environment).read_text(encoding="utf-8")
    assert ready("search", "symbol:acquire_connection").code == 1


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("no.such", "is no setting"),
        ("ingestion.exlude", "Did you mean ingestion.exclude, or ingestion.include, or ingestion.code?"),
        ("exclude", "Did you mean ingestion.exclude"),
        ("retrieval.weights", "a section, with retrieval.weights.bm25, retrieval.weights.vector"),
        ("people.name", "is no setting"),
        ("nope.nope", "Did you mean people? `"),
        ("team.private_addresses", "Write the section `team:` into config.yaml"),
        ("extensions.graph", "`scrubjay extensions disable graph`, or enable"),
    ],
)
@pytest.mark.parametrize("act", [("get",), ("set", "true"), ("unset",)])
def test_an_unknown_setting_is_told_with_the_nearest_ones(
    settled: Any, key: str, said: str, act: tuple[str, ...]
) -> None:
    done = settled("settings", act[0], key, *act[1:])
    assert (done.code, said in done.err) == (2, True), done.err
    assert not _file(dict(os.environ)).exists()


def test_only_what_a_project_may_have_is_set_for_one_project(ready: Any, environment: dict[str, str]) -> None:
    done = ready("settings", "set", "--here", "people", "off")
    assert (done.code, "people holds for all your projects. --here takes ingestion.include" in done.err) == (2, True)
    assert not _file(environment).exists()


def test_every_setting_is_listed_with_where_it_comes_from(
    ready: Any, repo: Repo, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRUBJAY_RETRIEVAL_RECIPE", "fast")
    (repo.path / ".agent").mkdir(exist_ok=True)
    (repo.path / ".agent/config.yaml").write_text("hooks:\n  stop: false\npeople: off\n", encoding="utf-8")
    _file(environment).write_text("review:\n  total: 7\ntrust: {scripts: true}\n", encoding="utf-8")
    assert ready("settings", "set", "--here", "ingestion.code", "[go, 'lib/**']").code == 0
    listed = json.loads(ready("settings", "list", "--json").out)
    found = {one["key"]: one for one in listed["settings"]}
    assert tuple(found) == keys()
    assert {
        key: (one["value"], one["from"], one["line"]) for key, one in found.items() if one["from"] != "default"
    } == {
        "ingestion.code": (["go", "lib/**"], "your file, for this project", 7),
        "retrieval.recipe": ("fast", "environment", 0),
        "hooks.stop": (False, "repository's file", 2),
        "embedding.provider": ("none", "environment", 0),
        "review.total": (7, "your file", 2),
        "trust.scripts": (False, "your file", 3),
        "projects": (found["projects"]["value"], "your file", 4),
    }
    assert listed["refused"] == ["people", "trust.scripts"]
    shown = ready("settings", "list")
    assert f"review.total  your file: {_file(environment)}, line 2  7\n" in re.sub("  +", "  ", shown.out)
    assert "trust.scripts has no effect until a person sets it" in shown.err


def test_a_value_is_printed_as_it_holds(ready: Any, repo: Repo, environment: dict[str, str]) -> None:
    _file(environment).write_text(
        'forges:\n  github.com/acme/shop: {project: shop}\nembedding:\n  query_prefix: "ask: "\n', encoding="utf-8"
    )
    said = {
        "forges": "{github.com/acme/shop: {project: shop}}", "forges.github.com/acme/shop.kind": "github",
        "embedding.query_prefix": "ask: ", "ingestion.skip_binary": "true", "ingestion.code": "[auto]",
        "forges.x/y": "",
    }  # fmt: skip
    for key, value in said.items():
        done = ready("settings", "get", key)
        assert (done.out, done.code) == ((f"{value}\n", 0) if value else ("", 1)), key
    got = json.loads(ready("settings", "get", "forges.github.com/acme/shop.project", "--json").out)
    assert (got["key"], got["value"], got["from"]) == ("forges.github.com/acme/shop.project", "shop", "your file")


def test_settings_are_shown_where_no_project_is(by_hand: Any, tmp_path: Path) -> None:
    assert by_hand.at(tmp_path)("settings", "get", "review.total").out == "10000\n"


PERSONAL = {
    "trust.scripts": "true", "trust.elicitation": "true", "memory.min_grade": "told", "extraction.by": "off",
    "grounding.judge": "model", "user.id": "root", "endpoint.url": "http://localhost", "forges": "{}",
    "toolsets": "[core]", "hooks.stop": "false",
}  # fmt: skip


@pytest.mark.parametrize("key", PERSONAL)
@pytest.mark.parametrize("who", ["agent", "script"])
def test_what_decides_for_the_person_is_set_by_a_person_alone(
    ready: Any, repo: Repo, environment: dict[str, str], key: str, who: str
) -> None:
    shell = {"CLAUDECODE": "1"} if who == "agent" else {}
    done = persons.scrubjay(repo.path, environment, "settings", "set", key, PERSONAL[key], shell=shell)
    assert done.code == 2
    assert f"Type it in a terminal: scrubjay settings set {shlex.join([key, PERSONAL[key]])}" in done.said
    assert not _file(environment).exists()


def test_a_person_gives_scripts_trust_and_takes_it_back(ready: Any, repo: Repo, environment: dict[str, str]) -> None:
    """A line in the file gives none, nor does a script with trust give itself more."""

    def sets(key: str, value: str, keys: list[tuple[str, str]] | None) -> int:
        return persons.scrubjay(repo.path, environment, "settings", "set", key, value, keys=keys).code

    def trusted() -> bool:
        return "Only a person may" not in persons.scrubjay(repo.path, environment, "review", "undo").said

    _file(environment).write_text("trust:\n  scripts: true\n", encoding="utf-8")
    assert not trusted()
    assert sets("trust.scripts", "true", [("?", "n")]) == 1
    assert not trusted()
    assert sets("trust.scripts", "true", [("?", "y")]) == 0
    assert trusted()
    assert sets("trust.elicitation", "true", None) == 2
    assert sets("memory.min_grade", "told", None) == 0
    assert sets("trust.scripts", "false", [("?", "y")]) == 0
    _file(environment).write_text("trust:\n  scripts: true\n", encoding="utf-8")
    assert not trusted()


def test_trust_that_is_unset_is_gone_for_good(ready: Any, repo: Repo, environment: dict[str, str]) -> None:
    def person(*words: str) -> int:
        return persons.scrubjay(repo.path, environment, "settings", *words, keys=[("?", "y")]).code

    assert person("set", "trust.scripts", "yes") == 0
    assert ready("settings", "get", "trust.scripts").out == "true\n"
    assert ready("settings", "unset", "trust.scripts").code == 2
    assert person("unset", "trust.scripts") == 0
    assert _file(environment).read_text(encoding="utf-8") == ""
    _file(environment).write_text("trust:\n  scripts: true\n", encoding="utf-8")
    assert ready("settings", "get", "trust.scripts").out == "false\n"


def test_settings_that_do_not_go_together_are_refused(
    ready: Any, repo: Repo, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _file(environment).write_text("# mine\n", encoding="utf-8")
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "onnx")
    ready.facts = PERSON
    monkeypatch.setattr("scrubjay.cli.acts.agreed", lambda *_: True)
    done = ready("settings", "set", "embedding.query_prefix", "'ask: '")
    assert (done.code, "set embedding.model. Nothing was changed." in done.err) == (2, True), done.err
    assert _file(environment).read_text(encoding="utf-8") == "# mine\n"
    for key, value in (("model", "/opt/own"), ("query_prefix", "'ask: '")):
        assert ready("settings", "set", f"embedding.{key}", value).code == 0
    assert ready("settings", "get", "embedding.query_prefix").out == "ask: \n"


def test_a_wrong_value_is_told_before_anything_is_written(ready: Any, environment: dict[str, str]) -> None:
    done = ready("settings", "set", "ingestion.max_file_size_kb", "many")
    assert done.code != 0
    assert "ingestion.max_file_size_kb" in done.err
    assert not _file(environment).exists()


def test_a_wrong_value_is_told_before_a_person_is_asked(ready: Any, repo: Repo, environment: dict[str, str]) -> None:
    done = persons.scrubjay(repo.path, environment, "settings", "set", "embedding.threads", "banana", keys=[])
    assert done.code == 2
    assert "embedding.threads: Input should be a valid integer" in done.said
    assert "Set it?" not in done.said
    assert not _file(environment).exists()


def test_code_without_grammars_is_told_where_it_is_asked(ready: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrubjay.search.recall.belonging.installed_languages", frozenset[str])
    assert "pip install '.[code]'" in ready("search", "symbol:acquire_connection").out
