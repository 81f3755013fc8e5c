"""What an answer printed is a name to read by: with lines, headings, a commit or a remark behind the path, or not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.search.recall.printed import Place, also_named, places

TOP = "/home/ada/shop"


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("docs/a.md", Place("docs/a.md")),
        ("docs/a.md:10-20", Place("docs/a.md", "10-20")),
        ("docs/a.md:12", Place("docs/a.md", "12-")),
        ("**docs/a.md:10-20** · Usage › Deploy · 2026-03-01", Place("docs/a.md", "10-20")),
        ("**docs/`tick`.md:1-5**", Place("docs/`tick`.md", "1-5")),
        ("**docs/a**b.md:1-5** · Usage", Place("docs/a**b.md", "1-5")),
        ("docs/`tick`.md:1-5", Place("docs/`tick`.md", "1-5")),
        ("`docs/a.md`", Place("docs/a.md")),
        ("docs/a.md:1-20 of 30 lines", Place("docs/a.md", "1-20")),
        ("docs/a.md:4 @ 0123456789", Place("docs/a.md", "4-")),
        ("docs/a.md @ 0123456789", Place("docs/a.md")),
        ('docs/a.md:3 › Cache (changed): "words"', Place("docs/a.md", "3-")),
        ("docs/a.md › Usage › Deploy", Place("docs/a.md", section="Deploy")),
        ("docs/a.md:3-4 → hit 1", Place("docs/a.md", "3-4")),
        ("owner/repo#12 on docs/a.md:3-4", Place("owner/repo#12")),
        ("/home/ada/shop/docs/a.md:3-4", Place("docs/a.md", "3-4")),
        ("file:///home/ada/shop/docs/a%20b.md#12", Place("docs/a b.md", "12-")),
        ("file:///home/ada/shop/docs/a.md#the-cache", Place("docs/a.md", section="the-cache")),
        ("docs/a.md#the-cache", Place("docs/a.md", section="the-cache")),
        ("scrubjay://document/docs/a%20b.md", Place("docs/a b.md")),
        ("file:docs/a.md", Place("docs/a.md")),
        ("symbol:src/a.py#Shop.open", Place("src/a.py", section="Shop.open")),
        ("commit 0123456789", Place("0123456789")),
        ("**memory** user fact 0123456789ab", Place("0123456789ab")),
        ("ADR-004:3-9", Place("ADR-004", "3-9")),
        ("- ADR-004 Parcels (accepted; 2026-03-01) docs/adr/4.md", Place("docs/adr/4.md")),
        ("docs/my (old) notes.md:3", Place("docs/my (old) notes.md", "3-")),
    ],
)
def test_each_printed_form_leads_to_its_place(printed: str, meant: Place) -> None:
    assert meant in places(printed, TOP)


@given(st.text(min_size=1, max_size=60), st.integers(1, 9_999), st.integers(0, 500))
def test_a_path_is_itself_first_and_a_suffix_of_lines_comes_off(path: str, start: int, more: int) -> None:
    assert places(path, TOP)[0].path == path.removeprefix(f"{TOP}/")
    if path == path.strip() and not set(path) & set("\n\r`*\"'<>() :#-›·,;@→") and " on " not in path:
        assert Place(path, f"{start}-{start + more}") in places(f"{path}:{start}-{start + more}", TOP)


@given(st.text(max_size=300))
def test_no_text_is_an_error_and_none_has_many_readings(text: str) -> None:
    assert len(places(text, TOP)) < 2 * len(text) + 10


@pytest.mark.parametrize(
    ("typed", "path", "others"),
    [
        ("docs/a.md", "docs/a.md", ()),
        ("docs/a.md, docs/b.md", "docs/a.md", ("docs/b.md",)),
        ("docs/a.md; docs/gone.md", "docs/a.md", ("docs/gone.md",)),
        ("docs/gone.md, docs/b.md", "docs/b.md", ("docs/gone.md",)),
        ("docs/a.md docs/b.md:3-4", "docs/b.md", ("docs/a.md",)),
        ("docs/a.md and docs/b.md", "docs/b.md", ("docs/a.md",)),
        ("docs/a.md, README", "docs/a.md", ("README",)),
        ("docs/a.md\ndocs/b.md", "docs/a.md", ("docs/b.md",)),
        ("`docs/a.md`, `docs/b.md`", "docs/a.md", ("docs/b.md",)),
        ("docs/my notes.md, docs/b.md", "docs/my notes.md", ("docs/b.md",)),
        ("docs/a.md:3, docs/a.md:9", "docs/a.md", ()),
        ("/home/ada/shop/docs/a.md:3-4", "docs/a.md", ()),
        ("**docs/a.md:1-5** · See docs/b.md › C", "docs/a.md", ()),
        ("docs/a.md:3 › docs/b.md", "docs/a.md", ()),
        ("docs/a.md, changed yesterday", "docs/a.md", ()),
        ("owner/repo#12 on docs/a.md:3-4", "docs/a.md", ()),
        ("- ADR-004 Of docs/b.md (accepted; 2026-03-01) docs/a.md", "docs/a.md", ()),
        ("file:///home/ada/shop/docs/a.md#12", "docs/a.md", ()),
    ],
)
def test_a_list_of_paths_is_told_from_a_remark(typed: str, path: str, others: tuple[str, ...]) -> None:
    assert also_named(typed, path, {"docs/a.md", "docs/b.md", "docs/my notes.md", "README"}) == others
