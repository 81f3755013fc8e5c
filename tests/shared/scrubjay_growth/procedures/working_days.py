"""Sessions of an invented team, made anew for each seed: procedures among everyday work, and what must not be one."""

import random
import shlex
from collections.abc import Callable, Iterator

from scrubjay_growth.procedures.runs import CommandRun, SessionRuns

Story = list[tuple[str, str]]
"""Commands with their exit statuses."""

NAMES = ("billing", "search", "ledger", "mailer", "portal", "stock", "audit", "quota", "depot", "courier", "atlas")


def _schema(r: random.Random) -> Story:
    name = f"add_{r.choice(NAMES)}_{r.randrange(100)}"
    return [
        (f"python manage.py makemigrations {r.choice(NAMES)} --name {name}", "0"),
        (f"python manage.py sqlmigrate {r.choice(NAMES)} {r.randrange(10, 99):04d}", "0"),
        ("python manage.py migrate", "0"),
        ("npm run generate-client", "0"),
    ]


def _release(r: random.Random) -> Story:
    version = f"{r.randrange(1, 9)}.{r.randrange(30)}.{r.randrange(9)}"
    return [
        (f"scripts/bump.sh {version}", "0"),
        (f"towncrier build --version {version}", "0"),
        (f"git tag -s v{version} -m 'release {version}'", "0"),
        (f"git push origin v{version}", "0"),
        (f"gh release create v{version} --notes-file CHANGES.md", "0"),
    ]


def _deploy(r: random.Random) -> Story:
    service, number = r.choice(NAMES), r.randrange(1000, 9999)
    return [
        (f"docker build -t hub/{service}:{number} services/{service}", "0"),
        (f"docker push hub/{service}:{number}", "0"),
        (f"kubectl set image deploy/{service} app=hub/{service}:{number}", "0"),
        (f"kubectl rollout status deploy/{service}", "0"),
    ]


def _fixtures(r: random.Random) -> Story:
    return [
        ("docker compose down -v", "0"),
        ("docker compose up -d db", "0"),
        (f"scripts/seed.py --rows {r.randrange(100, 9000)}", "0"),
    ]


def _certificate(r: random.Random) -> Story:
    return [
        (f"vault login -method=oidc port={r.randrange(8000, 8999)}", "0"),
        (f"vault write pki/issue/{r.choice(NAMES)} ttl={r.randrange(10, 99)}h", "0"),
        ("scripts/install-cert.sh", "0"),
        ("systemctl --user reload envoy", "0"),
    ]


PROCEDURES: dict[str, Callable[[random.Random], Story]] = {
    "schema": _schema, "release": _release, "deploy": _deploy, "fixtures": _fixtures, "certificate": _certificate,
}  # fmt: skip


def _reading(r: random.Random) -> Story:
    name = r.choice(NAMES)
    return [
        r.choice((
            ("git status", "0"), ("git diff", "0"), ("ls", "0"), (f"cat src/{name}/models.py", "0"),
            (f"rg -n {name} src", "0"), (f"sed -n 1,{r.randrange(300)}p src/{name}.py", "0"),
            ("git log --oneline -5", "0"),
        ))
    ]  # fmt: skip


def _testing(r: random.Random) -> Story:
    name = r.choice(NAMES)
    failed: Story = [(f"pytest tests/{name}", "1")] if r.random() < 0.4 else []
    return [*failed, (f"pytest tests/{name}", "0"), *([("ruff check .", "0")] if r.random() < 0.6 else [])]


def _misstep(r: random.Random) -> Story:
    """Tried before a release in some sessions, and given up."""
    return [(f"scripts/canary.sh start {r.choice(NAMES)}", "0"), ("scripts/canary.sh probe", "0"),
            ("scripts/canary.sh promote", "1")]  # fmt: skip


def _woven(r: random.Random, *stories: Story) -> Story:
    """The stories one after another, with everyday work between the commands of each."""
    woven: Story = []
    for command in (command for story in stories for command in story):
        for _ in range(r.choice((0, 0, 1, 2))):
            woven += _reading(r) if r.random() < 0.7 else _testing(r)
        woven.append(command)
    return woven


def working_days(seed: int, count: int = 24) -> tuple[tuple[SessionRuns, ...], dict[str, set[str]]]:
    """The sessions, and which of them went through each procedure."""
    r = random.Random(seed)
    went: dict[str, set[str]] = {name: set() for name in PROCEDURES}
    plans: list[list[str]] = [[] for _ in range(count)]
    for name in PROCEDURES:
        for number in r.sample(range(count), r.choice((3, 3, 4, 5))):
            plans[number].append(name)
            went[name].add(f"s{number}")
    tries = set(r.sample(range(count), 3))
    sessions = []
    for number, plan in enumerate(plans):
        branch = f"{r.choice(NAMES)}-{r.randrange(1000)}"
        opening: Story = [("git status", "0"), (f"git switch -c {branch}", "0")] if r.random() < 0.8 else []
        closing: Story = [
            ("git add -A", "0"),
            (f"git commit -m 'change {branch}'", "0"),
            ("git push -u origin HEAD", "0"),
        ]
        r.shuffle(plan)
        stories = [PROCEDURES[name](r) for name in plan] or [_testing(r), _reading(r)]
        if number in tries:
            stories.append(_misstep(r))
        if number == 0:  # the same by one session, again and again
            stories += [[("make thumbnails", "0"), ("make sprites", "0"), ("make upload", "0")]] * 4
        commands = _woven(r, opening, *stories, closing if r.random() < 0.85 else [])
        runs = tuple(CommandRun(tuple(shlex.split(text)), status) for text, status in commands)
        sessions.append(SessionRuns(f"s{number}", f"2026-03-{1 + number % 28:02d}", runs, branch))
    return tuple(sessions), went


def own_words(story: Story) -> Iterator[str]:
    """The first two words of each command."""
    return (" ".join(text.split()[:2]) for text, _ in story)
