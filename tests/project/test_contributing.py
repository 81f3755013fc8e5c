"""What CONTRIBUTING says of an addition: how many files it takes by hand, and a package that does what it says."""

import re
import tomllib
from pathlib import Path

import pytest

from scrubjay.extensions.checked import checked, missing_in
from scrubjay.extensions.loading import load
from scrubjay.extensions.testing.content import check_source
from tests.project.trees import TOP

PAGE = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")

MOST = {
    "setting": 3,
    "command": 5,
    "tool": 5,
    "searchable kind": 4,
    "program that memories are imported from": 3,
    "client": 3,
}
"""Files that somebody writes or edits; what `tests.project.reference` writes wholly is none of them."""


def section(name: str) -> str:
    """What the page says of one addition."""
    return PAGE.partition(f"## Add a {name}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", MOST)
def test_an_addition_names_its_files_and_they_are_few(name: str) -> None:
    found = re.search(r"^\*\*(\d+) files\*\*: (.+?)(?:\.|;[^.]+\.)\n\n", section(name), re.MULTILINE | re.DOTALL)
    assert found, "the section begins with the number and the names of its files"
    named = re.split(r",\s", re.sub(r" \(.*?\)", "", found[2]))
    assert int(found[1]) == len(named) <= MOST[name], named


def test_the_package_of_your_own_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = section("source in a package of your own")
    (project,), (code,) = (re.findall(rf"```{kind}\n(.+?)```", text, re.DOTALL) for kind in ("toml", "python"))
    ((name, target),) = tomllib.loads(project)["project"]["entry-points"]["scrubjay.extensions"].items()
    (tmp_path / f"{target.partition(':')[0]}.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    manifest, refused = checked(load(target), name, ())
    assert manifest is not None
    assert refused == ""
    assert missing_in(manifest) == ""
    for one in manifest.provides:
        check_source(load(one.target)())
