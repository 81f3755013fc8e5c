"""How often does one more ordinary word throw the right document out of the first three?

pytest tests/benchmarks/test_one_more_word.py -m benchmark -s --data FOLDER
"""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.model import TOKENIZER_FILE, WEIGHTS
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay_bench.indexes import open_indexed
from scrubjay_bench.labelled import choose_sets, find_sets
from scrubjay_bench.runner import DEPTH, SEARCHED_KINDS, Search
from tests.shared.scrubjay_bench.conftest import silent

FIRST = 3
WORDS = 4
"""Words tried with each question, each at a place of its own."""

FREQUENT = 4000
MOST_LOST = 0.05


def ordinary_words() -> list[str]:
    """English words of four letters and more: the most frequent of the model's vocabulary, and its adverbs."""
    vocabulary = json.loads((WEIGHTS / TOKENIZER_FILE).read_text(encoding="utf-8"))["model"]["vocab"]
    words = [word for word in sorted(vocabulary, key=vocabulary.__getitem__) if word.isalpha() and word.isascii()]
    long = [word for word in words if len(word) >= 4]
    return [*long[:FREQUENT], *(word for word in long[FREQUENT:] if word.endswith("ly") and len(word) >= 6)]


def with_word(question: str, word: str, place: int) -> str:
    """The question with a word in front of its n-th one, or behind all."""
    words = question.split()
    return " ".join([*words[:place], word, *words[place:]])


def has_right_page(search: Search, query: str, gold: Sequence[str], excluded: Sequence[str], recipe: str) -> bool:
    """Whether a right document is among the first three."""
    hits = search(RecallRequest(query=query, kinds=SEARCHED_KINDS, limit=DEPTH, recipe=recipe)).hits
    paths = dict.fromkeys(path for hit in hits for path in (hit.path, *hit.also) if path not in excluded)
    return bool({*list(paths)[:FIRST]} & {*gold})


@pytest.mark.benchmark
@pytest.mark.parametrize("name", ["doc_links/app-services", "doc_links/fastapi"])
def test_one_more_word_seldom_throws_the_answer_out(
    name: str, data: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    labelled = choose_sets(find_sets(data), [name])[name]()
    assert labelled is not None
    chance, words = random.Random(14), ordinary_words()
    lost = {"balanced": 0, "keyword": 0}
    tried = dict.fromkeys(lost, 0)
    with open_indexed(
        labelled, tmp_path / "keep", load_settings(environment), GitEnvironment.of(environment), silent
    ) as index:
        for question in labelled.questions:
            places = [chance.randrange(len(question.query.split()) + 1) for _ in range(WORDS)]
            longer = [with_word(question.query, chance.choice(words), place) for place in places]
            for recipe in lost:
                search, gold, excluded = index.searches[question.corpus], question.gold, question.excluded
                if has_right_page(search, question.query, gold, excluded, recipe):
                    kept = [has_right_page(search, query, gold, excluded, recipe) for query in longer]
                    tried[recipe] += len(kept)
                    lost[recipe] += kept.count(False)
    print(f"\n{name}: out of the first {FIRST}", {arm: f"{lost[arm]} of {tried[arm]}" for arm in lost})
    assert all(lost[arm] <= MOST_LOST * tried[arm] for arm in lost)
