"""The frame: help, version, errors and exit codes; nothing here opens a database."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scrubjay.cli.commands import COMMANDS
from scrubjay.cli.main import main
from scrubjay.cli.root import explain
from scrubjay.errors import StorageCorrupt
from tests.patience import PATIENCE_S


def python(code: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


HEAVY = ("pydantic", "numpy", "onnxruntime", "tokenizers", "mcp", "rich", "yaml", "docutils", "markdown_it")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["verify", "--help"], ["serve", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str], environment: dict[str, str]) -> None:
    code = (
        "import sys\nfrom scrubjay.cli.main import main\n"
        f"code = main({arguments!r})\n"
        f"print('HEAVY', [m for m in {HEAVY!r} if m in sys.modules], code)"
    )
    assert "HEAVY [] 0" in python(code, environment).stdout


def test_help_lists_every_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for command in COMMANDS:
        assert f"{command.name} {command.help}" in shown


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_every_command_has_a_help_of_its_own(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert f"scrubjay {name}" in capsys.readouterr().out


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("scrubjay 0.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verfiy"], "did you mean verify?"),
        (["verify", "--shallow"], "No such option: --shallow"),
        (["search", "--dry-run"], "or search for the word itself: `scrubjay search -- --dry-run`."),
        (
            ["search", "-tools"],
            "No such option: -t. See `scrubjay search --help`, or search for the word itself: "
            "`scrubjay search -- -tools`.",
        ),
        (["search", "--kind", "code", "-rf", "x"], "`scrubjay search -- -rf`."),
        (["search", "--dry-run=3 days"], "`scrubjay search -- '--dry-run=3 days'`."),
        (["serve", "telnet"], "'telnet' is not one of"),
        (["explain"], "Missing argument 'path'"),
        (["log", "--limit", "many"], "'many' is not a valid"),
        (["log", "--limit", "0"], "0 is not in the range"),
    ],
)
def test_wrong_arguments_are_named_and_exit_with_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("error: ")
    assert said in shown.err
    assert "--help" in shown.err


def test_an_error_of_ours_is_one_line_with_its_exit_code() -> None:
    assert explain(StorageCorrupt("x.db: damaged.")) == ("error: x.db: damaged.", 4)


def test_a_full_disk_is_a_storage_failure() -> None:
    message, code = explain(OSError(28, "No space left on device", "/some/file"))
    assert code == 4
    assert "No space left" in message


def test_an_unexpected_error_says_how_to_report_it() -> None:
    message, code = explain(ZeroDivisionError("division by zero"))
    assert code == 1
    assert "--verbose" in message
    assert "Traceback" not in message


def test_a_path_that_does_not_exist_is_not_a_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--repo", str(tmp_path / "gone"), "status"]) == 3
    assert "does not exist" in capsys.readouterr().err


def test_repo_is_accepted_after_the_command_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--repo", str(tmp_path / "gone")]) == 3
    assert "does not exist" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_not_an_error(environment: dict[str, str]) -> None:
    code = "import sys; from scrubjay.cli.main import run; sys.argv = ['scrubjay', '--help']; run()"
    end, start = os.pipe()
    os.close(end)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        stdout=start,
        stderr=subprocess.PIPE,
        timeout=PATIENCE_S,
        check=False,
    )
    os.close(start)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_help_of_serve_names_every_server_and_imports_none(environment: dict[str, str]) -> None:
    code = (
        "import sys\nfrom scrubjay.cli.main import main\nmain(['serve', '--help'])\n"
        "print([m for m in sys.modules if m.startswith('scrubjay_')])"
    )
    *lines, imported = python(code, environment).stdout.splitlines()
    assert [line.split()[0] for line in lines[-3:]] == ["session", "knowledge", "team"]
    assert imported == "[]"


def test_a_server_of_an_extension_that_is_off_says_how_to_switch_it_on(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(mode=0o700)
    (home / "config.yaml").write_text("extensions: {team: off}\n")
    assert main(["serve", "team"]) == 2
    assert "scrubjay extensions enable team" in capsys.readouterr().err


@pytest.mark.parametrize("server", ["session", "knowledge"])
def test_serve_becomes_the_server_which_ends_with_its_input(
    server: str, environment: dict[str, str], tmp_path: Path
) -> None:
    code = f"import sys; from scrubjay.cli.main import run; sys.argv = ['scrubjay', 'serve', '{server}']; run()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, b"")


def test_a_mistyped_word_of_a_group_is_told_the_nearest_one(scrubjay: Any) -> None:
    done = scrubjay("checkpoint", "crate")
    assert (done.code, done.err) == (
        2, "error: There is no command 'crate', did you mean create? See `scrubjay checkpoint --help`.\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        (("explain", "README.md"), "indexed"),
        (("log",), "runs"),
        (("project", "list"), "projects"),
        (("project", "show"), "bytes"),
        (("hooks", "status"), "hooks"),
    ],
)
def test_what_is_shown_as_a_table_is_one_json_object_for_scripts(ready: Any, asked: tuple[str, ...], key: str) -> None:
    assert key in json.loads(ready(*asked, "--json").out)
