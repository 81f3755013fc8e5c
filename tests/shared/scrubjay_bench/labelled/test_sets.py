"""Which labelled sets are in a folder, and what do they ask?"""

from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay_bench.labelled import LabelledSet, choose_sets, find_sets
from tests.shared.scrubjay_bench.conftest import write


def load(sets: Path, name: str) -> LabelledSet:
    found = find_sets(sets)[name]()
    assert found is not None
    return found


def test_sets_are_found_by_their_folders_and_chosen_by_name_or_folder(sets: Path) -> None:
    found = find_sets(sets)
    assert list(found) == ["doc_links/post", "commit_to_doc/post-office", "beam/100K"]
    assert list(choose_sets(found, ["beam"])) == ["beam/100K"]
    assert list(choose_sets(found, ["beam/100K", "doc_links"])) == ["doc_links/post", "beam/100K"]
    with pytest.raises(UsageError, match=r"No set 'bean'.*beam/100K"):
        choose_sets(found, ["bean"])


def test_a_folder_without_sets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no labelled set"):
        find_sets(tmp_path)


def test_a_file_that_is_no_gzip_is_named_with_its_line(sets: Path) -> None:
    (sets / "beam/100K/questions.jsonl.gz").write_text("{}")
    with pytest.raises(UsageError, match=r"questions\.jsonl\.gz, line 0"):
        load(sets, "beam/100K")


def test_the_page_that_holds_a_link_does_not_count_as_found(sets: Path) -> None:
    first = load(sets, "doc_links/post").questions[0]
    assert (first.gold, first.excluded) == (("docs/parcels.md",), ("docs/letters.md",))


def test_commits_are_asked_of_the_pages_that_hold_their_documents(sets: Path) -> None:
    found = load(sets, "commit_to_doc/post-office")
    assert [q.id for q in found.questions] == ["c1", "c2", "c4", "c5"]
    assert found.questions[1].gold == ("docs/birds.md", "docs/letters.md", "docs/parcels.md")
    assert found.notes == ("1 of 5 commits touched only documents that aren't in the data",)
    assert found.missing == 2
    assert found.remedy == f"Put the documents of post-office into {sets / 'repos/post-office-docs.bundle'}"


def test_commits_without_documents_are_no_set(sets: Path) -> None:
    (sets / "doc_links/post/corpus.jsonl.gz").unlink()
    assert find_sets(sets)["commit_to_doc/post-office"]() is None


def test_each_chat_is_a_corpus_and_questions_about_all_of_it_are_left_out(sets: Path) -> None:
    found = load(sets, "beam/100K")
    assert [corpus.name for corpus in found.corpora] == ["chat-1"]
    update, abstention = found.questions
    assert (update.newer, update.older) == (("batch-01/00002",), ("batch-01/00000",))
    assert update.parts == ("all", "Coding")
    assert (abstention.parts, abstention.gold) == (("abstention",), ())
    assert "left out: 1 question without a turn named" in found.notes


def test_library_questions_of_two_sources_stand_in_two_tables(tmp_path: Path) -> None:
    write(
        tmp_path / "docs_qa/corpus.jsonl.gz", [{"id": "np.max", "path": "numpy/max.txt", "text": "# max\n\nLargest.\n"}]
    )
    write(
        tmp_path / "docs_qa/queries.jsonl.gz",
        [
            {"id": "1", "source": "odex", "query": "largest", "gold_pages": ["np.max"]},
            {"id": "2", "source": "ds1000", "query": "largest", "gold_pages": ["np.max", "np.min"]},
        ],
    )
    questions = load(tmp_path, "docs_qa").questions
    assert [(q.parts, q.gold) for q in questions] == [(("ODEX",), ("numpy/max.md",)), (("DS-1000",), ("numpy/max.md",))]


def test_locomo_turns_stand_in_sessions(tmp_path: Path) -> None:
    turn = {
        "sample_id": "c",
        "session": 2,
        "date": "1:56 pm on 8 May, 2023",
        "dia_id": "D2:1",
        "speaker": "Ada",
        "text": "Look!",
        "image_caption": "a jay",
    }
    write(tmp_path / "locomo/turns.jsonl.gz", [turn])
    question = {"qid": "1", "sample_id": "c", "question": "What?", "evidence": ["D2:1"], "category": 1}
    write(tmp_path / "locomo/questions.jsonl.gz", [question, question | {"qid": "2", "category": 5}])
    found = load(tmp_path, "locomo")
    turns = found.corpora[0].turns
    assert turns is not None
    (said,) = turns()
    assert (said["session"], said["turn"], said["role"]) == ("session-02", 0, "Ada")
    assert (said["text"], said["time"]) == ("Look! [shows: a jay]", "2023-05-08T13:56:00+00:00")
    assert [q.gold for q in found.questions] == [("session-02/00000",), ()]
