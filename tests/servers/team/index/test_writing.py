"""Writing of a mirror's index: what is copied, what a change copies, and that a run is whole or nothing."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.knowledge.documents import policy
from scrubjay.model.encoded import Encoded
from scrubjay_team.index.writing import check_dimensions, drop_index
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import LiveMirror, MakeMirror
from tests.servers.team.makers import make_team

FILES = {
    "README.md": "# Shop\n\nThe queue retries a payment three times.\n",
    "docs/adr/0001-use-postgres.md": "# 1. Use PostgreSQL\n\nDate: 2026-01-02\n\n"
    "## Status\n\nAccepted\n\n## Decision\n\nWe use it.\n",
    "src/queue.py": "class Queue:\n    def retry_payment(self, order):\n        return order\n",
}
TABLES = [
    "content",
    "passage",
    "record",
    "symbol",
    "shown",
    "word_row",
    "word_frequency",
    "word_total",
    "embedding",
    "token_states",
    "mirror_view",
    "mirror_index",
]


@pytest.fixture
def mirror(repo: Repo, databases: Databases, make_mirror: MakeMirror) -> LiveMirror:
    repo.commit("first", FILES)
    return make_mirror(repo, make_team(databases.owner))


def rows(databases: Databases, project: UUID, sql: str) -> list[dict[str, object]]:
    with databases.worker.working(project) as work:
        return work.connection.execute(sql).fetchall()


def counts(databases: Databases, project: UUID) -> dict[str, int]:
    found = {one: rows(databases, project, f"SELECT count(*) AS n FROM {one}")[0]["n"] for one in TABLES}
    return {name: int(str(number)) for name, number in found.items()}


def test_documents_code_and_decisions_are_copied_with_words_and_vectors(mirror: LiveMirror) -> None:
    report = mirror.index()
    assert (report.contents, report.changed) == (3, True)
    shown = rows(mirror.databases, mirror.project, "SELECT path, kind, dated FROM shown ORDER BY path")
    assert [(row["path"], row["kind"]) for row in shown] == [
        ("README.md", "document"), ("docs/adr/0001-use-postgres.md", "decision"), ("src/queue.py", "code"),
    ]  # fmt: skip
    assert shown[1]["dated"] == "2026-01-02"
    there = counts(mirror.databases, mirror.project)
    assert there["embedding"] == report.vectors > 0
    assert all(there[name] for name in TABLES if name != "token_states")


def test_the_whole_text_of_a_document_is_kept(mirror: LiveMirror) -> None:
    mirror.index()
    (row,) = rows(mirror.databases, mirror.project, "SELECT text FROM content WHERE title = 'Shop'")
    assert row["text"] == FILES["README.md"]


def test_a_second_run_over_the_same_commit_copies_nothing(mirror: LiveMirror) -> None:
    mirror.index()
    report = mirror.index()
    assert not report.changed
    assert report.contents == report.vectors == 0


def test_a_change_copies_what_is_new_and_drops_what_is_gone(mirror: LiveMirror) -> None:
    mirror.index()
    before = counts(mirror.databases, mirror.project)
    mirror.source.commit("second", {"README.md": "# Shop\n\nThe queue retries a payment five times.\n"})
    mirror.fetch()
    report = mirror.index()
    assert (report.contents, report.dropped) == (1, 1)
    after = counts(mirror.databases, mirror.project)
    assert {name: after[name] for name in TABLES if name != "word_frequency"} == {
        name: before[name] for name in TABLES if name != "word_frequency"
    }
    words = rows(
        mirror.databases,
        mirror.project,
        "SELECT term, items FROM word_frequency WHERE area = 2 AND term ~ 'five|three'",
    )
    assert [(row["term"], row["items"]) for row in words] == [("five", 1)]


def weights(mirror: LiveMirror) -> list[tuple[object, ...]]:
    return [
        tuple(row.values())
        for table in ("SELECT area, term, items FROM word_frequency", "SELECT area, '', items + length FROM word_total")
        for row in rows(mirror.databases, mirror.project, f"{table} ORDER BY 1, 2")
    ]


def test_words_weigh_as_in_a_fresh_home_after_new_rules_and_a_rewritten_history(
    mirror: LiveMirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror.source.git("tag", "v1")
    mirror.source.commit("A word of a lost commit", {"README.md": "# Shop\n\nA lost word.\n"})
    mirror.fetch()
    mirror.index("v1")
    mirror.source.git("commit", "-q", "--amend", "-m", "Another word")
    mirror.fetch()
    for version in ("CHUNKER_VERSION", "COMMITS_VERSION"):
        monkeypatch.setattr(policy, version, "later")
    mirror.index("v1")
    old = weights(mirror)
    drop_index(mirror.databases.worker, mirror.project)
    mirror.home = mirror.home.with_name("fresh")
    mirror.index("v1")
    assert old == weights(mirror)


def test_nothing_is_written_into_the_worktree(mirror: LiveMirror) -> None:
    mirror.index()
    assert [path.name for path in mirror.tree.iterdir()] == [".git"]


def test_a_tag_is_a_view_of_its_own(mirror: LiveMirror) -> None:
    mirror.source.git("tag", "v1")
    mirror.source.commit("second", {"README.md": "# Shop\n\nNothing is retried.\n"})
    mirror.fetch()
    report = mirror.index("v1", "missing")
    assert (report.views, report.contents) == (2, 4)
    shown = rows(
        mirror.databases, mirror.project, "SELECT view, content FROM shown WHERE path = 'README.md' ORDER BY view"
    )
    assert len({row["content"] for row in shown}) == 2
    words = rows(mirror.databases, mirror.project, "SELECT term FROM word_frequency WHERE area = 2 AND term = 'three'")
    assert words == []  # only the branch weighs words, as at home


def test_the_repository_s_settings_are_read_from_its_tree(mirror: LiveMirror) -> None:
    mirror.source.commit("settings", {".agent/config.yaml": "ingestion:\n  exclude: ['docs/**']\n"})
    mirror.fetch()
    mirror.index()
    shown = rows(mirror.databases, mirror.project, "SELECT path FROM shown ORDER BY path")
    assert [row["path"] for row in shown] == ["README.md", "src/queue.py"]


def test_a_run_that_fails_at_its_end_leaves_the_old_index_whole(mirror: LiveMirror) -> None:
    mirror.index()
    before = rows(mirror.databases, mirror.project, "SELECT path, content FROM shown ORDER BY path")
    mirror.source.commit("second", {"README.md": "# Shop\n\nNothing is retried.\n"})
    mirror.fetch()

    def killed(what: str, done: int, total: int) -> None:
        if what == "vectors":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mirror.index(progress=killed)
    assert rows(mirror.databases, mirror.project, "SELECT path, content FROM shown ORDER BY path") == before
    assert mirror.index().contents == 1


def test_a_dropped_index_leaves_no_row(mirror: LiveMirror) -> None:
    mirror.index()
    drop_index(mirror.databases.worker, mirror.project)
    assert set(counts(mirror.databases, mirror.project).values()) == {0}


def test_an_embedder_of_another_size_is_refused() -> None:
    with pytest.raises(ModelUnavailable, match="gives vectors of 768 components"):
        check_dimensions("large", 768)


class OtherEmbedder(HashingEmbedder):
    """Another model, with other vectors."""

    def __init__(self) -> None:
        super().__init__(384)
        self.fingerprint = replace(self.fingerprint, weights="other")

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        return super().embed_passages([f"{text} other" for text in texts])


def test_vectors_of_another_embedder_take_the_place_of_the_old_ones(mirror: LiveMirror) -> None:
    codes = "SELECT passage, code::text AS code FROM embedding ORDER BY passage"
    mirror.index()
    old = rows(mirror.databases, mirror.project, codes)
    mirror.embedder = OtherEmbedder()
    assert mirror.index().vectors == len(old)
    new = rows(mirror.databases, mirror.project, codes)
    assert [row["passage"] for row in new] == [row["passage"] for row in old]
    assert not {str(row["code"]) for row in new} & {str(row["code"]) for row in old}


class HearingEmbedder(HashingEmbedder):
    """An embedder that keeps which texts came together."""

    def __init__(self) -> None:
        super().__init__(384)
        self.batches: list[list[str]] = []

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        self.batches.append(list(texts))
        return super().embed_passages(texts)


def test_the_branch_is_embedded_by_itself_as_at_home_before_tags_are(mirror: LiveMirror) -> None:
    mirror.source.git("tag", "v1")
    mirror.source.commit("second", {"README.md": "# Shop\n\nA payment is retried once.\n"})
    mirror.source.git("tag", "v2")
    mirror.fetch()
    hearing = HearingEmbedder()
    mirror.embedder = hearing
    mirror.index("v2", "v1")
    old = [any("three times" in text for text in batch) for batch in hearing.batches]
    new = [any("retried once" in text for text in batch) for batch in hearing.batches]
    assert (sum(old), sum(new)) == (1, 1)
    assert new.index(True) < old.index(True)


def test_a_new_mirror_is_searched_by_words_before_anything_is_embedded(mirror: LiveMirror) -> None:
    seen: list[tuple[int, int]] = []

    class LookingEmbedder(HashingEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> Encoded:
            there = counts(mirror.databases, mirror.project)
            seen.append((there["shown"], there["embedding"]))
            return super().embed_passages(texts)

    mirror.embedder = LookingEmbedder(384)
    report = mirror.index()
    assert seen[0] == (3, 0)
    assert (report.contents, report.vectors) == (3, counts(mirror.databases, mirror.project)["embedding"])
    seen.clear()
    mirror.source.commit("second", {"more.md": "# More\n\nWhat is new is shown with its vector.\n"})
    mirror.fetch()
    mirror.index()
    assert [shown for shown, _ in seen] == [3]
