"""A name is found as it was typed, among names that nearly are the same, and the answer says what it took exactly."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.render import render
from scrubjay.settings.layers import load_settings
from tests.behaviour.conftest import ingest
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

SHA = "53aa5117d9db0c3f88aa2b1c9d0e4f5a6b7c8d9e"
NEAR_SHA = "53aa5118d9db0c3f88aa2b1c9d0e4f5a6b7c8d9e"
TWIN_SHA = "53aa5117ffff0c3f88aa2b1c9d0e4f5a6b7c8d9e"
UUID = "6f1c2a52-9b1e-4c0e-8d5f-2f6a1b3c4d5e"
NEAR_UUID = "6f1c2a52-9b1e-4c0e-8d5f-2f6a1b3c4d5f"


def adr(number: int, title: str, text: str) -> str:
    return f"# {number}. {title}\n\n* Status: accepted\n* Date: 2026-01-0{number % 9 + 1}\n\n{text}\n"


FILES = {
    "docs/adr/0003-store-sessions-in-redis.md": adr(3, "Store sessions in Redis", "Sessions live in Redis."),
    "docs/adr/0030-store-sessions-in-postgres.md": adr(30, "Sessions of ADR-029 and others", "ADR 30 of 3 about ADR."),
    "docs/adr/0013-log-as-json.md": adr(13, "Log as JSON", "See ADR-030 and ADR-300 for storage."),
    "docs/overview.md": "# Decisions\n\nADR-003 came first; then ADR-013. ADR-003 again. ADRs have three digits.\n",
    "keps/sig-node/1234-probes/README.md": "# KEP-1234: Startup probes\n\nProbes at startup.\n",
    "keps/sig-node/1235-limits/README.md": "# KEP-1235: Limits\n\n1234 limits, KEP numbers.\n",
    "docs/settings.md": "# Settings\n\nREDIS_CONNECTION_TIMEOUT is 5 seconds.\n",
    "docs/settings-pool.md": "# Pools\n\nThe redis connection timeout of REDIS_CONNECTION_TIMEOUTS and connection.\n",
    "docs/users.md": "# Users\n\nCall getUserName() for the name shown.\n",
    "docs/users-all.md": "# All users\n\nCall getUserNames() to get user names; get a user name by user.\n",
    "docs/columns.md": "# Columns\n\nThe column user_name is unique.\n",
    "docs/columns-more.md": "# More columns\n\nThe columns user_names, username and the user name.\n",
    "docs/cpp.md": "# Style of C++\n\nHeaders in C++ come first.\n",
    "docs/csharp.md": "# Style of C#\n\nProperties in C# come first.\n",
    "docs/c.md": "# Style of C\n\nHeaders in C come first; C is C, and c is C.\n",
    "docs/fsharp.md": "# Style of F#\n\nPipes in F# come first.\n",
    "docs/flags.md": "# Flags\n\nPass --dry-run to see what would happen.\n",
    "docs/dry.md": "# Dry runs\n\nA dry run is a run that is dry: dry-run and run dry.\n",
    "docs/force.md": "# Force\n\nPass --force to overwrite.\n",
    "docs/force-lease.md": "# Lease\n\nPass --force-with-lease to push; a force.\n",
    "docs/paths.md": "# Paths\n\nos.path.join joins two.\n",
    "docs/paths-more.md": "# More paths\n\nThe os has a path to join; os.path and path.join.\n",
    "docs/usage.md": "# Usage\n\nStart it.\n",
    "docs/guide/usage.md": "# Usage for guides\n\nGuide it. The usage of usage.\n",
    "docs/postgres.md": "# PostgreSQL 15.2\n\nWe run PostgreSQL 15.2 in production.\n",
    "docs/postgres-next.md": "# PostgreSQL 15.20\n\nWe tried PostgreSQL 15.20 and 152 and 15 and 2.\n",
    "docs/release.md": "# Release v2.4.1\n\nShipped v2.4.1 in May.\n",
    "docs/release-next.md": "# Release v2.4.10\n\nShipped v2.4.10 in June, 2.4 in April.\n",
    "docs/fix.md": f"# The pool leak\n\nFixed in {SHA}.\n",
    "docs/fix-near.md": f"# The other leak\n\nFixed in {NEAR_SHA}; the leak, the pool, fixed.\n",
    "docs/tenant.md": f"# Tenants\n\nThe test tenant is {UUID}.\n",
    "docs/tenant-near.md": f"# Other tenants\n\nThe live tenant is {NEAR_UUID}; tenant, tenants.\n",
    "docs/vectors.md": "# Vectors\n\nKeep it in a std::vector.\n",
    "docs/vectors-more.md": "# Bits\n\nstd::bitset is no vector of std; a vector.\n",
    "docs/servers.md": "# Servers\n\nHTTPServerFactory makes one.\n",
    "docs/env.md": "# Environment\n\nRead from .env at start.\n",
    "docs/env-more.md": "# Environments\n\nAn env is an environment; env, envs.\n",
    "docs/deps.md": "# Dependencies\n\nnumpy>=2.1 and @types/node for node.js.\n",
    "docs/issue.md": "# Upstream\n\nSee acme/widgets#12 for it.\n",
    "docs/issue-more.md": "# Upstream more\n\nSee acme/widgets#123 and 12 widgets of acme.\n",
    "docs/layout.md": "# Layout\n\nThe loop is in src/worker/loop.py at line 12.\n",
    "docs/layout-more.md": "# More layout\n\nsrc/worker/loops.py, src/loop.py: a loop, a worker.\n",
    "docs/errors.md": "# Errors\n\nIt fails with ERR_POOL_EXHAUSTED.\n",
    "docs/errors-more.md": "# More errors\n\nThe pool is exhausted: err, pool, exhausted, ERR_POOL.\n",
    "docs/hex.md": "# Numbers\n\nThe mask is 0xDEADBEEF.\n",
    "docs/annotations.md": "# Annotations\n\nMark it with @RestController.\n",
    "docs/variables.md": "# Variables\n\nIt reads $XDG_CONFIG_HOME.\n",
    "docs/arrow.md": "# Arrows\n\nnode->next is followed.\n",
}
QUERIES = [
    ("ADR-003", "docs/adr/0003-store-sessions-in-redis.md", "ADR-003"),
    ("ADR 3", "docs/adr/0003-store-sessions-in-redis.md", "ADR-003"),
    ("adr-0003", "docs/adr/0003-store-sessions-in-redis.md", "ADR-003"),
    ("adr3", "docs/adr/0003-store-sessions-in-redis.md", "ADR-003"),
    ("what does ADR-003 say about sessions?", "docs/adr/0003-store-sessions-in-redis.md", "ADR-003"),
    ("ADR-030", "docs/adr/0030-store-sessions-in-postgres.md", "ADR-030"),
    ("ADR-13", "docs/adr/0013-log-as-json.md", "ADR-013"),
    ("0003-store-sessions-in-redis.md", "docs/adr/0003-store-sessions-in-redis.md", "0003-store-sessions-in-redis.md"),
    ("KEP-1234", "keps/sig-node/1234-probes/README.md", "KEP-1234"),
    ("kep 1235", "keps/sig-node/1235-limits/README.md", "KEP-1235"),
    ("REDIS_CONNECTION_TIMEOUT", "docs/settings.md", "REDIS_CONNECTION_TIMEOUT"),
    ("redis_connection_timeout", "docs/settings.md", "redis_connection_timeout"),
    ("how long is REDIS_CONNECTION_TIMEOUT", "docs/settings.md", "REDIS_CONNECTION_TIMEOUT"),
    ("getUserName", "docs/users.md", "getUserName"),
    ("getUserName()", "docs/users.md", "getUserName"),
    ("where is getUserName called?", "docs/users.md", "getUserName"),
    ("user_name", "docs/columns.md", "user_name"),
    ("is the column user_name unique", "docs/columns.md", "user_name"),
    ("user_names", "docs/columns-more.md", "user_names"),
    ("C++", "docs/cpp.md", "C++"),
    ("C#", "docs/csharp.md", "C#"),
    ("F#", "docs/fsharp.md", "F#"),
    ("headers in C++", "docs/cpp.md", "C++"),
    ("--dry-run", "docs/flags.md", "--dry-run"),
    ("what does --dry-run do", "docs/flags.md", "--dry-run"),
    ("--force", "docs/force.md", "--force"),
    ("--force-with-lease", "docs/force-lease.md", "--force-with-lease"),
    ("os.path.join", "docs/paths.md", "os.path.join"),
    ("docs/usage.md", "docs/usage.md", "docs/usage.md"),
    ("guide/usage.md", "docs/guide/usage.md", "guide/usage.md"),
    ("see docs/guide/usage.md please", "docs/guide/usage.md", "docs/guide/usage.md"),
    ("15.2", "docs/postgres.md", "15.2"),
    ("upgrade postgres to 15.2", "docs/postgres.md", "15.2"),
    ("postgres v15.20", "docs/postgres-next.md", "v15.20"),
    ("v2.4.1", "docs/release.md", "v2.4.1"),
    ("2.4.10", "docs/release-next.md", "2.4.10"),
    (SHA, "docs/fix.md", SHA),
    (SHA[:7], "docs/fix.md", SHA[:7]),
    (f"what did {SHA[:10]} fix", "docs/fix.md", SHA[:10]),
    (NEAR_SHA[:12], "docs/fix-near.md", NEAR_SHA[:12]),
    (UUID, "docs/tenant.md", UUID),
    (UUID.upper(), "docs/tenant.md", UUID.upper()),
    (NEAR_UUID, "docs/tenant-near.md", NEAR_UUID),
    ("std::vector", "docs/vectors.md", "std::vector"),
    ("HTTPServerFactory", "docs/servers.md", "HTTPServerFactory"),
    (".env", "docs/env.md", ".env"),
    ("@types/node", "docs/deps.md", "@types/node"),
    ("node.js", "docs/deps.md", "node.js"),
    ("acme/widgets#12", "docs/issue.md", "acme/widgets#12"),
    ("src/worker/loop.py", "docs/layout.md", "src/worker/loop.py"),
    ("src/worker/loop.py:12", "docs/layout.md", "src/worker/loop.py"),
    ("ERR_POOL_EXHAUSTED", "docs/errors.md", "ERR_POOL_EXHAUSTED"),
    ("@RestController", "docs/annotations.md", "@RestController"),
    ("$XDG_CONFIG_HOME", "docs/variables.md", "$XDG_CONFIG_HOME"),
    ("node->next", "docs/arrow.md", "node->next"),
]
BY_PARTS = [
    ("factory", "docs/servers.md"),
    ("http server", "docs/servers.md"),
    ("get user name", "docs/users-all.md"),
    ("pool exhausted", "docs/errors-more.md"),
    ("get_user_name", "docs/users-all.md"),
]
NOWHERE = ["ADR-031", "ADR-33", "getUser", "user_nam", "15.3", "--dry", "REDIS_CONNECTION", TWIN_SHA, "abcdef1234",
           "C", "docs/usage.rst", "os.path.joined", "KEP-123", UUID[:-1] + "0"]  # fmt: skip


@pytest.fixture(scope="module")
def at(_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("identifiers")
    environment = _environment | {"SCRUBJAY_HOME": str(folder / "home")}
    (folder / "repo").mkdir()
    repo = Repo(folder / "repo", environment)
    repo.git("init", "-q")
    repo.commit("documents", dict(FILES))
    with _home(environment) as app:
        made = app.initialise(Path(repo.path))
        ingest(made)
        yield made


def _home(environment: dict[str, str]) -> AbstractContextManager[App]:
    return open_app(
        load_settings(environment),
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        wake=lambda: None,
    )


def ask(at: Workspace, query: str) -> RecallAnswer:
    return at.recall.search(RecallRequest(query=query))


@pytest.mark.parametrize(("query", "path", "label"), QUERIES, ids=[query for query, _, _ in QUERIES])
def test_the_named_thing_stands_first_and_is_said_to_be_exact(at: Workspace, query: str, path: str, label: str) -> None:
    answer = ask(at, query)
    assert answer.hits[0].path == path
    assert answer.exact == (label,)
    assert f"exact: {label}" in render(answer).split("\n")[0]


@pytest.mark.parametrize("query", NOWHERE)
def test_a_name_that_stands_nowhere_is_never_said_to_be_exact(at: Workspace, query: str) -> None:
    assert ask(at, query).exact == ()


@pytest.mark.parametrize(("query", "path"), BY_PARTS)
def test_a_name_is_found_by_its_parts(at: Workspace, query: str, path: str) -> None:
    answer = ask(at, query)
    assert path in [hit.path for hit in answer.hits]
    assert answer.exact == ()


def test_the_answer_to_several_names_begins_with_what_holds_most_of_them(at: Workspace) -> None:
    answer = ask(at, "getUserName or user_name or ERR_POOL_EXHAUSTED")
    assert {hit.path for hit in answer.hits[:3]} == {"docs/users.md", "docs/columns.md", "docs/errors.md"}
    assert answer.exact == ("getUserName", "user_name", "ERR_POOL_EXHAUSTED")
