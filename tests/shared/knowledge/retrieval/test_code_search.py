"""Code is ranked by itself: by its words, its names and what it holds; documents keep their order beside it."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.knowledge.retrieval.code_ranking import rank_code
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from tests.conftest import Repo

QUEUE = '''\
"""Work that waits."""


class JobQueue:
    """Keeps jobs until a worker takes them."""

    def take_next(self, worker):
        """Give the oldest job to a worker."""
        return self.jobs.pop(0)

    def drop_stale(self):
        """Throw away jobs that nobody took for a day."""
        self.jobs = [job for job in self.jobs if job.age < DAY]


def mail_owner(job):
    """Tell the owner that the job failed."""
    send(job.owner, "failed")
'''
TEST = '''\
def test_take_next_gives_the_oldest_job():
    """Give the oldest job to a worker."""
    assert JobQueue().take_next("worker") == 1
'''
PAGE = "# Jobs\n\nThe queue gives the oldest job to a worker.\n\n## Stale jobs\n\nThrown away after a day.\n"
FILES = {"src/queue.py": QUEUE, "tests/test_queue.py": TEST, "docs/jobs.md": PAGE, "dist/app.min.js": "x=" * 5000}


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    repo.commit("start", FILES)
    workspace = app.initialise(repo.path)
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    return workspace


def ask(at: Workspace, query: str, *kinds: str) -> RecallAnswer:
    return at.recall.search(RecallRequest(query=query, kinds=kinds))


def titles(answer: RecallAnswer) -> list[str]:
    return [hit.title for hit in answer.hits]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("where are stale jobs thrown away", "JobQueue.drop_stale"),
        ("where is the owner told of a failed job", "mail_owner"),
        ("take_next", "JobQueue.take_next"),
        ("JobQueue.take_next", "JobQueue.take_next"),
        ("oldest job worker", "JobQueue.take_next"),
    ],
)
def test_a_definition_is_found_by_a_sentence_a_name_and_words(at: Workspace, query: str, first: str) -> None:
    assert titles(ask(at, query, "code"))[0] == first


def test_a_place_of_code_comes_first_where_it_is_asked_for_and_documents_else(at: Workspace) -> None:
    assert ask(at, "where is the oldest job given to a worker").hits[0].path == "src/queue.py"
    assert ask(at, "oldest job worker").hits[0].path == "docs/jobs.md"
    assert ask(at, "take_next").hits[0].path == "src/queue.py"
    assert ask(at, "where is the job queue documented").hits[0].path == "docs/jobs.md"
    assert ask(at, "where are the jobs").hits[0].path == "docs/jobs.md"


def test_tests_stand_behind_what_they_test_unless_they_are_asked_for(at: Workspace) -> None:
    paths = [hit.path for hit in ask(at, "oldest job worker", "code").hits]
    assert paths.index("tests/test_queue.py") > paths.index("src/queue.py")
    assert ask(at, "test take next oldest job", "code").hits[0].path == "tests/test_queue.py"


def test_code_has_no_vectors_and_says_nothing_of_missing_ones(at: Workspace) -> None:
    answer = ask(at, "oldest job worker", "code")
    assert (answer.degraded, answer.embedded) == ((), 1.0)
    assert all("vector" not in hit.scores for hit in answer.hits)


def test_documents_have_the_same_order_and_scores_with_code_and_without(at: Workspace) -> None:
    for query in ("oldest job worker", "where are stale jobs thrown away", "stale"):
        alone = [(hit.path, hit.start_line, hit.score) for hit in ask(at, query, "document").hits]
        beside = [(hit.path, hit.start_line, hit.score) for hit in ask(at, query).hits if hit.kind == "document"]
        assert beside == alone[: len(beside)]


@pytest.mark.parametrize(
    ("query", "there", "absent"),
    [
        ('jobs "nobody took"', {"JobQueue.drop_stale"}, {"mail_owner"}),
        ("job -owner", {"JobQueue.take_next"}, {"mail_owner"}),
    ],
)
def test_phrases_and_exclusions_hold_for_each_definition(
    at: Workspace, query: str, there: set[str], absent: set[str]
) -> None:
    found = set(titles(ask(at, query, "code")))
    assert there <= found
    assert not absent & found


def test_a_file_is_found_by_its_name_and_an_unknown_name_is_said(at: Workspace) -> None:
    assert ask(at, "queue.py").hits[0].path == "src/queue.py"
    assert ask(at, "take_previous").notes[0].startswith("nothing here is called take_previous")


def test_a_question_about_something_else_fits_nothing(at: Workspace) -> None:
    assert ask(at, "where is the invoice signed", "code").documents_fit == "nothing"
    assert ask(at, "where is the owner told of a failed job", "code").documents_fit == "weak"
    assert ask(at, "tell owner failed", "code").documents_fit == "good"


def test_what_a_machine_wrote_comes_last() -> None:
    row = {"id": 1, "content_id": 1, "path": "dist/app.js", "heading": "", "start_line": 1, "title": ""}
    row["text"] = "x=" * 5000
    other = {**row, "id": 2, "content_id": 2, "path": "lib/app.js", "heading": "run", "text": "run()"}
    ranked = rank_code([(row, 9.0), (other, 1.0)], {"run": 1.0}, "run", Exact())
    assert [row["path"] for row, _, _ in ranked] == ["lib/app.js", "dist/app.js"]


LONG = "int run(int a)\n{\n" + "  step(a);\n" * 400 + "  return CODE_OK;\n}\n\nint rest(void)\n{\n  return run(1);\n}\n"
NAMES = {
    "src/run.c": f'#include "run.h"\n\n{LONG}',
    "include/run.h": "enum code {\n  CODE_OK,\n  CODE_LATE = 4\n};\n#define MOST_RUNS 8\n",
    "app/pool.py": "import conf\n\n\ndef size():\n    return conf.limits.most_waiting\n\n\n"
    "class Pool:\n    def run(self):\n        pass\n",
    "app/days.py": "# Hints are generated by the planner.\nMONDAY = 1\nHINT_ONE = 2\n",
    "app/mondays.py": "def mondays():\n    return HINT_ONE\n",
    "app/Plan.kt": "class Plan {\n  fun reuseFirst() { }\n}\n",
    "app/use.kt": "fun use(plan: Plan) {\n  plan.reuseFirst()\n  plan.reuseFirst()\n}\n",
    "gen/api_pb2.py": "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n\n\ndef run(self):\n    pass\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("query", "path", "title"),
    [
        ("run.c:300", "src/run.c", "run"),
        ("./src/run.c:300", "src/run.c", "run"),
        ("/home/ada/shop/src/run.c:300", "src/run.c", "run"),
        ("run.c#L300", "src/run.c", "run"),
        ('File "src/run.c", line 300', "src/run.c", "run"),
        ("MONDAY", "app/days.py", "Hints are generated by the planner."),
        ("HINT_ONE", "app/days.py", "Hints are generated by the planner."),
        ("where is most_waiting", "app/pool.py", "size"),
        ("app.Plan.reuseFirst", "app/Plan.kt", "Plan.reuseFirst"),
        ("reuseFirst", "app/Plan.kt", "Plan.reuseFirst"),
        ("CODE_OK", "include/run.h", "code"),
        ("CODE_LATE", "include/run.h", "code"),
        ("MOST_RUNS", "include/run.h", "run.h"),
        ("Pool.run", "app/pool.py", "Pool.run"),
        ("Pool::run", "app/pool.py", "Pool.run"),
        ("Pool#run", "app/pool.py", "Pool.run"),
        ("app.pool.Pool.run", "app/pool.py", "Pool.run"),
        ("most_waiting", "app/pool.py", "size"),
    ],
)
def test_a_name_is_found_where_it_is_defined_however_it_is_qualified(
    at: Workspace, repo: Repo, query: str, path: str, title: str
) -> None:
    repo.commit("names", NAMES)
    at.documents.ingest(at.documents.view(), cause="test")
    answer = ask(at, query, "code")
    assert (answer.hits[0].path, answer.hits[0].title, answer.documents_fit) == (path, title, "good")
    assert answer.notes == ()


def test_a_long_definition_is_shown_by_its_head_and_generated_code_comes_last(at: Workspace, repo: Repo) -> None:
    repo.commit("names", NAMES)
    at.documents.ingest(at.documents.view(), cause="test")
    hits = ask(at, "run", "code").hits
    assert 3 in [hit.start_line for hit in hits if hit.path == "src/run.c" and hit.title == "run"]
    paths = [hit.path for hit in hits]
    assert paths.index("gen/api_pb2.py") > max(paths.index("app/pool.py"), paths.index("src/run.c"))
