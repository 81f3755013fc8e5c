"""How often is the right document among the first ten? The product's own path on the authors' own links.

pytest tests/benchmarks/test_retrieval_quality.py -m benchmark -s --data FOLDER
All sets: scrubjay bench --data FOLDER
"""

from pathlib import Path

import pytest

from scrubjay.evaluation.bench import BenchOptions, measure
from scrubjay.evaluation.labelled import choose_sets, find_sets
from scrubjay.git.process import GitEnvironment
from scrubjay.settings import load_settings
from tests.shared.evaluation.conftest import silent

FLOORS = {"doc_links/fastapi": 0.953, "doc_links/app-services": 0.917}
"""recall@10 of a plain FTS5 bm25 on the same questions."""


@pytest.mark.benchmark
@pytest.mark.parametrize("name", sorted(FLOORS))
def test_recall_on_links_does_not_fall_below_the_floor(
    name: str, data: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    settings, git = load_settings(environment), GitEnvironment.of(environment)
    (report,) = measure(
        choose_sets(find_sets(data), [name]), BenchOptions(tmp_path / "keep", ("balanced",)), settings, git, silent
    )
    (part,) = report.parts
    figures = {arm: round(means[part.metric].value, 3) for arm, means in part.arms.items()}
    print(f"\n{name}: {part.metric} {figures}, floor {FLOORS[name]}, {part.questions} questions")
    assert part.arms["balanced"][part.metric].value >= FLOORS[name]
