"""A member's conversations are kept, found by that member alone, and forgotten to the last object."""

import random
from datetime import timedelta

import pytest

from scrubjay_team.people.people import TeamPeople
from tests.servers.team.archives.conftest import Archived
from tests.servers.team.makers import NOW


def test_a_conversation_is_kept_found_listed_and_read(archived: Archived) -> None:
    kept = archived.keep("anna", "s1", "The payment queue loses letters at midnight.", "Restart the mailer.")
    assert (kept.status, kept.json["state"], kept.json["part"]) == (200, "stored", 1), kept.body
    assert archived.keep("anna", "s2", "Colours of the logo are blue and green.").status == 200
    assert archived.found("anna", "which queue loses letters")[0] == "The payment queue loses letters at midnight."
    (first, second) = archived.ask("anna", "GET", "/archives").json["archives"]
    assert {first["session"], second["session"]} == {"s1", "s2"}
    read = archived.ask("anna", "GET", "/archives/s1/parts/1").json["turns"]
    assert [turn["text"] for turn in read] == ["The payment queue loses letters at midnight.", "Restart the mailer."]
    assert len(archived.stored()) == 2


def test_the_same_part_again_changes_nothing_and_a_longer_one_takes_its_place(archived: Archived) -> None:
    first = archived.keep("anna", "s1", "one queue")
    assert archived.keep("anna", "s1", "one queue").json == {**first.json, "state": "known"}
    assert archived.keep("anna", "s1", "one queue", "and a second").json["state"] == "stored"
    assert len(archived.stored()) == 1
    assert archived.found("anna", "second") == ["and a second"]
    assert archived.keep("anna", "s1", "a third", part=2, parts=2).status == 200
    assert archived.found("anna", "queue third") != []
    assert archived.keep("anna", "s1", "only this").status == 200  # it has one part again
    assert len(archived.stored()) == 1


def test_nobody_else_finds_reads_or_forgets_it(archived: Archived) -> None:
    archived.keep("ben", "s1", "Ben spoke of the zanzibar plan.")
    for other in ("anna", "dora", "rita"):
        assert archived.found(other, "zanzibar plan") == []
        assert archived.ask(other, "GET", "/archives").json["archives"] == []
        assert archived.ask(other, "GET", "/archives/s1/parts/1").status == 404
    assert archived.ask("anna", "POST", "/archives/forget", {"everything": True}).json == {"forgotten": 0, "going": 0}
    assert archived.ask("rita", "POST", "/archives/forget", {"everything": True}).status == 403
    assert archived.keep("rita", "s9", "no scope").status == 403
    assert archived.found("ben", "zanzibar") == ["Ben spoke of the zanzibar plan."]


def test_the_same_id_of_a_session_is_two_conversations_of_two_members(archived: Archived) -> None:
    archived.keep("anna", "s1", "anna's queue")
    archived.keep("ben", "s1", "ben's queue")
    assert archived.found("anna", "queue") == ["anna's queue"]
    archived.ask("anna", "POST", "/archives/forget", {"sessions": ["s1"]})
    assert archived.found("ben", "queue") == ["ben's queue"]


@pytest.mark.parametrize("wish", [{"sessions": ["s1", "s2"]}, {"everything": True}])
def test_what_is_forgotten_is_gone_to_the_last_object(archived: Archived, wish: dict[str, object]) -> None:
    archived.keep("anna", "s1", "first half", parts=2)
    archived.keep("anna", "s1", "second half", part=2, parts=2)
    archived.keep("anna", "s2", "another")
    assert archived.ask("anna", "POST", "/archives/forget", wish).json == {"forgotten": 2, "going": 0}
    assert archived.stored() == []
    with archived.served.databases.owner.transaction() as connection:
        rows = connection.execute("SELECT id FROM archive UNION ALL SELECT id FROM archive_part").fetchall()
    assert rows == []
    assert archived.found("anna", "half") == []


def test_secrets_of_turns_are_masked(archived: Archived) -> None:
    token = "ghp_" + "A1b2C3d4E5" * 3 + "f6G7H8"
    archived.keep("anna", "s1", f"my token is {token} for the queue")
    (text,) = archived.found("anna", "token queue")
    assert token not in text
    assert "redacted" in text


def test_a_removed_member_s_conversations_go(archived: Archived) -> None:
    archived.keep("ben", "s1", "Ben spoke.")
    archived.served.remove("ben")
    assert archived.upkeep() == 1
    assert archived.stored() == []


def test_conversations_expire_after_their_days(archived: Archived) -> None:
    archived.keep("anna", "s1", "old queue")
    assert archived.upkeep(days=29) == 0
    assert archived.upkeep(days=2) == 1
    assert archived.stored() == []


def test_one_that_is_never_finished_goes(archived: Archived) -> None:
    """A process that died between the row and the answer."""
    archived.keep("anna", "s1", "half written")
    with archived.served.databases.owner.transaction() as connection:
        connection.execute("ALTER TABLE archive_part NO FORCE ROW LEVEL SECURITY")
        connection.execute("UPDATE archive_part SET state = 'writing'")
        connection.execute("ALTER TABLE archive_part FORCE ROW LEVEL SECURITY")
    assert archived.found("anna", "written") == []
    assert archived.upkeep() == 0  # it may still be written
    assert archived.upkeep(minutes=2) == 1
    assert archived.stored() == []


def test_an_object_that_is_lost_or_broken_is_told_and_stops_nothing(archived: Archived) -> None:
    archived.keep("anna", "s1", "the queue of mails")
    archived.keep("anna", "s2", "the queue of orders")
    archived.keep("anna", "s3", "the queue of prints")
    lost, broken, _ = archived.stored()
    lost.unlink()
    broken.write_bytes(b"not what was written")
    answer = archived.ask("anna", "POST", "/archives/search", {"query": "queue"}).json
    assert len(answer["results"]) == 1
    assert len(answer["degraded"]) == 2


def test_a_member_has_no_more_than_the_limit(archived: Archived) -> None:
    chance = random.Random(7)
    sent = [
        archived.keep(
            "anna", f"s{n}", *(" ".join(f"{chance.getrandbits(60):x}" for _ in range(9_000)) for _ in range(6))
        )
        for n in range(5)
    ]
    assert sent[0].status == 200
    assert sent[-1].status == 422
    assert "team.archives.most_mb" in sent[-1].body


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/archives/a.b/parts/1", {}),
        ("/archives/s1/parts/0", {}),
        ("/archives/s1/parts/2", {}),
        ("/archives/s1/parts/x", {}),
        ("/archives/s1/parts/1", {"project": "nothing"}),
        ("/archives/s1/parts/1", {"turns": []}),
        ("/archives/s1/parts/1", {"ended_at": (NOW - timedelta(days=1)).isoformat()}),
        ("/archives/s1/parts/1", {"started_at": "yesterday"}),
        ("/archives/forget", {"sessions": []}),
    ],
)
def test_what_isn_t_a_part_is_refused(archived: Archived, path: str, body: dict[str, object]) -> None:
    turns = [{"number": 1, "at": "", "role": "user", "text": "queue"}]
    full = {"started_at": NOW.isoformat(), "ended_at": NOW.isoformat(), "parts": 1, "turns": turns, **body}
    assert archived.ask("anna", "POST", path, full if "parts" in path else body).status in (404, 422)
    assert archived.stored() == []


def test_what_is_forgotten_doesn_t_come_back_from_another_machine(archived: Archived) -> None:
    archived.keep("anna", "s1", "first words")
    archived.ask("anna", "POST", "/archives/forget", {"sessions": ["s1", "s2"]})
    for session in ("s1", "s2"):  # the second one was never sent
        again = archived.keep("anna", session, "first words", "and more")
        assert (again.status, again.json["error"]) == (409, "forgotten")
    assert archived.keep("ben", "s1", "ben's own").status == 200
    archived.keep("anna", "s3", "others")
    archived.ask("anna", "POST", "/archives/forget", {"everything": True})
    assert archived.keep("anna", "s3", "others").status == 409
    assert archived.keep("anna", "s4", "new").status == 200
    assert archived.stored() != []


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\u0085", "\r", "\u202e", "\ufeff"])
def test_every_sign_of_a_turn_comes_back(archived: Archived, sign: str) -> None:
    archived.keep("anna", "s1", f"before{sign}after the queue")
    (turn,) = archived.ask("anna", "GET", "/archives/s1/parts/1").json["turns"]
    assert turn["text"] == f"before{sign}after the queue"


@pytest.mark.parametrize("when", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "1999-12-31T00:00:00Z"])
def test_a_moment_that_not_every_program_can_write_is_refused(archived: Archived, when: str) -> None:
    assert archived.keep("anna", "s1", "queue", started_at=when, ended_at=when).status == 422
    assert archived.ask("anna", "POST", "/archives/search", {"query": "queue", "before": when}).status == 422


def test_objects_that_were_swapped_show_nothing_of_another(archived: Archived) -> None:
    archived.keep("anna", "s1", "anna's queue")
    archived.keep("ben", "s1", "ben's queue")
    one, two = archived.stored()
    first, second = one.read_bytes(), two.read_bytes()
    one.write_bytes(second)
    two.write_bytes(first)
    assert archived.found("anna", "queue") == []
    assert archived.ask("anna", "GET", "/archives/s1/parts/1").status == 404


def test_what_is_known_needs_no_room(archived: Archived) -> None:
    chance = random.Random(7)
    texts = [" ".join(f"{chance.getrandbits(60):x}" for _ in range(9_000)) for _ in range(6)]
    number = next(n for n in range(9) if archived.keep("anna", f"s{n}", *texts, f"{n}").status == 422)
    assert number > 0
    assert archived.keep("anna", "s0", *texts, "0").json["state"] == "known"


def test_a_hidden_conversation_isn_t_moved_to_where_it_is_seen(archived: Archived) -> None:
    served = archived.served
    with served.databases.owner.transaction() as connection:
        there = TeamPeople.found(connection, served.databases.clock)
        there.projects.add("shop", "https://git.example/acme/shop.git", ())
    kept = archived.keep("ben", "s1", "ben's secret plan", "and more", project="shop", parts=2)
    assert kept.status == 200, kept.body
    with served.databases.owner.transaction() as connection:
        TeamPeople.found(connection, served.databases.clock).projects.take_back("shop", (), everybody=True)
    assert archived.found("ben", "secret plan") == []
    moved = archived.keep("ben", "s1", "x", part=2, parts=2)
    assert moved.status == 403
    assert archived.found("ben", "secret plan") == []
    assert archived.ask("ben", "POST", "/archives/forget", {"sessions": ["s1"]}).json["forgotten"] == 1
    assert archived.stored() == []
