"""Which questions can be asked, and of what does an unreadable one speak?"""

import pytest

from scrubjay_graph.model import Node, NodeKind
from scrubjay_graph.names import other_forms
from scrubjay_graph.pattern import read_pattern
from scrubjay_graph.phrases import asked_place
from scrubjay_graph.questions import likely_names, question_forms, told_forms


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("please explain how `Cart.sum` works", ("Cart.sum", "explain", "works")),
        ("is src/app.py well tested?", ("src/app.py", "well", "tested")),
        ("tell me about the HttpServer", ("HttpServer",)),
        ("what is this", ()),
    ],
)
def test_the_likeliest_names_of_a_question_come_first(question: str, expected: tuple[str, ...]) -> None:
    assert likely_names(question) == expected


@pytest.mark.parametrize("kind", list(NodeKind))
def test_every_form_that_is_offered_can_be_read(kind: NodeKind) -> None:
    for form in question_forms(Node("x", kind, "shop/db.py")):
        assert "->" in form or asked_place(form) or read_pattern(form).steps, form


def test_an_unreadable_question_is_told_with_the_forms_and_its_name() -> None:
    told = told_forms("hmm shop/db.py", question_forms(Node("file:shop/db.py", NodeKind.FILE, "shop/db.py")))
    assert "- files that import shop/db.py\n" in told
    assert "- who changed shop/db.py\n" in told
    assert "KINDS RELATION NAME" in told


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("who reviews docs/", "who owns docs/"),
        ("whose review do I need for docs/a.md", "who owns docs/a.md"),
        ("code owners of docs/a.md", "who owns docs/a.md"),
        ("documents that point the reader at docs/a.md", "documents that link to docs/a.md"),
        ("pages that send you to docs/a.md", "pages that link to docs/a.md"),
    ],
)
def test_a_question_in_other_words_is_the_same(question: str, same: str) -> None:
    assert read_pattern(question) == read_pattern(same)


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("Cache::gc", ("Cache.gc",)),
        ("Cache#gc", ("Cache.gc",)),
        ("docs/a.md#part", ()),
        ("src/a.py::run", ()),
        ("shop.db", ("shop/db.py", "shop/db/__init__.py", "shop/db.java", "shop/db.php")),
        ("Shop\\Db\\Pool", ("Shop/Db/Pool.py", "Shop/Db/Pool/__init__.py", "Shop/Db/Pool.java", "Shop/Db/Pool.php")),
        ("pool", ()),
    ],
)
def test_a_member_and_a_module_have_other_forms(name: str, others: tuple[str, ...]) -> None:
    assert other_forms(name) == others
