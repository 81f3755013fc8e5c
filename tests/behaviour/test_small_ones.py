"""What is typed a little wrong, or piped away, gets one plain line and loses nothing."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from tests import forked
from tests.behaviour.processes import scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

FILES: dict[str, str | bytes] = {"README.md": "# Shop\n\nA shop sells parcels\nof any weight.\n"}


@pytest.fixture
def shop(repo: Repo, environment: dict[str, str]) -> Repo:
    repo.environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("start", FILES)
    scrubjay(repo, "init", "--yes")
    return repo


def shell(at: Repo, line: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a line of the shell, in which `scrubjay` is this one."""
    prelude = f'set -o pipefail; scrubjay() {{ {shlex.join(forked.words("scrubjay.cli.main"))} "$@"; }}; '
    return subprocess.run(
        ["bash", "-c", prelude + line], cwd=at.path, env=at.environment, capture_output=True, timeout=PATIENCE_S,
        check=False,
    )  # fmt: skip


def one_error(done: "subprocess.CompletedProcess[bytes]") -> str:
    said = done.stderr.decode()
    assert said.startswith("error: ")
    assert said.count("\n") == 1
    assert done.stdout == b""
    return said


@pytest.mark.parametrize(
    "line", [r"search $'caf\xe9'", r"remember $'caf\xe9 closes'", r"session save $'\xff'", r"search --path $'\xff' x"]
)
def test_what_is_typed_in_another_encoding_gets_a_plain_error(shop: Repo, line: str) -> None:
    done = shell(shop, f"scrubjay {line}")
    assert done.returncode == 2
    assert "isn't UTF-8 text" in one_error(done)


def test_a_path_may_hold_any_byte(shop: Repo) -> None:
    assert shell(shop, r"scrubjay export ../$'caf\xe9.jsonl' && scrubjay import ../$'caf\xe9.jsonl'").returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"scrubjay": "memories", "version": 1, "scope": "project"}\n{"memory": ' + "[" * 900 + "]" * 900 + "}",
    ],
    ids=["a deep list", "deep objects", "a deep memory"],
)
def test_a_file_of_deep_json_is_refused_in_words(shop: Repo, tmp_path: Path, text: str) -> None:
    (tmp_path / "deep.jsonl").write_text(text + "\n")
    done = shell(shop, f"scrubjay import '{tmp_path}/deep.jsonl'")
    assert done.returncode == 2
    assert "Nothing was imported" in one_error(done)
    done = shell(shop, f"scrubjay import conversations '{tmp_path}/deep.jsonl'")
    assert done.returncode == 2
    assert "contains no turn" in done.stderr.decode()


def test_questions_of_several_lines_go_in_a_file_and_one_that_is_no_text_says_so_in_its_place(shop: Repo) -> None:
    asked = 'parcels\\n{"query": "sells parcels\\\\nof any weight"}\\ncaf\\351\\n"sells parcels\\\\nof any weight"\\n'
    done = shell(shop, f"printf '{asked}' | scrubjay search --batch -")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [bool(answer["results"]) for answer in answers] == [True, True, False, True]
    assert answers[1]["query"] == answers[3]["query"] == "sells parcels\nof any weight"
    assert "isn't encoded in UTF-8" in answers[2]["degraded"][0]


def test_memories_in_an_answer_for_scripts_have_their_id(shop: Repo) -> None:
    id = json.loads(scrubjay(shop, "remember", "Parcels are weighed twice.", "--json"))["id"]
    answer = json.loads(scrubjay(shop, "search", "parcels", "--json"))
    assert [(one["kind"], one["id"]) for one in answer["results"]] == [("document", "")]
    assert [one["id"] for one in answer["memories"]] == [id]
    assert "memory is called" not in scrubjay(shop, "provenance", id[:8])


@pytest.mark.parametrize("line", ["provenance", "project show", "forget --session"])
def test_fewer_than_eight_digits_of_any_id_are_too_short(shop: Repo, line: str) -> None:
    done = shell(shop, f"scrubjay {line} abcdef0")
    assert "too short, give at least its first 8 digits" in one_error(done)


def test_a_backup_makes_no_folders_and_check_stands_in_its_help(shop: Repo, tmp_path: Path) -> None:
    done = shell(shop, f"scrubjay backup '{tmp_path}/new/deep/b.tar.gz'")
    assert done.returncode == 2
    assert "no folder" in one_error(done)
    assert not (tmp_path / "new").exists()
    assert "--check FILE" in scrubjay(shop, "backup", "--help")
    assert "--check FILE" in scrubjay(shop, "--help")
    assert scrubjay(shop, "backup").startswith("backed up: ")


def test_one_is_one(repo: Repo, environment: dict[str, str]) -> None:
    repo.environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("secret", {"notes.md": "# Notes\n\npassword: " + "hunter" + "2abcXYZ123!\n"})
    assert "searchable: 1 file at main" in (said := scrubjay(repo, "init", "--yes"))
    assert "(1 new in 1 passage, 1 line masked, 0 files skipped" in said
    assert "1 line looks like a secret" in scrubjay(repo, "status")
