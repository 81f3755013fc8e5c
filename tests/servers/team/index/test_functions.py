"""What the finder's functions give for keys of several projects, for common words, and for calls without sense."""

from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest

from scrubjay.model.frozen import dataclass
from scrubjay_team.index.keys import Area, id_of, word_key
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_project, make_team, make_token

AREA = Area.PASSAGES


@dataclass(frozen=True, slots=True)
class Worded:
    """Projects whose passages are these words, with the token of a member who is granted them."""

    databases: Databases
    projects: tuple[UUID, ...]
    numbers: tuple[int, ...]
    token: bytes

    def keys(self, *words: str) -> list[int]:
        return [word_key(number, AREA, word) for number in self.numbers for word in words]

    def items(self, sql: str, *values: object) -> list[int]:
        with self.databases.app.entered(self.token) as entered:
            return [next(iter(row.values())) for row in entered.connection.execute(sql, values).fetchall()]

    def words(self, finding: Sequence[str], filling: Sequence[str], room: int, asked: Sequence[str]) -> list[int]:
        """The rows, by their numbers in their own index, of all projects."""
        sql = """SELECT item FROM words(%s, 1, %s::bigint[], %s::bigint[], %s, %s::bigint[], %s::float8[], 2, 0, NULL,
          NULL, '{}', 99)"""
        rarities = [float(len(asked) - place) for place in range(len(asked))]
        keys = [self.keys(*finding), self.keys(*filling)]
        found = self.items(sql, list(self.projects), *keys, room, self.keys(*asked), rarities)
        return [item & 0xFFFF for item in found]


@pytest.fixture
def worded(databases: Databases) -> Worded:
    """Two projects of 40 passages: all hold "queue", every tenth "payment", the last alone "retry"."""
    team = make_team(databases.owner)
    projects = tuple(make_project(databases.owner, team, f"p{n}") for n in range(2))
    numbers = []
    for project in projects:
        with databases.worker.working(project) as work:
            numbers.append(work.number)
            work.connection.execute("INSERT INTO mirror_view VALUES (%s, 0, '', '', '', '{}')", [project])
            for n in range(40):
                held = ["queue", *["payment"] * (n % 10 == 0), *["retry"] * (n == 39)]
                keys = sorted(word_key(work.number, AREA, word) for word in held)
                id, path = id_of(work.number, n), f"{n}.md"
                work.connection.execute(
                    "INSERT INTO word_row VALUES (%s, 1, %s, %s, %s, %s, %s::smallint[])",
                    [project, id, id, len(keys), keys, [1] * len(keys)],
                )
                work.connection.execute(
                    "INSERT INTO shown VALUES (%s, 0, %s, %s, %s, %s, 'document', '')", [project, path, path, id, id]
                )
    return Worded(databases, projects, tuple(numbers), make_token(databases.owner, make_member(databases.owner, team)))


def test_each_project_is_asked_for_its_own_keys(worded: Worded) -> None:
    assert worded.words(["retry"], [], 0, ["retry"]) == [39, 39]
    assert sorted(worded.words(["payment"], [], 0, ["payment", "queue"])) == sorted([0, 10, 20, 30] * 2)


def test_a_common_word_fills_up_what_room_is_left_and_rows_with_another_word_go_first(worded: Worded) -> None:
    asked = ["retry", "payment", "queue"]
    assert len(worded.words(["retry"], ["queue"], 20, asked)) == 22
    assert set(worded.words(["retry"], ["queue"], 8, asked)) == {39, 0, 10, 20, 30}
    assert worded.words(["retry"], ["queue"], 8, asked)[:2] == [39, 39]
    assert len(worded.words([], ["queue"], 6, ["queue"])) == 6


def test_a_filter_is_applied_before_the_room_is_full(worded: Worded) -> None:
    sql = "SELECT item FROM words(%s, 1, '{}', %s::bigint[], 4, %s::bigint[], '{1}', 2, 0, %s, %s::bigint[], '{}', 9)"
    keys, allowed = worded.keys("queue"), [id_of(number, 5) for number in worded.numbers]
    assert worded.items(sql, list(worded.projects), keys, keys, None, allowed) == sorted(allowed, reverse=True)
    assert len(worded.items(sql, list(worded.projects), keys, keys, ["document"], None)) == 4
    assert worded.items(sql, list(worded.projects), keys, keys, ["decision"], None) == []


VECTOR = f"[{','.join(['1'] * 384)}]"


@pytest.mark.parametrize(
    "call",
    [
        "words(%(p)s, 1, '{}', '{}', 9, '{}', '{}', 0, 0, NULL, NULL, '{}', 9)",
        "words(%(p)s, 1, %(k)s, '{}', 9, %(k)s, '{1}', 2, 0, NULL, NULL, '{}', -1)",
        "words(%(p)s, 1, %(k)s, '{}', 9, %(k)s, '{1}', 2, 0, NULL, NULL, NULL, NULL)",
        "words(%(p)s, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        "words('{}', 1, %(k)s, '{}', 9, %(k)s, '{1}', 2, 0, NULL, NULL, '{}', 9)",
        "words(NULL, 1, %(k)s, '{}', 9, %(k)s, '{1}', 2, 0, NULL, NULL, '{}', 9)",
        "path_words(%(p)s, 3, '{}', '{}', -9, '{}', '{}', 0, 0, NULL, NULL, '{}', -9)",
        "path_words(%(p)s, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        "paths_with(%(p)s, 3, '{}', 0, NULL, NULL, '{}', -1)",
        "paths_with(%(p)s, 3, NULL, 0, NULL, NULL, NULL, NULL)",
        "holders(%(p)s, 1, '{}', 9)",
        "holders(%(p)s, 1, NULL, NULL)",
        "holders(%(p)s, 1, %(k)s, -1)",
        "occurrences(%(p)s, 1, '{}', 9)",
        "occurrences(%(p)s, 1, %(k)s, -1)",
        "nearest_of_all(%(p)s, '[1]', 0, NULL, NULL, 9)",
        "nearest_of_all(%(p)s, %(v)s, 0, NULL, NULL, -1)",
        "nearest_of_all(%(p)s, NULL, 0, NULL, NULL, NULL)",
        "nearest_by_graph(%(p)s, '[1]', 0, NULL, NULL, 9)",
        "nearest_by_graph(%(p)s, %(v)s, 0, NULL, NULL, -1)",
        "nearest_by_graph('{}', %(v)s, 0, NULL, NULL, 9)",
    ],
)  # fmt: skip
def test_a_call_that_makes_no_sense_finds_nothing(worded: Worded, call: str) -> None:
    with worded.databases.app.entered(worded.token) as entered:
        values = {"p": [*worded.projects, uuid4()], "k": worded.keys("queue"), "v": VECTOR}
        call = call.replace("%(k)s", "%(k)s::bigint[]").replace("%(v)s", "%(v)s::public.halfvec")
        assert entered.connection.execute(f"SELECT * FROM {call}", values).fetchall() == []


def test_no_member_calls_what_only_the_functions_call(worded: Worded) -> None:
    sql = "SELECT has_function_privilege('scrubjay_app', oid, 'EXECUTE') FROM pg_proc WHERE proname = 'scored_rows'"
    assert worded.items(sql) == [False]
