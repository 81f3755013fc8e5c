"""Diagnostic logging: what it costs, what it writes, and what it never shows."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.log import Log, home_log, level_of, switch_on
from scrubjay.log.handler import LineHandler
from scrubjay.log.log import MAX_BYTES, PACKAGES, append, home_file, rotate, rotated
from scrubjay.privacy.secrets.masking import masked_text
from tests.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def _switched_off_again() -> Iterator[None]:
    yield
    for package in PACKAGES:
        logger = logging.getLogger(package)
        logger.setLevel(logging.NOTSET)
        for handler in [one for one in logger.handlers if isinstance(one, LineHandler)]:
            logger.removeHandler(handler)


def python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], env={**os.environ, **environment}, capture_output=True, text=True,
        timeout=PATIENCE_S, check=True,
    )  # fmt: skip
    return done.stdout


@pytest.mark.parametrize(
    "module", ["scrubjay.integrations.git_hooks.event", "scrubjay.integrations.client_hooks.event", "scrubjay.cli.main"]
)
def test_hooks_and_the_command_line_load_no_logging_for_it(module: str) -> None:
    code = f"import sys, {module}\nfrom scrubjay.log import Log\nLog('a').info('b')\n"
    assert python(f"{code}print('logging' in sys.modules)") == "False\n"


def test_without_a_handler_nothing_is_printed_even_where_logging_is_loaded(capfd: pytest.CaptureFixture[str]) -> None:
    code = "import logging\nfrom scrubjay.log import Log\nLog('scrubjay.git').warning('told to nobody')"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize(("value", "level"), [("", ""), ("debug", "debug"), ("INFO", "info"), (" warning ", "warning")])
def test_the_variable_names_a_level(value: str, level: str) -> None:
    assert level_of({"SCRUBJAY_LOG": value}) == level
    assert level_of({}) == ""


def test_another_word_is_refused_with_the_levels() -> None:
    with pytest.raises(ConfigError, match=r"SCRUBJAY_LOG is 'loud'\. Set it to one of: debug, info, warning\."):
        level_of({"SCRUBJAY_LOG": "loud"})


def test_a_line_names_the_module_and_the_time_and_holds_no_secret_and_no_second_line() -> None:
    lines: list[str] = []
    switch_on("debug", lines.append, masked_text)
    token = "ghp_" + "a1B2" * 9
    Log("scrubjay.search.recall.recall").debug("search %r\n\x1b[31m", token)
    (line,) = lines
    assert " DEBUG scrubjay.search.recall.recall search " in line
    assert token not in line
    assert "[redacted" in line
    assert "\x1b" not in line
    assert "\n" not in line


def test_a_line_begins_with_the_moment_in_utc_and_the_process() -> None:
    lines: list[str] = []
    record = logging.makeLogRecord(
        {"name": "scrubjay.git", "levelno": logging.INFO, "levelname": "INFO", "msg": "%s ran", "args": ("git",)}
    )
    record.created, record.msecs, record.process = 86_400.5, 500.0, 4711
    LineHandler(lines.append).emit(record)
    assert lines == ["1970-01-02T00:00:00.500Z 4711 INFO scrubjay.git git ran"]


def test_the_homes_log_masks_secrets_and_takes_any_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("scrubjay"), "propagate", False)  # what pytest captures must be UTF-8
    home_log(tmp_path, {"SCRUBJAY_LOG": "info"}, lambda: masked_text)
    token = "ghp_" + "a1B2" * 9
    Log("scrubjay.storage.queue").info("%s für \ud800", token)
    written = home_file(tmp_path).read_bytes()
    assert token.encode() not in written
    assert "für \\ud800\n".encode() in written


def test_a_failure_is_told_at_debug_with_its_traceback() -> None:
    lines: list[str] = []
    switch_on("debug", lines.append)
    try:
        raise ZeroDivisionError("no parts")
    except ZeroDivisionError:
        Log("scrubjay.git").failure("read %s", "nothing")
    (line,) = lines
    assert " DEBUG scrubjay.git read nothing Traceback " in line
    assert line.endswith("ZeroDivisionError: no parts")


def test_a_link_in_place_of_the_log_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "scrubjay.log").symlink_to("other")
    with pytest.raises(OSError):
        append(tmp_path / "scrubjay.log", "a line")
    assert not (tmp_path / "other").exists()


def test_a_full_log_keeps_two_older_ones(tmp_path: Path) -> None:
    file = tmp_path / "scrubjay.log"
    for number in range(4):
        file.write_text(str(number) + " " * (MAX_BYTES - 1), encoding="utf-8")
        rotate(file)
    assert [one.read_text(encoding="utf-8")[0] for one in rotated(file)[1:]] == ["3", "2"]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["scrubjay.log.1", "scrubjay.log.2"]
    file.write_text(" " * (MAX_BYTES - 1), encoding="utf-8")
    rotate(file)
    assert file.exists()


def test_a_level_leaves_out_what_is_below_it() -> None:
    lines: list[str] = []
    switch_on("info", lines.append)
    log = Log("scrubjay.knowledge.documents.ingest")
    log.debug("left out")
    log.info("kept")
    log.warning("kept, too")
    assert [line.rpartition("ingest ")[2] for line in lines] == ["kept", "kept, too"]


def test_a_timed_block_tells_its_milliseconds_its_details_and_its_error() -> None:
    lines: list[str] = []
    switch_on("debug", lines.append)
    log = Log("scrubjay.operations.jobs.runner")
    with log.timed("step %s", "embed") as details:
        details.append("3 vectors")
    with pytest.raises(ZeroDivisionError), log.timed("step %s", "index"):
        raise ZeroDivisionError
    with log.timed("quick", least_ms=60_000):
        pass
    assert [line.partition("step ")[2].split(":")[0] for line in lines] == ["embed", "index"]
    assert lines[0].endswith(" ms, 3 vectors")
    assert lines[1].endswith(" ms, raised ZeroDivisionError")


def test_switching_on_again_replaces_the_handler() -> None:
    first: list[str] = []
    second: list[str] = []
    switch_on("debug", first.append)
    switch_on("debug", second.append)
    Log("scrubjay.git").info("once")
    assert (len(first), len(second)) == (0, 1)


def test_the_homes_log_is_private_and_rotates(tmp_path: Path) -> None:
    home_log(tmp_path, {"SCRUBJAY_LOG": "info"})
    log, file = Log("scrubjay.storage.queue"), home_file(tmp_path)
    log.info("first")
    assert file.stat().st_mode & 0o777 == 0o600
    with file.open("ab") as stream:
        stream.truncate(MAX_BYTES)
    log.info("second")
    assert "second" in file.read_text(encoding="utf-8")
    assert "first" in file.with_name("scrubjay.log.1").read_text(encoding="utf-8")


@pytest.mark.parametrize("value", ["", "loud"])
def test_the_homes_log_is_not_made_without_a_level(value: str, tmp_path: Path) -> None:
    home_log(tmp_path, {"SCRUBJAY_LOG": value})
    Log("scrubjay.storage.queue").warning("told to nobody")
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_cannot_be_written_disturbs_nobody(tmp_path: Path) -> None:
    home_log(tmp_path, {"SCRUBJAY_LOG": "info"})
    (tmp_path / "logs").write_text("a file", encoding="utf-8")
    Log("scrubjay.storage.queue").info("lost")
    assert (tmp_path / "logs").read_text(encoding="utf-8") == "a file"


def test_no_home_is_made_for_a_log(tmp_path: Path) -> None:
    home_log(tmp_path / "none", {"SCRUBJAY_LOG": "debug"})
    Log("scrubjay.storage.queue").info("lost")
    assert not (tmp_path / "none").exists()
