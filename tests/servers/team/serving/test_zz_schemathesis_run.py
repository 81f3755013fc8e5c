"""Opt-in: schemathesis against the served API."""

import json, subprocess, sys, os
from pathlib import Path
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served
from tests.servers.team.conftest import *  # noqa


def test_run(served, tmp_path):
    served.tick_s[0] = 60.0
    every = served.token("anna", "search", "remember", "handoff", "export")
    for who, header in (("token", f"Authorization: Bearer {every}"), ("person", f"Cookie: {served.person('anna')}")):
        doc = served.api(every, "GET", "/openapi.json").body
        f = tmp_path / "openapi.json"
        f.write_text(doc)
        more = ["-H", f"Origin: http://127.0.0.1:{served.port}"] if who == "person" else []
        run = subprocess.run(
            [
                str(Path(sys.executable).parent / "schemathesis"),
                "run",
                str(f),
                "--url",
                f"http://127.0.0.1:{served.port}",
                "-H",
                header,
                *more,
                "--checks",
                "not_a_server_error",
                "--max-examples",
                "25",
                "--phases",
                "examples,coverage,fuzzing",
                "--workers",
                "2",
                "--request-timeout",
                "30",
                "--exclude-path-regex",
                "changes",
                "--max-time",
                "100",
            ][:-2],
            capture_output=True,
            text=True,
            timeout=240,
        )
        Path(f"/tmp/schemathesis-{who}.txt").write_text(run.stdout + run.stderr)
