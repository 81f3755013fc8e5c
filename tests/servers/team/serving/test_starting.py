"""A start that fails: it ends with an error in plain words, and stays nowhere without an address."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay_team.place import ADDRESS
from tests.patience import PATIENCE_S
from tests.project.trees import TOP


@pytest.mark.parametrize("linked", [True, False])
def test_an_address_that_is_not_the_server_s_own_file_ends_the_start(
    folder: Path, tmp_path: Path, linked: bool
) -> None:
    address = folder / ADDRESS
    if linked:
        address.symlink_to(tmp_path / "victim")
    else:
        address.write_text("")
        address.chmod(0o666)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = subprocess.run(
        [sys.executable, "-m", "scrubjay_team", "--data", str(folder), "--port", str(port)],
        capture_output=True, text=True, timeout=PATIENCE_S, check=False, cwd=TOP,
        env=os.environ | {"SCRUBJAY_HOME": str(tmp_path / "home")},
    )  # fmt: skip
    assert done.returncode != 0
    assert f"error: {address} must be a plain file" in done.stderr
    assert done.stdout == ""
    assert not (tmp_path / "victim").exists()
