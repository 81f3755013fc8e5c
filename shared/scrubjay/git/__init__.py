"""Safe, read-only access to git: no shell, no hooks, no network, and nothing of the repository is executed."""

from scrubjay.git.head import Head, head
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository

__all__ = ["Git", "GitEnvironment", "Head", "Repository", "head", "open_repository"]
