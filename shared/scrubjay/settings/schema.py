"""Schema of the settings, with their defaults."""

from pathlib import Path
from typing import Annotated, Any, Literal

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
from scrubjay.settings.section import NO_ENTRIES, Allowed, Secret, Section

RecipeName = Literal["balanced", "code", "concepts", "conversation", "fast", "keyword"]

Toolset = Literal["core", "conversations", "context", "memories", "story", "graph", "agents"]
"""Groups of MCP tools that are offered together; each costs an agent schema tokens on every turn."""

LARGEST_FILE_KB = 10_240


class IngestionSettings(Section):
    """Which committed files become knowledge. `code`: languages, patterns, or auto.

    `submodules`: whether those that are checked out are read too, after the repository's own documents.
    """

    include: Globs = DEFAULT_INCLUDE
    exclude: Globs = DEFAULT_EXCLUDE
    max_file_size_kb: Annotated[int, Allowed(ge=1, le=LARGEST_FILE_KB)] = 500
    skip_binary: bool = True
    secrets: Literal["mask", "skip"] = "mask"
    code: Code = (AUTO,)
    submodules: Annotated[bool, Rule.ONLY_OFF] = False


class Weights(Section):
    """Weights of the arms in the rank fusion."""

    bm25: Annotated[float, Allowed(ge=0, le=10)] = 1.0
    vector: Annotated[float, Allowed(ge=0, le=10)] = 1.0
    reranker: Annotated[float, Allowed(ge=0, le=10)] = 1.0


class RetrievalSettings(Section):
    """Ranking of search results. `candidates`: documents that keywords and vectors each retrieve for reranking.

    `reranker`: late, none, or `cross_encoder:NAME` with a name or folder for `[st]`.
    """

    recipe: RecipeName = "balanced"
    weights: Weights = Weights()
    candidates: Annotated[int, Allowed(ge=10, le=1000)] = 100
    reranker: Annotated[str, Allowed(max_length=1000, pattern=r"^(late|none|cross_encoder:.+)$")] = "late"


class SkillsSettings(Section):
    """Where `init` installs the skills, relative to the worktree's top, and whether it does."""

    directory: RepositoryFolder = ".claude/skills"
    auto_discover: bool = True


class HookSettings(Section):
    """Events of a coding client that are handled."""

    session_start: bool = True
    pre_compact: bool = True
    stop: bool = True
    session_end: bool = True
    user_prompt_submit: bool = False


class EmbeddingSettings(Section):
    """The embedding model, and the resources that it may use.

    `model` is a folder with an ONNX model, a name for `[st]`, an endpoint's name of the model, or that of an extension;
    empty is the bundled one. 0 and empty texts mean the model's own values. `dim` truncates the vectors of a Matryoshka
    model.
    """

    provider: Literal["onnx", "multilingual", "sentence-transformers", "endpoint", "extension", "none"] = "onnx"
    model: Annotated[str, Allowed(max_length=1000)] = ""
    native_dim: Annotated[int, Allowed(ge=0, le=16_384)] = 0
    dim: Annotated[int, Allowed(ge=0, le=16_384)] = 0
    pooling: Literal["", "mean", "cls", "last"] = ""
    query_prefix: Annotated[str, Allowed(max_length=1000)] = ""
    passage_prefix: Annotated[str, Allowed(max_length=1000)] = ""
    max_tokens: Annotated[int, Allowed(ge=0, le=8_192)] = 0
    threads: Annotated[int, Allowed(ge=1, le=64)] = 2
    background: bool = True


class EndpointSettings(Section):
    """A server with OpenAI's API, such as Ollama at http://localhost:11434/v1. Without a url no request is made.

    `key_env` names the environment variable that holds its key; the key itself is in none of our files.
    `azure_api_version`, such as 2024-10-21, asks by Azure's form: models are deployments of the resource at `url`.
    """

    url: Annotated[str, NO_TOKEN, Allowed(max_length=2000, pattern=r"^(https?://[^\s@]+)?$")] = ""
    key_env: VariableName = ""
    timeout_s: Annotated[float, Allowed(gt=0, le=600)] = 30.0
    azure_api_version: Annotated[str, Allowed(max_length=40, pattern=r"^[0-9a-z-]*$")] = ""


class ReviewSettings(Section):
    """Limits of the review queue: held claims of one author, and in all. An author's oldest are archived."""

    per_user: Annotated[int, Allowed(ge=1, le=100)] = 100
    total: Annotated[int, Allowed(ge=1, le=10_000)] = 10_000


class ConversationSettings(Section):
    """Whether Claude Code's transcripts are stored and searched, and how long a session is kept after its last turn."""

    index: bool = False
    retention_days: Annotated[int, Allowed(ge=1, le=3650)] = 90


class CitationSettings(Section):
    """Whether links that a claim cites are opened, and where issues are looked up. Both are off by default.

    `tracker` is an address with {number}, and perhaps {repo}, such as
    https://api.github.com/repos/{repo}/issues/{number}; `token_env` names the environment variable that holds a
    read-only token for it.
    """

    urls: Literal["off", "check"] = "off"
    tracker: Annotated[str, NO_TOKEN, Allowed(max_length=2000, pattern=r"^(https?://[^\s@]+\{number\}\S*)?$")] = ""
    token_env: VariableName = ""


class ExtractionSettings(Section):
    """What extracts memories from conversations: rules for explicit statements, a language model as well, or nothing.

    `model` is its name at the server of `endpoint.url`. `daily_tokens` and `daily_cost` (0: no such limit) limit its
    use a day; `price` is the cost of a million tokens. `temperature` is sent only where it is set.
    """

    by: Literal["rules", "model", "off"] = "rules"
    model: Annotated[str, Allowed(max_length=200)] = ""
    daily_tokens: Annotated[int, Allowed(ge=0, le=100_000_000)] = 50_000
    daily_cost: Annotated[float, Allowed(ge=0, le=100_000)] = 0.0
    price: Annotated[float, Allowed(ge=0, le=100_000)] = 0.0
    temperature: Annotated[float | None, Allowed(ge=0, le=2)] = None


class HistorySettings(Section):
    """What sums up a conversation's earlier turns for a prompt: rules, or the user's model, that of `extraction`."""

    summary: Literal["rules", "model"] = "rules"


class GroundingSettings(Section):
    """Whether the user's own model, that of `extraction`, reads memories beside the words of their grounds."""

    judge: Literal["off", "model"] = "off"


Mark = Annotated[str, Allowed(pattern=r"^[0-9a-f]{1,40}:[0-9a-f]{32}$")]


class PrivacySettings(Section):
    """Treatment of e-mail addresses, cards, IBANs and phone numbers, and the allow-list of values that are no secrets.

    `auto`: masked in transcripts, flagged in memories, unchanged in committed documents. `allow` holds the entries that
    `scrubjay log --masked` shows.
    """

    personal: Literal["auto", "mask", "flag", "off"] = "auto"
    allow: Annotated[tuple[Mark, ...], Allowed(max_length=1000)] = ()


class TrustSettings(Section):
    """Whether scripts may do what only a person may, such as joining a project; an agent never may.

    `elicitation`: whether a choice in the client's own dialogue counts as the person's. Each holds only where a person
    set it by `scrubjay settings set`.
    """

    scripts: bool = False
    elicitation: bool = False


class MemorySettings(Section):
    """Which memories are shown: whether default answers hold those that an agent said, and the least grade of those
    that prompts get unasked; grounded is said with a ground that stands.
    """

    said: Literal["show", "hide"] = "show"
    min_grade: Literal["told", "quoted", "grounded", "said"] = "grounded"


class PublishingSettings(Section):
    """Where published memories go in the repository, and whose name stands in them.

    `authors`: git's user.name, the memory's own author, or none. Decisions go where the repository keeps its own.
    """

    folder: Annotated[RepositoryFolder, Rule.REPOSITORY] = ".agent/memory"
    authors: Annotated[Literal["git", "memory", "none"], Rule.FILE_ONLY] = "git"


TestCommand = Annotated[str, Allowed(min_length=1, max_length=200)]


class PromotionSettings(Section):
    """What becomes of memories that proved their worth: proposed to a person, or for the user's own to the project at
    once. `test_commands`: the beginnings of commands whose last result says how a session ended.
    """

    mode: Literal["propose", "auto"] = "propose"
    test_commands: Annotated[tuple[TestCommand, ...], Allowed(max_length=200)] = DEFAULT_TEST_COMMANDS


class InsightSettings(Section):
    """Whether this machine counts how searches are answered and how quick, as sums of days for the operator's page."""

    keep: bool = True


ExtensionName = Annotated[str, Allowed(pattern=r"^[a-z][a-z0-9-]{1,39}$")]


class UserSettings(Section):
    """The author of memories; empty means the account's name."""

    id: Annotated[str, Rule.FILE_ONLY, Allowed(max_length=256)] = ""


class ProjectSettings(Section):
    """The user's settings for one project: what a repository's file may set, and above it."""

    ingestion: IngestionSettings = IngestionSettings()
    retrieval: RetrievalSettings = RetrievalSettings()


class SettingsFile(Section):
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
    history: Annotated[HistorySettings, Rule.FILE_ONLY] = HistorySettings()
    grounding: Annotated[GroundingSettings, Rule.FILE_ONLY] = GroundingSettings()
    toolsets: Annotated[tuple[Toolset, ...], Allowed(min_length=1, max_length=10)] = ("core",)
    privacy: Annotated[PrivacySettings, Rule.FILE_ONLY] = PrivacySettings()
    trust: Annotated[TrustSettings, Rule.FILE_ONLY, Rule.PERSON_ALONE] = TrustSettings()
    memory: Annotated[MemorySettings, Rule.FILE_ONLY] = MemorySettings()
    publishing: PublishingSettings = PublishingSettings()
    promotion: Annotated[PromotionSettings, Rule.FILE_ONLY] = PromotionSettings()
    insight: Annotated[InsightSettings, Rule.FILE_ONLY] = InsightSettings()
    user: UserSettings = UserSettings()
    people: Annotated[Literal["on", "off"], Rule.FILE_ONLY] = "on"
    projects: Annotated[dict[str, ProjectSettings], Rule.FILE_ONLY, Allowed(max_length=1000)] = NO_ENTRIES
    forges: Annotated[Forges, Rule.FILE_ONLY] = NO_ENTRIES
    extensions: Annotated[
        dict[ExtensionName, Literal["on", "off"]], Allowed(max_length=100), Rule.FILE_ONLY, Rule.PERSON_ALONE
    ] = NO_ENTRIES


CORE_SECTIONS = frozenset(SettingsFile.fields)
"""The top keys of the file that are the core's: no extension's section bears such a name."""


class Settings(SettingsFile):
    """The effective settings: the home, and every section."""

    home: Path
    endpoint_key: Secret = Secret("")
    """The value of the environment variable `endpoint.key_env`."""
    tracker_token: Secret = Secret("")
    """The value of the environment variable `citations.token_env`."""
    forge_tokens: dict[str, Secret] = NO_ENTRIES
    """The values of the variables that `forges` names, by their names."""
    sections: dict[str, Any] = NO_ENTRIES
    """Sections of extensions as they stand in the user's file, by name: unread until the extension is used."""

    @property
    def user_id(self) -> str:
        """The author of memories."""
        return self.user.id
