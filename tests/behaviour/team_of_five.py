"""A team of five with its server, four mirrored repositories, browsers and agents, by one clock that is set."""

import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID

import httpx2
from anyio.from_thread import BlockingPortal
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.model.pattern import pattern
from scrubjay_team.audit.chaining import AuditChainer
from scrubjay_team.audit.verifying import ChainState, verify_audit
from scrubjay_team.evidence.promoting import TeamPass, TeamPromotion
from scrubjay_team.index.writing import index_mirror
from scrubjay_team.mirrors.adding import CheckedAddress, add_mirror
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.mirror import Mirror
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.route import Route
from scrubjay_team.mirrors.states import MirrorStates
from scrubjay_team.mirrors.watching import Progress
from scrubjay_team.people.people import TeamPeople
from tests.conftest import Repo
from tests.servers.answers import text
from tests.servers.team.mirrors.routes import LIMITS, PROGRAMS, file_route
from tests.servers.team.serving.conftest import Answered, ServedTeam
from tests.servers.team.signin.conftest import Browser, link

INVITATION = pattern(r"sj_inv_\w+")
VERSION = pattern(r'name="version" value="(\d+)"')

ComesIn = Callable[[Browser, str, str], None]
"""How somebody comes in, in a browser, by their name and the text of an invitation; empty: they come back."""


def address_of(name: str) -> str:
    return f"https://git.example/acme/{name}.git"


@dataclass
class Agent:
    """A program that calls tools over MCP, in one session; answers are kept in `heard`, and each `News:` in `news`."""

    client: Client
    portal: BlockingPortal
    heard: list[str]
    token: str = ""
    news: list[str] = field(default_factory=list)

    def calls(self, tool: str, each: Iterable[dict[str, Any]]) -> list[Any]:
        """What some calls of a tool answer, in one session."""

        async def run() -> list[Any]:
            return [await self.client.call_tool(tool, arguments) for arguments in each]

        answers: list[Any] = self.portal.call(run)
        for answer in answers:
            self.heard.append(text(answer))
            self.news += [line for line in text(answer).splitlines() if line.startswith("News: ")]
        return answers

    def call(self, tool: str, **arguments: Any) -> Any:
        (answer,) = self.calls(tool, [arguments])
        return answer

    def says(self, *claims: str, **more: Any) -> list[str]:
        """The ids of what it keeps in the team."""
        answers = self.calls("remember", [{"content": claim, **more} for claim in claims])
        assert not any(one.is_error for one in answers), text(answers[0])
        return [str((one.structured_content or {})["id"]) for one in answers]

    def finds(self, query: str) -> str:
        return text(self.call("search_knowledge", query=query))

    def is_told(self) -> list[str]:
        """The news since it was told last: those of one answer."""
        self.news.clear()
        self.finds("parcels")
        return [*self.news]


@asynccontextmanager
async def over_http(url: str, token: str) -> AsyncIterator[Client]:
    """The SDK's client at a server's address, with a token."""
    async with (
        httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


@dataclass
class TeamOfFive:
    """The team acme. `heard` is everything that each member was answered, in a browser, by a script or an agent."""

    served: ServedTeam
    data: Path
    embedder: OnnxEmbedder
    comes_in: ComesIn
    make_repo: Callable[..., Repo]
    portal: BlockingPortal
    agents: ExitStack = field(default_factory=ExitStack)
    sources: dict[str, Repo] = field(default_factory=dict)
    projects: dict[str, UUID] = field(default_factory=dict)
    browsers: dict[str, Browser] = field(default_factory=dict)
    heard: dict[str, list[str]] = field(default_factory=dict)
    cursors: dict[str, str] = field(default_factory=dict)

    # Time and the worker

    def later(self, **more: float) -> None:
        self.served.databases.clock.now += timedelta(**more)

    @property
    def today(self) -> str:
        return self.served.databases.clock.now.date().isoformat()

    @contextmanager
    def office(self) -> Iterator[TeamPeople]:
        """What the owner's commands on the server's machine do."""
        with self.served.databases.owner.transaction() as connection:
            yield TeamPeople.found(connection, self.served.databases.clock)

    def adds_repository(self, name: str, files: dict[str, str | bytes]) -> None:
        """A repository that is made, and mirrored."""
        self.sources[name] = self.make_repo(name)
        self.sources[name].commit("begin", files)
        with self.office() as people:
            project = people.projects.add(name, address_of(name))
            checked = CheckedAddress(read_address(address_of(name)), None)
            add_mirror(people.connection, project.id, checked, None, self.data, self.served.databases.clock())
        self.projects[name] = project.id
        self.mirrors(name)

    def mirrors(self, name: str) -> None:
        """The worker fetches a repository and indexes it."""
        worker, clock = self.served.databases.worker, self.served.databases.clock

        @contextmanager
        def route(address: str, *_: str) -> Iterator[Route]:
            yield file_route(next(repo.path for name, repo in self.sources.items() if address_of(name) == address))

        def index(project: UUID, mirror: Mirror, progress: Progress) -> None:
            index_mirror(
                worker, project, mirror.tree, mirror.tags, home=mirror.folder / "home", progress=progress,
                embedder=self.embedder, environment=self.sources[name].environment,
            )  # fmt: skip

        refresher = MirrorRefresher(
            states=MirrorStates(worker, clock, 5), data=self.data, limits=LIMITS, open_route=route, index=index,
            path=PROGRAMS,
        )  # fmt: skip
        refresher.fetch(self.projects[name])
        refresher.index(self.projects[name])

    def decides(self) -> TeamPass:
        """The worker decides on what is proposed."""
        assert self.served.team is not None
        databases = self.served.databases
        return TeamPromotion(databases.worker, databases.clock, self.embedder).run(self.served.team)

    def verifies_audit(self) -> ChainState:
        """What `scrubjay team audit --verify` finds once the worker came by."""
        assert self.served.team is not None
        AuditChainer(self.served.databases.worker).run()
        with self.served.databases.owner.transaction() as connection:
            return verify_audit(connection, self.served.team)

    def agent(self, name: str, client: AbstractAsyncContextManager[Client], token: str) -> Agent:
        """An agent of somebody, whose session lasts until the story ends."""
        opened = self.agents.enter_context(self.portal.wrap_async_context_manager(client))
        return Agent(opened, self.portal, self.heard[name], token)

    # People, each in a browser

    def joins(self, name: str, role: str) -> None:
        """Anna invites somebody on the page, who opens the invitation and signs in; anna herself comes by a link."""
        if name == "anna":
            invitation = link(self.served, name)
        else:
            page = self.post("anna", "/members/invite", name=name, role=role).body
            (invitation,) = set(INVITATION.findall(page))
        self.browsers[name], self.heard[name] = Browser(self.served), []
        self.comes_in(self.browsers[name], name, invitation)
        assert self.browsers[name].who == name

    def comes_back(self, *names: str) -> None:
        """Sessions end after twelve hours: people sign in again."""
        for name in names:
            assert self.browsers[name].who == ""
            self.comes_in(self.browsers[name], name, "")
            assert self.browsers[name].who == name

    def get(self, who: str, path: str) -> Answered:
        return self._kept(who, self.browsers[who].ask("GET", path))

    def post(self, who: str, path: str, **form: Any) -> Answered:
        """A form of a page, whose token it takes from another one; a list is of several boxes."""
        browser = self.browsers[who]
        fields = urlencode({**browser.csrf, **form}, doseq=True)
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        top = f"http://127.0.0.1:{self.served.port}"
        headers = {"cookie": cookie, "origin": top, "sec_fetch_site": "same-origin"}
        form_type = "application/x-www-form-urlencoded"
        return self._kept(who, self.served.ask("POST", path, fields, content_type=form_type, **headers))

    def does(self, who: str, page: str, act: str, **form: str) -> Answered:
        """An act on a memory that a page shows, at the version that it shows."""
        version = VERSION.search(self.get(who, page).body)
        shown = {"version": version[1]} if version else {}
        return self.post(who, page, act=act, **shown | form)

    def _kept(self, who: str, answer: Answered) -> Answered:
        self.heard.setdefault(who, []).append(unescape(answer.body))
        return answer

    def api(self, who: str, method: str, path: str, body: Any = None) -> Answered:
        """A request to the API from somebody's browser."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.browsers[who].cookies.items())
        return self._kept(who, self.served.as_person(cookies, method, path, body))

    def says(self, who: str, *claims: str, **more: str) -> list[str]:
        """The ids of what a person keeps in the team by themselves."""
        answers = [self.api(who, "POST", "/memories", {"content": claim, **more}) for claim in claims]
        assert all(one.status in (200, 201) for one in answers), answers[0].body
        return [str(one.json["id"]) for one in answers]

    def finds(self, who: str, query: str) -> str:
        """The page of a search."""
        answer = self.get(who, f"/search?q={quote(query)}")
        assert answer.status == 200, answer.body
        return unescape(answer.body)

    def is_told(self, who: str) -> dict[str, set[str]]:
        """What changed for somebody since they asked last, by /changes: the ids of each kind."""
        after = f"?{urlencode({'after': self.cursors[who]})}" if who in self.cursors else ""
        answer = self.api(who, "GET", f"/changes{after}").json
        self.cursors[who] = answer["cursor"]
        told: dict[str, set[str]] = {}
        for change in answer["changes"]:
            told.setdefault(change["told"], set()).update(change["ids"])
        return told

    def member(self, name: str) -> str:
        """The path of the page on which the owner decides on a member, whether or not they left."""
        with self.office() as people:
            found = next(one for one in people.leaving.everybody() if one.name == name)
        return f"/members/{found.id.hex}"

    def may_see(self, repository: str, *names: str) -> None:
        """Anna says on the page who may see a repository."""
        with self.office() as people:
            path = f"/repositories/{people.projects.found(repository).id.hex}"
        assert self.post("anna", path, member=list(names)).status == 303

    def row(self, memory: str) -> dict[str, Any]:
        """A memory as its owner's API has it."""
        answer = self.api("anna", "GET", f"/memories/{memory}")
        assert answer.status == 200, answer.body
        found: dict[str, Any] = json.loads(answer.body)
        return found
