"""Schema of the settings, with their defaults."""

from pathlib import Path
from typing import Annotated, Any, Literal

from scrubjay.settings.code import (
    DEFAULT_TEST_COMMANDS,
    NO_TOKEN,
    RepositoryFolder,
    VariableName,
)
from scrubjay.settings.forges import Forges
from scrubjay.settings.reading import EmbeddingSettings, EndpointSettings, IngestionSettings, RetrievalSettings
from scrubjay.settings.rules import Rule
from scrubjay.settings.section import NO_ENTRIES, Allowed, Secret, Section

Toolset = Literal["core", "conversations", "context", "memories", "story", "graph", "agents"]
"""Groups of MCP tools that are offered together; each costs an agent schema tokens on every turn."""


class SkillsSettings(Section):
    """Where `init` installs the skills, relative to the worktree's top, and whether it does."""

    directory: RepositoryFolder = ".claude/skills"
    """the skills in the folder of another client."""
    auto_discover: bool = True
    """`false`: none of the skills; the next `init` places none, and removes its own copies."""


class HookSettings(Section):
    """Which events of a coding client are handled."""

    session_start: bool = True
    """`false`: silence at the start of a session."""
    pre_compact: bool = True
    """`false`: silence before compaction."""
    stop: bool = True
    """`false`: silence after an answer."""
    session_end: bool = True
    """`false`: silence at the end of a session."""
    user_prompt_submit: bool = False
    """memories that fit the prompt, beside every prompt."""


class ReviewSettings(Section):
    """Limits of the review queue: held claims of one author, and in all. An author's oldest are archived."""

    per_user: Annotated[int, Allowed(ge=1, le=100)] = 100
    """a review queue that stays short: so many claims of one author are held; the oldest go to the archive."""
    total: Annotated[int, Allowed(ge=1, le=10_000)] = 10_000
    """the same, for all authors together."""


class ConversationSettings(Section):
    """Whether Claude Code's transcripts are stored and searched, and how long a session is kept after its last turn."""

    index: bool = False
    """to search what was said in earlier sessions: Claude Code's transcripts of your projects are kept."""
    retention_days: Annotated[int, Allowed(ge=1, le=3650)] = 90
    """sessions gone sooner, or kept longer: so long after the last turn, what it was told so long after it was told."""


class CitationSettings(Section):
    """Whether links that a claim cites are opened, and where issues are looked up. Both are off by default.

    `tracker` is an address with {number}, and perhaps {repo}, such as
    https://api.github.com/repos/{repo}/issues/{number}; `token_env` names the environment variable that holds a
    read-only token for it.
    """

    urls: Literal["off", "check"] = "off"
    """`check`: links in claims to be opened, for 5 s, at public addresses only."""
    tracker: Annotated[str, NO_TOKEN, Allowed(max_length=2000, pattern=r"^(https?://[^\s@]+\{number\}\S*)?$")] = ""
    """issues in claims to be looked up, such as by `https://api.github.com/repos/{repo}/issues/{number}`."""
    token_env: VariableName = ""
    """those of a private tracker: the environment variable that holds a read-only token for it."""


class ExtractionSettings(Section):
    """What extracts memories from conversations: rules for explicit statements, a language model as well, or nothing.

    `model` is its name at the server of `endpoint.url`. `daily_tokens` and `daily_cost` (0: no such limit) limit its
    use a day; `price` is the cost of a million tokens.
    """

    by: Literal["rules", "model", "off"] = "rules"
    """nothing kept of a session unless you ask (`off`), or a language model to read kept conversations too (`model`).
    `rules`: of each session at most five things are kept that you said to be kept or that its commands showed, and
    explicit statements in imported conversations become claims."""
    model: Annotated[str, Allowed(max_length=200)] = ""
    """that model to be a certain one: what the server at `endpoint.url` calls it."""
    daily_tokens: Annotated[int, Allowed(ge=0, le=100_000_000)] = 50_000
    """that model to stay within a budget, over all projects."""
    daily_cost: Annotated[float, Allowed(ge=0, le=100_000)] = 0.0
    """the same in money; 0 is no limit."""
    price: Annotated[float, Allowed(ge=0, le=100_000)] = 0.0
    """the price of a million tokens, for that limit."""
    temperature: Annotated[float | None, Allowed(ge=0, le=2)] = None
    """that model at a temperature of yours; none is sent unless you set it."""


class HistorySettings(Section):
    """What sums up a conversation's earlier turns for a prompt: rules, or the user's model, that of `extraction`."""

    summary: Literal["rules", "model"] = "rules"
    """`model`: the earlier turns of a conversation summed up for a prompt, in the background, by your own model: that
    of `extraction`."""


class GroundingSettings(Section):
    """Whether the user's own model, that of `extraction`, reads memories beside the words of their grounds."""

    judge: Literal["off", "model"] = "off"
    """`model`: a model of yours to say whether a source supports or contradicts the memory above it. The model of
    `extraction.by: model` reads your memories beside the words of their grounds, in the background and within
    `extraction.daily_tokens`, and each ground says "the model reads: supports", "contradicts" or "neither". Sent are
    the memory and those words, masked, to `endpoint.url`; never what carries the tag `private` or is grouped with what
    does. It changes no grade."""


Mark = Annotated[str, Allowed(pattern=r"^[0-9a-f]{1,40}:[0-9a-f]{32}$")]


class PrivacySettings(Section):
    """Treatment of e-mail addresses, cards, IBANs and phone numbers, and the allow-list of values that are no secrets.

    `auto`: masked in transcripts, flagged in memories, unchanged in committed documents. `allow` holds the entries that
    `scrubjay log --masked` shows.
    """

    personal: Literal["auto", "mask", "flag", "off"] = "auto"
    """no e-mail address or phone number in memory, or to be left alone about them. `auto`: addresses, cards, IBANs and
    phone numbers are masked in transcripts, flagged in memories, untouched in committed documents; `mask`: masked in
    both; `flag`: flagged in memories alone."""
    allow: Annotated[tuple[Mark, ...], Allowed(max_length=1000)] = ()
    """a value unmasked that looks like a secret and is none: its mark, as `scrubjay log --masked` shows it."""


class TrustSettings(Section):
    """Whether scripts may do what only a person may, such as joining a project; an agent never may.

    `elicitation`: whether a choice in the client's own dialogue counts as the person's. Each holds only where a person
    set it by `scrubjay settings set`.
    """

    scripts: bool = False
    """a script of yours (never an agent) to approve, or to join a project. It holds where you set it by `scrubjay
    settings set trust.scripts true`, not where it only stands in the file."""
    elicitation: bool = False
    """choices in a client's dialogue (keep, reword, no, later) to count as yours, where its hooks reported it and our
    server is its child; never what speaks to whoever reads it, and nothing that ends what you told. It holds as
    `trust.scripts` does."""


class MemorySettings(Section):
    """Which memories are shown: whether default answers hold those that an agent said, and the least grade of those
    that prompts get unasked; grounded is said with a ground that stands.
    """

    said: Literal["show", "hide"] = "show"
    """`hide`: nothing in an answer that only an agent said."""
    min_grade: Literal["told", "quoted", "grounded", "said"] = "grounded"
    """prompts to be told only what is told or quoted, or more. grounded is said, with a ground that stands."""


class PublishingSettings(Section):
    """Where published memories go in the repository, and whose name stands in them.

    `authors`: git's user.name, the memory's own author, or none. Decisions go where the repository keeps its own.
    """

    folder: Annotated[RepositoryFolder, Rule.REPOSITORY] = ".agent/memory"
    """published memories in another folder of the repository."""
    authors: Annotated[Literal["git", "memory", "none"], Rule.FILE_ONLY] = "git"
    """another name in published files: `git` is user.name, `memory` who said it, `none` nobody."""


TestCommand = Annotated[str, Allowed(min_length=1, max_length=200)]


class PromotionSettings(Section):
    """What becomes of memories that proved their worth: proposed to a person, or for the user's own to the project at
    once. `test_commands`: the beginnings of commands whose last result says how a session ended.
    """

    mode: Literal["propose", "auto"] = "propose"
    """`auto`: a memory of your own that proved its worth becomes the project's by itself; into git nothing goes without
    you. `propose`: it waits for your word."""
    test_commands: Annotated[tuple[TestCommand, ...], Allowed(max_length=200)] = DEFAULT_TEST_COMMANDS
    """sessions judged by test commands of your own: the beginnings of commands whose last result says how it ended."""


class InsightSettings(Section):
    """Whether this machine counts how searches are answered and how quick, as sums of days for the operator's page."""

    keep: bool = True
    """`false`: nothing counted, not even on this machine: sums of days of how searches are answered, how quick, and how
    much is told; no text, and nothing is sent."""


ExtensionName = Annotated[str, Allowed(pattern=r"^[a-z][a-z0-9-]{1,39}$")]


class UserSettings(Section):
    """The author of memories; empty means the account's name."""

    id: Annotated[str, Rule.FILE_ONLY, Allowed(max_length=256)] = ""
    """your memories under another name than the account's."""


class ProjectSettings(Section):
    """The user's settings for one project: the sections that a repository's file may set. They win over that file."""

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
    """more tools for agents, at the price of their tokens."""
    privacy: Annotated[PrivacySettings, Rule.FILE_ONLY] = PrivacySettings()
    trust: Annotated[TrustSettings, Rule.FILE_ONLY, Rule.PERSON_ALONE] = TrustSettings()
    memory: Annotated[MemorySettings, Rule.FILE_ONLY] = MemorySettings()
    publishing: PublishingSettings = PublishingSettings()
    promotion: Annotated[PromotionSettings, Rule.FILE_ONLY] = PromotionSettings()
    insight: Annotated[InsightSettings, Rule.FILE_ONLY] = InsightSettings()
    user: UserSettings = UserSettings()
    people: Annotated[Literal["on", "off"], Rule.FILE_ONLY] = "on"
    """`off`: nobody named who wrote a commit, in any answer or briefing. Names are never stored."""
    projects: Annotated[dict[str, ProjectSettings], Rule.FILE_ONLY, Allowed(max_length=1000)] = NO_ENTRIES
    """another setting in one repository, without a committed file: by a project's id its `ingestion` and `retrieval`.
    """
    forges: Annotated[Forges, Rule.FILE_ONLY] = NO_ENTRIES
    """pull requests and issues of a repository to be read, and found: by HOST/OWNER/NAME (at GitLab with its subgroups)
    `project` (its id or name), `kind` (github, gitlab, gitea, forgejo; files: imported alone), `token_env` or
    `token_file`, `api`, `members` (logins that count as members). A token in it is refused."""
    extensions: Annotated[
        dict[ExtensionName, Literal["on", "off"]], Allowed(max_length=100), Rule.FILE_ONLY, Rule.PERSON_ALONE
    ] = NO_ENTRIES
    """a part of scrubjay off, or a part that somebody else wrote on, by its name. Somebody else's are on only where a
    person looked at them by `scrubjay extensions enable`."""


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
