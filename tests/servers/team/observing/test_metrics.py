"""Metrics: each request is counted once, the database is asked seldom, and no label comes from a request."""

import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from prometheus_client import generate_latest

from scrubjay.errors import UsageError
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.mirrors.webhook import Hooks
from scrubjay_team.observing.metrics import METRICS, DatabaseNumbers, TeamMetrics, metrics_at
from scrubjay_team.observing.observed import ObservedApplication
from scrubjay_team.serving.admission import AllowedHosts
from scrubjay_team.serving.behind import ProcessBehind
from scrubjay_team.serving.gate import Applications, TeamGate
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_project, make_team
from tests.servers.team.observing.conftest import ask, teapot

GUIDE = Path(__file__).parents[4] / "docs/how-to/team-observe.md"


def test_each_request_is_counted_by_its_route_and_status(databases: Databases) -> None:
    metrics = TeamMetrics(databases.app)
    application = ObservedApplication(teapot, metrics)
    for path in ("/memories/1", "/memories/2", "/memories/3?x", "/unknown/anna"):
        assert ask(application, "GET", path) == 418
    with pytest.raises(RuntimeError):
        ask(application, "GET", "/sessions")
    said = generate_latest(metrics.registry).decode()
    assert 'scrubjay_requests_total{method="GET",route="/memories/{id}",status="4xx"} 3.0' in said
    assert 'scrubjay_requests_total{method="GET",route="other",status="4xx"} 1.0' in said
    assert 'scrubjay_requests_total{method="GET",route="/sessions",status="none"} 1.0' in said
    assert "scrubjay_requests_in_flight 0.0" in said
    assert "anna" not in said


def test_what_the_gate_refuses_is_counted_by_its_reason(databases: Databases) -> None:
    metrics = TeamMetrics(databases.app)
    hosts = AllowedHosts.of("127.0.0.1", "")
    nothing = Applications(mcp=teapot, api=teapot)
    gate = TeamGate(
        nothing, ProcessBehind(databases.app, Hooks(databases.app, Path("/none"), databases.clock)), hosts, ""
    )
    application = ObservedApplication(gate, metrics)
    here = [(b"host", b"127.0.0.1:8737")]
    asked = [("/mcp", here), ("/api/v1/me", here), ("/api/v1/zanzibar", []), ("/readyz", here)]
    assert [ask(application, "GET", path, headers=headers) for path, headers in asked] == [405, 401, 421, 200]
    said = generate_latest(metrics.registry).decode()
    told = dict(re.findall(r'^scrubjay_refused_total\{reason="(\w+)"\} (\S+)', said, re.MULTILINE))
    assert told == {"method_not_allowed": "1.0", "no_token": "1.0", "unknown_host": "1.0"}


def test_connections_in_use_are_told(databases: Databases) -> None:
    metrics = TeamMetrics(databases.app)
    with databases.app.plain():
        assert "scrubjay_connections_used 1.0" in generate_latest(metrics.registry).decode()
    assert "scrubjay_connections_wanted 0.0" in generate_latest(metrics.registry).decode()


def test_every_metric_is_told_by_a_server_with_a_database(databases: Databases) -> None:
    metrics = TeamMetrics(databases.app)
    metrics.began()
    metrics.ended("/mcp", "POST", 200, 0.01, "too_many")
    said = generate_latest(metrics.registry).decode()
    told = set(re.findall(r"^# HELP (\w+)", said, re.MULTILINE))
    unfetched = {"scrubjay_mirror_oldest_fetch_seconds"}  # nothing is mirrored
    assert {one.name.removesuffix("_total") for one in METRICS} - unfetched <= {
        name.removesuffix("_total") for name in told
    }
    assert re.search(r"^scrubjay_schema \d+\.0$", said, re.MULTILINE)


def test_a_database_that_is_away_is_told_and_asked_seldom(databases: Databases) -> None:
    now = [0.0]
    away = TeamDatabase("host=/nowhere user=scrubjay_app dbname=none", databases.clock)
    numbers = DatabaseNumbers(away, lambda: now[0])
    (up,) = numbers.collect()
    assert (up.name, up.samples[0].value) == ("scrubjay_up", 0.0)
    away.close()
    numbers._database = databases.app
    (up,) = numbers.collect()  # what was heard a moment ago
    assert up.samples[0].value == 0.0
    now[0] += 6
    assert len([*numbers.collect()]) > 10


def test_a_database_that_cannot_be_counted_is_there_all_the_same(databases: Databases) -> None:
    with databases.owner.transaction() as connection:
        connection.execute("DROP FUNCTION server_numbers")
    (up,) = DatabaseNumbers(databases.app).collect()
    assert (up.name, up.samples[0].value) == ("scrubjay_up", 1.0)


def test_the_numbers_are_those_of_every_team(databases: Databases) -> None:
    with databases.owner.transaction() as connection:
        for project in [make_project(databases.owner, make_team(databases.owner, name)) for name in ("acme", "bolt")]:
            connection.execute(
                "INSERT INTO mirror (project, team, shows, error, fetched_at, due_at) "
                "SELECT id, team, 'main', 'away', now() - interval '1 hour', now() FROM project WHERE id = %s",
                [project],
            )
    told = {one.name: one.samples[0].value for one in DatabaseNumbers(databases.app).collect()}
    found = [told[f"scrubjay_{name}"] for name in ("mirrors", "mirrors_failed", "mirrors_behind")]
    assert found == [2, 2, 2]
    assert told["scrubjay_mirror_oldest_fetch_seconds"] >= 3600
    assert told["scrubjay_mirror_oldest_fetch_seconds"] < 7200


def test_metrics_are_answered_at_their_own_address(databases: Databases) -> None:
    with metrics_at("127.0.0.1:0", TeamMetrics(databases.app)) as port:
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            assert b"scrubjay_up 1.0" in answer.read()
        with (
            pytest.raises(UsageError, match="Choose another address"),
            metrics_at(f"127.0.0.1:{port}", TeamMetrics(databases.app)),
        ):
            pass


def test_the_guide_has_a_row_for_each_metric() -> None:
    rows = re.findall(r"^\| `(\w+)`(?: \(([\w, ]+)\))? \| (.+) \|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(one.name, ", ".join(one.labels), one.help) for one in METRICS]
