"""The page is killed once it stored what a form says, before it answers: all is there, and the next one starts."""

import sys
from pathlib import Path

import pytest

from scrubjay.identity.audit import AuditEvent
from scrubjay.model.memory import MemoryStatus
from scrubjay_serving.backend import Opener
from scrubjay_ui.door import DOOR
from tests.conftest import Repo
from tests.servers.ui.started import QUESTION, TypedStart, Visitor, starts
from tests.servers.ui.views.test_memory import said

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


def let_in(page: TypedStart) -> Visitor:
    page.until(QUESTION)
    page.press("y")
    address = page.address()
    visitor = Visitor.at(address)
    assert visitor.enter(address).status == 303
    return visitor


def test_what_a_form_stored_is_whole_and_the_next_start_takes_the_place(
    project: Repo, environment: dict[str, str], opener: Opener
) -> None:
    with opener() as app:
        id = said(app.workspace(project.path), "The gate opens at six in the morning.", by="person")
    home = Path(environment["SCRUBJAY_HOME"])
    with starts(project.path, environment, "tests.servers.ui.killed_page") as start:
        page = start()
        visitor = let_in(page)
        below = "/w/" + visitor.ask("/").text.partition(f"{visitor.root}/w/")[2].partition("/")[0]
        form = visitor.ask(f"{below}/memories/{id}/end?act=retract").text
        stamp = form.partition('name="stamp" value="')[2].partition('"')[0]
        with pytest.raises(AssertionError, match="RemoteDisconnected"):
            visitor.send(
                f"{below}/memories/{id}/end", act="retract", stamp=stamp, reason="It moved.", csrf=visitor.csrf()
            )
        assert page.ended() != 0
    assert (home / DOOR).exists(), "what is left of a killed page"
    with starts(project.path, environment) as start:
        shown = let_in(start()).ask(f"{below}/memories/{id}").text
    assert "It moved." in shown
    with opener() as app:
        workspace = app.workspace(project.path)
        held = workspace.memories.get(id)
        assert (held.status, held.belief.reason) == (MemoryStatus.RETRACTED, "It moved.")
        assert workspace.memory_archive.audit_chain("project").verify().ok
        rows = app.user_database().read(
            lambda c: c.execute("SELECT action FROM audit WHERE event = :event", {"event": AuditEvent.ACT}).fetchall()
        )
        assert [row["action"] for row in rows] == ["retract"]
