"""What does `scrubjay bench` print?"""

import json
from typing import Any

from tests.shared.cli.conftest import Scrubjay
from tests.shared.scrubjay_bench.conftest import write


def test_a_repository_is_measured_by_its_own_history(ready: Scrubjay, magpie: Any) -> None:
    for number in range(24):
        name = "abcdefghijklmnopqrstuvwx"[number] * 4
        magpie.commit(f"Describe {name} for parcels today", {f"docs/{name}.md": f"# {name}\n\nParcels of {name}.\n"})
    done = ready("bench")
    assert done.code == 0, done.err
    assert "commit subject to documents: 24 questions, ranked by recall@10 [95 % interval]" in done.out
    assert "recall@10 against milliseconds (median)" in done.out
    assert "only keyword search was measured" in done.out
    assert "results of each question: " in done.out


def test_a_tiny_repository_gets_a_table_and_no_picture(ready: Scrubjay, magpie: Any) -> None:
    magpie.commit("Describe how parcels travel", {"docs/travel.md": "# Travel\n\nParcels travel by night.\n"})
    done = ready("bench")
    assert done.code == 0
    assert "commit subject to documents: 1 question" in done.out
    assert "recall@10 against" not in done.out


def test_the_same_as_json(ready: Scrubjay, magpie: Any) -> None:
    magpie.commit("Describe how parcels travel", {"docs/travel.md": "# Travel\n\nParcels travel by night.\n"})
    shown = json.loads(ready("bench", "--json").out)
    assert shown["questions"] == 1
    assert shown["choice"] is None
    assert shown["parts"][0]["arms"]["keyword"]["recall@10"]["mean"] == 1.0


def test_nothing_to_ask_ends_with_1(ready: Scrubjay) -> None:
    done = ready("bench", "--limit", "5")
    assert (done.code, done.out.partition(":")[0]) == (1, "No questions")


def test_labelled_sets_need_no_repository_set_up(scrubjay: Scrubjay, tmp_path: Any) -> None:
    data = tmp_path / "data"
    write(data / "doc_links/post/corpus.jsonl.gz", [{"id": "a.md", "text": "# Parcels\n\nSorted by weight.\n"}])
    write(data / "doc_links/post/queries.jsonl.gz", [{"id": "1", "query": "sorted by weight", "gold": ["a.md"]}])
    done = scrubjay("bench", "--data", str(data), "--keep", str(tmp_path / "keep"))
    assert done.code == 0, done.err
    assert "doc_links/post · all: 1 question, ranked by recall@10" in done.out
    shown = json.loads(scrubjay("bench", "--data", str(data), "--keep", str(tmp_path / "keep"), "--json").out)
    assert [one["set"] for one in shown["sets"]] == ["doc_links/post"]


def test_a_set_whose_corpus_is_anothers_ends_with_2_and_the_others_are_shown(scrubjay: Scrubjay, tmp_path: Any) -> None:
    data = tmp_path / "data"
    for name, gold in (("mail", "b.md"), ("post", "a.md")):
        page = {"id": "a.md", "text": "# Parcels\n\nSorted by weight.\n"}
        write(data / f"doc_links/{name}/corpus.jsonl.gz", [page])
        write(data / f"doc_links/{name}/queries.jsonl.gz", [{"id": "1", "query": "sorted by weight", "gold": [gold]}])
    run = ("bench", "--data", str(data), "--keep", str(tmp_path / "keep"))
    done = scrubjay(*run)
    assert done.code == 2
    assert "doc_links/mail isn't measured: its corpus holds 0 of 1 right answer," in done.err
    assert "doc_links/post · all: 1 question" in done.out
    done = scrubjay(*run, "--json")
    shown = json.loads(done.out)
    assert (done.code, [one["set"] for one in shown["sets"]], list(shown["refused"])) == (
        2, ["doc_links/post"], ["doc_links/mail"],
    )  # fmt: skip


def test_one_recipe_of_one_set_is_measured_beside_the_baseline(scrubjay: Scrubjay, tmp_path: Any) -> None:
    data = tmp_path / "data"
    for name in ("mail", "post"):
        page = {"id": "a.md", "text": "# Parcels\n\nSorted by weight.\n"}
        write(data / f"doc_links/{name}/corpus.jsonl.gz", [page])
        write(data / f"doc_links/{name}/queries.jsonl.gz", [{"id": "1", "query": "sorted by weight", "gold": ["a.md"]}])
    keep = tmp_path / "keep"
    chosen = ("--only", "doc_links/post", "--recipe", "keyword")
    shown = json.loads(scrubjay("bench", "--data", str(data), "--keep", str(keep), *chosen, "--json").out)
    assert [(one["set"], list(one["parts"][0]["arms"])) for one in shown["sets"]] == [
        ("doc_links/post", ["plain bm25", "keyword"])
    ]
    lines = (keep / "results" / "doc_links-post.jsonl").read_text().splitlines()
    assert [json.loads(line)["arm"] for line in lines] == ["plain bm25", "keyword"]


def test_wrong_names_are_said_before_any_work(ready: Scrubjay, tmp_path: Any) -> None:
    for arguments in (("--recipe", "nonsense"), ("--only", "beam"), ("--data", str(tmp_path / "nowhere"))):
        done = ready("bench", *arguments)
        assert done.code == 2, arguments
        assert done.out == ""


def test_a_file_of_the_users_is_no_folder_for_results(scrubjay: Scrubjay, tmp_path: Any) -> None:
    (tmp_path / "mine").write_text("mine")
    done = scrubjay("bench", "--keep", str(tmp_path / "mine"))
    assert (done.code, "is not a folder" in done.err, (tmp_path / "mine").read_text()) == (2, True, "mine")
