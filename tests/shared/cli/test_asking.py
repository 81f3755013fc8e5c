"""search, ingest, verify, explain, log, status, gc: what they print, and with which code they end."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from tests.patience import PATIENCE_S

SHOWN = {
    "query", "also_ask", "fit", "people", "exact", "notes", "recipe", "degraded", "view", "embedded", "results",
    "discussed", "memories", "below", "not_read",
}  # fmt: skip


def quietly(repo: Any, message: str, **files: str) -> str:
    """Commit without any hook, so that nothing but the command under test brings the index up to date."""
    for name, text in files.items():
        repo.write(name.replace("__", "/") + ".md", text)
    repo.git("add", "-A")
    repo.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", message)
    return str(repo.git("rev-parse", "HEAD"))


def test_search_prints_the_current_decision_with_its_source(ready: Any) -> None:
    done = ready("search", "where", "are", "parcels", "stored?")
    assert done.code == 0
    assert done.out.startswith("repo · main @ ")
    assert "docs/decisions/0002-use-sqlite.md:" in done.out
    assert done.out.index("0002-use-sqlite") < done.out.index("0001-use-postgres")


def test_a_question_may_be_asked_in_other_words_as_well(ready: Any, magpie: Any) -> None:
    quietly(magpie, "more", owls="# Owls\n\nOwls nest in barns.\n")
    ready("ingest")
    found = json.loads(ready("search", "parcels stored", "--also", "barns", "--also", "nest of owls", "--json").out)
    assert found["also_ask"] == ["barns", "nest of owls"]
    assert {"owls.md", "docs/decisions/0002-use-sqlite.md"} <= {hit["path"] for hit in found["results"]}


def test_search_json_has_the_promised_form(ready: Any, magpie: Any) -> None:
    done = ready("search", "--json", "SQLite")
    found = json.loads(done.out)
    assert set(found) == SHOWN
    assert found["view"] == {
        "worktree": str(magpie.path), "branch": "main", "commit": magpie.git("rev-parse", "HEAD")
    }  # fmt: skip
    first = found["results"][0]
    assert first["path"] == "docs/decisions/0002-use-sqlite.md"
    assert first["status"] == "accepted"
    assert set(first["scores"]) == {"bm25", "vector", "reranker", "held", "final"}
    assert set(first["ranks"]) == {"bm25", "vector", "reranker"}


def test_nothing_found_exits_with_1(ready: Any) -> None:
    assert ready("search", "zzzznothing").code == 1
    assert ready("search", "--json", "zzzznothing").code == 1


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["search"], 2, "either a query or --batch"),
        (["search", "a", "--batch", "b"], 2, "either a query or --batch"),
        (["search", "a", *["--also", "b"] * 5], 2, "at most 4 further phrasings"),
        (["search", "a", "--also", " "], 2, "Further phrasing 1 is empty"),
        (["search", "--batch", "b", "--also", "c"], 2, "without --batch"),
        (["search", "a", "--kind", "conversation", "--also", "c"], 2, "--also and --as-of"),
        (["search", "sqlite", "--kind", "documant"], 2, "There are: document"),
        (["search", "sqlite", "--recipe", "fancy"], 2, "fancy"),
        (["search", "sqlite", "--as-of", "no-such-branch"], 2, "no-such-branch"),
        (["search", "sqlite", "--as-of", "--upload-pack=x"], 2, "upload-pack"),
        (["search", "symbol:"], 2, "needs a value right behind it"),
        (["search", "--batch", "/no/such/file"], 2, "No such file"),
        (["ingest", "no-such-branch"], 2, "no-such-branch"),
        (["explain", "../../etc/passwd"], 2, "etc/passwd"),
        (["explain", ".git/config"], 2, "git's own folder"),
        (["project", "show", "ffff"], 1, "project list"),
        (["session", "save", ""], 2, "summary is empty"),
        (["session", "note", "Done.", "--kind", "pondered"], 2, "Use one of: done, doing"),
    ],
)
def test_wrong_input_is_named_and_has_its_exit_code(settled: Any, arguments: list[str], code: int, said: str) -> None:
    done = settled(*arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_search_as_of_a_date_shows_what_held_then(ready: Any, magpie: Any) -> None:
    magpie.write("README.md", "# Magpie\n\nMagpie sorts letters.\n")
    magpie.git("add", "-A")
    magpie.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", "letters", date="2026-04-01T12:00:00+00:00")
    assert "letters" in ready("search", "Magpie", "sorts").out
    then = ready("search", "--as-of", "2026-03-15", "Magpie", "sorts").out
    assert "parcels" in then
    assert "letters" not in then


def test_verify_finds_what_is_missing_and_ingest_brings_it(ready: Any, magpie: Any) -> None:
    quietly(magpie, "more", docs__new="# New\n\nNews.\n")
    before = ready("verify")
    assert before.code == 1
    assert "docs/new.md" in before.out
    assert "scrubjay ingest" in before.out
    report = json.loads(ready("verify", "--json").out)
    assert report["ok"] is False
    assert {"name": "missing", "ok": False, "found": 1, "expected": 0, "do": "run `scrubjay ingest`"} in report[
        "checks"
    ]
    done = ready("ingest")
    assert done.code == 0
    assert "1 document added" in done.out
    after = ready("verify", "--deep")
    assert after.code == 0
    assert after.out.startswith("verified: 4 files")


def test_ingest_reads_another_revision_and_full_reads_everything_again(ready: Any, magpie: Any) -> None:
    first = magpie.git("rev-parse", "HEAD")
    quietly(magpie, "gone", README="# Gone\n")
    assert json.loads(ready("ingest", "--json").out)["added"] == 1
    assert json.loads(ready("ingest", first, "--json").out)["added"] == 0
    assert json.loads(ready("ingest", "--full", "--json").out)["added"] == 3
    assert ready("verify", "--deep").code == 0


def test_explain_says_which_pattern_decided(ready: Any, magpie: Any) -> None:
    assert "selected   yes: ingestion.include has **/*.md" in ready("explain", "README.md").out
    theirs = ready("explain", "vendor/theirs.md")
    assert theirs.code == 1
    assert "**/vendor/**" in theirs.out
    absent = ready("explain", "nowhere.md")
    assert "at HEAD    no" in absent.out
    (magpie.path / "link.md").symlink_to("README.md")
    quietly(magpie, "link")
    assert "symlink" in ready("explain", "link.md").out


def test_explain_shows_masked_lines_without_the_secret(ready: Any, magpie: Any) -> None:
    token = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    quietly(magpie, "oops", notes=f"# Notes\n\nThe token is {token} for now.\n")
    ready("ingest")
    assert "masked     1 line" in ready("explain", "notes.md").out
    assert "1 line looks like a secret" in ready("status").out
    assert token not in ready("search", "token").out


def test_log_shows_runs_and_why_files_were_skipped(ready: Any, magpie: Any) -> None:
    quietly(magpie, "big", big="# Big\n\n" + "word " * 200_000)
    ready("ingest")
    shown = ready("log")
    assert "init" in shown.out
    assert "Skipped at HEAD:" in shown.out
    assert "big.md" in shown.out


def test_status_shows_counts_for_people_and_checks_for_scripts(ready: Any) -> None:
    assert "files              3 in" in ready("status").out
    report = json.loads(ready("status", "--json").out)
    assert report["ok"] is True
    assert {"files", "index", "vectors", "masked", "skipped", "queue"} <= {c["name"] for c in report["checks"]}
    assert set(report["checks"][0]) == {"name", "ok", "found", "expected", "do"}


def test_gc_drops_what_git_no_longer_has(ready: Any, magpie: Any) -> None:
    quietly(magpie, "short-lived", gone="# Gone\n\nSoon.\n")
    ready("ingest")
    magpie.git("reset", "-q", "--hard", "HEAD~1")
    assert "deleted 0" in ready("gc").out
    magpie.git("reflog", "expire", "--expire=now", "--all")
    magpie.git("gc", "-q", "--prune=now")
    assert "deleted 2 contents" in ready("gc").out  # the document and the commit that brought it
    assert ready("verify").code == 0


def test_a_step_is_noted_and_told(ready: Any) -> None:
    noted = ready("session", "note", "ORM -> too slow", "--kind", "dead-end")
    assert noted.code == 0
    assert noted.out.startswith("noted: version 1 of main @ ")
    assert "Dead ends:\n- ORM -> too slow" in ready("session", "init").out


def test_two_sessions_are_merged_and_the_second_is_told(ready: Any) -> None:
    ready("session", "save", "One.", "--next-step", "x", "--session", "s1")
    second = ready("session", "save", "Two.", "--next-step", "y", "--session", "s2")
    assert "kept from another session, next steps of session s1: x" in second.out


def test_a_session_is_saved_and_found_again(ready: Any) -> None:
    saved = ready("session", "save", "Moved parcels to SQLite.", "--next-step", "delete Postgres", "--dead-end", "ORM")
    assert saved.code == 0
    assert "saved: version" in saved.out
    briefing = ready("session", "init").out
    assert "Moved parcels to SQLite." in briefing
    assert "delete Postgres" in briefing


def test_a_memory_that_a_person_types_is_told_and_found_as_such(ready: Any, by_hand: Any) -> None:
    assert ready("remember", "Parcels are weighed twice.").code == 0
    assert "told by " in ready("search", "weighed").out
    again = ready("remember", "Parcels are weighed twice.")
    assert again.code == 0
    assert again.out.startswith("known as told: ")


def test_a_secret_is_not_remembered_and_not_echoed(ready: Any) -> None:
    token = "gh" + "p_" + "Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2"
    done = ready("remember", f"The token is {token}.")
    assert done.code == 1
    assert token not in done.out + done.err


def test_ctrl_c_ends_a_batch_with_130_and_without_a_traceback(ready: Any, magpie: Any) -> None:
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job begins without it\n"
        "from scrubjay.cli.main import run\n"
        "sys.argv[0] = 'scrubjay'\n"
        "run()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "--repo", str(magpie.path), "search", "--batch", "-"],
        env=dict(os.environ), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("SQLite\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["results"]
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert err.startswith("interrupted: ")
    assert err.count("\n") == 1
