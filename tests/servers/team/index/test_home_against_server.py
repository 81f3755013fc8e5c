"""Do the same questions over real repositories give at the server what they give at home, and at what cost?

Each folder of FOLDER is a git repository (or holds one as `repo`). A home reads an ordinary clone of it, the server a
mirror; questions are headings and sentences of its documents, names and definitions of its code.

pytest tests/servers/team/index/test_home_against_server.py -m benchmark -s --data FOLDER
"""

import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import pytest

from scrubjay.app import open_app
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.choose import make_embedder
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.frozen import dataclass
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.settings.layers import load_settings
from scrubjay.wiring.workspace import Workspace
from scrubjay_team.index.retriever import TeamRetriever
from scrubjay_team.index.source.home import read_mirror
from tests.benchmarks.figures import show
from tests.conftest import Repo
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import LiveMirror, MakeMirror
from tests.servers.team.makers import make_team

pytestmark = pytest.mark.benchmark

KINDS = ((), ("document",), ("decision", "incident"), ("code",))
PASSAGES = """
SELECT p.heading, p.text, c.format, (SELECT min(v.path) FROM temp.visible AS v
  WHERE v.content_id = c.id AND v.view = :view) AS path
FROM passage AS p JOIN content AS c ON c.id = p.content_id WHERE c.format <> 'commit' ORDER BY p.id
"""


@dataclass(frozen=True, slots=True)
class MadeQuestion:
    """A question and the file that it was made from."""

    text: str
    path: str


def questions_of(rows: Sequence[tuple[str, str, str, str]]) -> list[MadeQuestion]:
    """At most 115 questions made from passages (heading, text, format, path)."""
    chance = random.Random(7)
    heads, sentences, code = list[MadeQuestion](), list[MadeQuestion](), list[MadeQuestion]()
    for heading, text, format, path in rows:
        last = heading.rpartition(" > ")[2]
        if format.startswith("code:"):
            code += [MadeQuestion(heading, path), MadeQuestion(f"where is {last} implemented", path)] if heading else []
            continue
        heads += [MadeQuestion(last, path)] if len(last.split()) > 1 else []
        split = re.split(r"(?<=[.!?])\s+", " ".join(text.split()))
        sentences += [
            MadeQuestion(f"How {one[0].lower()}{one[1:]}", path) for one in split if 6 <= len(one.split()) <= 20
        ]
    for each in (heads, sentences, code):
        chance.shuffle(each)
    return [*heads[:60], *sentences[:30], *code[:25]]


def places(hits: Sequence[Hit]) -> list[tuple[str, int]]:
    """Where hits stand."""
    return [(hit.path, hit.start_line) for hit in hits]


def compare(name: str, home: Workspace, mirror: LiveMirror, embedder: Embedder) -> None:
    view = home.documents.view()
    records = home.documents.records(view)
    rows = home.knowledge_database.read(
        lambda c: [tuple(row) for row in c.execute(PASSAGES, {"view": home.documents.visible(c, view)}) if row["path"]]
    )
    questions, team = questions_of(rows), TeamRetriever(embedder)
    for kinds in KINDS:
        asked = [
            SearchRequest(
                query=question.text, view=view, limit=10, filters=Filters(kinds=kinds),
                superseded_by=records.superseded_by, versions=records.versions,
            )
            for question in questions
        ]  # fmt: skip
        at_home, home_ms = timed(home.retriever.search, asked)
        with mirror.databases.app.entered(mirror.reader) as entered:
            found, team_ms = timed(partial(team.search, entered.connection, projects=[mirror.project]), asked)
        number = len(questions)
        pairs = list(zip(at_home, found, strict=True))
        equal = sum(places(one[:3]) == places(other[:3]) for one, other in pairs) / number
        recalls = [
            sum(question.path in {hit.path for hit in hits} for question, hits in zip(questions, each, strict=True))
            / number
            for each in (at_home, found)
        ]
        given = f"{name}: {len(rows)} passages, {number} questions, {','.join(kinds) or 'all kinds'}"
        show("first three equal", given, f"{equal:.3f}", ">= .95")
        show("recall@10 home, server", given, ", ".join(f"{one:.3f}" for one in recalls), "within .01")
        show("median ms home, server", given, f"{home_ms:.0f}, {team_ms:.0f}", "")
        assert equal >= 0.95
        assert abs(recalls[0] - recalls[1]) <= 0.01


def timed(
    search: Callable[[SearchRequest], HybridResult], asked: Sequence[SearchRequest]
) -> tuple[list[tuple[Hit, ...]], float]:
    """The hits of each search, and the median of their wall times in milliseconds."""
    hits, ms = list[tuple[Hit, ...]](), list[float]()
    for request in asked:
        started = time.perf_counter()
        hits.append(search(request).hits)
        ms.append((time.perf_counter() - started) * 1000)
    return hits, median(ms)


def repositories(folder: Path) -> Iterator[Path]:
    """The repositories of a folder, by name."""
    for path in sorted(folder.iterdir()):
        yield path / "repo" if (path / "repo").is_dir() else path


def test_the_server_answers_as_a_home_does(
    data: Path,
    environment: dict[str, str],
    tmp_path: Path,
    databases: Databases,
    make_mirror: MakeMirror,
) -> None:
    embedder = make_embedder(load_settings(environment))
    assert embedder is not None
    team = make_team(databases.owner)
    for path in repositories(data):
        name = (path.parent.name if path.name == "repo" else path.name).replace("+", "-")
        mirror = make_mirror(Repo(path, environment), team, name)
        mirror.embedder = embedder
        mirror.index()
        mirror.source.git("clone", "-q", str(path), str(tmp_path / name))
        at = environment | {"SCRUBJAY_HOME": str(tmp_path / f"{name}.person")}
        with open_app(
            load_settings(at), git_environment=GitEnvironment.of(at), embedder=embedder, wake=lambda: None
        ) as app:
            home = app.initialise(tmp_path / name)
            read_mirror(home, (), lambda what, done, total: None)
            compare(name, home, mirror, embedder)
