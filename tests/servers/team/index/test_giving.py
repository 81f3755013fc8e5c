"""Vectors are given by blob and hash from what a granted project shows, and to nobody else, whatever is asked."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from scrubjay.model.encoded import passage_prefix
from scrubjay.model.given import GivenVectors, PassageKey, passage_hash
from scrubjay_team.index.giving import Q, give_vectors
from scrubjay_team.index.keys import vector_key
from scrubjay_team.index.writing import drop_index
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import LiveMirror, MakeMirror
from tests.servers.team.makers import make_member, make_team, make_token

EMBEDDER = HashingEmbedder(384)
KEY = EMBEDDER.fingerprint.key
PAGE = "The queue retries a payment three times.\n"


@pytest.fixture
def mirror(repo: Repo, databases: Databases, make_mirror: MakeMirror) -> LiveMirror:
    repo.commit("first", {"README.md": f"# Shop\n\n{PAGE}", "src/a.py": "def a():\n    return 1\n"})
    made = make_mirror(repo, make_team(databases.owner))
    made.index()
    return made


def keys_of(mirror: LiveMirror) -> list[PassageKey]:
    """The keys of all its embedded passages, as a home makes them."""
    sql = """SELECT c.blob, c.title, p.heading, p.text FROM embedding AS e JOIN passage AS p ON p.id = e.passage
             JOIN content AS c ON c.id = e.content ORDER BY e.passage"""
    with mirror.databases.worker.working(mirror.project) as work:
        rows = work.connection.execute(sql).fetchall()
    prefix = [passage_prefix(row["title"], row["heading"]) for row in rows]
    return [
        PassageKey(row["blob"], passage_hash(f"{before}{row['text']}"))
        for before, row in zip(prefix, rows, strict=True)
    ]


def ask(
    mirror: LiveMirror, wanted: list[PassageKey], digest: bytes = b"", project: UUID | None = None, key: str = KEY
) -> GivenVectors:
    with mirror.databases.app.entered(digest or mirror.reader) as entered:
        return give_vectors(entered.connection, project or mirror.project, key, wanted)


def test_a_home_that_has_the_text_gets_its_vector(mirror: LiveMirror) -> None:
    blob = mirror.source.git("rev-parse", "HEAD:README.md").strip()
    hash = passage_hash(f"Shop\n# Shop\n\n{PAGE.strip()}")
    assert PassageKey(blob, hash) in keys_of(mirror)
    given = ask(mirror, [PassageKey(blob, "0" * 64), PassageKey(blob, hash)])
    assert given.places == (1,)
    assert len(given.codes) == 384
    assert len(given.states) == 1


def test_nothing_is_given_that_is_not_asked_for_exactly(mirror: LiveMirror) -> None:
    keys = keys_of(mirror)
    assert ask(mirror, keys).places == tuple(range(len(keys)))
    nothing = GivenVectors(KEY)
    assert ask(mirror, [PassageKey("0" * 40, key.hash) for key in keys]) == nothing
    assert ask(mirror, [PassageKey(key.blob, "0" * 64) for key in keys]) == nothing
    assert ask(mirror, keys, key="0" * 16) == GivenVectors("0" * 16)
    assert ask(mirror, []) == nothing


def test_a_blob_of_a_lost_branch_a_dropped_index_and_a_removed_project_are_not_given(mirror: LiveMirror) -> None:
    old = keys_of(mirror)
    mirror.source.commit("again", {"README.md": "# Shop\n\nNothing is retried.\n"})
    mirror.source.git("tag", "v1")
    mirror.source.git("commit", "-q", "--amend", "--allow-empty", "-m", "Rewritten")
    mirror.fetch()
    mirror.index("v1")
    assert ask(mirror, old).places == ()
    kept = keys_of(mirror)
    mirror.source.commit("third", {"README.md": "# Shop\n\nOther words.\n"})
    mirror.fetch()
    mirror.index("v1")
    assert ask(mirror, kept).places == tuple(range(len(kept)))  # a tag shows it
    mirror.index()
    assert ask(mirror, kept).places == ()
    now = keys_of(mirror)
    with mirror.databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET removed_at = now() WHERE id = %s", [mirror.project])
    assert ask(mirror, now).places == ()
    with mirror.databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET removed_at = NULL WHERE id = %s", [mirror.project])
    assert ask(mirror, now).places
    drop_index(mirror.databases.worker, mirror.project)
    assert ask(mirror, now).places == ()


def test_what_no_view_shows_is_not_given_while_it_is_still_stored(mirror: LiveMirror) -> None:
    keys = keys_of(mirror)
    with mirror.databases.worker.working(mirror.project) as work:
        work.connection.execute("DELETE FROM shown WHERE path = 'README.md'")
    assert ask(mirror, keys).places == ()


def test_a_vector_without_the_states_that_its_model_makes_is_not_given(mirror: LiveMirror) -> None:
    keys = keys_of(mirror)
    with mirror.databases.worker.working(mirror.project) as work:
        work.connection.execute("DELETE FROM token_states")
    assert ask(mirror, keys).places == tuple(range(len(keys)))  # the hashing model's fingerprint names none
    with mirror.databases.worker.working(mirror.project) as work:
        work.connection.execute("UPDATE mirror_index SET spec = jsonb_set(spec::jsonb, '{states}', '\"some\"')::text")
    assert ask(mirror, keys).places == ()


def test_vectors_of_before_get_their_keys_when_the_index_is_written_again(mirror: LiveMirror) -> None:
    keys = keys_of(mirror)
    with mirror.databases.worker.working(mirror.project) as work:
        work.connection.execute("UPDATE embedding SET key = NULL")
        work.connection.execute("UPDATE mirror_index SET source = 'of the version before'")
    assert ask(mirror, keys).places == ()
    mirror.index()
    assert ask(mirror, keys).places == tuple(range(len(keys)))


@pytest.fixture
def strangers(mirror: LiveMirror, make_repo: Callable[..., Repo], make_mirror: MakeMirror) -> list[LiveMirror]:
    """A closed project of the same team, and one of another, with passages of their own."""
    databases, made = mirror.databases, []
    with databases.worker.working(mirror.project) as work:
        (team,) = work.connection.execute("SELECT team FROM project").fetchall()
    for name, of in (("vault", team["team"]), ("other", make_team(databases.owner, "rival"))):
        source = make_repo(name)
        source.commit("first", {"README.md": f"# {name}\n\nA secret plan of {name}.\n"})
        made.append(make_mirror(source, of, name, open=False))
        made[-1].index()
    return made


def test_nobody_learns_whether_a_repository_that_they_do_not_see_has_a_blob(
    mirror: LiveMirror, strangers: list[LiveMirror]
) -> None:
    for other in strangers:
        keys = keys_of(other)
        assert ask(other, keys).places  # its own reader gets them
        there = ask(mirror, keys, mirror.reader, other.project)
        assert there == ask(mirror, keys, mirror.reader, uuid4()) == ask(mirror, keys) == GivenVectors(KEY)
        mixed = ask(mirror, [*keys, *keys_of(mirror)])
        assert min(mixed.places) == len(keys)


def test_what_is_not_to_be_had_is_looked_up_alike(mirror: LiveMirror, strangers: list[LiveMirror]) -> None:
    """The same is done, row by row, for a project that isn't there and one that isn't granted, whatever it has."""
    for other in strangers:
        keys = keys_of(other)
        absent = [PassageKey("1" * 40, "1" * 64) for _ in keys]
        asked = [(project, wanted) for project in (other.project, uuid4()) for wanted in (keys, absent)]
        assert len({work_of(mirror, project, wanted) for project, wanted in asked}) == 1


def work_of(mirror: LiveMirror, project: UUID, wanted: list[PassageKey]) -> tuple[str, ...]:
    """What the statement did: each node of its plan with how often it ran, its rows, and those it dropped."""
    values = {"project": project, "fingerprint": KEY, "keys": [vector_key(key) for key in wanted]}
    explained = f"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) {Q.vectors_given}"
    with mirror.databases.app.entered(mirror.reader) as entered:
        entered.connection.execute(explained, values).fetchall()
        rows = entered.connection.execute(explained, values).fetchall()
    return tuple(next(iter(row.values())) for row in rows if not is_about_values(next(iter(row.values()))))


def is_about_values(line: str) -> bool:
    """Whether a line of a plan quotes what was asked."""
    return any(word in line for word in ("Cond", "Filter: ", "Function", "Output"))


def test_a_token_of_another_team_gets_nothing(mirror: LiveMirror) -> None:
    rival = make_member(mirror.databases.owner, make_team(mirror.databases.owner, "rival"), "eve")
    digest = make_token(mirror.databases.owner, rival)
    assert ask(mirror, keys_of(mirror), digest) == GivenVectors(KEY)
