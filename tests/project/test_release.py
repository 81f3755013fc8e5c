"""A release is cut from the files that name the version; owners, CI and pre-commit name what exists."""

import importlib.machinery
import importlib.util
import json
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
import yaml

import scrubjay

TOP = Path(__file__).parents[2]
WORKFLOWS = sorted((TOP / ".github/workflows").glob("*.yml"))
CHANGELOG = (
    "# Changelog\nNewest first.\n\n## 0.2.0, unreleased\n\n### Searching\n* A line.\n\n## 0.1.0, 2026-01-02\n\n* One.\n"
)


@pytest.fixture(scope="module")
def release() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("release", str(TOP / ".ci/release"))
    spec = importlib.util.spec_from_loader("release", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def files(release: ModuleType, changelog: str = CHANGELOG) -> dict[str, str]:
    plugin = '{"name": "scrubjay", "version": "0.1.0"}'
    return {
        release.VERSION: '"""Doc."""\n\n__version__ = "0.1.0"\n',
        release.PLUGIN: plugin,
        release.CHANGELOG: changelog,
    }


def test_the_version_stands_in_one_place_and_the_plugin_has_the_same() -> None:
    assert "version" not in tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    plugin = json.loads((TOP / ".claude-plugin/plugin.json").read_text(encoding="utf-8"))
    assert plugin["version"] == scrubjay.__version__


def test_a_release_edits_version_plugin_and_the_heading(release: ModuleType) -> None:
    after = release.edited(files(release), "0.2.0", "2026-03-01")
    assert '__version__ = "0.2.0"' in after[release.VERSION]
    assert json.loads(after[release.PLUGIN])["version"] == "0.2.0"
    assert "## 0.2.0, 2026-03-01\n\n### Searching" in after[release.CHANGELOG]
    assert "unreleased" not in after[release.CHANGELOG]


@pytest.mark.parametrize(
    ("version", "changelog", "why"),
    [
        ("0.2", CHANGELOG, "no version such as"),
        ("0.0.9", CHANGELOG, "isn't above"),
        ("0.1.0", CHANGELOG, "released already"),
        ("0.3.0", CHANGELOG.replace(", unreleased", ", 2026-02-01"), "nothing under a heading"),
        ("0.2.0", "# Changelog\n\n## 0.2.0, unreleased\n\n## 0.1.0, 2026-01-02\n\n* One.\n", "nothing under a heading"),
    ],
)
def test_what_isn_t_ready_is_refused(release: ModuleType, version: str, changelog: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        release.edited(files(release, changelog), version, "2026-03-01")


def test_the_changelog_tells_a_user_of_a_release_in_forty_lines() -> None:
    _, *releases = (TOP / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")
    assert [len(one.splitlines()) for one in releases if len(one.splitlines()) > 40] == []


def test_a_release_is_built_again_with_the_date_of_its_heading(release: ModuleType) -> None:
    assert release.released(files(release), "0.1.0") == "2026-01-02"
    with pytest.raises(ValueError, match="no heading"):
        release.released(files(release), "0.2.0")
    older = {**files(release), release.PLUGIN: '{"version": "0.0.9"}'}
    with pytest.raises(ValueError, match="another version"):
        release.released(older, "0.1.0")


def test_two_builds_of_the_same_tree_are_equal_byte_for_byte(release: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    for name in ("one", "two"):
        package = tmp_path / name / "src"
        package.mkdir(parents=True)
        (package / "small.py").write_text('"""Small."""\n')
        (tmp_path / name / "pyproject.toml").write_text(
            '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
            '[project]\nname = "small"\nversion = "1"\n[tool.hatch.build.targets.wheel]\npackages = ["src"]\n'
        )
    one, two = (release.built(tmp_path / name, tmp_path / f"{name}-dist", "1700000000") for name in ("one", "two"))
    assert one == two
    assert sorted(Path(name).suffix for name in one) == [".gz", ".whl"]


def test_owners_are_named_for_paths_that_exist() -> None:
    lines = (TOP / ".github/CODEOWNERS").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    assert [path for path, _ in rows if not (TOP / path.strip("/")).exists()] == []
    assert {owner for _, owner in rows} == {"@OWNER"}
    assert "@OWNER" in (TOP / "docs/how-to/release.md").read_text(encoding="utf-8")


def test_the_workflow_runs_what_anybody_can_run() -> None:
    text = (TOP / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert re.findall(r"- run: (.+)", text) == [".ci/run", ".ci/examples", ".ci/stores"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=[file.name for file in WORKFLOWS])
def test_a_workflow_reads_alone_holds_no_secret_and_names_each_action_by_its_commit(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    assert "secrets." not in text
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    assert all(re.search(r"@[0-9a-f]{40}\Z", step["uses"]) for step in steps if "uses" in step)
    assert len(re.findall(r"uses: \S+@[0-9a-f]{40} # v[\d.]+$", text, re.MULTILINE)) == text.count("uses: ")


def test_only_the_job_that_uploads_may_prove_who_it_is_and_it_runs_none_of_our_code() -> None:
    jobs = yaml.safe_load((TOP / ".github/workflows/release.yml").read_text(encoding="utf-8"))["jobs"]
    assert {name for name, job in jobs.items() if "permissions" in job} == {"publish"}
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert [step for step in jobs["publish"]["steps"] if "run" in step] == []
    assert jobs["publish"]["environment"] in (TOP / "docs/how-to/release.md").read_text(encoding="utf-8")


def test_agents_get_a_page_of_their_own() -> None:
    assert (TOP / "CLAUDE.md").read_text(encoding="utf-8") == "@AGENTS.md\n"
    assert len((TOP / "AGENTS.md").read_text(encoding="utf-8").splitlines()) <= 60


def test_hooks_of_pre_commit_fetch_nothing() -> None:
    text = (TOP / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"- repo: (\S+)", text) == ["local"]


def test_the_site_loads_nothing_from_elsewhere_and_is_strict() -> None:
    text = (TOP / "mkdocs.yml").read_text(encoding="utf-8")
    assert "font: false" in text
    assert "strict: true" in text
    assert not re.search(r"https?://", text)
    assert "mkdocs build" in (TOP / ".ci/run").read_text(encoding="utf-8").splitlines()[-1]
