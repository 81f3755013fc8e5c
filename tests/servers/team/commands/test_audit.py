"""The audit by command: what was done, by what, and whether the chain of it holds."""

import pytest

from scrubjay_team.audit.chaining import AuditChainer
from tests.servers.team.commands.conftest import OwnersCommands
from tests.servers.team.conftest import Databases


def test_it_shows_what_was_done_the_newest_first(team: OwnersCommands) -> None:
    team.ok("member", "add", "anna", "--role", "writer")
    shown = team.ok("audit")
    assert "add member" in shown
    assert "anna role=writer" in shown
    newest = team.json("audit")["entries"][0]
    assert (newest["kind"], newest["act"], newest["how"], newest["member"]) == ("member", "add", "command", None)
    assert (newest["object_name"], newest["details"], newest["link"]) == ("anna", {"role": "writer"}, 0)


def test_a_limit_and_a_day_narrow_it(team: OwnersCommands) -> None:
    assert len(team.json("audit", "--limit", "1")["entries"]) == 1
    assert team.json("audit", "--since", "2999-01-01")["entries"] == []
    assert team.json("audit", "--since", "2020-01-01")["entries"]
    assert "Write it as 2026-03-01" in team("audit", "--since", "yesterday").err


def test_a_chain_is_verified(team: OwnersCommands, databases: Databases) -> None:
    assert "0 links, 2 entries not linked yet" in team.ok("audit", "--verify")
    AuditChainer(databases.worker).run()
    state = team.json("audit", "--verify")
    assert (state["ok"], state["links"], state["waiting"], state["broken"]) == (True, 2, 0, 0)
    assert state["hash"] in team.ok("audit", "--verify")


@pytest.mark.parametrize("as_json", [True, False])
def test_a_broken_chain_ends_with_1_and_names_its_first_link(
    team: OwnersCommands, databases: Databases, as_json: bool
) -> None:
    AuditChainer(databases.worker).run()
    with databases.owner.transaction() as connection:
        connection.execute("UPDATE audit_entry SET act = 'forged' WHERE kind = 'member'")
    done = team("audit", "--verify", *(["--json"] if as_json else []))
    assert done.code == 1
    assert ('"broken": 2' in done.out) if as_json else ("broken: link 2" in done.err)
