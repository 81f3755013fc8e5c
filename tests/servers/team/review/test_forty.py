"""Nothing that an agent does with every token of an account, or to a person's browser, makes anything told or accepted.

The database itself is looked at after each attempt, as its superuser.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.page.application import TeamPage
from tests.servers.team.conftest import Databases, fresh_database
from tests.servers.team.review.attacks import ATTACKS, BY_BROWSERS, Attack
from tests.servers.team.review.conftest import CACHE, LATER, SPEAKS, acme_of
from tests.servers.team.serving.conftest import ServedTeam, serving


@contextmanager
def attacked(databases: Databases, folder: Path) -> Iterator[Attack]:
    """The server of acme: ben said one memory, bea's is held, anna told one, and ben's proposal waits to replace it."""
    reviewers = acme_of(databases)
    said = reviewers.remember("ben", "Deploys run on Tuesdays.")
    held, told = reviewers.remember("bea", SPEAKS), reviewers.remember("anna", CACHE)
    reviewers.tell("anna", told)
    waits = reviewers.proposed("ben", told, LATER)
    with serving(reviewers.databases, folder, pages=TeamPage) as (port, services, leave):
        acme = ServedTeam(port, reviewers.databases, services, leave=leave)
        yield Attack(reviewers, acme, said=said, held=held, told=told, waits=waits)


@pytest.fixture(scope="module")
def attack(postgres: EmbeddedPostgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attack]:
    """One for all attempts: each leaves everything as it was."""
    with fresh_database(postgres) as databases, attacked(databases, tmp_path_factory.mktemp("team")) as made:
        yield made


def decided(attack: Attack) -> list[tuple[object, ...]]:
    """Everything that only a person decides, of the memories that were there before."""
    known = {attack.said, attack.held, attack.told, attack.waits}
    with psycopg.connect(attack.reviewers.databases.addresses.superuser) as connection:
        acts = connection.execute("SELECT count(*) FROM scrubjay.review_act").fetchall()
    rows = [row for row in attack.reviewers.rows() if row["id"].hex in known]
    return [*acts, *((row["id"], row["status"], row["told_by"], row["content"], row["refused_at"]) for row in rows)]


@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_no_attempt_makes_anything_told_or_accepted(attack: Attack, name: str) -> None:
    before = decided(attack)
    ATTACKS[name](attack)
    assert decided(attack) == before
    new = [row for row in attack.reviewers.rows() if row["id"].hex not in (attack.said, attack.held, attack.told)]
    assert {row["told_by"] for row in new} == {None}


def test_there_are_more_than_forty_and_the_same_form_by_its_person_tells(databases: Databases, tmp_path: Path) -> None:
    assert len(ATTACKS) - len(BY_BROWSERS) >= 40
    with attacked(databases, tmp_path) as attack:
        assert attack.form(f"/tell/{attack.said}", cookie=attack.session()).status == 303
        assert attack.form(f"/review/{attack.held}", "accept", cookie=attack.session()).status == 303
        states = {row["id"].hex: (row["status"], row["told_by"]) for row in attack.reviewers.rows()}
        assert states[attack.said] == ("active", attack.reviewers.people.members["anna"])
        assert states[attack.held] == ("active", None)
