"""`scrubjay forge import` and `forget`: a person brings discussions from files, and takes them away without a trace."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.shared.cli.conftest import Scrubjay
from tests.shared.scrubjay_forges.forges.offline.test_read import GH_ISSUE as GH_ELSEWHERE
from tests.shared.scrubjay_forges.forges.offline.test_read import PLAIN, write

pytestmark = pytest.mark.story

NAME = "github.com/magpie/magpie"
GH_ISSUE = GH_ELSEWHERE | {"url": f"https://{NAME}/issues/4"}


def imported(brings: Scrubjay, file: Path, *more: str) -> Any:
    return brings("forge", "import", str(file), "--repository", NAME, *more)


@pytest.fixture
def brings(trusted: Path, ready: Scrubjay) -> Scrubjay:
    """The command line, whose scripts may do what only a person may."""
    return ready


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path, PLAIN, GH_ISSUE)


def forge_file(environment: dict[str, str]) -> list[Path]:
    return list(Path(environment["SCRUBJAY_HOME"]).glob("projects/*/forge.db"))


def test_only_a_person_imports_and_forgets(ready: Scrubjay, file: Path) -> None:
    for done in (imported(ready, file), ready("forge", "forget", NAME)):
        assert done.code
        assert "Only a person may" in done.err


def test_a_preview_writes_nothing(ready: Scrubjay, file: Path, environment: dict[str, str]) -> None:
    done = imported(ready, file, "--dry-run")
    assert "1 issue, 1 pull request, 6 texts" in done.out
    assert "nothing was written" in done.out
    assert forge_file(environment) == []


def test_a_file_is_imported_once(brings: Scrubjay, file: Path) -> None:
    assert "6 new texts, 0 changed" in imported(brings, file).out
    assert "0 new texts, 0 changed" in imported(brings, file).out
    report = json.loads(imported(brings, file, "--json").out)
    assert (report["issues"], report["new"], report["as_of"]) == (1, 0, "2026-01-05T10:00:00Z")


def test_bad_lines_are_named_and_the_rest_is_imported(brings: Scrubjay, tmp_path: Path) -> None:
    done = imported(brings, write(tmp_path, PLAIN, "{", GH_ISSUE))
    assert done.code == 0
    assert "discussions.jsonl line 2 was skipped: no JSON object" in done.err
    assert "6 new texts" in done.out


def test_an_archive_of_another_repository_is_refused(brings: Scrubjay, tmp_path: Path) -> None:
    file = tmp_path / "archive.json"
    file.write_text(json.dumps({"repo": "other/other", "issues": []}))
    done = imported(brings, file)
    assert done.code == 2
    assert "other/other" in done.err


def test_what_is_forgotten_is_in_no_file_of_the_home(
    brings: Scrubjay, tmp_path: Path, environment: dict[str, str]
) -> None:
    told = "zorbulak-" + "quendrifant"
    body = PLAIN | {"text": f"The conveyor stalls at noon because of the {told}.", "title": f"A {told} stalls"}
    imported(brings, write(tmp_path, body, GH_ISSUE))
    other = "codeberg.org/magpie/magpie"
    brings("forge", "import", str(write(tmp_path, GH_ISSUE | {"url": ""})), "--repository", other)
    home = Path(environment["SCRUBJAY_HOME"])
    stored = brings("remember", "The conveyor stalls at noon (#3).")
    assert "zorbulak" in stored.out
    assert "zorbulak" in brings("search", "--kind", "pull_request", "why does the conveyor stall").out

    def holding(word: str) -> list[Path]:
        return [file for file in home.rglob("*") if file.is_file() and word.encode() in file.read_bytes()]

    assert holding("zorbulak")
    assert "forgotten" in brings("forge", "forget", NAME).out
    assert holding("zorbulak") == [] == holding("quendrifant")
    assert len(forge_file(environment)) == 1
    assert "forgotten" in brings("forge", "forget", other).out
    assert forge_file(environment) == []
    gone = brings("forge", "forget", NAME)
    assert gone.code == 1
    assert "Nothing of" in gone.err


def test_what_a_newer_archive_lacks_is_told_before_it_goes(brings: Scrubjay, tmp_path: Path) -> None:
    file = tmp_path / "archive.json"
    archive = {"repo": "magpie/magpie", "timestamp": "2026-02-01T00:00:00Z", "issues": [GH_ISSUE], "pulls": []}
    another = GH_ISSUE | {"number": 6, "url": f"https://{NAME}/issues/6"}
    file.write_text(json.dumps(archive | {"issues": [GH_ISSUE, another]}))
    assert "gone" not in imported(brings, file).out
    file.write_text(json.dumps(archive | {"timestamp": "2026-02-02T00:00:00Z"}))
    assert "1 gone" in imported(brings, file, "--dry-run").out
    assert json.loads(imported(brings, file, "--json").out)["gone"] == 1
    assert "gone" not in imported(brings, file).out


def test_files_that_are_complete_take_away_what_they_lack(brings: Scrubjay, tmp_path: Path) -> None:
    file = write(tmp_path, GH_ISSUE, GH_ISSUE | {"number": 6, "url": f"https://{NAME}/issues/6"})
    os.utime(file, (earlier := file.stat().st_mtime - 5, earlier))
    imported(brings, file)
    file = write(tmp_path, GH_ISSUE)
    assert "gone" not in imported(brings, file).out
    assert "1 gone" in imported(brings, file, "--complete").out


def test_what_is_merged_in_the_log_says_so_after_an_import(brings: Scrubjay, tmp_path: Path, repo: Any) -> None:
    there = repo.commit("Fix the belt (#3)", {"belt.md": "# Belt\n"}, date="2026-01-03T09:00:00Z")
    imported(brings, write(tmp_path, PLAIN | {"base": "main"}))
    assert f"merge commit {there[:10]} (from the log)" in brings("forge", "show", "#3").out
    shown = json.loads(brings("forge", "show", "#3", "--json").out)
    assert (shown["merge_commit"], shown["merge_commit_found_by"]) == (there, "number")
