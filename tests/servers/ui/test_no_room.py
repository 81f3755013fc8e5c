"""A form that is sent while the disk is full, or this process may write no larger files: said, and nothing is lost."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scrubjay.app import Workspace
from scrubjay.model.memory import MemoryStatus
from tests.servers.ui.conftest import Browser, Page
from tests.servers.ui.views.test_memory import acts, said

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no limits of a process")

OLD = "The gate opens at six in the morning."
NEW = "The gate opens at seven in the morning, except on the first Monday of a month."

SHARED_MEMORY = 32_768


@contextmanager
def no_room() -> Iterator[None]:
    """No file may grow beyond the shared memory of a log, which reading needs, as on a disk without room."""
    import resource

    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SHARED_MEMORY, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.parametrize(
    ("form", "button", "typed"),
    [
        ("change?how=correct", "Save", {"content": NEW}),
        ("end?act=retract", "Retract", {"reason": "The gate has gone for good."}),
        ("forget", "Forget it for good", {}),
    ],
)
def test_nothing_is_half_done_and_what_was_typed_is_still_there(
    browser: Browser, workspace: Workspace, form: str, button: str, typed: dict[str, str]
) -> None:
    id = said(workspace, OLD, by="person")
    page = browser.open(f"memories/{id}/{form}")
    browser.open(f"memories/{id}")
    with no_room():
        refused: Page = browser.submit(page, button, **typed)
        assert browser.open(f"memories/{id}").status == 200
    assert (refused.status, "may not write larger files" in refused.text) == (503, True)
    assert all(words in refused.html for words in typed.values())
    held = workspace.memories.get(id)
    assert (held.content, held.status, acts(browser)) == (OLD, MemoryStatus.ACTIVE, [])
    assert browser.submit(page, button, **typed).status == 200
    assert len(acts(browser)) == 1
