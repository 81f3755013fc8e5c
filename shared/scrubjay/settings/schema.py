"""Schema of the settings, with their defaults."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints

from scrubjay.settings.code import (
    AUTO,
    DEFAULT_EXCLUDE,
    DEFAULT_INCLUDE,
    DEFAULT_TEST_COMMANDS,
    NO_TOKEN,
    Code,
    Globs,
    RepositoryFolder,
    VariableName,
)
from scrubjay.settings.forges import Forges
from scrubjay.settings.rules import Rule

RecipeName = Literal["balanced", "code", "concepts", "conversation", "fast", "keyword"]

Toolset = Literal["core", "conversations", "context", "memories", "story", "graph", "agents"]
"""Groups of MCP tools that are offered together; each costs an agent schema tokens on every turn."""

LARGEST_FILE_KB = 10_240


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class IngestionSettings(_Section):
    """Which committed files become knowledge. `code`: languages, patterns, or auto.

    `submodules`: whether those that are checked out are read too, after the repository's own documents.
    """

    include: Globs = DEFAULT_INCLUDE
    exclude: Globs = DEFAULT_EXCLUDE
    max_file_size_kb: int = Field(default=500, ge=1, le=LARGEST_FILE_KB)
    skip_binary: bool = True
    secrets: Literal["mask", "skip"] = "mask"
    code: Code = (AUTO,)
    submodules: Annotated[bool, Rule.ONLY_OFF] = False


class Weights(_Section):
    """Weights of the arms in the rank fusion."""

    bm25: float = Field(default=1.0, ge=0, le=10)
    vector: float = Field(default=1.0, ge=0, le=10)
    reranker: float = Field(default=1.0, ge=0, le=10)


class RetrievalSettings(_Section):
    """Ranking of search results. `candidates`: documents that keywords and vectors each retrieve for reranking.

    `reranker`: late, none, or `cross_encoder:NAME` with a name or folder for `[st]`.
    """

    recipe: RecipeName = "balanced"
    weights: Weights = Weights()
    candidates: int = Field(default=100, ge=10, le=1000)
    reranker: str = Field(default="late", max_length=1000, pattern=r"^(late|none|cross_encoder:.+)$")


class SkillsSettings(_Section):
    """Where `init` installs the skills, relative to the worktree's top, and whether it does."""

    directory: RepositoryFolder = ".claude/skills"
    auto_discover: bool = True


class HookSettings(_Section):
    """Events of a coding client that are handled."""

    session_start: bool = True
    pre_compact: bool = True
    stop: bool = True
    session_end: bool = True
    user_prompt_submit: bool = False


class EmbeddingSettings(_Section):
    """The embedding model, and the resources that it may use.

    `model` is a folder with an ONNX model, a name for `[st]`, an endpoint's name of the model, or that of an extension;
    empty is the bundled one. 0 and empty texts mean the model's own values. `dim` truncates the vectors of a Matryoshka
    model.
    """

    provider: Literal["onnx", "multilingual", "sentence-transformers", "endpoint", "extension", "none"] = "onnx"
    model: str = Field(default="", max_length=1000)
    native_dim: int = Field(default=0, ge=0, le=16_384)
    dim: int = Field(default=0, ge=0, le=16_384)
    pooling: Literal["", "mean", "cls", "last"] = ""
    query_prefix: str = Field(default="", max_length=1000)
    passage_prefix: str = Field(default="", max_length=1000)
    max_tokens: int = Field(default=0, ge=0, le=8_192)
    threads: int = Field(default=2, ge=1, le=64)
    background: bool = True


class EndpointSettings(_Section):
    """A server with OpenAI's API, such as Ollama at http://localhost:11434/v1. Without a url no request is made.

    `key_env` names the environment variable that holds its key; the key itself is in none of our files.
    `azure_api_version`, such as 2024-10-21, asks by Azure's form: models are deployments of the resource at `url`.
    """

    url: Annotated[str, NO_TOKEN] = Field(default="", max_length=2000, pattern=r"^(https?://[^\s@]+)?$")
    key_env: VariableName = ""
    timeout_s: float = Field(default=30.0, gt=0, le=600)
    azure_api_version: str = Field(default="", max_length=40, pattern=r"^[0-9a-z-]*$")


class ReviewSettings(_Section):
    """Limits of the review queue: held claims of one author, and in all. An author's oldest are archived."""

    per_user: int = Field(default=100, ge=1, le=100)
    total: int = Field(default=10_000, ge=1, le=10_000)


class ConversationSettings(_Section):
    """Whether Claude Code's transcripts are stored and searched, and how long a session is kept after its last turn."""

    index: bool = False
    retention_days: int = Field(default=90, ge=1, le=3650)


class CitationSettings(_Section):
    """Whether links that a claim cites are opened, and where issues are looked up. Both are off by default.

    `tracker` is an address with {number}, and perhaps {repo}, such as
    https://api.github.com/repos/{repo}/issues/{number}; `token_env` names the environment variable that holds a
    read-only token for it.
    """

    urls: Literal["off", "check"] = "off"
    tracker: Annotated[str, NO_TOKEN] = Field(
        default="", max_length=2000, pattern=r"^(https?://[^\s@]+\{number\}\S*)?$"
    )
    token_env: VariableName = ""


class ExtractionSettings(_Section):
    """What extracts memories from conversations: rules for explicit statements, a language model as well, or nothing.

    `model` is its name at the server of `endpoint.url`. `daily_tokens` and `daily_cost` (0: no such limit) limit its
    use a day; `price` is the cost of a million tokens. `temperature` is sent only where it is set.
    """

    by: Literal["rules", "model", "off"] = "rules"
    model: str = Field(default="", max_length=200)
    daily_tokens: int = Field(default=50_000, ge=0, le=100_000_000)
    daily_cost: float = Field(default=0.0, ge=0, le=100_000)
    price: float = Field(default=0.0, ge=0, le=100_000)
    temperature: float | None = Field(default=None, ge=0, le=2)


class GroundingSettings(_Section):
    """Whether the user's own model, that of `extraction`, reads memories beside the words of their grounds."""

    judge: Literal["off", "model"] = "off"


Mark = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{1,40}:[0-9a-f]{32}$")]


class PrivacySettings(_Section):
    """Treatment of e-mail addresses, cards, IBANs and phone numbers, and the allow-list of values that are no secrets.

    `auto`: masked in transcripts, flagged in memories, unchanged in committed documents. `allow` holds the entries that
    `scrubjay log --masked` shows.
    """

    personal: Literal["auto", "mask", "flag", "off"] = "auto"
    allow: Annotated[tuple[Mark, ...], Field(max_length=1000)] = ()


class TrustSettings(_Section):
    """Whether scripts may do what only a person may, such as joining a project; an agent never may.

    `elicitation`: whether a choice in the client's own dialogue counts as the person's. Each holds only where a person
    set it by `scrubjay settings set`.
    """

    scripts: bool = False
    elicitation: bool = False


class MemorySettings(_Section):
    """Which memories are shown: whether default answers hold those that an agent said, and the least grade of those
    that prompts get unasked; grounded is said with a ground that stands.
    """

    said: Literal["show", "hide"] = "show"
    min_grade: Literal["told", "quoted", "grounded", "said"] = "grounded"


class PublishingSettings(_Section):
    """Where published memories go in the repository, and whose name stands in them.

    `authors`: git's user.name, the memory's own author, or none. Decisions go where the repository keeps its own.
    """

    folder: Annotated[RepositoryFolder, Rule.REPOSITORY] = ".agent/memory"
    authors: Annotated[Literal["git", "memory", "none"], Rule.FILE_ONLY] = "git"


TestCommand = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class PromotionSettings(_Section):
    """What becomes of memories that proved their worth: proposed to a person, or for the user's own to the project at
    once. `test_commands`: the beginnings of commands whose last result says how a session ended.
    """

    mode: Literal["propose", "auto"] = "propose"
    test_commands: Annotated[tuple[TestCommand, ...], Field(max_length=200)] = DEFAULT_TEST_COMMANDS


class InsightSettings(_Section):
    """Whether this machine counts how searches are answered and how quick, as sums of days for the operator's page."""

    keep: bool = True


ExtensionName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{1,39}$")]


class UserSettings(_Section):
    """The author of memories; empty means the account's name."""

    id: Annotated[str, Rule.FILE_ONLY] = Field(default="", max_length=256)


class ProjectSettings(_Section):
    """The user's settings for one project: what a repository's file may set, and above it."""

    ingestion: IngestionSettings = IngestionSettings()
    retrieval: RetrievalSettings = RetrievalSettings()


class SettingsFile(_Section):
    """The content of a configuration file."""

    ingestion: Annotated[IngestionSettings, Rule.REPOSITORY] = IngestionSettings()
    retrieval: Annotated[RetrievalSettings, Rule.REPOSITORY] = RetrievalSettings()
    skills: SkillsSettings = SkillsSettings()
    hooks: Annotated[HookSettings, Rule.REPOSITORY, Rule.ONLY_OFF] = HookSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    endpoint: EndpointSettings = EndpointSettings()
    review: ReviewSettings = ReviewSettings()
    citations: CitationSettings = CitationSettings()
    conversations: ConversationSettings = ConversationSettings()
    extraction: Annotated[ExtractionSettings, Rule.FILE_ONLY] = ExtractionSettings()
    grounding: Annotated[GroundingSettings, Rule.FILE_ONLY] = GroundingSettings()
    toolsets: Annotated[tuple[Toolset, ...], Field(min_length=1, max_length=10)] = ("core",)
    privacy: Annotated[PrivacySettings, Rule.FILE_ONLY] = PrivacySettings()
    trust: Annotated[TrustSettings, Rule.FILE_ONLY, Rule.PERSON_ALONE] = TrustSettings()
    memory: Annotated[MemorySettings, Rule.FILE_ONLY] = MemorySettings()
    publishing: PublishingSettings = PublishingSettings()
    promotion: Annotated[PromotionSettings, Rule.FILE_ONLY] = PromotionSettings()
    insight: Annotated[InsightSettings, Rule.FILE_ONLY] = InsightSettings()
    user: UserSettings = UserSettings()
    people: Annotated[Literal["on", "off"], Rule.FILE_ONLY] = "on"
    projects: Annotated[dict[str, ProjectSettings], Rule.FILE_ONLY] = Field(default={}, max_length=1000)
    forges: Annotated[Forges, Rule.FILE_ONLY] = {}
    extensions: Annotated[
        dict[ExtensionName, Literal["on", "off"]], Field(max_length=100), Rule.FILE_ONLY, Rule.PERSON_ALONE
    ] = {}


CORE_SECTIONS = frozenset(SettingsFile.model_fields)
"""The top keys of the file that are the core's: no extension's section bears such a name."""


class Settings(SettingsFile):
    """The effective settings: the home, and every section."""

    home: Path
    endpoint_key: SecretStr = SecretStr("")
    """The value of the environment variable `endpoint.key_env`."""
    tracker_token: SecretStr = SecretStr("")
    """The value of the environment variable `citations.token_env`."""
    forge_tokens: dict[str, SecretStr] = {}
    """The values of the variables that `forges` names, by their names."""
    sections: dict[str, Any] = {}
    """Sections of extensions as they stand in the user's file, by name: unread until the extension is used."""

    @property
    def user_id(self) -> str:
        """The author of memories."""
        return self.user.id
