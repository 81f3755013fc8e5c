"""Repositories fetched over https from servers on this machine: by the checked IP alone, whatever a host answers."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scrubjay.model.frozen import replace
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.credentials import Credential
from scrubjay_team.mirrors.fetching import fetch
from scrubjay_team.mirrors.mirror import Mirror
from scrubjay_team.mirrors.opening import answering, answers
from scrubjay_team.mirrors.resolving import endpoint_of
from scrubjay_team.mirrors.route import Route, https_route
from tests.conftest import Repo
from tests.servers.team.mirrors.https import GitHost, certificate
from tests.servers.team.mirrors.routes import LIMITS, silent

CHECKED, VICTIM = "127.0.0.2", "127.0.0.1"
"""The address that was checked, and one that nothing may reach."""

Get = Callable[..., Mirror]


@pytest.fixture
def origin(make_repo: Callable[..., Repo]) -> Repo:
    repo = make_repo("srv/acme/payments")
    repo.commit("first", {"README.md": "# Payments\n"})
    return repo


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    return certificate(tmp_path, "localhost", "git.example", CHECKED, VICTIM)


def route_to(host: GitHost, pem: Path, home: Path, name: str, asking: dict[str, str] | None = None) -> Route:
    """The route to a server on CHECKED under a name."""
    address = read_address(f"https://{name}:{host.port}/acme/payments/.git")
    endpoint = endpoint_of(address, [CHECKED], lambda *_: [CHECKED])
    home.mkdir(exist_ok=True)
    return https_route(endpoint, os.environ["PATH"], home, asking or {}, str(pem))


@contextmanager
def hosts(origin: Repo, pem: Path, **options: object) -> Iterator[tuple[GitHost, GitHost]]:
    """A git server on the checked address, and a victim with the same repository on the same port of another."""
    root = origin.path.parent.parent
    checked = GitHost(CHECKED, root, pem, **options)  # type: ignore[arg-type]
    with checked.serving(), GitHost(VICTIM, root, pem, checked.port).serving() as victim:
        yield checked, victim


def test_git_reaches_the_checked_address_though_the_name_leads_elsewhere(
    origin: Repo, pem: Path, tmp_path: Path
) -> None:
    with hosts(origin, pem) as (checked, victim):  # the system's own resolver says 127.0.0.1 for localhost
        mirror = fetch(tmp_path / "m", route_to(checked, pem, tmp_path / "home", "localhost"), LIMITS, silent)
        assert mirror.commit == origin.git("rev-parse", "HEAD")
        assert checked.connections
        assert victim.connections == 0


def test_git_reaches_the_checked_address_under_a_name_that_no_server_knows(
    origin: Repo, pem: Path, tmp_path: Path
) -> None:
    with hosts(origin, pem) as (checked, _):
        mirror = fetch(tmp_path / "m", route_to(checked, pem, tmp_path / "home", "git.example"), LIMITS, silent)
        assert mirror.branch == "main"


def test_a_certificate_of_another_name_or_authority_is_refused(origin: Repo, tmp_path: Path, pem: Path) -> None:
    with hosts(origin, pem) as (checked, _):
        other = certificate(tmp_path, "elsewhere.example")
        for name, authority in (("other.example", pem), ("git.example", other)):
            with pytest.raises(FetchFailed, match="certificate"):
                fetch(tmp_path / "m", route_to(checked, authority, tmp_path / "home", name), LIMITS, silent)


REDIRECTS = (
    "https://127.0.0.1:{port}{path}", "http://127.0.0.1:{port}{path}", "https://localhost:{port}{path}",
    "https://[::1]:{port}{path}", "https://[::ffff:127.0.0.1]:{port}{path}", "https://2130706433:{port}{path}",
    "https://0x7f.1:{port}{path}", "https://0177.0.0.1:{port}{path}", "https://0:{port}{path}",
    "//127.0.0.1:{port}{path}", "ftp://127.0.0.1/a", "file:///etc/passwd",
)  # fmt: skip


@pytest.mark.parametrize("status", [301, 307])
@pytest.mark.parametrize("target", REDIRECTS)
def test_no_redirect_is_followed(origin: Repo, pem: Path, tmp_path: Path, target: str, status: int) -> None:
    ports: list[int] = []

    def elsewhere(path: str) -> tuple[int, dict[str, str], bytes]:
        return status, {"Location": target.format(port=ports[0], path=path)}, b""

    with hosts(origin, pem, answer=elsewhere) as (checked, victim):
        ports.append(checked.port)
        with pytest.raises(FetchFailed):
            fetch(tmp_path / "m", route_to(checked, pem, tmp_path / "home", "git.example"), LIMITS, silent)
        assert len(checked.paths) == 1
        assert victim.connections == 0


def test_an_old_server_can_lead_to_no_other_by_its_alternates(origin: Repo, pem: Path, tmp_path: Path) -> None:
    git_dir = origin.path / ".git"
    origin.git("update-server-info")

    def dumb(path: str) -> tuple[int, dict[str, str], bytes] | None:
        name = path.partition("?")[0].removeprefix("/acme/payments/.git/")
        if name == "objects/info/http-alternates":
            return 200, {}, f"https://{VICTIM}:{ports[0]}/acme/payments/.git/objects\n".encode()
        if name in ("info/refs", "HEAD"):
            return 200, {"Content-Type": "text/plain"}, (git_dir / name).read_bytes()
        return 404, {}, b""

    ports: list[int] = []
    with hosts(origin, pem, answer=dumb) as (checked, victim):
        ports.append(checked.port)
        with pytest.raises(FetchFailed):
            fetch(tmp_path / "m", route_to(checked, pem, tmp_path / "home", "git.example"), LIMITS, silent)
        assert any(path.endswith("alternates") for path in checked.paths)
        assert victim.connections == 0


def test_no_proxy_of_the_environment_and_no_password_of_the_account_is_used(
    origin: Repo, pem: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = "-".join(["horse", "battery"])
    home = Path(os.environ["HOME"]) / "netrc-of-account"
    home.mkdir(exist_ok=True)
    (home / ".netrc").write_text(f"machine git.example login u password {word}\n")
    monkeypatch.setenv("HOME", str(home))
    for name in ("https_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://{VICTIM}:9")
    with hosts(origin, pem, password=f"u:{word}") as (checked, victim):
        with pytest.raises(FetchFailed, match="could not read Username"):
            fetch(tmp_path / "m", route_to(checked, pem, tmp_path / "home", "git.example"), LIMITS, silent)
        assert victim.connections == 0


@pytest.fixture
def private(tmp_path: Path) -> Path:
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    return folder


@pytest.mark.parametrize("user", ["x-access-token", "anna@acme.example", "a+b"])
def test_a_credential_reaches_the_host_and_is_seen_nowhere(
    origin: Repo, pem: Path, tmp_path: Path, private: Path, user: str
) -> None:
    credential = Credential("-".join(["correct", "horse", "7"]), user)
    seen: list[bytes] = []

    def spy(_: str) -> None:
        for process in Path("/proc").glob("[0-9]*"):
            for name in ("cmdline", "environ"):
                try:
                    seen.append((process / name).read_bytes())
                except OSError:
                    continue

    with hosts(origin, pem, answer=spy, password=credential.text) as (checked, _):
        plain = route_to(checked, pem, tmp_path / "home", "git.example")
        address = read_address(plain.url)
        with answering(private, answers(address, credential)) as asking:
            route = route_to(checked, pem, tmp_path / "home", "git.example", asking)
            mirror = fetch(tmp_path / "m", replace(route, secrets=credential.hidden), LIMITS, silent)
    assert mirror.commit
    assert any(b"remote-https" in one for one in seen)
    for hidden in credential.hidden:
        assert not any(hidden.encode() in one for one in seen)
        for file in [*(tmp_path / "m").rglob("*"), *private.rglob("*")]:
            assert not file.is_file() or hidden.encode() not in file.read_bytes()


def test_a_wrong_credential_is_told_without_it(origin: Repo, pem: Path, tmp_path: Path, private: Path) -> None:
    credential = Credential("-".join(["wrong", "horse", "7"]), "u")
    with hosts(origin, pem, password="u:right") as (checked, _):
        plain = route_to(checked, pem, tmp_path / "home", "git.example")
        with answering(private, answers(read_address(plain.url), credential)) as asking:
            route = replace(
                plain, environment=route_to(checked, pem, tmp_path / "home", "git.example", asking).environment
            )
            with pytest.raises(FetchFailed, match="Authentication failed") as failed:
                fetch(tmp_path / "m", route, LIMITS, silent)
    assert credential.secret not in str(failed.value)


def test_a_question_of_another_host_has_no_answer(private: Path) -> None:
    address = read_address("https://git.example/a/b")
    with answering(private, answers(address, Credential("t" * 20, "u"))) as asking:

        def ask(question: str) -> tuple[int, str]:
            done = subprocess.run([asking["GIT_ASKPASS"], question], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout

        assert ask("Password for 'https://u@git.example': ") == (0, "t" * 20 + "\n")
        assert ask("Password for 'https://u@evil.example': ") == (1, "")
        assert ask("Password for 'http://u@git.example': ") == (1, "")
        assert ask("") == (1, "")
