"""What does a search by words lose by looking at 5,000 rows of each full text, against looking at all that hold a word?

Each folder of FOLDER is a git repository (or holds one as `repo`); questions are made of its documents and code. The
first ten hits of a search are compared with those of a search that looks at every row, for several limits.

pytest tests/servers/team/index/test_candidates_of_words.py -m benchmark -s --data FOLDER
"""

from pathlib import Path
from statistics import mean

import pytest

from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay_team.index import terms
from scrubjay_team.index.retriever import TeamRetriever
from tests.benchmarks.figures import show
from tests.conftest import Repo
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import MakeMirror
from tests.servers.team.index.test_home_against_server import places, questions_of, repositories
from tests.servers.team.index.test_isolation import VIEW
from tests.servers.team.makers import make_team

pytestmark = pytest.mark.benchmark

ALL, USUAL = 10**9, terms.CANDIDATES
LIMITS = (USUAL, 2500, 1000, 500, 250)
PASSAGES = """
SELECT p.heading, p.text, c.format, (SELECT min(s.path) FROM shown AS s WHERE s.content = c.id AND s.view = 0) AS path
FROM passage AS p JOIN content AS c ON c.id = p.content ORDER BY p.id
"""


def test_few_candidates_find_what_all_rows_find(
    data: Path,
    environment: dict[str, str],
    databases: Databases,
    make_mirror: MakeMirror,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    team = make_team(databases.owner)
    for path in repositories(data):
        name = (path.parent.name if path.name == "repo" else path.name).replace("+", "-")
        mirror = make_mirror(Repo(path, environment), team, name)
        mirror.index()
        retriever = TeamRetriever(None)
        with databases.app.entered(mirror.reader) as entered:
            rows = [row for row in entered.connection.execute(PASSAGES).fetchall() if row["path"]]
            questions = questions_of([(row["heading"], row["text"], row["format"], row["path"]) for row in rows])
            found: dict[int, list[list[tuple[str, int]]]] = {}
            for limit in (ALL, *LIMITS):
                monkeypatch.setattr(terms, "CANDIDATES", limit)
                found[limit] = [
                    places(
                        retriever.search(
                            entered.connection, SearchRequest(query=one.text, view=VIEW, limit=10), [mirror.project]
                        ).hits
                    )
                    for one in questions
                ]
        for limit in LIMITS:
            kept = mean(
                len(set(some) & set(every)) / len(every)
                for some, every in zip(found[limit], found[ALL], strict=True)
                if every
            )
            first = mean(some[:3] == every[:3] for some, every in zip(found[limit], found[ALL], strict=True))
            given = f"{name}: {len(rows):,} passages, {len(questions)} questions, {limit:,} rows"
            show("recall@10 against all rows", given, f"{kept:.3f}", ">= .97" if limit == USUAL else "")
            show("first three equal", given, f"{first:.3f}", "")
            assert limit != USUAL or kept >= 0.97
