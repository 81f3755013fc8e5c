"""A decision that replaces a published one links it; the older record changes only where that is the habit."""

import pytest

from scrubjay.errors import PublishRefused
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay_publishing.decision_form import RecordText
from scrubjay_publishing.drafts import habit_of, with_successor
from scrubjay_publishing.proposed_branches import ProposedBranches
from scrubjay_publishing.values import PublishRequest
from tests.conftest import Repo
from tests.shared.scrubjay_publishing.conftest import Library, untouched

NYGARD = (
    "# 1. Store it in files\n\nDate: 2026-01-01\n\n<!-- Memory-Id: {} -->\n\n"
    "## Status\n\nAccepted\n\n## Context\n\nIt.\n"
)
BULLETS = "# Old\n\n* Status: accepted\n* Date: 2026-01-01\n\n## Context\n\nIt.\n"
FIELDS = "---\nid: x\nstatus: accepted\ndate: 2026-01-01\n---\n\n# Old\n"


@pytest.mark.parametrize("text", [NYGARD, BULLETS, FIELDS])
def test_a_successor_stands_in_the_status_line_alone_and_is_read_back(text: str) -> None:
    changed = with_successor(text, "superseded by", '2. Say "it" [now]', "0002-now.md")
    assert changed is not None
    before, after = text.splitlines(), changed.splitlines()
    assert len([line for line in after if line not in before]) == 1
    read = parse_decision("docs/adr/0001-old.md", changed, "markdown")
    assert read is not None
    assert read.status == "superseded"
    assert with_successor(changed, "superseded by", "3. Again", "0003-again.md") is None


def test_the_habit_is_what_older_records_do() -> None:
    old = RecordText("d/0001-a.md", NYGARD.replace("Accepted", "Superceded by [2. B](0002-b.md)"))
    assert habit_of([old, RecordText("d/0002-b.md", NYGARD)], ()) == "Superceded by"
    assert (habit_of([RecordText("d/0002-b.md", NYGARD)], ()), habit_of([], [".adr-dir"])) == ("", "Superseded by")


@pytest.mark.parametrize("tools", [True, False])
def test_a_decision_links_the_published_one_that_it_replaces(yard: Repo, library: Library, tools: bool) -> None:
    what = "Crates of plums" if tools else "Empty barrels"
    old = library.remember(f"{what} are listed in files.", kind="decision")
    new = library.remember(f"{what} are listed in one table.", kind="decision", supersedes=old)
    path = "docs/adr/0001-store-it-in-files.md"
    yard.commit("records", {path: NYGARD.format(old), **({".adr-dir": "docs/adr\n"} if tools else {})})
    before, publisher = untouched(yard), library.at(yard)
    plan = publisher.plan(PublishRequest(ids=(new,), topic=f"crates-{tools}".lower()))
    own = plan.files[0]
    assert "## Status\n\nAccepted\n\nSupersedes [Store it in files](0001-store-it-in-files.md)\n" in own.text
    changed = {file.path: file.text for file in plan.files[1:]}
    assert list(changed) == ([path] if tools else [])
    assert any(path in note for note in plan.notes)
    if tools:
        name = own.path.rpartition("/")[2]
        assert f"\nSuperseded by [2. {own.text.splitlines()[0][5:]}]({name})\n" in changed[path]
    publisher.publish(plan)
    assert untouched(yard) == before
    yard.commit("taken", {"docs/adr/0002-other.md": NYGARD.replace("# 1.", "# 2.")})
    if tools:
        moved = ProposedBranches(publisher).renumber(new)
        (text,) = [file.text for file in moved.files if file.path == path]
        assert "(0003-" in text
        assert "(0002-" not in text


def test_nothing_of_an_older_record_changes_for_what_replaces_none(yard: Repo, library: Library) -> None:
    yard.commit("records", {"docs/adr/0001-a.md": NYGARD.format("0" * 32), ".adr-dir": "docs/adr\n"})
    plan = library.at(yard).plan(PublishRequest(ids=(library.decision,), topic="none"))
    assert len(plan.files) == 1
    assert "Supersedes" not in plan.files[0].text
    with pytest.raises(PublishRefused):
        ProposedBranches(library.at(yard)).renumber(library.decision)
