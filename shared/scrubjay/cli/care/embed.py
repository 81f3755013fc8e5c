"""`scrubjay embed`: computes missing vectors, shows progress, recomputes all, or hands them on in a file."""

import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import permitted, record
from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.files import Force
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.cli.vector_files import vector_files
from scrubjay.cli.vectors import embed as make_vectors
from scrubjay.cli.vectors import embedded_corpora
from scrubjay.errors import UsageError
from scrubjay.inference.embedding.saved import fetch
from scrubjay.inference.refused import accept_sources
from scrubjay.knowledge.index.generation import combined_embedders, drop_embedder, known_embedders
from scrubjay.knowledge.index.given import givers
from scrubjay.knowledge.index.kinds import describe, share
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.cli.context import Invocation
    from scrubjay.knowledge.index.generation import KnownEmbedder
    from scrubjay.model.encoded import EmbeddedCorpus
    from scrubjay.storage.database import Database


app = application()

MB = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingProgress:
    """How many passages have a vector of `provider`, and every embedder with vectors; `key` is the current one's.

    `given` is how many of them each of others computed.
    """

    provider: str
    key: str
    corpora: "tuple[EmbeddedCorpus, ...]"
    embedders: "tuple[KnownEmbedder, ...]"
    given: Mapping[str, int]

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
            "given": [{"by": by, "vectors": vectors} for by, vectors in self.given.items()],
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
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the vectors of documents at HEAD, signed by --key."),
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="KEY", help="File of the SSH key that signs (mode 0600).")
    ] = None,
    force: Force = False,
    import_: Annotated[
        Path | None,
        typer.Option("--import", metavar="FILE", help="Take what a file has; a person agrees once to its signer."),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until every passage has a vector.")] = True,
    as_json: AsJson = False,
) -> None:
    """Compute missing vectors, with progress. An interrupted run continues where it stopped.

    Vectors of two embedders are never mixed; old ones are deleted when the current embedder has computed all.
    A file has no text: only the sha256 of each passage, its vector and its token states. What is taken from one is
    checked, and one of 200 is computed here as well: where it differs, nothing of that signer stays.
    """
    if sum((status, rebuild, export is not None, import_ is not None)) > 1:
        raise UsageError("Give only one of --status, --rebuild, --export and --import.")
    if (key is None) != (export is None):
        raise UsageError("--export and --key go together: `scrubjay embed --export FILE --key KEY`.")
    invocation = invoked(ctx)
    if ask_again:
        permit = permitted(invocation, "take vectors again that were refused", "scrubjay embed --ask-again")
    with open_workspace(invocation) as (home, workspace):
        if ask_again:
            workspace.home_database.write(accept_sources)
            record(home, permit, "ask again", "vectors")
        if import_ is not None:
            _take(invocation, home, workspace, import_, as_json=as_json)
        if rebuild:
            _drop_vectors(workspace)
        progress_line = "" if status else make_vectors(workspace, wait=wait)
        if export is not None and key is not None:
            files = vector_files(workspace.settings.home)
            progress_line = files.export(invocation, workspace, export, key, force=force)
        standing = _progress(workspace)
    if as_json:
        say_json(standing.as_object())
    elif status:
        _print_progress(standing)
    else:
        say(progress_line)
    if wait and not status and share(standing.corpora) < 1:
        raise typer.Exit(1)


def _take(invocation: "Invocation", home: "App", workspace: "Workspace", file: Path, *, as_json: bool) -> None:
    """Take vectors from a file, once a person agreed to who signed it."""
    offered = vector_files(workspace.settings.home).open(invocation, file)
    offered.fit(workspace)
    offered.agree(invocation, home, f"scrubjay embed --import {shlex.quote(str(file))}")
    taken = offered.take(workspace)
    if not as_json:
        say(taken)


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
        given=workspace.knowledge_database.read(givers),
    )


def _print_progress(standing: EmbeddingProgress) -> None:
    """Print how many vectors there are, and a row for each embedder."""
    say(f"{describe(standing.corpora)} have a vector of {standing.provider}" if standing.key else "vectors: off")
    for by, vectors in standing.given.items():
        say(f"{counted(vectors, 'vector')} of {by}")
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
