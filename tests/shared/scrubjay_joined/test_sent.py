"""What leaves a home that joined: what the person was told, field by field, and nothing else."""

import ast
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.model.far import FarRequest
from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import NotDeclared
from scrubjay_joined.link import TeamLink
from scrubjay_joined.searching import TeamSearch
from scrubjay_joined.sent import SENT, announced, request_of, undeclared
from tests.conftest import Repo
from tests.shared.scrubjay_joined.conftest import FarServer, FarTeam
from tests.shared.scrubjay_joined.test_searching import link as link
from tests.shared.scrubjay_joined.test_searching import waited

GUIDE = Path("docs/how-to/join-a-team.md")
PRIVATE = "git.private-employer.example"


@pytest.mark.parametrize(
    ("path", "fields"),
    [("/search", ["query", "cwd"]), ("/other", []), ("/memories/0123456789ab", ["path"]), ("/me", ["host"])],
)
def test_what_nobody_was_told_of_is_never_sent(
    far: FarServer, client: TeamClient, path: str, fields: list[str]
) -> None:
    with pytest.raises(NotDeclared, match="Nobody was told"):
        client.post(path, dict.fromkeys(fields, "x"))
    assert far.asked == []


def test_all_that_a_search_sends_was_announced_and_names_no_address(far: FarServer, link: TeamLink, repo: Repo) -> None:
    repo.commit("first")
    repo.git("remote", "add", "origin", f"https://alice:pw@{PRIVATE}/hidden/moonshot.git")
    far.answer = team = FarTeam("git.example.org/acme/shop")
    team.server = "s" * 32
    git = Git(repo.path, GitEnvironment.of(repo.environment))
    waited(TeamSearch(link, "p1", git), FarRequest(query="why a queue", also_ask=("jobs",), kinds=("memory",)))
    joined = link.joined()
    assert joined is not None
    joined.projects.match("p1", git, again=True)
    assert {"/search", "/projects/nonce", "/projects/match"} <= {one.path.removeprefix("/api/v1") for one in far.asked}
    for one in far.asked:
        parts = urlsplit(one.path)
        fields = {*(one.body or {}), *parse_qs(parts.query)}
        assert not undeclared(parts.path.removeprefix("/api/v1"), fields)
    assert not any(word in str(far.asked) for word in (PRIVATE, "hidden", "moonshot", "alice", "pw@", str(repo.path)))


def test_the_guide_and_the_question_before_joining_say_the_same() -> None:
    rows = [line for line in GUIDE.read_text().splitlines() if line.startswith("| ")]
    assert [f"| {one.what} | {one.when} |" for one in SENT] == rows[1 : len(SENT) + 1]
    assert all(one.what in line for one, line in zip(SENT, announced()[1:], strict=True))


def test_a_request_is_declared_once() -> None:
    requests = [path for one in SENT for path in one.fields]
    assert len(requests) == len({*requests})
    assert request_of("/handoffs/0123456789ab/accept") == "/handoffs/ID/accept"


PASSING_ON = {"_list": 0, "_sent": 1, "_acted": 1, "_pool": 0, "_act": 1, "_form": 0}
"""Methods that pass a path on to the client, with its place among their arguments."""


def path_of(node: ast.expr) -> str:
    """The path that an argument is, with an id in place of what is put in; empty for a name."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(
        "0123456789ab"
        if isinstance(one, ast.FormattedValue)
        else str(one.value)
        if isinstance(one, ast.Constant)
        else ""
        for one in parts
    )


def names_of(node: ast.expr, within: ast.FunctionDef) -> set[str]:
    """The names of fields in an argument: of a dict, and of what was assigned to a name before."""
    found: set[str] = set()
    match node:
        case ast.Dict():
            found |= {key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
        case ast.Name():
            for one in ast.walk(within):
                targets = one.targets if isinstance(one, ast.Assign) else []
                targets = [one.target] if isinstance(one, ast.AnnAssign) else targets
                for target in targets:
                    if ast.unparse(target) == node.id and one.value is not None:  # type: ignore[attr-defined]
                        found |= names_of(one.value, within)  # type: ignore[attr-defined]
                    elif isinstance(target, ast.Subscript) and ast.unparse(target.value) == node.id:
                        found.add(ast.literal_eval(target.slice))
        case ast.BinOp():
            found |= names_of(node.left, within) | names_of(node.right, within)
    return found


def calls(within: ast.FunctionDef) -> Iterator[tuple[str, str, set[str]]]:
    """Each call of a client in a function: its name, path and fields."""
    for one in ast.walk(within):
        if not (isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)):
            continue
        name, whom = one.func.attr, ast.unparse(one.func.value)
        asks = name in ("get", "post") and "client" in whom
        if not asks and not (name in PASSING_ON and whom == "self"):
            continue
        fields = {word.arg for word in one.keywords if word.arg} if asks else set()
        for argument in (*one.args, *(word.value for word in one.keywords if not word.arg)):
            fields |= names_of(argument, within)
        path = path_of(one.args[0 if asks else PASSING_ON[name]])
        yield name, f"/handoffs/0123456789ab/{path}" if name == "_act" else path, fields


def test_every_call_in_the_code_was_announced_and_all_that_was_announced_is_called() -> None:
    """Methods that pass a path on are looked at where they are called."""
    asked = set()
    for file in Path("shared/scrubjay_joined").glob("*.py"):
        functions = [one for one in ast.walk(ast.parse(file.read_text())) if isinstance(one, ast.FunctionDef)]
        own = {one.name: set().union(*(names for *_, names in calls(one))) for one in functions}
        for function in functions:
            for name, path, fields in calls(function):
                if function.name in PASSING_ON:
                    assert name in PASSING_ON or not path
                    continue
                assert path, f"{file.name}: {function.name} passes a path on"
                sent = fields | (own.get(name, set()) if name in PASSING_ON else set())
                assert not undeclared(path, sent), f"{file.name}: {function.name}"
                asked.add(request_of(path))
    assert asked == {path for one in SENT for path in one.fields}
