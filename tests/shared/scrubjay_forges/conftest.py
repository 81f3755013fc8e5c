"""Homes of the worker's tests, which begin without a model."""

from tests.shared.operations.jobs.conftest import home, project, quiet

__all__ = ["home", "project", "quiet"]
