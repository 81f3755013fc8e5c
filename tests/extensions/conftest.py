"""A fresh environment in which somebody else's package is installed from its wheel, without a network."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Any

import pytest

import scrubjay
import scrubjay_serving
from tests import persons
from tests.patience import PATIENCE_S

ACME = Path(__file__).parent / "acme"


def run(*words: str | Path, **options: Any) -> str:
    done = subprocess.run(
        list(map(str, words)), capture_output=True, text=True, timeout=PATIENCE_S, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of somebody else, built as its author would."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ACME)
    (built,) = folder.glob("*.whl")
    return built


class Environment:
    """An environment of its own, with scrubjay as it stands here, a repository and a home."""

    def __init__(self, folder: Path, repository: Path, variables: dict[str, str]) -> None:
        self.folder = folder
        self.repository = repository
        self.variables = variables | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
        self.home = Path(variables["SCRUBJAY_HOME"])
        venv.create(folder, with_pip=False)
        self.python = folder / "bin" / "python"
        (packages,) = folder.glob("lib/*/site-packages")
        places = (Path(scrubjay.__file__).parents[1], Path(scrubjay_serving.__file__).parents[1])
        (packages / "ours.pth").write_text("\n".join(map(str, [*places, sysconfig.get_path("purelib")])) + "\n")

    def pip(self, *words: str | Path) -> None:
        run(sys.executable, "-m", "pip", "--python", self.python, *words, env=os.environ | {"PIP_NO_INDEX": "1"})

    def scrubjay(self, *words: str, code: int = 0) -> str:
        """What a command prints, as a script runs it."""
        done = subprocess.run(
            [self.python, "-m", "scrubjay.cli.main", *words], cwd=self.repository, env=self.variables,
            capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done.stdout + done.stderr

    def object(self, *words: str) -> Any:
        return json.loads(self.scrubjay(*words, "--json"))

    def by_hand(self, *words: str, keys: list[tuple[str, str]]) -> str:
        """What a person sees who types it and answers its question."""
        command = [str(self.python), "-m", "scrubjay.cli.main", *words]
        ended = persons.run(command, self.repository, self.variables, keys=keys)
        assert ended.code == 0, ended.said
        return ended.said

    def python_says(self, code: str) -> str:
        return run(self.python, "-c", code, cwd=self.repository, env=self.variables)


@pytest.fixture
def fresh(tmp_path: Path, repo: Any, environment: dict[str, str]) -> Environment:
    """The environment, where nothing of somebody else is installed."""
    repo.commit(
        "start",
        files={
            "README.md": "# Magpie\n\nMagpie sorts parcels by weight.\n",
            "notes.org": "#+TITLE: notes\n* Gate\nParcels are weighed.\n** Scales\nThe scales stand outside.\n",
        },
    )
    variables = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    made = Environment(tmp_path / "venv", repo.path, variables)
    made.scrubjay("init", "--yes")
    return made
