"""A real server whose key can't be had: it says so first, and serves."""

import os
import socket
import subprocess
import sys
import threading
from urllib.request import urlopen

from scrubjay_team.place import DSN_VARIABLE, WORKER_VARIABLE
from tests.patience import PATIENCE_S
from tests.project.trees import TOP
from tests.servers.team.mirrors.conftest import Mirrored


def test_a_server_whose_key_program_fails_says_so_first_and_serves(mirrored: Mirrored) -> None:
    home = mirrored.data.parent / "home"
    home.mkdir(mode=0o700)
    (home / "config.yaml").write_text(
        "team:\n  key_command: ['false']\n  oidc:\n    issuer: https://id.example.org\n    client_id: x\n"
    )
    (mirrored.data / "key").unlink()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "scrubjay_team", "--data", str(mirrored.data), "--port", str(port)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=TOP,
        env=os.environ | {
            "SCRUBJAY_HOME": str(home), DSN_VARIABLE: mirrored.databases.addresses.app,
            WORKER_VARIABLE: mirrored.databases.addresses.worker,
        },
    )  # fmt: skip
    ends = threading.Timer(PATIENCE_S, process.kill)
    ends.start()
    try:
        assert process.stdout is not None
        first, second = process.stdout.readline(), process.stdout.readline()
        assert first.startswith("LOST KEY: "), first
        assert f"http://127.0.0.1:{port}/mcp" in second
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE_S) as answer:
            assert answer.status == 200
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)
        ends.cancel()
