"""Installing into the environment that scrubjay runs from stops nothing; what was put there by hand is told."""

import json
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from tests.behaviour.homes import home_of
from tests.behaviour.processes import hook_heard
from tests.behaviour.test_launchers import Clone, by_ours
from tests.conftest import Repo
from tests.environments import SITE, run
from tests.patience import PATIENCE_S
from tests.shared.integrations.launching.test_installed import hashed

WHEEL = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


@pytest.fixture
def clone(repo: Repo, tmp_path: Path) -> Clone:
    return Clone(repo, tmp_path)


def install(clone: Clone, folder: Path, version: str) -> None:
    """What `pip install magpie` does, from a wheel in a folder and without a network."""
    info = f"magpie-{version}.dist-info"
    files = {
        "magpie/__init__.py": f"version = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: magpie\nVersion: {version}\n",
        f"{info}/WHEEL": WHEEL,
        f"{info}/entry_points.txt": "[console_scripts]\nmagpie = magpie:version\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},{hashed(text)},{len(text)}\n" for name, text in files.items())
    wheel = folder / f"magpie-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    command = [sys.executable, "-m", "pip", "--python", str(clone.python), "install", "--no-index", "-qq", str(wheel)]
    subprocess.run(command, check=True, cwd=folder, env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"})


def told(clone: Clone, session: str = "s1", event: str = "SessionStart") -> str:
    """What a session is told by the hook of an event."""
    done = clone.client_hook(session, event)
    assert (done.returncode, done.stderr) == (0, "")
    return str(json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]) if done.stdout else ""


def test_after_pip_install_hooks_and_servers_go_on(clone: Clone, tmp_path: Path) -> None:
    install(clone, tmp_path, "1.0")
    assert told(clone).startswith("scrubjay · repo · main")
    install(clone, tmp_path, "1.1")
    assert "session_init" in clone.server().stdout
    plain = Repo(clone.repo.path, clone.repo.environment | {"PATH": os.environ["PATH"]})
    plain.commit("second", {"docs/letters.md": "# Letters\n\nMagpie sorts letters, too.\n"})
    hook_heard(plain)
    assert "problem  launcher" not in run(clone.python, clone.repo, "doctor", "--quick", code=None)


def test_what_somebody_put_there_by_hand_is_told_wherever_one_looks(clone: Clone) -> None:
    plain = Repo(clone.repo.path, clone.repo.environment | {"PATH": os.environ["PATH"]})
    file = clone.repo.path / f".venv/{SITE}/x.py"
    file.write_text("", encoding="utf-8")
    plain.git("commit", "-q", "--allow-empty", "-m", "x")
    deadline = time.monotonic() + PATIENCE_S
    while not list(home_of(plain).glob("launchers/*.refused")):
        assert time.monotonic() < deadline, "the hook never came"
        time.sleep(0.05)
    assert "that no installer recorded" in by_ours(plain, "status")
    assert "scrubjay is not started in this session" in told(clone)
    assert "`scrubjay init` accepts what stands there" in clone.server().stdout

    file.unlink()
    said = told(clone)
    assert said.startswith("scrubjay · repo · main")
    assert "Hooks or servers did not start at" in said
    assert "that no installer recorded" not in by_ours(plain, "status")

    file.write_text("", encoding="utf-8")
    assert "not started" in told(clone, "s2")
    assert told(clone, "s2", "Stop") == ""
    assert "x.py" in run(clone.python, clone.repo, "init", "--yes")
    assert "did not start" not in told(clone, "s3")
