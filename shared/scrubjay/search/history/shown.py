"""How is somebody shown who wrote a commit? The one place that knows whether people are named."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scrubjay.errors import GitFailed
from scrubjay.model.history import CommitFacts
from scrubjay.privacy.personal import without_addresses
from scrubjay.privacy.personal.names import displayed_name, without_names
from scrubjay.privacy.secrets.masking import mask
from scrubjay.search.history.authors import Authors
from scrubjay.search.history.values import BOT
from scrubjay.settings.schema import Settings


class People:
    """The people of one worktree's commits, as answers show them. Where `named` is False nobody is named.

    Who shows an author or the text of a commit asks here.
    """

    def __init__(self, authors: Authors, *, named: bool) -> None:
        self._authors = authors
        self.named = named

    def author(self, name: str) -> str:
        """An author's name, never an address; empty where nobody is named."""
        return displayed_name(name) if self.named else ""

    def text(self, text: str, *commits: str) -> str:
        """The text of a commit without addresses and secrets; where nobody is named, without names.

        `commits` are those whose ancestors' authors are meant.
        """
        told = text if self.named or not text else without_names(text, self._names(commits))
        return mask(without_addresses(told)).text

    def facts(self, facts: Mapping[str, CommitFacts], commit: str) -> dict[str, CommitFacts]:
        """The facts of commits for an answer."""
        if self.named:
            return dict(facts)
        return {sha: replace(fact, authors=(), title=self.text(fact.title, commit)) for sha, fact in facts.items()}

    def _names(self, commits: Sequence[str]) -> list[str]:
        try:
            return [name for name in self._authors.of(*commits) if not name.endswith(BOT)]
        except GitFailed:
            return []


def people(authors: Authors, user_settings: Settings) -> People:
    """Shows who wrote commits, as the user's settings say."""
    return People(authors, named=user_settings.people == "on")
