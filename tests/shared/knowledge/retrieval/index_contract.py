"""What every index of a search must give: functions that take an Index over `index_corpus.FILES` without its OUTSIDE.

A test of a database makes such an index, whose embedder is HashingEmbedder, and runs each of `CHECKS` on it:

    @pytest.mark.parametrize("check", CHECKS, ids=named)
    def test_an_index_gives(check: Check, index: Index) -> None:
        check(index)
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Final

import numpy as np
import pytest

from scrubjay.inference.reranking import LateInteraction
from scrubjay.knowledge.retrieval.answering import answer, ask_words, read_query
from scrubjay.knowledge.retrieval.index import Index, Table
from scrubjay.knowledge.retrieval.meaning import Meaning
from scrubjay.knowledge.retrieval.query import phrase_tokens
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.text.names import name_token, path_token
from tests.fakes import HashingEmbedder
from tests.shared.knowledge.retrieval.index_corpus import OTHERS, OUTSIDE, SHOWN

Check = Callable[[Index], None]

MANY: Final = 1_000
"""More than there is of anything."""

OWL, OWL_BARN = "docs/owls.md#Owls", "docs/owls.md#Owls > Barn"
MICE, FEED, EULEN = "docs/mice.md#Mice", "docs/decisions/0007-feed-the-owl.md#7. Feed the owl", "docs/de/eulen.md#Eulen"
CODE = ("", "Barn", "Barn.open_door", "Barn.count_owls", "feed_owl")
BARN, OPENED, COUNTED, FED = (f"src/barn.py#{heading}" for heading in CODE[1:])
BOLT = "src/houses/door.py#Gate.open_door"
FEED_OWL = name_token("feed_owl")


def places(index: Index, passages: Iterable[int]) -> list[str]:
    """The path and heading of each of some passages."""
    ids = list(passages)
    rows = index.rows(ids)
    return [f"{rows[passage]['path']}#{rows[passage]['heading']}" for passage in ids]


def everything(index: Index) -> dict[str, int]:
    """All passages that the search may show, by path and heading."""
    view = index.view()
    contents = sorted(set(view.owners(index.newest(MANY)).values()))
    ids = view.members(contents, MANY)[0].tolist()
    return dict(zip(places(index, ids), ids, strict=True))


def paths(index: Index, contents: Iterable[int]) -> list[str]:
    """The path of the first passage of each of some contents."""
    firsts = index.view().members(list(contents), 1)[0].tolist()
    return [place.partition("#")[0] for place in places(index, firsts)]


def scores(index: Index, table: Table, *tokens: str) -> dict[str, float]:
    """The rows of a table that hold any of some tokens, best first, by path and heading or by path alone."""
    best = index.best(table, tokens, MANY)
    named = places(index, best) if table in ("passages", "code") else paths(index, best)
    return dict(zip(named, best.values(), strict=True))


def all_that_a_search_may_show_and_nothing_else(index: Index) -> None:
    shown = everything(index)
    assert {place.partition("#")[0] for place in shown} == SHOWN
    assert all(row["path"] in SHOWN for row in index.rows(range(1, max(shown.values()) + 20)).values())


def the_languages_of_documents_but_for_english(index: Index) -> None:
    assert index.languages() == ("german",)


def how_many_passages_hold_a_word_whether_they_are_shown_or_not(index: Index) -> None:
    assert (index.count("documents"), index.count("code")) == (17, 23)
    held = index.frequencies("documents", ["owl", "winter", "snow", "nowhere", "…"])
    assert dict(held) == {"owl": 6, "winter": 3, "snow": 3, "nowhere": 0, "…": 0}
    assert index.frequencies("code", ["owl"])["owl"] == 8


def words_in_any_form_case_and_accent(index: Index) -> None:
    for one, other in (("hunting", "hunted"), ("owl", "OWLS"), ("cafe", "Café")):
        assert scores(index, "passages", one) == scores(index, "passages", other) != {}


def the_scores_of_full_text(index: Index) -> None:
    """bm25 with the weights of fields; what is left out counts in a word's rarity and in the average length."""
    expected: Mapping[tuple[Table, str], Mapping[str, float]] = {
        ("passages", "owl"): {OWL_BARN: 1.0912, FEED: 1.0895, OWL: 1.0143, MICE: 0.3723},
        ("passages", "winter"): {FEED: 1.32, OWL: 0.9967, MICE: 0.9276},
        ("passages", FEED_OWL): {OWL_BARN: 2.5072},
        ("code", "owl"): {COUNTED: 1.0018, FED: 0.9281, BARN: 0.7557, OPENED: 0.4726},
        ("documents", "owl"): {
            "docs/decisions/0007-feed-the-owl.md": 1.7227, "docs/owls.md": 1.5322, "docs/mice.md": 0.6376,
        },
        ("paths", "owl"): {"docs/owls.md": 1.418, "docs/decisions/0007-feed-the-owl.md": 1.0568},
    }  # fmt: skip
    for (table, token), told in expected.items():
        found = scores(index, table, token)
        assert list(found) == list(told)
        assert found == pytest.approx(told, rel=0.001)


def the_sum_of_several_tokens(index: Index) -> None:
    owl, winter = scores(index, "passages", "owl"), scores(index, "passages", "winter")
    both = scores(index, "passages", "owl", "winter", "owl")
    assert both == pytest.approx({p: 2 * owl.get(p, 0.0) + winter.get(p, 0.0) for p in owl | winter})
    assert [*both.values()] == sorted(both.values(), reverse=True)


def words_of_a_phrase_only_side_by_side(index: Index) -> None:
    assert scores(index, "passages", "the snow").keys() == {MICE, OWL}
    assert scores(index, "passages", "snow the") == {}
    assert scores(index, "passages", "hollow tree").keys() == {OWL}


def nothing_for_what_holds_no_word(index: Index) -> None:
    assert index.best("passages", (), 5) == {}
    assert index.best("passages", ("…", "?"), 5) == {}
    assert index.best("passages", ('"', "nowhere"), 5) == {}


def the_newer_first_of_equals_and_no_more_than_asked(index: Index) -> None:
    found = index.best("passages", ("water",), MANY)
    assert len(found) == len(OTHERS)
    assert len(set(found.values())) == 1
    assert list(found) == sorted(found, reverse=True)
    assert list(index.best("passages", ("water",), 3)) == list(found)[:3]
    assert len(index.best("paths", ("others",), 4)) == 4


def passages_that_hold_all_tokens_with_their_texts(index: Index) -> None:
    rows = index.holding("documents", ("owl", "mouse"), MANY)
    assert places(index, [row["id"] for row in rows]) == [OWL_BARN, FEED, OWL, MICE]
    assert [-row["score"] for row in rows] == sorted((-row["score"] for row in rows), reverse=True)
    first = rows[0]
    assert (first["heading"], first["title"], first["sha"]) == ("Owls > Barn", "Owls", "")
    assert "puts a mouse on the beam" in first["text"]
    assert index.view().owners([first["id"]]) == {first["id"]: first["content_id"]}
    assert len(index.holding("documents", ("owl", "mouse"), 2)) == 2
    assert not index.holding("documents", ("owl", "water"), MANY)


def passages_that_hold_a_name_as_it_is_written(index: Index) -> None:
    assert places(index, [row["id"] for row in index.holding("documents", (FEED_OWL,), 9)]) == [OWL_BARN]
    assert places(index, [row["id"] for row in index.holding("code", (FEED_OWL,), 9)]) == [FED]
    dry = phrase_tokens("--dry-run")
    assert places(index, [row["id"] for row in index.holding("documents", dry, 9)]) == [OWL_BARN]


def contents_that_are_called_by_a_name_shorter_paths_first(index: Index) -> None:
    rows = index.called("documents", ("owl",), MANY)
    assert [row["path"] for row in rows] == ["docs/owls.md", "docs/decisions/0007-feed-the-owl.md"]
    assert paths(index, [row["id"] for row in rows]) == [row["path"] for row in rows]
    assert [row["path"] for row in index.called("documents", (path_token("docs/mice.md"),), 9)] == ["docs/mice.md"]
    both = index.called("documents", (path_token("docs/mice.md"), path_token("eulen.md")), 9)
    assert [row["path"] for row in both] == ["docs/mice.md", "docs/de/eulen.md"]
    assert [row["path"] for row in index.called("code", (path_token("barn.py"),), 9)] == ["src/barn.py"]
    assert not index.called("documents", (path_token("barn.py"),), 9)


def the_first_passage_of_each_content_for_no_words(index: Index) -> None:
    newest = index.newest(MANY)
    assert sorted(place.partition("#")[0] for place in places(index, newest)) == sorted(SHOWN)
    assert index.newest(2) == newest[:2]


def definitions_by_name(index: Index) -> None:
    assert index.has_code()
    for look in (index.defining, index.headed):
        assert set(places(index, look("open_door", 9))) == {OPENED, BOLT}
        assert places(index, look("Gate.open_door", 9)) == [BOLT]
        assert len(look("open_door", 1)) == 1
        assert not look("door", 9)
    assert places(index, index.defining("open_door", 9)) == [OPENED, BOLT]


def the_passages_of_a_line(index: Index) -> None:
    for path in ("src/barn.py", "barn.py", "/home/ada/shop/src/barn.py"):
        assert places(index, index.at_line(path, 8, 9)) == [OPENED]
    assert not index.at_line("src/barn.py", 6, 9)
    assert not index.at_line("arn.py", 8, 9)


def the_pieces_of_definitions(index: Index) -> None:
    ids = everything(index)
    assert places(index, index.heads([ids[FED], ids[BOLT], ids["src/barn.py#"]])) == [FED, BOLT]
    assert set(places(index, index.pieces_holding(("owl", "beam")))) == {COUNTED, FED}
    assert not index.pieces_holding(("nowhere",))


def what_is_known_of_contents(index: Index) -> None:
    view, ids = index.view(), everything(index)
    owners = view.owners([ids[OWL], ids[OWL_BARN], ids[MICE], max(ids.values()) + MANY])
    assert owners.keys() == {ids[OWL], ids[OWL_BARN], ids[MICE]}
    owls, mice = owners[ids[OWL]], owners[ids[MICE]]
    assert owls == owners[ids[OWL_BARN]] != mice
    first, whose = view.members([owls, mice], 1)
    assert dict(zip(first.tolist(), whose.tolist(), strict=True)) == {ids[OWL]: owls, ids[MICE]: mice}
    assert view.members([owls], 9)[0].tolist() == [ids[OWL], ids[OWL_BARN]]
    texts = list(view.texts([owls, mice]))
    assert [row["id"] for row in texts if row["content_id"] == owls] == [ids[OWL], ids[OWL_BARN]]
    assert [(row["content_id"], row["start_line"]) for row in texts] == sorted(
        (row["content_id"], row["start_line"]) for row in texts
    )
    assert sorted(view.paths([owls, mice])) == ["docs/mice.md", "docs/owls.md"]
    asked = ["docs/mice.md", "docs/owls.md", f"{OUTSIDE}/docs/owls.md", "docs/none.md"]
    there = view.contents_at(asked)
    assert {path: (row["content_id"], row["title"]) for path, row in there.items()} == {
        "docs/mice.md": (mice, "Mice"), "docs/owls.md": (owls, "Owls"),
    }  # fmt: skip
    assert view.first_at(asked) == [passage for _, passage in sorted([(owls, ids[OWL]), (mice, ids[MICE])])]


def what_a_hit_shows(index: Index) -> None:
    passage = everything(index)[OWL_BARN]
    row = index.rows([passage])[passage]
    assert (row["id"], row["path"], row["title"], row["format"]) == (passage, "docs/owls.md", "Owls", "markdown")
    assert (row["start_line"], row["end_line"], len(row["blob"])) == (10, 12, 40)
    assert isinstance(row["changed_at"], str)


def vectors_in_the_asked_order(index: Index) -> None:
    ids = everything(index)
    asked = [ids[MICE], ids[BOLT], ids[OWL_BARN], ids[OWL]]
    found, vectors = index.view().vectors(asked)
    assert found.tolist() == [ids[MICE], ids[OWL_BARN], ids[OWL]]  # code has none
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=0.01)
    assert vectors[2] @ HashingEmbedder().embed_query("An owl hunts a mouse at night").vector > 0.2


def the_nearest_passages_of_the_scope(index: Index) -> None:
    ids = everything(index)
    _, vectors = index.view().vectors([ids[EULEN]])
    near = index.nearest(vectors[0], MANY)
    assert near[0][0] == ids[EULEN]
    assert near[0][1] == pytest.approx(1.0, abs=0.01)
    assert all(before >= after for (_, before), (_, after) in pairwise(near))
    assert {passage for passage, _ in near} == {id for place, id in ids.items() if place.startswith("docs/")}
    assert list(index.nearest(vectors[0], 3)) == list(near[:3])


def token_states_of_what_was_asked(index: Index) -> None:
    ids = everything(index)
    states = index.states([ids[MICE], ids[BOLT]])
    assert set(states) <= {ids[MICE]}
    assert all(states.values())


def an_answer_as_at_home(index: Index) -> None:
    first = {
        "where does an owl nest?": OWL, "docs/mice.md": MICE, "ADR-7": FEED, "feed_owl": FED,
        "what does the mouse eat": MICE, "warum schläft die Eule": EULEN, '"hollow tree"': OWL,
    }  # fmt: skip
    for question, place in first.items():
        encoded = HashingEmbedder().embed_query(question)
        asked = read_query(question, filters=Filters(outside=(OUTSIDE,)))
        words = ask_words(index, asked)
        meaning = Meaning(ranked=tuple(index.nearest(encoded.vector, asked.most)), encoded=encoded)
        result = answer(index, asked, words, meaning, LateInteraction())
        assert (question, f"{result.hits[0].path}#{result.hits[0].heading}") == (question, place)
        assert {hit.path for hit in result.hits} <= SHOWN


CHECKS: Final[tuple[Check, ...]] = (
    all_that_a_search_may_show_and_nothing_else,
    the_languages_of_documents_but_for_english,
    how_many_passages_hold_a_word_whether_they_are_shown_or_not,
    words_in_any_form_case_and_accent,
    the_scores_of_full_text,
    the_sum_of_several_tokens,
    words_of_a_phrase_only_side_by_side,
    nothing_for_what_holds_no_word,
    the_newer_first_of_equals_and_no_more_than_asked,
    passages_that_hold_all_tokens_with_their_texts,
    passages_that_hold_a_name_as_it_is_written,
    contents_that_are_called_by_a_name_shorter_paths_first,
    the_first_passage_of_each_content_for_no_words,
    definitions_by_name,
    the_passages_of_a_line,
    the_pieces_of_definitions,
    what_is_known_of_contents,
    what_a_hit_shows,
    vectors_in_the_asked_order,
    the_nearest_passages_of_the_scope,
    token_states_of_what_was_asked,
    an_answer_as_at_home,
)


def named(check: Check) -> str:
    """What a check is called among tests."""
    return getattr(check, "__name__", "")
