"""A question for a place in code is known by its form; which verb or topic it has doesn't matter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.code_order import LONGEST, asks_where

FORMS = (
    "where is the proxy {}?", "where are proxies {}", "Where's the proxy {}", "where exactly does the proxy get {}",
    "where in the code is a proxy {}", "where do we have the proxy {}", "tell me where the proxy is {}",
    "which function {}s the proxy", "in which module is the proxy {}", "which part of the code {}s it",
    "how is the proxy {} - which class?", "what {}s the proxy", "find the code that {}s proxies",
    "code that {}s proxies", "the function which {}s it", "which func {}s it", "which place {}s the proxy",
    "can you show me the method that {}s proxies", "point me to the class that {}s it",
)  # fmt: skip
NONE = (
    "where do I {} the proxy", "where can I {} it", "where should a proxy be {}", "where to {} a bug",
    "what is {}", "what does {} do", "what are the {}s?", "what {}s are there", "what happens when it {}s",
    "how do I {} a proxy", "how do I show some lines of a proxy that is {}", "which file do I {} for a proxy",
    "which version can {} a proxy", "why is it {}",
    "the folder where it is {}", "code {} rules", "which place should I {} it in", "who {}s this", "show the {}s",
)  # fmt: skip
VERBS = st.from_regex(r"[b-df-hj-np-tv-z][aeiou]{1,2}[bdgklmnpt]", fullmatch=True).filter(
    lambda verb: verb not in {"can", "did", "get", "has", "had", "may", "was"}
)


@pytest.mark.parametrize("form", FORMS)
@given(verb=VERBS)
def test_it_asks_for_a_place(form: str, verb: str) -> None:
    assert asks_where(form.format(verb))


@pytest.mark.parametrize("form", NONE)
@given(verb=VERBS)
def test_it_asks_for_something_else(form: str, verb: str) -> None:
    assert not asks_where(form.format(verb))


@pytest.mark.parametrize("text", ["", "where", "what", "which", "where is it\nTraceback", "where is " * LONGEST])
def test_no_question_at_all(text: str) -> None:
    assert not asks_where(text)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert asks_where(text) in (True, False)
