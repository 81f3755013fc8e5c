"""A person asks all projects of a home: each hit says whose it is, and nothing opens that wouldn't by itself."""

import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests import persons
from tests.behaviour.homes import home_of
from tests.behaviour.processes import command, knowledge_of, quiet, scrubjay, server
from tests.conftest import Repo

WITHOUT_HOOKS = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath", "GIT_CONFIG_VALUE_0": os.devnull}
ALL = ("search", "--all-projects")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def two_projects(folder: Path, environment: Mapping[str, str]) -> tuple[Repo, Repo]:
    """A bakery and a post office, both projects of one home; one has a second working tree on a branch."""
    own = {"SCRUBJAY_HOME": str(folder / "home"), "SCRUBJAY_EMBEDDING_PROVIDER": "none", **WITHOUT_HOOKS}
    bakery, post = (Repo(folder / name, {**environment, **own}) for name in ("bakery", "post"))
    for repo, text in ((bakery, "Bread is baked at four."), (post, "Parcels are weighed twice.")):
        repo.path.mkdir()
        repo.git("init", "-q")
        repo.commit("first", {"docs/work.md": f"# Work\n\n{text} A cart brings it to the harbour.\n"})
        scrubjay(repo, "init", "--yes")
    post.git("worktree", "add", "-q", "-b", "topic", "../topic")
    topic = Repo(folder / "topic", post.environment)
    topic.commit("plan", {"docs/plan.md": "# Plan\n\nDrones carry parcels over the harbour.\n"})
    quiet(post)
    return bakery, post


@pytest.fixture(scope="module")
def repos(_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Repo, Repo]:
    """For stories that only ask."""
    return two_projects(tmp_path_factory.mktemp("asked"), _environment)


@pytest.fixture
def changing(environment: dict[str, str], tmp_path: Path) -> tuple[Repo, Repo]:
    """For a story that moves and breaks them."""
    return two_projects(tmp_path, environment)


def by_person(repo: Repo, *words: str, at: Path | None = None) -> persons.Ended:
    return persons.scrubjay(at or repo.path, repo.environment, *ALL, *words, keys=[])


def as_json(repo: Repo, *words: str, at: Path | None = None) -> dict[str, Any]:
    ended = by_person(repo, "--json", *words, at=at)
    (line,) = [line for line in ended.said.splitlines() if line.startswith("{")]
    answer: dict[str, Any] = json.loads(line)
    return answer


def test_each_hit_of_each_project_and_working_tree_says_whose_it_is(repos: tuple[Repo, Repo], tmp_path: Path) -> None:
    bakery, post = repos
    answer = as_json(bakery, "harbour", at=tmp_path)  # from a folder that is no repository
    topic = post.path.parent / "topic"
    assert {(one["project"], one["worktree"], one["path"]) for one in answer["results"] if one["path"]} == {
        ("bakery", str(bakery.path), "docs/work.md"),
        ("post", str(post.path), "docs/work.md"),
        ("post", str(topic), "docs/plan.md"),
    }
    assert [(one["name"], one["view"]["branch"]) for one in answer["projects"]] == [
        ("bakery", "main"), ("post", "main"), ("post", "topic"),
    ]  # fmt: skip
    assert all(any("keyword only" in note for note in one["degraded"]) for one in answer["projects"])
    assert answer["skipped"] == []

    shown = by_person(bakery, "harbour")
    assert shown.code == 0
    for label in (f"bakery · {bakery.path}", f"post · {post.path}"):
        assert sum(line.startswith(label) for line in shown.said.splitlines()) == 2, shown.said


def test_filters_hold_in_every_project_and_nothing_found_is_exit_code_1(repos: tuple[Repo, Repo]) -> None:
    bakery, _ = repos
    assert {one["path"] for one in as_json(bakery, "harbour", "--path", "docs/plan.md")["results"]} == {"docs/plan.md"}
    assert {one["kind"] for one in as_json(bakery, "harbour", "--kind", "commit")["results"]} <= {"commit"}
    assert len(as_json(bakery, "harbour", "--limit", "1")["results"]) == 1
    nothing = by_person(bakery, "zeppelin")
    assert (nothing.code, "Nothing fits 'zeppelin' in any of them." in nothing.said) == (1, True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Give either a query"),
        (("harbour", "--batch", "lines"), "--batch"),
        (("harbour", "--kind", "conversation"), "--kind conversation"),
        (("harbour", "--kind", "bread"), "kind 'bread' is unknown"),
        (("harbour", "--recipe", "rye"), "No recipe 'rye'"),
        (("harbour", "--repo", "."), "--repo"),
        (("harbour", "--as-of", "yesterweek"), "yesterweek"),
    ],
)
def test_what_cant_be_asked_is_exit_code_2(repos: tuple[Repo, Repo], words: tuple[str, ...], says: str) -> None:
    ended = by_person(repos[0], *words)
    assert (ended.code, says in ended.said) == (2, True), ended.said


def test_a_script_and_an_agent_are_refused_and_told_what_to_do_instead(repos: tuple[Repo, Repo]) -> None:
    bakery, _ = repos
    script = command(bakery, *ALL, "harbour")
    agent = persons.scrubjay(bakery.path, bakery.environment, *ALL, "harbour", keys=[], shell={"CLAUDECODE": "1"})  # noqa: S604
    for code, said in ((script.returncode, script.stderr), (agent.code, agent.said)):
        assert code == 2
        assert "Only a person may search all projects" in said
        assert "in a terminal: scrubjay search --all-projects" in said
        assert "Parcels" not in said


@pytest.mark.anyio
async def test_no_tool_of_a_server_reaches_another_project(repos: tuple[Repo, Repo]) -> None:
    bakery, _ = repos
    for parameters in (knowledge_of(bakery), server(bakery, "scrubjay_session")):
        async with Client(parameters) as client:
            for tool in (await client.list_tools()).tools:
                assert not {name for name in tool.input_schema.get("properties", {}) if "project" in name}, tool.name


def test_a_copy_opens_nothing_and_what_refuses_or_is_gone_is_named(changing: tuple[Repo, Repo], tmp_path: Path) -> None:
    bakery, post = changing
    copy = Repo(tmp_path / "copy", bakery.environment)
    shutil.copytree(bakery.path, copy.path, symlinks=True)
    copy.commit("stolen", {"docs/stolen.md": "# Stolen\n\nThe harbour keeps the copied keys.\n"})
    assert "stolen" not in json.dumps(as_json(bakery, "harbour keys"))

    quiet(post)  # a worker that runs while its clone is moved tells the home where it is now
    bakery.path.rename(tmp_path / "away")
    strange = Repo(bakery.path, bakery.environment)
    strange.path.mkdir()
    strange.git("init", "-q")
    strange.commit("strange", {"docs/strange.md": "# Strange\n\nThe harbour is strange.\n"})
    answer = as_json(post, "harbour")
    assert {one["project"] for one in answer["results"]} == {"post"}
    (skipped,) = answer["skipped"]
    assert (skipped["name"], skipped["folder"]) == ("bakery", str(bakery.path))
    assert "not set up" in skipped["reason"]

    shutil.rmtree(strange.path)
    said = by_person(post, "harbour").said
    assert f"note: bakery was not searched ({bakery.path / '.git'}): " in said
    assert "is gone" in said

    quiet(post)
    shutil.rmtree(post.path)
    shutil.rmtree(post.path.parent / "topic")
    ended = by_person(post, "harbour", at=tmp_path)
    assert (ended.code, "is gone" in ended.said) == (3, True), ended.said


def test_a_damaged_project_is_named_and_the_others_answer(changing: tuple[Repo, Repo]) -> None:
    bakery, post = changing
    id = json.loads(scrubjay(bakery, "project", "show", "--json"))["id"]
    for file in (home_of(bakery) / "projects" / id).glob("knowledge.db*"):
        file.write_bytes(b"no database" * 1000)
    answer = as_json(post, "harbour")
    assert {one["project"] for one in answer["results"]} == {"post"}
    assert [one["name"] for one in answer["skipped"]] == ["bakery"]


def test_a_home_without_projects_is_exit_code_3(repos: tuple[Repo, Repo], tmp_path: Path) -> None:
    empty = Repo(repos[0].path, repos[0].environment | {"SCRUBJAY_HOME": str(tmp_path / "empty")})
    ended = by_person(empty, "harbour")
    assert (ended.code, "no project yet" in ended.said) == (3, True)


def test_ctrl_c_ends_it_with_one_plain_line(repos: tuple[Repo, Repo]) -> None:
    words = [sys.executable, "-m", "tests.behaviour.interrupted_command", "subprocess.Popen", "worktree", *ALL, "cart"]
    environment = repos[0].environment | {"PYTHONPATH": str(Path(__file__).parents[2])}
    ended = persons.run(words, repos[0].path, environment, keys=[])
    assert (ended.code, ended.said) == (130, "interrupted: what was stored stays; run it again to go on\n")
