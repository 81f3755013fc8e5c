"""What does a run over labelled sets measure, and what does it leave?"""

import json
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from scrubjay.errors import UsageError
from scrubjay.storage.filesystem import file_lock
from scrubjay_bench.bench import BenchOptions, SetReport, measure
from scrubjay_bench.corpora import CorpusRefused, missing_answers
from scrubjay_bench.labelled import LabelledSet, choose_sets, find_sets
from scrubjay_bench.report import show_parts
from scrubjay_bench.runner import PLAIN, arms
from tests.fakes import HashingEmbedder
from tests.shared.scrubjay_bench.conftest import Configured, silent, write


def run(
    sets: Path, configured: Configured, only: str, keep: Path, limit: int = 0, recipes: Sequence[str] = ()
) -> SetReport:
    found = choose_sets(find_sets(sets), [only])
    options = BenchOptions(keep, arms(recipes), limit)
    (report,) = measure(found, options, *configured, silent, embedder=HashingEmbedder())
    return report


def test_every_arm_is_measured_by_the_products_own_path(sets: Path, configured: Configured, tmp_path: Path) -> None:
    report = run(sets, configured, "doc_links", tmp_path / "keep")
    (part,) = report.parts
    assert {"keyword", "vector", "hybrid", "balanced"} <= set(part.arms)
    assert part.arms["keyword"]["recall@10"].value == 1.0
    assert part.arms["keyword"]["mrr@10"].value == 1.0
    assert (report.documents, report.embedded, part.questions) == (3, 1.0, 2)
    assert report.latency["balanced"]["total"]["p50"] > 0
    assert part.single in ("keyword", "vector")


def test_the_baseline_answers_the_same_questions_and_is_compared_one_by_one(
    sets: Path, configured: Configured, tmp_path: Path
) -> None:
    report = run(sets, configured, "doc_links", tmp_path / "keep")
    (part,) = report.parts
    plain, ours = part.arms[PLAIN]["recall@10"], part.arms["balanced"]["recall@10"]
    assert (plain.value, plain.n) == (1.0, part.questions)
    assert part.against_plain is not None
    assert part.against_plain.value == pytest.approx(ours.value - plain.value)
    rows = [json.loads(line) for line in report.results.read_text().splitlines()]
    assert {row["question"] for row in rows if row["arm"] == PLAIN} == {"l1", "l2"}
    assert (
        "docs/letters.md" not in next(row for row in rows if row["arm"] == PLAIN and row["question"] == "l1")["found"]
    )


@pytest.mark.parametrize(("only", "recipe"), [("doc_links", "code"), ("beam", "conversation")])
def test_one_recipe_is_measured_beside_the_baseline_alone(
    only: str, recipe: str, sets: Path, configured: Configured, tmp_path: Path
) -> None:
    report = run(sets, configured, only, tmp_path / "keep", recipes=[recipe])
    part = report.parts[0]
    assert list(part.arms) == [PLAIN, recipe]
    assert part.against_single is None
    assert (part.against_plain is None) == (recipe != part.recipe)


def test_the_gain_over_the_baseline_is_printed(
    sets: Path, configured: Configured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = run(sets, configured, "doc_links", tmp_path / "keep", recipes=["balanced"])
    show_parts(report.parts, report.latency)
    assert "balanced compared with plain bm25: +0.000 [+0.000, +0.000] recall@10" in capsys.readouterr().out


def test_words_alone_embed_nothing(sets: Path, configured: Configured, tmp_path: Path) -> None:
    report = run(sets, configured, "doc_links", tmp_path / "keep", recipes=["keyword"])
    assert (report.embedded, list(report.parts[0].arms)) == (0.0, [PLAIN, "keyword"])
    assert run(sets, configured, "doc_links", tmp_path / "keep", recipes=["fast"]).embedded == 1.0


def test_a_conversation_is_compared_by_its_own_recipe(sets: Path, configured: Configured, tmp_path: Path) -> None:
    part = run(sets, configured, "beam", tmp_path / "keep").parts[0]
    assert part.recipe == "conversation"
    assert part.against_plain is not None
    assert part.arms[PLAIN]["recall@10"].value > 0


def test_each_answer_is_a_line_of_json(sets: Path, configured: Configured, tmp_path: Path) -> None:
    report = run(sets, configured, "doc_links", tmp_path / "keep")
    rows = [json.loads(line) for line in report.results.read_text().splitlines()]
    first = next(row for row in rows if row["arm"] == "keyword" and row["question"] == "l1")
    assert first["found"][0] == "docs/parcels.md"
    assert "docs/letters.md" not in first["found"]
    assert len(rows) == 2 * len(report.parts[0].arms)


def test_vector_and_keyword_arms_search_by_one_thing_alone(sets: Path, configured: Configured, tmp_path: Path) -> None:
    report = run(sets, configured, "doc_links", tmp_path / "keep")
    assert set(report.latency["keyword"]) >= {"keyword", "total"}
    assert not report.degraded


def test_a_chat_counts_recall_updates_and_abstention_apart(sets: Path, configured: Configured, tmp_path: Path) -> None:
    report = run(sets, configured, "beam", tmp_path / "keep")
    assert [part.name for part in report.parts] == ["all", "Coding"]
    assert {"recall@10", "newer_first"} <= set(report.parts[0].arms["keyword"])
    assert report.parts[0].arms["keyword"]["recall@10"].value > 0
    assert 0 <= report.separation["keyword"] <= 1


def test_a_second_run_finds_the_index_and_says_the_same(sets: Path, configured: Configured, tmp_path: Path) -> None:
    first = run(sets, configured, "commit_to_doc", tmp_path / "keep")
    made = sorted((tmp_path / "keep").iterdir())
    second = run(sets, configured, "commit_to_doc", tmp_path / "keep")
    assert sorted((tmp_path / "keep").iterdir()) == made
    assert first.parts == second.parts


def test_questions_can_be_sampled_and_the_report_says_so(sets: Path, configured: Configured, tmp_path: Path) -> None:
    report = run(sets, configured, "doc_links", tmp_path / "keep", limit=1)
    assert report.parts[0].questions == 1
    assert "only 1 of 2 questions were asked (--limit)" in report.notes


@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("only", ["beam", "doc_links"])
def test_a_copied_or_moved_folder_measures_as_before_and_embeds_nothing_again(
    sets: Path, configured: Configured, tmp_path: Path, only: str, moved: bool
) -> None:
    first = run(sets, configured, only, tmp_path / "keep")
    if moved:
        (tmp_path / "keep").rename(tmp_path / "other")
    else:
        copytree(tmp_path / "keep", tmp_path / "other")
    second = run(sets, configured, only, tmp_path / "other", recipes=["keyword"])
    assert second.parts[0].arms["keyword"] == first.parts[0].arms["keyword"]
    assert (second.documents, second.passages, second.embedded) == (first.documents, first.passages, 1.0)
    assert run(sets, configured, only, tmp_path / "other").parts == first.parts


def test_a_conversation_whose_index_lost_its_turns_is_read_again(
    sets: Path, configured: Configured, tmp_path: Path
) -> None:
    first = run(sets, configured, "beam", tmp_path / "keep")
    (folder,) = (tmp_path / "keep").glob("beam-100K-*")
    rmtree(folder / "home")
    assert run(sets, configured, "beam", tmp_path / "keep").parts[0].arms["keyword"] == first.parts[0].arms["keyword"]


def test_a_corpus_of_another_repository_is_refused_and_the_other_sets_are_measured(
    sets: Path, configured: Configured, tmp_path: Path
) -> None:
    rows = [{"id": "c1", "query": "Say it", "gold": ["docs/letters.md", "gone.md", "away.md"]}]
    write(sets / "commit_to_doc/post-office.jsonl.gz", rows)
    said: dict[str, str] = {}
    options = BenchOptions(tmp_path / "keep", arms(["keyword"]))
    found = choose_sets(find_sets(sets), ["commit_to_doc", "beam"])
    reports = measure(
        found, options, *configured, silent, embedder=HashingEmbedder(),
        refused=lambda name, error: said.update({name: str(error)}),
    )  # fmt: skip
    assert [report.name for report in reports] == ["beam/100K"]
    assert list(said) == ["commit_to_doc/post-office"]
    assert "holds 1 of 3 right answers" in said["commit_to_doc/post-office"]
    assert "post-office-docs.bundle" in said["commit_to_doc/post-office"]
    with pytest.raises(CorpusRefused):
        list(measure(found, options, *configured, silent, embedder=HashingEmbedder()))


def test_pages_without_the_right_ones_and_a_chat_without_turns_are_refused(
    sets: Path, configured: Configured, tmp_path: Path
) -> None:
    write(sets / "doc_links/post/corpus.jsonl.gz", [{"id": "docs/other.md", "text": "# Other\n"}])
    with pytest.raises(CorpusRefused, match=r"doc_links/post isn't measured: its corpus holds 0 of 2 right answers"):
        run(sets, configured, "doc_links", tmp_path / "keep")
    write(sets / "doc_links/post/corpus.jsonl.gz", [])
    with pytest.raises(CorpusRefused, match=r"its corpus docs is empty in .*delete that folder"):
        run(sets, configured, "doc_links", tmp_path / "keep")


@pytest.mark.parametrize(
    "rows", [b"no gzip", [{"id": 5, "text": "# A\n"}], [{"id": "docs/a.md", "text": None}], [{"text": "# A\n"}]]
)
def test_a_set_that_cannot_be_read_is_refused_and_the_other_sets_are_measured(
    sets: Path, configured: Configured, tmp_path: Path, rows: bytes | list[dict[str, object]]
) -> None:
    corpus = sets / "doc_links/post/corpus.jsonl.gz"
    if isinstance(rows, bytes):
        corpus.write_bytes(rows)
    else:
        write(corpus, rows)
    said: dict[str, str] = {}
    reports = measure(
        choose_sets(find_sets(sets), ["doc_links", "beam"]), BenchOptions(tmp_path / "keep", arms(["keyword"])),
        *configured, silent, embedder=HashingEmbedder(), refused=lambda name, error: said.update({name: str(error)}),
    )  # fmt: skip
    assert [report.name for report in reports] == ["beam/100K"]
    assert said["doc_links/post"].startswith("doc_links/post isn't measured")


@pytest.mark.parametrize(
    ("held", "right", "measured"), [(8, 10, True), (7, 9, False), (12, 15, True), (0, 1, False), (0, 0, True)]
)
def test_four_fifths_of_the_right_answers_are_enough(held: int, right: int, measured: bool) -> None:
    labelled = LabelledSet(name="post", metric="recall@10", corpora=(), questions=(), sources=())
    assert (missing_answers(labelled, held, right) == "") is measured


def test_two_runs_of_one_set_do_not_meet(sets: Path, configured: Configured, tmp_path: Path) -> None:
    keep = tmp_path / "keep"
    run(sets, configured, "doc_links", keep)
    folder = next(keep.glob("doc_links-post-*"))
    with file_lock(folder / "lock"), pytest.raises(UsageError, match="Another bench"):
        run(sets, configured, "doc_links", keep)


def test_the_users_home_and_the_data_stay_as_they_are(sets: Path, configured: Configured, tmp_path: Path) -> None:
    before = sorted(str(path) for path in sets.rglob("*"))
    run(sets, configured, "doc_links", tmp_path / "keep")
    assert sorted(str(path) for path in sets.rglob("*")) == before
    assert not configured[0].home.exists()
