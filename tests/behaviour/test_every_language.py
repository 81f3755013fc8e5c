"""Pages in any script are found by their own words, and what doesn't answer isn't called an answer."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.knowledge.retrieval.meaning import UNKNOWN_WORDS
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.settings.layers import load_settings
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

PAGES = {
    "docs/部署.md": "# 部署说明\n\n生产环境的数据库迁移必须在凌晨两点之后执行。\n重跑gen-itgc后需要检查。\n",
    "docs/缓存.md": "# 缓存策略\n\n会话使用Redis缓存，三十分钟后失效，并且不会写入磁盘。\n",
    "docs/権限.md": "# 権限の確認\n\n管理者だけが請求書を取り消すことができる。承認は二人で行う。\n",
    "docs/배포.md": "# 배포 절차\n\n데이터베이스를 백업한 뒤에 새 버전을 배포하고 상태를 확인합니다.\n",
    "docs/thai.md": "# สำรองข้อมูล\n\nสำรองข้อมูลทุกคืนเวลาตีสามแล้วส่งไปยังเซิร์ฟเวอร์ที่สอง\n",
    "docs/резерв.md": "# Резервные копии\n\nКопии базы хранятся тридцать дней и удаляются автоматически.\n",
    "docs/बैकअप.md": "# बैकअप\n\nडेटाबेस का बैकअप हर रात तीन बजे लिया जाता है।\n",
    "docs/retry.md": "# Retries\n\nThe client retries a failed request three times with exponential backoff.\n",
}


@pytest.fixture
def app(environment: dict[str, str], clock: Callable[[], datetime], unhurried: None) -> Iterator[App]:
    with ExitStack() as stack:
        yield stack.enter_context(
            open_app(
                load_settings(environment),
                git_environment=GitEnvironment.of(environment),
                embedder=OnnxEmbedder(),
                clock=clock,
                wake=lambda: None,
            )
        )


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    """A repository in seven scripts, its vectors computed by the bundled model."""
    repo.commit("pages", dict(PAGES))
    workspace = app.initialise(repo.path)
    ingest(workspace)
    embed_pending(workspace.knowledge_database, OnnxEmbedder(), stop=lambda: False)
    return workspace


def ask(at: Workspace, query: str) -> RecallAnswer:
    return at.recall.search(RecallRequest(query=query, limit=8, trimmed=True))


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("数据库迁移必须在凌晨两点之后", "docs/部署.md"),
        ("重跑gen-itgc", "docs/部署.md"),
        ("会话使用Redis缓存", "docs/缓存.md"),
        ("請求書を取り消す", "docs/権限.md"),
        ("承認は二人で", "docs/権限.md"),
        ("데이터베이스를 백업", "docs/배포.md"),
        ("ทุกคืนเวลาตีสาม", "docs/thai.md"),
        ("хранятся тридцать дней", "docs/резерв.md"),
        ("बैकअप हर रात", "docs/बैकअप.md"),
    ],
)
def test_a_page_is_found_by_its_own_words(at: Workspace, query: str, path: str) -> None:
    answer = ask(at, query)
    assert (answer.hits[0].path, answer.documents_fit) == (path, "good")


@pytest.mark.parametrize(
    "query",
    [
        "怎么做红烧牛肉面才好吃",
        "明日の東京の天気はどうですか",
        "축구 경기 결과를 알려 주세요",
        "วิธีทำต้มยำกุ้งให้อร่อย",
        "кто выиграл чемпионат по футболу",
    ],
)
def test_a_question_about_something_else_is_not_called_answered(at: Workspace, query: str) -> None:
    answer = ask(at, query)
    assert answer.documents_fit == "nothing"
    assert UNKNOWN_WORDS in answer.degraded


def test_texts_that_the_model_does_not_know_answer_no_english_question(at: Workspace) -> None:
    answer = ask(at, "how often is a request retried?")
    assert [hit.path for hit in answer.hits][:1] == ["docs/retry.md"]
    assert answer.degraded == ()
    assert answer.embedded == 1.0
    assert all("vector" not in hit.scores for hit in answer.hits if hit.path != "docs/retry.md")
