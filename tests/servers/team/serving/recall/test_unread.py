"""What isn't read of several repositories together."""

from scrubjay.knowledge.documents.left_out import NOTHING_LEFT_OUT, LeftOut, short_note
from scrubjay.model.view import OmittedFile, UnselectedFiles
from scrubjay_team.index.source.snapshot import named_files
from scrubjay_team.serving.recall.unread import together

SHOP = LeftOut(
    (OmittedFile("a.md", "binary", "binary"), OmittedFile("b.md", "2 MB", "size", 3)),
    UnselectedFiles(submodules=("libs/x",), types=((".sh", 2), (".ipynb", 1))),
)
CORE = LeftOut((OmittedFile("c.md", "binary", "binary"),), UnselectedFiles(types=((".ipynb", 5),)))


def test_the_files_of_all_are_counted_by_their_reasons() -> None:
    both = together({"shop": SHOP, "core": CORE})
    counts = {why: count for why, count in both.counts.items() if count}
    assert counts == {"binary": 2, "size": 3, "submodule": 1, "type": 8}
    assert both.unselected.submodules == ("shop:libs/x",)
    assert both.unselected.types == ((".ipynb", 6), (".sh", 2))
    assert (together({"shop": SHOP}), together({})) == (SHOP, NOTHING_LEFT_OUT)


def test_who_is_served_is_told_no_command_of_a_home() -> None:
    note = short_note(together({"shop": SHOP, "core": CORE}), fits=False, found=False, served=True)
    assert note.endswith("(knowledge_status)")
    assert "1 submodule, shop:libs/x, 2 code files" in note
    assert "`" not in note


def test_more_files_than_are_named_are_still_counted() -> None:
    files = [OmittedFile(f"{n}.md", "binary", "binary") for n in range(5)] + [OmittedFile("x", "2 MB", "size", 7)]
    kept = [OmittedFile(*one) for one in named_files(files, 2)]
    assert [file.path for file in kept] == ["0.md", "1.md", "", ""]
    assert LeftOut(tuple(kept)).counts == LeftOut(tuple(files)).counts
