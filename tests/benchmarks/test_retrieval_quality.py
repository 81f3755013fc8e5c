"""How often is the right document among the first ten? The product's own path on the authors' own links.

pytest tests/benchmarks/test_retrieval_quality.py -m benchmark -s --data FOLDER
All sets: scrubjay bench --data FOLDER
"""

from pathlib import Path

import pytest

from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay_bench.bench import BenchOptions, measure
from scrubjay_bench.labelled import choose_sets, find_sets
from scrubjay_bench.runner import PLAIN, arms
from tests.shared.scrubjay_bench.conftest import silent


@pytest.mark.benchmark
@pytest.mark.parametrize("name", ["doc_links/app-services", "doc_links/fastapi"])
def test_recall_on_links_does_not_fall_below_the_baseline(
    name: str, data: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    settings, git = load_settings(environment), GitEnvironment.of(environment)
    (report,) = measure(
        choose_sets(find_sets(data), [name]), BenchOptions(tmp_path / "keep", arms(["balanced"])), settings, git, silent
    )
    (part,) = report.parts
    figures = {arm: round(means[part.metric].value, 3) for arm, means in part.arms.items()}
    print(f"\n{name}: {part.metric} {figures}, {part.questions} questions")
    assert part.arms["balanced"][part.metric].value >= part.arms[PLAIN][part.metric].value
