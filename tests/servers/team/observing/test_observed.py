"""A real server that is watched in every way, from its start to its end."""

import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from urllib.request import urlopen

from scrubjay_team.place import DSN_VARIABLE
from tests.patience import PATIENCE_S
from tests.project.trees import TOP
from tests.servers.team.conftest import Databases


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def got(port: int, path: str) -> str:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())


def test_a_server_that_is_watched_tells_lines_and_numbers(databases: Databases, tmp_path: Path) -> None:
    port, metrics = free_port(), free_port()
    home, data = tmp_path / "home", tmp_path / "data"
    for one in (home, data):
        one.mkdir(mode=0o700)
    (home / "config.yaml").write_text(f"team:\n  logs: json\n  metrics: 127.0.0.1:{metrics}\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "scrubjay_team", "--host", "0.0.0.0", "--data", str(data), "--port", str(port)],  # noqa: S104
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=TOP,
        env=os.environ | {"SCRUBJAY_HOME": str(home), DSN_VARIABLE: databases.addresses.app},
    )  # fmt: skip
    ends = threading.Timer(PATIENCE_S, process.kill)
    ends.start()
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        assert f":{port}/mcp" in process.stdout.readline()
        assert got(port, "/readyz") == '{"state": "ok"}'
        lines = [json.loads(process.stderr.readline())]
        while "route" not in lines[-1]:  # it is counted before it is told
            lines.append(json.loads(process.stderr.readline()))
        said = got(metrics, "/metrics")
        process.terminate()
        _, rest = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
        ends.cancel()
    lines += [json.loads(line) for line in rest.splitlines()]
    assert any(line["level"] == "warning" and "plain HTTP" in line["message"] for line in lines)
    assert [(line["route"], line["status"]) for line in lines if "route" in line] == [("/readyz", 200)]
    assert 'scrubjay_requests_total{method="GET",route="/readyz",status="2xx"} 1.0' in said
    assert "scrubjay_up 1.0" in said
    assert process.returncode == 0
