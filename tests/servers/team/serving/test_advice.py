"""Advice of a team's server: each command and tool that it names is one that whoever reads it has."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.extensions.loading import loaded
from scrubjay.memory.grounding.tiers import NAME_A_PLACE
from scrubjay_agents.api import TOOLS
from scrubjay_serving.knowledge import knowledge_tools
from scrubjay_team.errors import TeamDatabaseLost, TeamDatabaseUnavailable
from scrubjay_team.serving.advice import AWAY, LOST, served, served_error
from scrubjay_team.serving.declared import team_tools
from tests.project.test_pages import exists
from tests.project.trees import tree_of

HERE = {tool.name for tool in team_tools()}
ELSEWHERE = {tool.name for tool in (*knowledge_tools("x"), *TOOLS)} - HERE


def texts(tree: ast.Module) -> Iterator[str]:
    """Every text of a module but the first ones of modules and functions; what is filled in is ID."""
    first = (node.body[0] for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.FunctionDef)) and node.body)
    aside: set[ast.AST] = {node.value for node in first if isinstance(node, ast.Expr)}
    aside |= {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=parts):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "ID" for part in parts)
            case ast.Constant(value=str(text)) if node not in aside:
                yield text


def printed() -> list[tuple[str, str]]:
    """What modules that a tool of the server loads may print, each text with its module, as clients read it."""
    for tool in team_tools():
        loaded(tool.runs)
    names = [name for name in sys.modules if name.startswith("scrubjay_team.") and ".commands" not in name]
    files = {name: Path(str(sys.modules[name].__file__)) for name in sorted(names) if sys.modules[name].__file__}
    return [(name, served(text)) for name, file in files.items() for text in texts(tree_of(file))]


def test_each_command_is_an_owner_s_and_there_is_such_a_one() -> None:
    told = [(name, text, line) for name, text in printed() for line in re.findall(r"`(scrubjay [^`\n]+)`", text)]
    assert told
    assert [
        (name, line) for name, _, line in told if not line.startswith(("scrubjay team", "scrubjay serve team"))
    ] == []
    assert [(name, line) for name, _, line in told if not exists(line)] == []


def test_each_tool_is_one_of_the_server_s() -> None:
    named = re.compile(rf"\b(?:{'|'.join(sorted(ELSEWHERE))})\b")
    serving = [(name, text) for name, text in printed() if ".memories" in name or ".serving" in name]
    assert [(name, text) for name, text in serving if " " in text and named.search(text)] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            NAME_A_PLACE,
            "Name the place that says so in sources, as answers print it: repository:path:lines, or ADR-003.",
        ),
        ("It failed at v1.2. Run `scrubjay doctor`.", "It failed at v1.2. Tell the owner of the server."),
        ("It is gone; `scrubjay explain a.b` says why. Ask again.", "It is gone; Ask again."),
        ("Nothing is here; see `scrubjay status`.", "Nothing is here."),
        ("Ask anna: `scrubjay team status` says more.", "Ask anna: `scrubjay team status` says more."),
    ],
)
def test_advice_of_a_home_is_said_as_a_client_can_follow_it(text: str, told: str) -> None:
    assert served(text) == told


def test_a_member_isn_t_told_where_the_database_is() -> None:
    away = TeamDatabaseUnavailable('connection to server on socket "/var/lib/x/.s.PGSQL.5432" failed: FATAL')
    assert served_error(away) == AWAY


def test_of_a_call_whose_end_is_not_known_nobody_is_told_that_nothing_was_stored() -> None:
    assert served_error(TeamDatabaseLost("at 10.1.2.3")) == LOST
    assert "isn't known" in LOST
    assert "nothing" not in LOST
