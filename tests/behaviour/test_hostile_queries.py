"""Whatever is typed is answered, or refused with a clear error; none of it is syntax, and the work is bounded."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.app import Workspace, open_app
from scrubjay.errors import UsageError
from scrubjay.git.process import GitEnvironment
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.objects import as_object
from scrubjay.search.recall.render import render
from scrubjay.settings.layers import load_settings
from tests.behaviour.conftest import ingest
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

MOST_SECONDS = 5.0
"""CPU of one search, hundreds of times what it needs; a query that explodes takes minutes."""


@pytest.fixture(scope="module")
def at(_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("hostile")
    environment = _environment | {"SCRUBJAY_HOME": str(folder / "home")}
    (folder / "repo").mkdir()
    repo = Repo(Path(folder / "repo"), environment)
    repo.git("init", "-q")
    repo.commit(
        "pages", {f"docs/page{n}.md": f"# Page {n}\n\nwords or near not and {n} «مرحبا» 🐦\n" for n in range(30)}
    )
    with open_app(
        load_settings(environment),
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        wake=lambda: None,
    ) as app:
        made = app.initialise(repo.path)
        ingest(made)
        yield made


def ask(at: Workspace, query: str) -> str:
    """The rendered answer, or the usage error's text; never anything else."""
    try:
        answer = at.recall.search(RecallRequest(query=query))
    except UsageError as error:
        return str(error)
    as_object(answer)
    return render(answer)


HOSTILE = {
    "FTS syntax": 'words NEAR(a b, 3) AND NOT title:x* ^y {a b}: c "',
    "column filter": "title : words OR body : *",
    "unbalanced": '((("words" AND (',
    "SQL": "'; DROP TABLE passage; -- UNION SELECT * FROM memory",
    "NUL": "wor\0ds \0",
    "100 KB of one word": "x" * 100_000,
    "100 KB of words": "words near " * 9_000,
    "more than 100 KB": "words " * 20_000,
    "5,000 terms": " ".join(f"term{n}" for n in range(5_000)),
    "5,000 names": " ".join(f"some_name{n}.py" for n in range(2_500)),
    "500 phrases": '"a b" ' * 160,
    "500 exclusions": "words " + "-ab " * 240,
    "500 filters": "words " + "path:a " * 130,
    "deep path": "words path:" + "a/" * 400,
    "costly glob": "words path:" + "**/" * 40 + "*a*b*c*d",
    "punctuation": "?!.,;:()[]{}<>|&%$#@^~`+=-_*/\\",
    "dashes": "- -- --- ----",
    "quotes": '"""""""',
    "emoji": "🐦🐦 🔥",
    "right to left": "\u202eمرحبا بالعالم\u202c",
    "combining": "e" + "\u0301" * 900,
    "zero width": "wo\u200brds \ufeff",
    "private use": "\ue02d\ue000 words",
    "lone surrogate": "words \ud800 path:\udcff",
    "control": "\x01\x02\x1b[31m words",
    "format": "%s %d %n {0} ${x} $(id) `id`",
    "long hex": "a1" * 2_000,
    "only filters": "path:nowhere kind:commit -kind:commit",
}


@pytest.mark.parametrize("query", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_query_is_answered_within_bounds(at: Workspace, query: str) -> None:
    started = time.process_time()
    assert ask(at, query)
    assert time.process_time() - started < MOST_SECONDS


@pytest.mark.parametrize("query", ["", " ", "\n\t"])
def test_an_empty_query_is_refused_with_what_to_do(at: Workspace, query: str) -> None:
    assert ask(at, query).startswith("The query is empty. Ask a question")


@given(st.text(max_size=200) | st.text(alphabet='ab"-: *()path:kind:status:date:\n', max_size=120))
@settings(derandomize=True, deadline=None, max_examples=150, database=None)
def test_no_text_is_an_error(at: Workspace, text: str) -> None:
    assert ask(at, text)


@given(st.text(alphabet='words "-:nearpageNOT()*', min_size=1, max_size=60))
@settings(derandomize=True, deadline=None, max_examples=60, database=None)
def test_the_same_query_has_the_same_answer(at: Workspace, text: str) -> None:
    assert ask(at, text) == ask(at, text)
