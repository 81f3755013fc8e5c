"""`scrubjay embed`: computes missing vectors, shows progress, or recomputes all."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.cli.vectors import embed as make_vectors
from scrubjay.cli.vectors import embedded_corpora
from scrubjay.errors import UsageError
from scrubjay.inference.embedding.saved import fetch
from scrubjay.inference.refused import accept_sources
from scrubjay.knowledge.index.generation import combined_embedders, drop_embedder, known_embedders
from scrubjay.knowledge.index.kinds import describe, share

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.knowledge.index.generation import KnownEmbedder
    from scrubjay.model.encoded import EmbeddedCorpus
    from scrubjay.storage.database import Database


app = application()

MB = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingProgress:
    """How many passages have a vector of `provider`, and every embedder with vectors; `key` is the current one's."""

    provider: str
    key: str
    corpora: "tuple[EmbeddedCorpus, ...]"
    embedders: "tuple[KnownEmbedder, ...]"

    def as_object(self) -> dict[str, Any]:
        """The object that --json prints."""
        listed = [
            {
                "key": k.key,
                "model": k.model,
                "dim": k.dim,
                "vectors": k.vectors,
                "bytes": k.bytes,
                "current": k.key == self.key,
            }
            for k in self.embedders
        ]
        return {
            "provider": self.provider,
            "embedded": sum(one.embedded for one in self.corpora),
            "passages": sum(one.passages for one in self.corpora),
            "corpora": [asdict(one) for one in self.corpora],
            "embedders": listed,
        }


@app.command()
def embed(
    ctx: typer.Context,
    status: Annotated[bool, typer.Option("--status", help="Show how many vectors there are.")] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Delete this embedder's vectors and compute them again.")
    ] = False,
    ask_again: Annotated[
        bool,
        typer.Option("--ask-again", help="Take vectors again from those whose were dropped as not the model's."),
    ] = False,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until every passage has a vector.")] = True,
    as_json: AsJson = False,
) -> None:
    """Compute missing vectors, with progress. An interrupted run continues where it stopped.

    Vectors of two embedders are never mixed; old ones are deleted when the current embedder has computed all.
    """
    if status and rebuild:
        raise UsageError("Give either --status or --rebuild.")
    invocation = invoked(ctx)
    if ask_again:
        permit = permitted(invocation, "take vectors again that were refused", "scrubjay embed --ask-again")
    with open_workspace(invocation) as (home, workspace):
        if ask_again:
            workspace.home_database.write(accept_sources)
            record(home, permit, "ask again", "vectors")
        if rebuild:
            _drop_vectors(workspace)
        progress_line = "" if status else make_vectors(workspace, wait=wait)
        standing = _progress(workspace)
    if as_json:
        say_json(standing.as_object())
    elif status:
        _print_progress(standing)
    else:
        say(progress_line)
    if wait and not status and share(standing.corpora) < 1:
        raise typer.Exit(1)


def _key(workspace: "Workspace") -> str:
    """The current embedder's key; empty where there is none."""
    return workspace.embedder.fingerprint.key if workspace.embedder else ""


def _databases(workspace: "Workspace") -> "tuple[Database, ...]":
    return workspace.databases


def _drop_vectors(workspace: "Workspace") -> None:
    if workspace.embedder:
        fetch(workspace.embedder)
    if key := _key(workspace):
        for database in _databases(workspace):
            database.write(lambda c: drop_embedder(c, key))


def _progress(workspace: "Workspace") -> EmbeddingProgress:
    return EmbeddingProgress(
        provider=workspace.settings.embedding.provider,
        key=_key(workspace),
        corpora=embedded_corpora(workspace),
        embedders=combined_embedders(*(database.read(known_embedders) for database in _databases(workspace))),
    )


def _print_progress(standing: EmbeddingProgress) -> None:
    """Print how many vectors there are, and a row for each embedder."""
    say(f"{describe(standing.corpora)} have a vector of {standing.provider}" if standing.key else "vectors: off")
    rows = [
        (
            k.key,
            k.model,
            f"{k.dim}",
            f"{k.vectors:,}",
            f"{k.bytes / MB:.1f} MB",
            "in use" if k.key == standing.key else "old",
        )
        for k in standing.embedders
    ]
    if rows:
        table(("embedder", "model", "dim", "vectors", "size", ""), rows)
