"""The image holds what the wheel is built from and nothing else of a clone, and runs as an account without rights."""

import fnmatch
import tomllib
from typing import Any

import pytest

from tests.servers.team.deploy import files

PROJECT: dict[str, Any] = tomllib.loads((files.TOP / "pyproject.toml").read_text(encoding="utf-8"))
IGNORED = (files.FOLDER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()


def sent(path: str) -> bool:
    """Whether a path of the clone is sent to the build: the last pattern of the ignored that fits decides."""
    kept = True
    parts = path.split("/")
    ways = ["/".join(parts[: number + 1]) for number in range(len(parts))]
    for line in (one for one in IGNORED if one and not one.startswith("#")):
        pattern = line.removeprefix("!").removeprefix("**/")
        if any(fnmatch.fnmatch(way, pattern) for way in [*ways, *(parts if "**/" in line else ())]):
            kept = line.startswith("!")
    return kept


def copied() -> list[str]:
    """The paths of the clone that the image's build takes."""
    of_clone = [one for one in files.instructions() if one.name == "COPY" and "--from" not in one.text]
    return [source for one in of_clone for source in one.words[:-1]]


def test_what_is_copied_is_there_and_sent() -> None:
    assert copied()
    for source in copied():
        assert (files.TOP / source).exists(), source
        assert sent(source), source


def test_the_wheel_finds_in_it_all_that_it_is_built_from() -> None:
    built = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [
        "pyproject.toml", PROJECT["project"]["readme"], *PROJECT["project"]["license-files"], *built["packages"],
        *built["force-include"],
    ]  # fmt: skip
    for path in needed:
        assert any(path == source or path.startswith(f"{source}/") for source in copied()), path
        assert sent(path), path


@pytest.mark.parametrize(
    "path", [".git/config", "tests/conftest.py", "servers/scrubjay_team/deploy/secrets/key",
             "shared/scrubjay/__pycache__/app.cpython-311.pyc", ".ci/run"],
)  # fmt: skip
def test_nothing_else_of_a_clone_is_sent(path: str) -> None:
    assert not sent(path)


def test_its_base_is_named_by_major_and_by_no_host() -> None:
    bases = [one.words[0] for one in files.instructions() if one.name == "FROM"]
    assert len(set(bases)) == 1
    name, _, tag = bases[0].partition(":")
    assert (name, tag.split("-")[0].split(".")[0]) == ("python", "3")
    minor = tag.split("-")[0]
    assert f"Programming Language :: Python :: {minor}" in PROJECT["project"]["classifiers"]


def test_it_runs_as_an_account_without_rights_and_names_no_secret() -> None:
    assert files.of_image("USER").text == f"{files.ACCOUNT}:{files.ACCOUNT}"
    last = [one.name for one in files.instructions() if one.name in ("USER", "RUN", "COPY")][-1]
    assert last == "USER", "nothing is made as that account, which could write it then"
    assert {one.name for one in files.instructions()} & {"ADD", "ARG"} == set()


def test_it_bears_the_mark_by_which_a_person_is_known_in_it() -> None:
    from scrubjay.identity.person.observe import _MARKS

    marked = [one.words[-1] for one in files.instructions() if one.name == "COPY"]
    assert set(marked) & {str(mark) for mark in _MARKS}
