"""A document is shown with line numbers, in whole or in part, and never beyond its budget."""

import os
import re
from pathlib import Path

import pytest

from scrubjay.errors import NotFound, UnsafePath, UsageError
from scrubjay.git.paths import as_printed
from scrubjay.inference.tokens import count_tokens
from scrubjay.model.visible import visible
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.search.recall.recall import Recall
from tests.conftest import Repo


def shown(recall: Recall, path: str = "docs/usage.md", **more: object) -> str:
    return recall.reader.document(DocumentRequest(path=path, **more)).text  # type: ignore[arg-type]


def test_a_document_is_shown_whole_by_section_and_by_lines(recall: Recall) -> None:
    whole = shown(recall)
    assert whole.splitlines()[0].endswith("docs/usage.md:1-8 of 8 lines")
    assert "```\n1\t# Usage" in whole
    section = shown(recall, section="deploy")
    assert "docs/usage.md:5-8" in section.splitlines()[0]
    assert "\n5\t## Deploy" in section
    assert "Start the shop" not in section
    assert "```\n1\t# Usage\n```" in shown(recall, lines="1")
    assert "Start the shop" in shown(recall, lines="2-400")
    assert "docs/usage.md:3-8" in shown(recall, lines="3-").splitlines()[0]


def test_an_outline_names_the_headings_with_their_lines(recall: Recall) -> None:
    outline = shown(recall, outline=True)
    assert outline.splitlines()[0].endswith("outline · docs/usage.md:1-8 of 8 lines")
    assert outline.splitlines()[2:] == ["1\tUsage", "5\t  Deploy"]
    assert shown(recall, outline=True, section="Deploy").splitlines()[2:] == ["5\tDeploy"]
    assert shown(recall, outline=True, lines="2-3").endswith("It has no headings there.")


def test_an_outline_that_is_too_long_keeps_the_upper_levels_and_then_goes_on(recall: Recall, shop: Repo) -> None:
    deep = "".join(f"# Chapter {n}\n\n" + "".join(f"## Part {n}.{m}\n\n" for m in range(8)) for n in range(150))
    shop.commit("deep", {"docs/deep.md": deep})
    short = shown(recall, "docs/deep.md", outline=True, budget=1_500)
    assert "Chapter 149" in short
    assert "Part" not in short
    assert "(1,200 headings below; section= with outline shows them)" in short
    assert "Part 7.3" in shown(recall, "docs/deep.md", outline=True, section="Chapter 7", budget=800)
    cut = shown(recall, "docs/deep.md", outline=True, budget=500)
    (lines,) = re.findall(r'lines="(\d+-\d+)" with outline goes on', cut)
    assert count_tokens(cut) <= 500
    last = [line for line in cut.splitlines() if "Chapter" in line][-1].split()[-1]
    assert f"Chapter {int(last) + 1}" in shown(recall, "docs/deep.md", outline=True, lines=lines, budget=500)


@pytest.mark.parametrize("name", ["ADR-007", "adr 7", "ADR-7", "0007", "Passkeys"])
def test_a_record_opens_by_its_name(recall: Recall, name: str) -> None:
    assert "docs/adr/0007-passkeys.md:1-" in shown(recall, name).splitlines()[0]
    assert "docs/adr/0002-login-forms.md:1-" in shown(recall, "ADR-002", as_of="HEAD~1").splitlines()[0]


def test_a_name_that_several_records_bear_is_answered_with_their_paths(recall: Recall, shop: Repo) -> None:
    shop.commit("another", {"docs/rfcs/0007-parcels.md": "# RFC-7: Parcels\n\nStatus: accepted\n"})
    with pytest.raises(NotFound, match=r"7 means several: docs/adr/0007-passkeys\.md, docs/rfcs/0007-parcels\.md"):
        shown(recall, "7")
    assert "Parcels" in shown(recall, "RFC-7")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        pytest.param({"path": "docs/usages.md"}, NotFound, r"Nearest: docs/usage\.md", id="nearly right"),
        pytest.param({"path": "usage.md"}, NotFound, r"Nearest: docs/usage\.md", id="without its folder"),
        pytest.param({"path": "ADR-099"}, NotFound, "No document ADR-099", id="no such record"),
        pytest.param(
            {"path": "docs/usage.md, docs/gone.md"}, UsageError, r"several: docs/usage\.md, docs/gone", id="two"
        ),
        pytest.param({"path": "../etc/passwd"}, UnsafePath, r"climbs out", id="outside"),
        pytest.param({"path": "docs/usage.md", "section": "Billing"}, NotFound, "Usage; Deploy", id="no such section"),
        pytest.param({"path": "docs/usage.md", "lines": "x"}, UsageError, "10-40", id="no range"),
        pytest.param({"path": "docs/usage.md", "lines": "9-3"}, UsageError, "10-40", id="backwards"),
        pytest.param({"path": "docs/usage.md", "lines": "99"}, NotFound, "8 lines", id="behind the end"),
        pytest.param({"path": "docs/usage.md", "lines": "99-"}, NotFound, "8 lines", id="open behind the end"),
    ],
)
def test_a_wrong_place_is_answered_with_the_right_one(
    recall: Recall, arguments: dict[str, str], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        shown(recall, **arguments)


NAMES = ["`tick`.md", "**bold**.md", "new\nline.md", "\u202ertl.md", "zero\u200ewidth.md", b"\xff\xfe.md", "a, b.md"]


@pytest.mark.parametrize("name", NAMES)
def test_a_document_opens_by_its_name_as_it_is_printed_and_is_explained_by_it(
    recall: Recall, shop: Repo, name: str | bytes
) -> None:
    folder = shop.path / "docs"
    Path(os.fsdecode(os.path.join(os.fsencode(folder), os.fsencode(name)))).write_text("# Odd\n\nGabbro.\n")  # noqa: PTH118
    shop.commit("odd")
    documents = recall.reader._documents
    (path,) = [
        as_printed(file.path)
        for file in documents.view().files
        if file.path.count("/") == 1 and "usage" not in file.path
    ]
    for printed in (path, f"{path}:1-3", f"**{path}:1-3** · Odd"):
        assert "3\tGabbro." in shown(recall, printed)
    assert documents.explain(path).selected
    assert documents.explain(path).at_head


@pytest.mark.parametrize("budget", [500, 2_000, 10_000])
def test_reading_on_as_a_cut_document_says_gives_every_line_once_within_the_budget(
    recall: Recall, shop: Repo, budget: int
) -> None:
    text = "".join(f"## Part {n}\n\nline {n} with some words \x1b[2J in it\n" for n in range(600))
    shop.commit("long", {"docs/long.md": text})
    numbers, lines = [], ""
    while True:
        answer = shown(recall, "docs/long.md", lines=lines, budget=budget)
        assert count_tokens(answer) <= budget
        assert len(answer) < 41_000
        numbers += [int(line.split("\t")[0]) for line in answer.splitlines() if "\t" in line]
        match = re.search(r'lines (\d+-\d+) are left; lines="(\1)" reads on; its sections: \d+ Part', answer)
        if match is None:
            break
        lines = match[2]
    assert numbers == list(range(1, 1802))


def test_a_section_that_is_cut_goes_on_to_its_own_end(recall: Recall, shop: Repo) -> None:
    shop.commit("long", {"docs/long.md": "# A\n\n" + "some words in a line\n" * 300 + "# B\n\nThe end.\n"})
    answer = shown(recall, "docs/long.md", section="A", budget=500)
    assert re.search(r'lines="\d+-302" reads on\)$', answer)


def test_a_line_that_is_longer_than_the_budget_is_cut_and_said_to_be(recall: Recall, shop: Repo) -> None:
    shop.commit("wide", {"docs/wide.md": f"# Wide\n\n{'owl ' * 5000}\nafter\n"})
    answer = shown(recall, "docs/wide.md", lines="3-", budget=500)
    assert "… (cut within the line)" in answer
    assert 'lines="4-5" reads on' in answer
    assert count_tokens(answer) <= 500


@pytest.mark.parametrize(
    "text", ["owl " * 20_000, "é\x1b[2J" * 4_000, "a\n" * 3 + "x, " * 9_000 + "\nend\n\nof it", "short"]
)
def test_pages_by_characters_give_the_whole_text_once(recall: Recall, shop: Repo, text: str) -> None:
    shop.commit("wide", {"docs/wide.md": text})
    pages, lines = "", "@0"
    while lines:
        answer = shown(recall, "docs/wide.md", lines=lines, budget=500)
        assert count_tokens(answer) <= 500
        page = re.search(r"```\n(.*)\n```", answer, re.DOTALL)
        assert page
        rows = [row.partition("\t")[2] for row in page[1].split("\n")]
        cut = rows[-1].endswith("(cut within the line)")
        pages += "\n".join(rows).removesuffix(" … (cut within the line)")
        following = re.search(r'lines="(@\d+)" reads on', answer)
        pages += "" if cut or not following else "\n"
        lines = following[1] if following else ""
    assert pages == visible(text)


def test_a_page_says_where_it_begins_and_none_begins_behind_the_end(recall: Recall) -> None:
    head = shown(recall, lines="@3").splitlines()[0]
    assert re.search(r"docs/usage\.md:1-8 of 8 lines · after 3 of \d+ characters$", head)
    with pytest.raises(NotFound, match=r"characters; @9999 is behind its end"):
        shown(recall, lines="@9999")


@pytest.mark.parametrize(
    ("printed", "head"),
    [
        ("docs/usage.md:5-8", "docs/usage.md:5-8 of"),
        ("**docs/usage.md:5-8** · Usage › Deploy", "docs/usage.md:5-8 of"),
        ("docs/usage.md › Usage › Deploy", "docs/usage.md:5-8 of"),
        ("{top}/docs/usage.md", "docs/usage.md:1-8 of"),
        ("ADR-007:1-2", "docs/adr/0007-passkeys.md:1-2 of"),
        ("{blob}", "docs/usage.md:1-8 of"),
    ],
)
def test_what_an_answer_printed_opens(recall: Recall, shop: Repo, printed: str, head: str) -> None:
    blob = shop.git("rev-parse", "HEAD:docs/usage.md")[:10]
    told = shown(recall, printed.format(top=shop.path, blob=blob))
    assert f" · {head}" in told.splitlines()[0]


def test_a_commit_of_the_view_opens_by_its_id_and_no_other_does(recall: Recall, shop: Repo) -> None:
    sha = shop.commit("Sort parcels by weight\n\nLetters stay, mail ada@example.org.", {"x.md": "# X\n"})
    told = shown(recall, f"commit {sha[:10]}")
    assert "Sort parcels by weight" in told
    assert "ada@example.org" not in told
    assert f"`git show {sha[:10]}`" in told
    shop.git("reset", "-q", "--hard", "HEAD~1")
    with pytest.raises(NotFound, match=rf"{sha[:10]} is no commit at .*get_provenance"):
        shown(recall, f"commit {sha[:10]}")


def test_what_is_there_and_not_read_says_why_and_what_would_change_it(recall: Recall, shop: Repo) -> None:
    lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
    shop.commit("more", {"src/a.lua": "print(1)\n", "big.md": lfs, "vendor/v.md": "# V\n", "long.md": "x " * 300_000})
    with pytest.raises(NotFound, match=r"src/a\.lua isn't read at .*no pattern.*include: .*lua"):
        shown(recall, "src/a.lua:1-9")
    with pytest.raises(NotFound, match=r"vendor/v\.md isn't read at .*ingestion.exclude"):
        shown(recall, "vendor/v.md")
    with pytest.raises(NotFound, match=r"big\.md at .*a Git LFS pointer"):
        shown(recall, "big.md")
    with pytest.raises(NotFound, match=r"long\.md at .*bytes"):
        shown(recall, "long.md")


def test_a_document_cant_end_its_own_frame(recall: Recall, shop: Repo) -> None:
    shop.commit("fences", {"docs/f.md": "# F\n\n````\n```\n````\n"})
    lines = shown(recall, "docs/f.md").splitlines()
    assert lines[2] == lines[-1] == "`````"


def test_what_the_index_leaves_out_for_its_bytes_is_not_shown_either(recall: Recall, shop: Repo) -> None:
    shop.commit("bytes", {"docs/nul.txt": "a\0b", "docs/z.md": "# 标题\n\n苍鹭缓存使用国标编码。\n".encode("gbk")})
    with pytest.raises(NotFound, match=r"docs/nul\.txt at .*: binary"):
        shown(recall, "docs/nul.txt")
    with pytest.raises(NotFound, match=r"docs/z\.md at .*: in another encoding than UTF-8"):
        shown(recall, "docs/z.md")


LINKED = (
    "# Top\n\n## The `cache`, on disk\n\nOne.\n\n## Notes\n\nTwo.\n\n## Notes\n\nThree.\n\n## 磁盘 - 缓存\n\nFour.\n"
)


@pytest.mark.parametrize(
    ("anchor", "words"),
    [("the-cache-on-disk", "One."), ("notes", "Two."), ("notes-1", "Three."), ("磁盘---缓存", "Four."),
     ("磁盘-缓存", "Four."), ("%E7%A3%81%E7%9B%98---%E7%BC%93%E5%AD%98", "Four.")],
)  # fmt: skip
def test_a_section_opens_by_the_anchor_of_its_heading(recall: Recall, shop: Repo, anchor: str, words: str) -> None:
    shop.commit("linked", {"docs/linked.md": LINKED})
    opened = shown(recall, f"docs/linked.md#{anchor}")
    assert re.findall(r"One|Two|Three|Four", opened) == [words[:-1]]
    with pytest.raises(NotFound, match="No section 'gone'"):
        shown(recall, "docs/linked.md#gone")


def test_an_absolute_path_that_comes_back_into_the_worktree_opens(recall: Recall, shop: Repo) -> None:
    assert "docs/usage.md:1-8" in shown(recall, f"{shop.path}/../{shop.path.name}/docs/usage.md")
    assert "docs/usage.md:1-8" in shown(recall, f"{shop.path}/docs/adr/../usage.md")
    with pytest.raises(UnsafePath, match="is absolute"):
        shown(recall, f"{shop.path}/../elsewhere/docs/usage.md")
