"""The mixed load of a soak: what members, browsers and programs do, open loop, each act in a thread of its own."""

import random
import secrets
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import quote

from scrubjay.model.clock import system_clock
from tests.benchmarks.machines_faults import THINGS, question, sentence
from tests.benchmarks.soak_team import MEMBERS, Reply, SoakTeam

MOST_HELD: Final = 300
"""Memories that live at once; then the oldest is forgotten for good for each that is made."""
THREADS: Final = 12
PAGES: Final = (
    "/",
    "/search?q=parcels",
    "/memories",
    "/handoffs",
    "/repositories",
    "/members",
    "/tokens",
    "/usage",
    "/audit",
)
PROGRAM: Final = '{"client_name": "soak", "redirect_uris": ["http://127.0.0.1:4711/callback"]}'


class SoakLoad:
    """Does acts at a rate until it is ended. What it counts is read by `taken`."""

    def __init__(self, team: SoakTeam, rate: float, seed: int = 43) -> None:
        self._team, self._rate, self._random = team, rate, random.Random(seed)
        self._lock = threading.Lock()
        self._took: list[float] = []
        self._told: Counter[str] = Counter()
        self._held: deque[tuple[str, str]] = deque()
        """Each with who made it, who alone may forget it."""
        self._cookies: dict[str, str] = {}
        self._number = 0
        self.done = 0
        self.ends = threading.Event()
        self._acts: tuple[tuple[int, Callable[[str, int], None]], ...] = (
            (40, self._search), (10, self._tool), (16, self._remember), (6, self._update), (3, self._handoff),
            (4, self._pool), (8, self._page), (2, self._sign_in), (2, self._token), (2, self._office),
            (2, self._evidence), (1, self._program),
        )  # fmt: skip

    def run(self) -> None:
        """Act until `ends` is set."""
        waiters = [threading.Thread(target=self._wait, args=(name,), daemon=True) for name in MEMBERS]
        for one in waiters:
            one.start()
        weights = [weight for weight, _ in self._acts]
        with ThreadPoolExecutor(THREADS) as pool:
            while not self.ends.wait(self._random.expovariate(self._rate)):
                self._number += 1
                [(_, act)] = self._random.choices(self._acts, weights)
                pool.submit(self._act, act, self._random.choice(MEMBERS), self._number)
        for one in waiters:
            one.join(40)

    def taken(self) -> tuple[int, list[float], Counter[str]]:
        """Requests so far; and since the last look the seconds of each, and what else than a yes was answered."""
        with self._lock:
            took, told = self._took, self._told
            self._took, self._told = [], Counter()
            return self.done, took, told

    def _act(self, act: Callable[[str, int], None], who: str, number: int) -> None:
        try:
            act(who, number)
        except Exception as error:
            with self._lock:
                self._told[f"{act.__name__}: {type(error).__name__}: {error}"[:120]] += 1

    def _noted(self, name: str, ask: Callable[[], Reply], fine: tuple[int, ...] = (200,)) -> Reply:
        began = time.monotonic()
        reply = ask()
        with self._lock:
            self.done += 1
            self._took.append(time.monotonic() - began)
            if reply.status not in fine:
                self._told[f"{name} {reply.status} {reply.body[:80]}"] += 1
        return reply

    def _api(self, who: str, method: str, path: str, body: Any = None, fine: tuple[int, ...] = (200,)) -> Reply:
        return self._noted(f"{method} {path[:20]}", lambda: self._team.api(who, method, path, body), fine)

    def _search(self, who: str, number: int) -> None:
        self._api(who, "POST", "/search", {"query": question(number % 400)})

    def _tool(self, who: str, number: int) -> None:
        self._noted("search_knowledge", lambda: self._team.tool(who, "search_knowledge", query=question(number % 400)))

    def _remember(self, who: str, number: int) -> None:
        body = {"content": sentence(who, number), "key": f"soak-{number}", "project": "shop" if number % 2 else ""}
        made = self._api(who, "POST", "/memories", body)
        if made.status == 200 and made.json["outcome"] == "stored":
            with self._lock:
                self._held.append((made.json["id"], who))
                oldest = self._held.popleft() if len(self._held) > MOST_HELD else None
            if oldest:
                self._change(oldest[1], oldest[0], "forget", "")

    def _change(self, who: str, id: str, how: str, content: str) -> None:
        read = self._api(who, "GET", f"/memories/{id}", fine=(200, 404))
        if read.status == 200:
            body = {"how": how, "content": content, "version": read.json["version"]}
            # what another one changed or forgot meanwhile is refused
            self._api(who, "POST", f"/memories/{id}", body, fine=(200, 403, 404, 409, 422))

    def _update(self, who: str, number: int) -> None:
        with self._lock:
            held = self._random.choice(self._held) if self._held else None
        if held:
            self._change(who, held[0], "correct", sentence(who, number))

    def _handoff(self, who: str, number: int) -> None:
        other = MEMBERS[(MEMBERS.index(who) + 1) % len(MEMBERS)]
        context = {"task_description": f"Weigh parcel {number}", "current_state": {"next_steps": ["weigh it"]}}
        left = self._api(who, "POST", "/handoffs", {"target": other, "context": context})
        if left.status == 200:
            id = left.json["handoff"]["id"]
            self._api(other, "GET", "/handoffs/pending")
            self._api(other, "POST", f"/handoffs/{id}/accept", {"session": f"s{number}"})
            self._api(other, "POST", f"/handoffs/{id}/complete", {"session": f"s{number}", "notes": "weighed"})

    def _pool(self, who: str, number: int) -> None:
        name = f"pool-{THINGS[number % 4]}"
        self._api(who, "POST", "/pools", {"name": name}, fine=(200, 409, 422))
        self._api(who, "POST", "/pools/join", {"pool": name, "permission": "write"}, fine=(200, 403, 409, 422))
        with self._lock:
            held = self._random.choice(self._held) if self._held else None
        if held:
            self._api(who, "POST", "/pools/share", {"pool": name, "memory": held[0]}, fine=(200, 403, 404, 409, 422))
        self._api(who, "POST", "/pools/ask", {"pool": name, "query": question(number)}, fine=(200, 403, 404, 422))
        if number % 3 == 0:
            self._api(who, "POST", "/pools/leave", {"pool": name}, fine=(200, 403, 404, 409, 422))

    def _cookie(self, who: str) -> str:
        if not self._cookies.get(who):
            self._cookies[who] = self._team.signed_in(who)
        return self._cookies[who]

    def _page(self, who: str, number: int) -> None:
        path, cookie = PAGES[number % len(PAGES)], self._cookie(who)
        self._noted(f"page {path}", lambda: self._team.ask("GET", path, cookie=cookie), fine=(200, 303, 403))

    def _sign_in(self, who: str, number: int) -> None:
        cookie = self._team.signed_in(who)
        self._noted("first page", lambda: self._team.ask("GET", "/", cookie=cookie))
        self._noted("sign-out", lambda: self._team.form(cookie, "/sign-out"), fine=(200, 303))

    def _token(self, who: str, number: int) -> None:
        cookie, body = self._cookie(who), {"name": f"soak {number}"}
        made = self._noted("POST /tokens", lambda: self._team.as_person(cookie, "POST", "/tokens", body))
        if made.status == 200:
            text, id = made.json["text"], made.json["token"]["id"]
            self._noted("GET /me", lambda: self._team.ask("GET", "/api/v1/me", authorization=f"Bearer {text}"))
            self._noted("revoke", lambda: self._team.as_person(cookie, "POST", f"/tokens/{id}/revoke"))

    def _office(self, who: str, number: int) -> None:
        cookie = self._cookie(self._team.first)
        for path in ("/audit", "/usage/all"):
            self._noted(path, lambda path=path: self._team.as_person(cookie, "GET", path))  # type: ignore[misc]
        self._api(who, "GET", "/usage")

    def _evidence(self, who: str, number: int) -> None:
        with self._lock:
            ids = [id for id, _ in list(self._held)[:3]]
        told = {"session": secrets.token_hex(16), "version": 1, "day": f"{system_clock():%Y-%m-%d}", "client": "codex",
                "ended": "well", "memories": ids}  # fmt: skip
        self._api(who, "POST", "/evidence", {"sessions": [told]})

    def _program(self, who: str, number: int) -> None:
        def register() -> Reply:
            return self._team.ask("POST", "/oauth/register", PROGRAM, content_type="application/json")

        self._noted("register", register, fine=(200, 201, 429))
        self._noted("device", lambda: self._team.form("", "/oauth/device", client_id="scrubjay", machine="soak"))

    def _wait(self, who: str) -> None:
        """Wait for changes, again and again, as a joined home does."""
        after = ""
        while not self.ends.is_set():
            told = self._team.api(who, "GET", f"/changes?wait=20&after={quote(after)}")
            if told.status == 200:
                after = told.json["cursor"]
            else:
                with self._lock:
                    self._told[f"changes {told.status} {told.body[:80]}"] += 1
                self.ends.wait(1.0)
