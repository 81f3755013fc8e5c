"""Lines that a machine printed speak of a claim, or only share words or a figure with it."""

import pytest
from scrubjay.grounding.printed import speaks_of
from scrubjay.grounding.support.supporting import supporter
from scrubjay.observed.excerpt import Excerpt

from scrubjay.errors import ModelUnavailable
from scrubjay.grounding.passage import Passage

COVERAGE = ("src/signer.py 88 20 77%", "src/timed.py 70 2 97%")
SOCKETS = ('LISTEN 0 2048 127.0.0.1:8000 users:(("mkdocs",pid=21,fd=7))',)
SUITE = ("412 passed, 3 skipped in 1.02s",)
SIZE = ("6 src/pool.py",)


@pytest.mark.parametrize(
    ("heading", "lines", "claim"),
    [
        ("pytest -q", SUITE, "412 tests pass and 3 are skipped."),
        ("coverage report", COVERAGE, "Coverage of timed.py is 97%."),
        ("ss -ltnp", SOCKETS, "mkdocs listens on port 8000."),
        ("wc -l src/pool.py", SIZE, "src/pool.py has 6 lines."),
        ("redis-cli zcard rq:done; redis-cli ttl rq:a", ("(integer) 13", "(integer) -1"), "rq:done holds 13, ttl -1."),
        ("config/jobs.py", ("attempts: 10,", "class BulkJob"), "The bulk job makes 10 attempts."),
        ("mypy src", ("src/a.py:11: error: Unused", "Found 3 errors in 1 file"), "mypy found 3 errors in src/a.py."),
        ("PORT=9001 serve --port 9002", ("running on http://127.0.0.1:9002",),
         "With PORT=9001 and --port 9002 it is running on port 9002."),
        ("src/reload.py", ("--include has no effect without watchfiles",), "--include has no effect in reload."),
        ("git branch -r --no-merged main", ("origin/fix-lock",), "The branch origin/fix-lock isn't merged into main."),
        ("gradle test", ("Unsupported class file version 65",), "The build can't read class file version 65."),
        ("redis-cli zcard rq:done", ("(integer) 1317",), "rq:done holds 1317."),
        ("redis-cli -p 6379 ttl rq:done", ("(integer) 500",), "The ttl of rq:done is 500 seconds."),
        ("psql app -c select version from schema_version", ("version", "133", "(1 row)"),
         "The schema of app is at version 133."),
        ("ls -l app.db", ("-rw-r--r-- 1 root root 249856 Nov 22 14:41 app.db",), "app.db has 249856 bytes."),
        ("src/options.go", ('"BATCH_SIZE": {', "parsedIntValue: 10000,"),
         "BATCH_SIZE is 10000 if nothing is configured."),
        ("src/config.go", ("linters:", "disable:", "- errcheck"),
         "errcheck of the linters is disabled in this repository."),
        ("pytest tests/test_csv.py", ("41.20s setup tests/test_csv.py", "15 passed, 1 xfailed in 78.82s"),
         "The CSV tests take 78.82 s, 41.20 s of it setup."),
        ("curl -s localhost/insert", ('{"error": "Too many rows, maximum allowed is 100", "status": 400}',),
         "An insert of more than 100 rows is refused with status 400."),
        ("sim.py --workers 2", ("queue low: longest wait 40.2 s",),
         "With 2 workers the longest wait in queue low is 40.2 s."),
        ("bench.py", ("preload=none job median 2.91 s", "preload=pandas job median 0.42 s"),
         "With pandas preloaded the job median falls from 2.91 s to 0.42 s."),
        ("time app --version", ("real 0m1.913s",), "`app --version` needs 1.913 s on this machine."),
        ("grep --count serial tests", ("tests/test_a.py:7",), "tests/test_a.py has 7 serial tests."),
        ("psql app -c select name, setting from pg_settings", ("work_mem | 4096", "shared_buffers | 16384"),
         "shared_buffers is 16384 and work_mem 4096."),
        ("go test ./...", ("ok example.org/app/store 3.204s", "ok example.org/app/web 11.530s"),
         "The web package's tests take 11.5 s, the store's 3.2 s."),
        ("terraform version", ("Terraform v1.7.5",), "We run Terraform 1.7.5."),
        ("go version", ("go version go1.22.3 linux/arm64",), "Go is 1.22.3 here, on linux/arm64."),
        ("kubectl get svc", ("cart ClusterIP 10.0.11.4 <none> 80/TCP",), "cart is a ClusterIP service."),
        ("git log --oneline", ("4e1d2aa Drop the old signer",), "Commit 4e1d2aa dropped the old signer."),
        ("app --get /versions", ('"sqlite": {"version": "3.40.1"}',), "SQLite is version 3.40.1 on this machine."),
    ],
)  # fmt: skip
def test_lines_speak_of_what_they_show(heading: str, lines: tuple[str, ...], claim: str) -> None:
    assert speaks_of(Excerpt(lines, lines, heading), claim)


@pytest.mark.parametrize(
    ("heading", "lines", "claim"),
    [
        ("pytest -q", SUITE, "412 tests are skipped by pytest."),
        ("pytest -q", SUITE, "The suite has 3 failures."),
        ("pytest -q", SUITE, "The suite runs in 412 seconds."),
        ("rspec", ("2871 examples, 0 failures",), "The suite has 2,871 failures."),
        ("coverage report", COVERAGE, "Coverage of signer.py is 97%."),
        ("wc -l src/pool.py", SIZE, "The pool holds 6 connections."),
        ("expr 50 + 49 pool", ("99",), "The pool is 99."),
        ("make check --pool-connections 99", ("checked 3 files of the pool",), "The pool holds 99 connections."),
        ("grep -rn sha1 src", ("src/a.py:54: default_digest_method = sha1",), "The default digest method is sha256."),
        ("mypy src", ("src/a.py:404: error: Missing return",), "mypy finds 404 errors in src/a.py."),
        ("src/signer.py", ("default_key_derivation: str = concat",), "The default key derivation isn't concat."),
        ("cat README.md", ("The pool holds 17 connections.",), "The pool holds 99 connections."),
        ("cat redis.md", ("The pool holds 17 connections.",), "The pool of Kafka holds 17 connections."),
        ("cat README.md", ("The pool holds 17 connections.",), "The pool doesn't hold 17 connections."),
        ("cat README.md", ("The pool doesn't hold 17 connections.",), "The pool holds 17 connections."),
        ("cat config.yml", ("timeout: 500",), "The timeout of the config is 500 minutes."),
        ("ls queue", ("mail.py", "jobs.py"), "The queue drains its mail in a minute."),
        ("redis-cli ttl results", ("(integer) 500",), "The queue of jobs holds 500 entries."),
        ("redis-cli zcard done ; redis-cli zcard dead", ("(integer) 13",), "dead holds 13."),
        ("expr 600 + 12 queue", ("612",), "The queue holds 612."),
        ("cat config.yml", ("timeout: 500",), "The timeout of the config is 500 milliseconds."),
        ("go test", ("--- FAIL: TestReload (2.01s)",), "TestReload passes in 2.01s."),
        ("go test", ("--- PASS: TestReload (2.01s)",), "TestReload fails after 2.01s."),
        ("src/app.py", ('Setting("limit", 200, "Time limit for calculating a requested facet")',),
         "The time limit for calculating a suggested facet is 200 ms."),
        ("sim.py --workers 2", ("queue low: longest wait 40.2 s",), "The queue low has 2 waits."),
        ("src/store.py", ("def save(self, entry, overwrite=False):",), "save overwrites an entry by default."),
        ("go test ./...", ("ok example.org/app/store 3.204s",), "The store's tests take 3.3 s."),
        ("git log --oneline", ("4e1d2aa Drop the old signer",), "Commit 5e1d2aa dropped the old signer."),
    ],
)  # fmt: skip
def test_a_true_line_speaks_of_nothing_else(heading: str, lines: tuple[str, ...], claim: str) -> None:
    assert not speaks_of(Excerpt(lines, lines, heading), claim)


def test_lines_beside_a_quote_help_only_where_it_says_something_itself() -> None:
    around = ("queue: mail", "workers: 4", "retries: 3")
    assert speaks_of(Excerpt(("workers: 4",), around, "config.yml"), "The queue mail has 4 workers.")
    assert not speaks_of(Excerpt(("retries: 3",), around, "config.yml"), "The queue mail has 4 workers.")


NAME = ("# To please the printer, a name must be shorter than 80 characters.", "# After 80 characters it is truncated.")
MOVE = ('warn!("{from:?} must be copied to {to:?}, it is on a different filesystem")',)
FREE = [
    ("src/limits.py", NAME, "Plain names longer than 80 characters are refused, since printers cut them.", True),
    ("docker run app:stable --version", ("app 3.4.1",), "The published image stable holds app 3.4.1.", True),
    ("src/move.rs", MOVE, "An import from another filesystem's folder is copied instead of renamed.", True),
    ("src/limits.py", NAME, "Plain names longer than 90 characters are refused, since printers cut them.", False),
    ("src/limits.py", NAME, "Plain names longer than 80 characters aren't refused, printers cut them.", False),
    ("src/move.rs", MOVE, "The filesystem of the shared runner is scanned for viruses before a release.", False),
]  # fmt: skip


@pytest.mark.parametrize(("heading", "lines", "claim", "spoken"), FREE)
def test_the_model_reads_what_words_alone_leave_open(
    heading: str, lines: tuple[str, ...], claim: str, spoken: bool
) -> None:
    excerpt = Excerpt(lines, lines, heading)
    assert not speaks_of(excerpt, claim)
    assert speaks_of(excerpt, claim, supporter(None)) is spoken


def test_without_the_model_words_decide() -> None:
    def missing(claim: str, passage: Passage) -> float:
        raise ModelUnavailable

    heading, lines, claim, _ = FREE[0]
    assert not speaks_of(Excerpt(lines, lines, heading), claim, missing)
