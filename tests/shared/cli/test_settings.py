"""`scrubjay settings set`: what a person changes for one project, and what stays as it was."""

from pathlib import Path
from typing import Any

import pytest

from tests import persons
from tests.conftest import Repo


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


def test_what_no_command_sets_is_said(ready: Any, environment: dict[str, str]) -> None:
    for key in ("projects", "no.such"):
        done = ready("settings", "set", key, "true")
        assert done.code == 2
        assert "can't be set by this command" in done.err
    assert not _file(environment).exists()


PERSONAL = {
    "trust.scripts": "true", "trust.elicitation": "true", "memory.min_grade": "told", "extraction.by": "off",
    "grounding.judge": "model", "user.id": "root",
}  # fmt: skip


@pytest.mark.parametrize("key", PERSONAL)
@pytest.mark.parametrize("who", ["agent", "script"])
def test_what_decides_for_the_person_is_set_by_a_person_alone(
    ready: Any, repo: Repo, environment: dict[str, str], key: str, who: str
) -> None:
    shell = {"CLAUDECODE": "1"} if who == "agent" else {}
    done = persons.scrubjay(repo.path, environment, "settings", "set", key, PERSONAL[key], shell=shell)
    assert done.code == 2
    assert f"Type it in a terminal: scrubjay settings set {key} {PERSONAL[key]}" in done.said
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


def test_a_wrong_value_is_told_before_anything_is_written(ready: Any, environment: dict[str, str]) -> None:
    done = ready("settings", "set", "ingestion.max_file_size_kb", "many")
    assert done.code != 0
    assert "ingestion.max_file_size_kb" in done.err
    assert not _file(environment).exists()


def test_code_without_grammars_is_told_where_it_is_set_and_where_it_is_asked(
    ready: Any, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("index.chunking.languages", "recall.lacking_kinds"):
        monkeypatch.setattr(f"scrubjay.{module}.installed_languages", frozenset[str])
    done = ready("settings", "set", "--here", "ingestion.code", "python")
    assert done.code == 0
    assert "code: python" in _file(environment).read_text(encoding="utf-8")
    assert "pip install '.[code]'" in done.err
    assert "pip install '.[code]'" in ready("search", "symbol:acquire_connection").out
