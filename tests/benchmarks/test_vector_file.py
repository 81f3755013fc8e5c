"""Does a home with a file of vectors answer as one that computed its own? In small; full by hand."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from tests.benchmarks.test_team_vectors import PAGES
from tests.benchmarks.vector_file import measured
from tests.conftest import Repo


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen isn't installed")
def test_a_home_with_a_file_answers_as_one_without(
    make_repo: Callable[..., Repo], tmp_path: Path, environment: dict[str, str]
) -> None:
    source = make_repo("shop")
    source.commit("pages", PAGES)
    figure = measured(source.path, tmp_path, environment, OnnxEmbedder(), 5)
    assert figure.taken == figure.passages >= 10
    assert figure.alike == figure.questions > 3
