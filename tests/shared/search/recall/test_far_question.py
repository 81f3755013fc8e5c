"""What of a question leaves the machine, and which one never does."""

import pytest

from scrubjay.model.pool import PoolView
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.far_question import far_request


@pytest.mark.parametrize(
    ("asked", "goes_out"),
    [
        (RecallRequest(query="why a queue", recipe="keyword", budget=9), ("why a queue", (), False, "")),
        (RecallRequest(query="why a queue", kinds=("decision",)), ("why a queue", ("decision",), False, "")),
        (RecallRequest(query="kind:decision queue"), ("kind:decision queue", ("decision",), False, "")),
        (RecallRequest(query="queue path:docs"), ("queue path:docs", (), True, "")),
        (RecallRequest(query="queue", path="docs"), ("queue", (), True, "")),
        (RecallRequest(query="queue", as_of="v1"), ("queue", (), False, "as of a revision of here")),
        (RecallRequest(query="queue", service="mail"), ("queue", (), False, "by a service of here")),
    ],
)
def test_a_question_goes_out_as_typed_with_how_it_is_narrowed(
    asked: RecallRequest, goes_out: tuple[str, tuple[str, ...], bool, str]
) -> None:
    sent = far_request(asked)
    assert sent is not None
    assert (sent.query, sent.kinds, sent.placed, sent.of_home) == goes_out


@pytest.mark.parametrize(
    "asked",
    [
        RecallRequest(query=""),
        RecallRequest(query="x" * 1_000_000),
        RecallRequest(query="queue", kinds=("acme-notes",)),
        RecallRequest(query="kind:conversation queue"),
        RecallRequest(query="queue", shared=PoolView(1, 3, "a")),
    ],
)
def test_what_is_the_home_s_alone_never_goes_out(asked: RecallRequest) -> None:
    assert far_request(asked) is None


@pytest.mark.parametrize(
    "asked",
    [
        *(
            RecallRequest(query="queue", path=path)
            for path in ("/home/anna/shop/docs", "~/shop", "C:/shop", "../other")
        ),
        RecallRequest(query="queue path:/home/anna/shop/docs"),
        RecallRequest(query="queue -path:/home/anna/shop/docs"),
    ],
)
def test_where_a_folder_lies_on_this_machine_is_not_asked_about(asked: RecallRequest) -> None:
    sent = far_request(asked)
    assert sent is not None
    assert sent.of_home == "below a path that isn't one from the repository's top"
