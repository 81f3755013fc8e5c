"""A machine joins a real server: whom it says the token stands for, which repository is proven, and what a revoked one
opens."""

import io
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from scrubjay.settings.layers import load_settings
from scrubjay_joined import device
from scrubjay_joined.errors import TeamRefusedCall
from scrubjay_joined.membership import joined_server
from tests.conftest import Repo
from tests.servers.team.api.test_projects import ADDRESS, AddProject
from tests.servers.team.api.test_projects import mirrored as mirrored
from tests.servers.team.api.test_projects import origin as origin
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.oauth.conftest import OAuthTeam
from tests.servers.team.oauth.conftest import web as web
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served
from tests.shared.cli.conftest import WITHOUT_HOOKS, Scrubjay
from tests.trusting import trust_scripts

Join = Callable[[str], OwnersCommands]


@pytest.fixture
def join(
    served: ServedTeam, origin: Repo, anywhere: Callable[[Path], Scrubjay], environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> Join:  # fmt: skip
    """Joins the server, by a token, from a clone of the repository."""
    served.databases.clock.now = datetime.now(UTC)
    origin.environment = origin.environment | WITHOUT_HOOKS
    origin.git("remote", "add", "origin", ADDRESS)
    trust_scripts(Path(environment["SCRUBJAY_HOME"]))
    command = OwnersCommands(anywhere(origin.path))
    assert command.scrubjay("init", "--yes").code == 0

    def joined(token: str) -> OwnersCommands:
        monkeypatch.setattr(sys, "stdin", io.StringIO(token))
        command.ok("join", f"http://127.0.0.1:{served.port}")
        return command

    return joined


def test_a_clone_joins_a_real_server_and_is_proven_there(
    served: ServedTeam, mirrored: AddProject, join: Join, environment: dict[str, str], origin: Repo
) -> None:
    project = mirrored()
    command = join(served.token("anna", "search", "remember"))
    told = command.json("status")["joined"]
    assert (told["team"], told["member"], told["role"], told["project"]) == ("acme", "anna", "owner", "shop")
    assert (told["scopes"], told["projects"], told["answers"]) == (["search", "remember"], ["shop"], True)
    home = Path(environment["SCRUBJAY_HOME"])
    kept = json.loads((home / "joined/projects.json").read_text())
    assert kept["server"] == told["server"]
    assert [one["id"] for one in kept["projects"].values()] == [project.hex]
    joined = joined_server(load_settings(environment))
    assert joined is not None
    answer = joined.client.post("/search", {"query": "queue"})
    assert answer["hits"] == []
    with pytest.raises(TeamRefusedCall, match="not_found"):
        joined.client.get("/memories/0123456789ab")


def test_a_project_that_isnt_granted_looks_like_none(served: ServedTeam, mirrored: AddProject, join: Join) -> None:
    mirrored(open=False)
    command = join(served.token())
    assert "this repository: none of the team's, or not granted to you" in command.ok("status")


def test_a_revoked_token_is_told_and_leaving_takes_all_back(
    served: ServedTeam, join: Join, environment: dict[str, str]
) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    before = (home / "config.yaml").read_bytes()
    command = join(served.token())
    served.people(lambda members, tokens: [tokens.revoke("anna", one.name) for one in tokens.all("anna")])
    told = command("status")
    assert told.code == 1
    assert "refused (HTTP 401" in told.out
    command.ok("leave")
    assert (home / "config.yaml").read_bytes() == before
    assert not (home / "joined").exists()


def test_a_machine_without_a_token_is_let_in_on_the_page(
    web: OAuthTeam, anywhere: Callable[[Path], Scrubjay], environment: dict[str, str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    clock = web.served.databases.clock
    clock.now = datetime.now(UTC)
    web.cookie = web.served.person()
    trust_scripts(Path(environment["SCRUBJAY_HOME"]))
    codes: list[str] = []

    def person(seconds: float) -> None:
        """While the machine waits, its person types the code that it shows and allows it to search."""
        clock.now += timedelta(seconds=seconds + 1)
        if not codes:
            with web.served.databases.owner.transaction() as connection:
                codes.extend(row["code"] for row in connection.execute("SELECT code FROM oauth_device"))
            page = web.served.visit(web.cookie, "POST", "/device", {"code": codes[0]})
            id = page.body.partition('name="machine" value="')[2][:36]
            allowed = {"machine": id, "decision": "allow", "scope": "search"}
            assert web.served.visit(web.cookie, "POST", "/device/confirm", allowed).status == 303

    monkeypatch.setattr(device, "DeviceFlow", partial(device.DeviceFlow, sleep=person))
    monkeypatch.setattr("scrubjay_joined.commands.ask_hidden", lambda _: "")
    stdin = io.StringIO()
    monkeypatch.setattr(stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", stdin)
    done = anywhere(tmp_path)("team", "join", web.base)
    assert done.code == 0, done.err
    assert f"joined: acme at {web.base} as anna" in done.out
    assert f"{codes[0][:4]}-{codes[0][4:]}" in done.err
    assert f"{web.base}/device" in done.err
    token = (Path(environment["SCRUBJAY_HOME"]) / "joined/token").read_text().strip()
    assert token.startswith("sj_oat_")
    assert token not in done.out + done.err
    assert web.served.api(token, "GET", "/me").json["scopes"] == ["search"]
