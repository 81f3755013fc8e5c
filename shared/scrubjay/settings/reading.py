"""Settings of what is read and how it is found: files, ranking, and the model of the vectors."""

from typing import Annotated, Literal

from scrubjay.settings.code import AUTO, DEFAULT_EXCLUDE, DEFAULT_INCLUDE, NO_TOKEN, Code, Globs, VariableName
from scrubjay.settings.rules import Rule
from scrubjay.settings.section import Allowed, Section

RecipeName = Literal["balanced", "code", "concepts", "conversation", "fast", "keyword"]

LARGEST_FILE_KB = 10_240


class IngestionSettings(Section):
    """Which committed files become knowledge. `code`: languages, patterns, or auto.

    `submodules`: whether those that are checked out are read too, after the repository's own documents.
    """

    include: Globs = DEFAULT_INCLUDE
    """documents with other endings, or only one folder. As it is: Markdown, rst, text and AsciiDoc files, `kep.yaml`.
    """
    exclude: Globs = DEFAULT_EXCLUDE
    """no generated or copied pages among the results. As it is: node_modules, .venv, dist, build, vendor, secrets …."""
    max_file_size_kb: Annotated[int, Allowed(ge=1, le=LARGEST_FILE_KB)] = 500
    """a long handbook that is left out as too large. A repository may only lower it."""
    skip_binary: bool = True
    """`false`: documents that hold a stray NUL byte."""
    secrets: Literal["mask", "skip"] = "mask"
    """`skip`: no line of a document that holds a secret, not even masked."""
    code: Code = (AUTO,)
    """no code (`[]`), some languages of it such as python, patterns such as `src/**`, or that of more than 20,000
    files."""
    submodules: Annotated[bool, Rule.ONLY_OFF] = False
    """documents and code of the submodules that are checked out, behind the repository's own files."""


class Weights(Section):
    """Weights of the arms in the rank fusion."""

    bm25: Annotated[float, Allowed(ge=0, le=10)] = 1.0
    """exact words to count more, or less, than in the recipe."""
    vector: Annotated[float, Allowed(ge=0, le=10)] = 1.0
    """meaning to count more, or less, than in the recipe."""
    reranker: Annotated[float, Allowed(ge=0, le=10)] = 1.0
    """the reranker to count more, or less, than in the recipe."""


class RetrievalSettings(Section):
    """Ranking of search results. `candidates`: documents that keywords and vectors each retrieve for reranking.

    `reranker`: late, none, or `cross_encoder:NAME` with a name or folder for `[st]`.
    """

    recipe: RecipeName = "balanced"
    """what `scrubjay bench` measured as best for your documents."""
    weights: Weights = Weights()
    candidates: Annotated[int, Allowed(ge=10, le=1000)] = 100
    """faster answers on a small machine, or more thorough ones: so many documents from words, and as many from vectors.
    """
    reranker: Annotated[str, Allowed(max_length=1000, pattern=r"^(late|none|cross_encoder:.+)$")] = "late"
    """no reranking (`none`), or a cross-encoder of your own (`cross_encoder:NAME` through `[st]`). A repository may
    choose only `late` or `none`."""


class EmbeddingSettings(Section):
    """The embedding model, and the resources that it may use.

    `model` is a folder with an ONNX model, a name for `[st]`, an endpoint's name of the model, or that of an extension;
    empty is the bundled one. 0 and empty texts mean the model's own values. `dim` truncates the vectors of a Matryoshka
    model.
    """

    provider: Literal["onnx", "multilingual", "sentence-transformers", "endpoint", "extension", "none"] = "onnx"
    """search by meaning in other languages than English (`multilingual`), another model, or none."""
    model: Annotated[str, Allowed(max_length=1000)] = ""
    """another model than the bundled all-MiniLM-L6-v2; with provider extension the name of the extension."""
    native_dim: Annotated[int, Allowed(ge=0, le=16_384)] = 0
    """a model whose files don't say how many dimensions it has; an endpoint needs it."""
    dim: Annotated[int, Allowed(ge=0, le=16_384)] = 0
    """smaller vectors of a Matryoshka model; 0 is whole."""
    pooling: Literal["", "mean", "cls", "last"] = ""
    """a model whose files don't say how its states become one vector; empty is the model's own."""
    query_prefix: Annotated[str, Allowed(max_length=1000)] = ""
    """a model that expects a word before a question."""
    passage_prefix: Annotated[str, Allowed(max_length=1000)] = ""
    """a model that expects a word before a passage."""
    max_tokens: Annotated[int, Allowed(ge=0, le=8_192)] = 0
    """a model whose files don't say how much it reads; 0 is the model's own."""
    threads: Annotated[int, Allowed(ge=1, le=64)] = 2
    """`1`: to leave the processor to your build."""
    background: bool = True
    """`false`: no vectors made behind your back; `scrubjay embed` makes them."""


class EndpointSettings(Section):
    """A server with OpenAI's API, such as Ollama at http://localhost:11434/v1. Without a url no request is made.

    `key_env` names the environment variable that holds its key; the key itself is in none of our files.
    `azure_api_version` asks by Azure's form: models are deployments of the resource at `url`.
    """

    url: Annotated[str, NO_TOKEN, Allowed(max_length=2000, pattern=r"^(https?://[^\s@?#]+)?$")] = ""
    """a model on a server, such as `http://localhost:11434/v1`; without it nothing is asked."""
    key_env: VariableName = ""
    """the key of that server: the name of the environment variable that holds it."""
    timeout_s: Annotated[float, Allowed(gt=0, le=600)] = 30.0
    """to wait longer for a server that loads its model first."""
    azure_api_version: Annotated[str, Allowed(max_length=40, pattern=r"^[0-9a-z-]*$")] = ""
    """a deployment at Azure: the version of its API, such as `2024-10-21`; the model is the name of the deployment."""
