"""Does a measured set come into the page's table, and does the rest of the page stay?"""

from pathlib import Path

import pytest

from tests.benchmarks.quality import BEGIN, COLUMNS, END, LINES, PAGE, main, replaced, write
from tests.shared.scrubjay_bench.conftest import sets as sets  # the small labelled sets of the tests
from tests.shared.scrubjay_bench.conftest import write as write_rows

COMMITS = "app-services' commits to documents"
NAMES = [line.name for line in LINES]


def row(name: str, value: str = ".5") -> str:
    return f"| {name}: 9 | recall@10 | {value} |"


def test_rows_are_replaced_in_the_order_of_the_lines_and_others_stay() -> None:
    first = replaced("", {NAMES[3]: row(NAMES[3]), NAMES[0]: row(NAMES[0])})
    second = replaced(first, {NAMES[1]: row(NAMES[1]), NAMES[0]: row(NAMES[0], ".7")})
    assert second.splitlines()[2:] == [row(NAMES[0], ".7"), row(NAMES[1]), row(NAMES[3])]
    assert second.splitlines()[0].count("|") == len(COLUMNS) + 1


def test_what_stands_around_the_table_stays(tmp_path: Path) -> None:
    page = tmp_path / "figures.md"
    page.write_text(f"# Figures\n\n{BEGIN}\n{END}\n\nMore.\n", encoding="utf-8")
    write(page, {NAMES[0]: row(NAMES[0])})
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# Figures\n\n{BEGIN}\n| set")
    assert text.endswith(f"{row(NAMES[0])}\n{END}\n\nMore.\n")


def test_the_real_page_holds_each_line_that_it_names_once() -> None:
    table = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip()
    assert replaced(table, {}) == table


def test_a_set_is_measured_into_the_page(
    sets: Path, tmp_path: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    (sets / "doc_links" / "post").rename(sets / "doc_links" / "fastapi")
    page = tmp_path / "figures.md"
    page.write_text(f"{BEGIN}\n{END}\n", encoding="utf-8")
    assert main(["--data", str(sets), "--keep", str(tmp_path / "keep"), "--only", "doc_links"], page) == 0
    (line,) = page.read_text(encoding="utf-8").splitlines()[3:-1]
    assert line.startswith("| fastapi's links: 2 | recall@10 | 1.000 [1.000, 1.000] | 1.000 [1.000, 1.000] |")


def test_a_set_whose_corpus_is_anothers_loses_its_figures_and_the_others_are_measured(
    sets: Path,
    tmp_path: Path,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    (sets / "doc_links" / "post").rename(sets / "doc_links" / "fastapi")
    away = [{"id": "c1", "query": "Say it", "gold": ["docs/letters.md", "gone.md", "away.md"]}]
    write_rows(sets / "commit_to_doc/application-services.jsonl.gz", away)
    page = tmp_path / "figures.md"
    page.write_text(f"{BEGIN}\n{replaced('', {COMMITS: row(COMMITS)})}\n{END}\n", encoding="utf-8")
    chosen = ("--only", "commit_to_doc/application-services", "--only", "doc_links")
    assert main(["--data", str(sets), "--keep", str(tmp_path / "keep"), *chosen], page) == 2
    links, commits = page.read_text(encoding="utf-8").splitlines()[3:-1]
    assert links.startswith("| fastapi's links: 2 |")
    assert commits.startswith(f"| {COMMITS}: not measured | recall@10 | | |")
    assert "holds 1 of 3 right answers" in capsys.readouterr().err
