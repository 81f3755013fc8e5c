"""The examples of docs/examples with the real frameworks, which `pip install -e '.[examples]'` brings; else a skip."""

import importlib
from types import ModuleType

import pytest

from tests.shared.api.conftest import other_project, project

__all__ = ["example", "other_project", "project"]


def example(name: str, framework: str) -> ModuleType:
    """The module of an example; its tests are left out where the framework isn't installed."""
    pytest.importorskip(framework, reason=f"needs {framework}: pip install -e '.[examples]'")
    return importlib.import_module(f"docs.examples.{name}")
