"""The pages that look inside: a prompt's context, an audit's chains, and each setting with the line that sets it."""

from collections.abc import Iterator
from itertools import islice

from starlette.responses import PlainTextResponse, Response, StreamingResponse

from scrubjay.context.blocks.assembler import AssembledContext, encoding_of
from scrubjay.context.blocks.contexts import ContextRequest
from scrubjay.context.blocks.model import BlockItem, PlacedBlock
from scrubjay.identity.audit import AuditEvent, ChainReport
from scrubjay.identity.audit.chain import AuditChain, AuditFilters, AuditPage, RotatedFile
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.view import View
from scrubjay.model.visible import json_text
from scrubjay.privacy.secrets.masking import mask
from scrubjay.privacy.secrets.shown_names import shown as shown_name
from scrubjay.settings.layers import read_repository_file
from scrubjay.settings.origins import Layer, OriginOfSetting, effective_settings, shown
from scrubjay.settings.rules import RefusedSetting
from scrubjay_ui.visit import Visit

A_PART = 500
"""Records of one part of a download."""

EXPORTED = 500_000
"""Records of one download, at most."""

CHAINS = (("project", "This project"), ("user", "Yours, of all projects"), ("agents", "Agents of this project"))
NAMES = tuple(name for name, _ in CHAINS)


def audit(visit: Visit) -> Response:
    """A page of audit records."""
    name = visit.choice("chain", NAMES, "project")
    filters, number = filters_of(visit), visit.number("page", 1, 1, 100_000)
    file, verify = visit.text("file"), visit.choice("verify", ("", "now"), "") == "now"
    shown = shown_chain(chain_of(visit, name), filters, number=number, file=file, verify=verify)
    return visit.page(
        "audit/page.html", title="Audit", shown=shown, filters=filters, chain=name, chains=CHAINS, events=EVENTS,
        file=file, number=number,
    )  # fmt: skip


def export(visit: Visit) -> Response:
    """A download of the audit records that pass the filters: a JSON object a line, oldest first."""
    name, filters = visit.choice("chain", NAMES, "project"), filters_of(visit)
    return StreamingResponse(
        parts(chain_of(visit, name), filters),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="audit-{name}.jsonl"'},
    )


def parts(chain: AuditChain, filters: AuditFilters) -> Iterator[str]:
    """The lines of a download, many at once: each part costs a change of threads."""
    records = islice(chain.records(filters), EXPORTED)
    while some := list(islice(records, A_PART)):
        yield "".join(f"{json_text(record.as_object(), sort_keys=True)}\n" for record in some)


EVENTS = tuple(map(str, AuditEvent))
A_PAGE = 50
VERIFIED_UNASKED = 1_000
"""Records up to which a chain is verified each time the page is opened: 20 ms. A longer one is verified on a click."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChain:
    """A page of a chain. `report` is None where it wasn't verified now; `length` counts every record there ever was."""

    page: AuditPage
    files: tuple[RotatedFile, ...]
    length: int
    report: ChainReport | None
    last: int


def chain_of(visit: Visit, name: str) -> AuditChain:
    """One of the chains that the page shows."""
    workspace = visit.workspace
    return workspace.agent_audit.chain() if name == "agents" else workspace.memory_archive.audit_chain(name)


def filters_of(visit: Visit) -> AuditFilters:
    """The filters of the address. Raises UsageError."""
    return AuditFilters(
        event=visit.text("event"),
        actor=visit.text("actor"),
        resource=visit.text("resource").lower(),
        since=visit.text("since"),
        until=visit.text("until"),
    ).checked()


def shown_chain(chain: AuditChain, filters: AuditFilters, *, number: int, file: str, verify: bool) -> ShownChain:
    """A page of records with what is known of the chain."""
    length = chain.length()
    page = chain.page(filters, A_PAGE, (number - 1) * A_PAGE, file)
    return ShownChain(
        page=page,
        files=chain.files(),
        length=length,
        report=chain.verify() if verify or length <= VERIFIED_UNASKED else None,
        last=max(1, -(-page.found // A_PAGE)),
    )


def settings(visit: Visit) -> Response:
    """The page of all settings, or of those that somebody set."""
    show = visit.choice("show", ("all", "set"), "all")
    words = visit.text("q")[:100]
    found = settings_of(visit, only_set=show == "set", words=words)
    return visit.page("settings/page.html", title="Settings", found=found, show=show, words=words)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSettings:
    """What the page shows: settings by section; `changed` counts those that somebody set.

    `older` are the keys for which this process still has another value: it read the files when it started.
    """

    sections: tuple[tuple[str, tuple[OriginOfSetting, ...]], ...]
    changed: int
    every: int
    refused: tuple[RefusedSetting, ...]
    older: tuple[str, ...]
    user_file: str
    repository_file: str


def settings_of(visit: Visit, *, only_set: bool, words: str) -> ShownSettings:
    """The settings of the worktree, as its files are now. Raises ConfigError for a file that can't be read."""
    workspace = visit.workspace
    worktree = workspace.repository.worktree
    read = effective_settings(
        visit.home.git_environment.variables, worktree, read_repository_file(worktree), workspace.project.id
    )
    changed = [one for one in read.settings if one.holds.layer is not Layer.DEFAULT]
    wanted = [one for one in (changed if only_set else read.settings) if words.lower() in one.key.lower()]
    sections: dict[str, list[OriginOfSetting]] = {}
    for one in wanted:
        sections.setdefault(one.key.partition(".")[0], []).append(_masked(one))
    return ShownSettings(
        sections=tuple((name, tuple(inside)) for name, inside in sections.items()),
        changed=len(changed),
        every=len(read.settings),
        refused=read.refused,
        older=tuple(one.key for one in read.settings if one.value != shown(workspace.settings, one.key)),
        user_file=shown_name(read.user_file),
        repository_file=shown_name(read.repository_file),
    )


def _masked(one: OriginOfSetting) -> OriginOfSetting:
    """The setting without what looks like a secret, such as a token in an address."""
    layers = tuple(replace(layer, value=mask(layer.value).text) for layer in one.layers)
    return replace(one, value=mask(one.value).text, layers=layers)


WINDOW, MOST_WINDOW = 8_192, 2_000_000
DEADLINE_MS = 10_000
"""A person who looks waits for the whole answer; an agent's call has 45 ms."""

MODELS = ("", "gpt-5", "gpt-4", "claude-opus-4")
SHOWN = 20
"""Items without room that are listed for a block; the others are counted."""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of the prompt: its part of the budget, what it holds, and what found no room."""

    placed: PlacedBlock
    left_out: tuple[BlockItem, ...]
    more: int

    @property
    def why(self) -> str:
        """Why something is missing, in words; empty where nothing is."""
        if self.placed.cut:
            return "The last item ends at a paragraph: the block's budget is used up."
        return "No room: the next item alone is longer than what is left of the budget." if self.placed.omitted else ""


@dataclass(frozen=True, slots=True)
class ShownContext:
    """An assembled context, the view that it holds for, and its blocks."""

    made: AssembledContext
    view: View
    blocks: tuple[ShownBlock, ...]


def asked(visit: Visit) -> ContextRequest:
    """The request for a context that the address holds. Raises UsageError."""
    return ContextRequest(
        visit.text("q"),
        visit.number("window", WINDOW, 1_000, MOST_WINDOW),
        visit.text("model"),
        single_turn=visit.text("single") == "1",
        deadline_ms=DEADLINE_MS,
    )


def assembled(visit: Visit, request: ContextRequest) -> ShownContext:
    """The blocks for a request; no session is told them. Raises UsageError, LimitExceeded."""
    made, view = visit.workspace.contexts.assemble(request)
    blocks = tuple(
        ShownBlock(one, one.left_out[:SHOWN], max(0, one.omitted - min(SHOWN, len(one.left_out))))
        for one in made.blocks
    )
    return ShownContext(made, view, blocks)


def context(visit: Visit) -> Response:
    """The page of the five blocks for a question."""
    request = asked(visit)
    shown = assembled(visit, request) if request.query else None
    encoding = encoding_of(shown.made) if shown else ""
    return visit.page(
        "context/page.html", title="Context", request=request, shown=shown, encoding=encoding, models=MODELS
    )


def text(visit: Visit) -> Response:
    """The five blocks for a question, as a file of text."""
    made = assembled(visit, asked(visit)).made
    named = {"Content-Disposition": 'attachment; filename="context.txt"'}
    return PlainTextResponse(made.text, headers=named)
