"""The tree keeps its own rules: sizes, places, and nothing of one machine."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.project.trees import PRODUCT

TOP = Path(__file__).parents[2]
LONGEST = 300
GROUNDING = ("shared/scrubjay/memory/grounding/*.py", "shared/scrubjay/memory/transcript/*.py")
MOST_GROUNDING = 6_000


def tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=TOP, capture_output=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("not in a git checkout")
    names = [name for name in listed.stdout.decode().split("\0") if name]
    return [TOP / name for name in names if (TOP / name).is_file()]


def test_no_file_of_python_is_longer_than_300_lines() -> None:
    sizes = {str(file.relative_to(TOP)): len(file.read_text().splitlines()) for file in tracked("*.py")}
    long = {name: size for name, size in sizes.items() if size > LONGEST}
    assert long == {}, f"move one of its nouns into a module of its own: {long}"


def test_what_grounds_and_observes_stays_small() -> None:
    """The aim is 6,000 lines: no gate judges what a paraphrase means, so little is needed to show a ground's words."""
    sizes = [len(file.read_text().splitlines()) for file in tracked(*GROUNDING)]
    assert sum(sizes) <= MOST_GROUNDING, f"{sum(sizes):,} lines in {len(sizes)} modules: take out what has no reader"


def test_every_module_begins_by_saying_what_it_answers() -> None:
    silent = [f.relative_to(TOP) for f in tracked("shared/*.py", "servers/*.py") if not f.read_text().startswith('"""')]
    assert silent == []


def test_no_committed_file_names_a_path_of_one_machine() -> None:
    place = re.compile(r"(?<![\w.~/-])/(?:work|farm|root)/")
    named = [
        str(file.relative_to(TOP))
        for file in tracked("*.py", "*.md", "*.toml", "*.yaml", "*.json", "*.sh", "*.sql", ".ci/*")
        if place.search(file.read_text(errors="replace"))
    ]
    assert named == []


def test_every_package_is_typed() -> None:
    packages = [file.parent for file in TOP.glob("s*/*/__init__.py")]
    assert len(packages) == len(PRODUCT)
    assert [package.name for package in packages if not (package / "py.typed").is_file()] == []


def test_every_package_is_built_checked_and_has_its_place_in_the_order() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    built = project["hatch"]["build"]["targets"]["wheel"]["packages"]
    every = set(PRODUCT)
    assert ({Path(one).name for one in built}, set(project["mypy"]["packages"])) == (every, every | {"tests"})
    assert set(project["importlinter"]["root_packages"]) == every


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = sorted(int(file.name[:4]) for file in (TOP / ".agent/decisions").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))


def test_scrubjay_reads_its_own_decisions() -> None:
    from scrubjay.knowledge.decisions.parse import parse_decision

    for file in sorted((TOP / ".agent/decisions").glob("*.md")):
        decision = parse_decision(f".agent/decisions/{file.name}", file.read_text(encoding="utf-8"), "markdown")
        assert decision is not None
        assert (decision.number, bool(decision.date)) == (str(int(file.name[:4])), True)
        assert decision.status in ("accepted", "superseded")
