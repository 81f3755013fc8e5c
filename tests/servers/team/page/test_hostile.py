"""Texts that would run something, wherever others can put one: nothing of them becomes a part of a page."""

from scrubjay.model.visible import FORBIDDEN
from tests.servers.team.page.addresses import addresses
from tests.servers.team.page.conftest import PagedTeam
from tests.servers.ui.payloads import CHARACTERS, payloads
from tests.servers.ui.structure import complaints


def poison(team: PagedTeam, texts: list[str]) -> None:
    """Write texts where homes, agents, forges and identity providers may: around every check of the server's."""
    for number, text in enumerate(texts):
        stored = text.replace("\0", "")
        team.row(
            "UPDATE memory SET content = %s, applies = %s, tags = ARRAY[%s], client = %s, reason = %s, session = %s "
            "WHERE id = %s RETURNING 1",
            stored, stored[:200], stored[:50], stored[:100], stored[:200], stored[:100],
            list(team.memories.values())[number % len(team.memories)],
        )  # fmt: skip
        team.row("UPDATE member SET name = %s WHERE id = %s RETURNING 1", stored[:60], team.members["carol"])
        team.row("UPDATE project SET name = %s, address = %s WHERE id = %s RETURNING 1", stored[:100], stored,
                 team.projects["shop"])  # fmt: skip
        team.row("UPDATE mirror SET branch = %s, progress = %s, shows = 'more' WHERE project = %s RETURNING 1",
                 stored, stored, team.projects["shop"])  # fmt: skip
        team.row("UPDATE page_session SET browser = %s RETURNING 1", stored[:100])
        team.row("UPDATE access_token SET name = %s RETURNING 1", stored[:60])
        team.row("UPDATE invitation SET name = %s RETURNING 1", stored[:60])
        team.row("UPDATE memory_event SET reason = %s RETURNING 1", stored[:200])
        for _, address in addresses(team):
            told = team.get("anna", address)
            assert told.status in (200, 404), (text, address)
            assert [one for one in complaints(told.body) if not one.startswith("emoji")] == [], (text, address)
            assert FORBIDDEN.findall(told.body) == [], (text, address)


def test_no_text_becomes_an_element_an_attribute_or_an_address(acme: PagedTeam) -> None:
    acme.post("anna", "/members/invite", name="mara", role="writer")
    acme.post("anna", "/tokens", name="laptop", scope=["search"], days="30")
    every = list(payloads())
    poison(acme, [*every[::40], *every[-len(CHARACTERS) :: 5]])


def test_what_was_asked_for_is_shown_as_words(acme: PagedTeam) -> None:
    for text in list(payloads())[::12]:
        for path, form in (
            ("/handoffs", {"task": f"do {text}", "to": f"x {text}"}),
            ("/members/invite", {"name": text}),
        ):
            told = acme.post("anna", path, **{"role": "writer"} | form)
            assert told.status in (303, 422, 200), text
            assert [one for one in complaints(told.body) if told.body and not one.startswith("emoji")] == [], text
