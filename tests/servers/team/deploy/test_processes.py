"""The same commands as processes: from a wheel to a sign-in behind TLS, an upgrade, an end in time and a start anew.

No image is built, and no daemon runs: `container` says what stands in their place. It installs the package from a
registry, and needs root, a minute, and Caddy on the PATH for its last test: `pytest -m optin …/test_processes.py`.
"""

import os
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from scrubjay_team.engine.account import choose_account, options
from scrubjay_team.engine.binaries import find_binaries, usable
from scrubjay_team.mirrors.worker import STOP_S
from scrubjay_team.serving.life import GRACE_S
from tests.patience import PATIENCE_S
from tests.project.test_packaging import build
from tests.servers.team.deploy import files
from tests.servers.team.deploy.container import IMAGE, Container

pytestmark = [
    pytest.mark.optin,
    pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="namespaces need root here"),
]

CADDY = shutil.which("caddy")
AGREED = (("[y/n]", "y"),)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def waited(true: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.1)


@pytest.fixture(scope="module")
def top() -> Iterator[Path]:
    """A folder that other accounts enter."""
    folder = Path(tempfile.mkdtemp(prefix="sj-deploy-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def package(top: Path) -> Path:
    """The package as the image has it: a wheel of this checkout, with its extra, in an environment of its own."""
    folder = top / "package"
    if IMAGE:
        return folder
    wheel = build(files.TOP, top, "wheel")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(folder / "bin/pip"), "install", "-q", f"{wheel}[team]"], check=True, capture_output=True)
    for script in (folder / "bin").iterdir():  # they lie at the image's place once they run
        if script.is_file() and not script.is_symlink():
            script.write_text(script.read_text().replace(str(folder), "/opt/scrubjay"))
    return folder


@pytest.fixture(scope="module")
def secret_files(top: Path) -> Path:
    """The folder `secrets` before the first command, as the guide has it made; the DSN is of a port of its own."""
    folder = top / "secrets"
    folder.mkdir(mode=0o700)
    password, port = secrets.token_hex(24), free_port()
    texts = {
        "postgres.password": password,
        "admin.dsn": f"postgresql://postgres:{password}@db:{port}/scrubjay",
        "key": urlsafe_b64encode(secrets.token_bytes(32)).decode(),
    }
    for name, text in texts.items():
        (folder / name).write_text(f"{text}\n")
    for one in (folder, *folder.iterdir()):
        os.chown(one, files.ACCOUNT, files.ACCOUNT)
        one.chmod(0o700 if one.is_dir() else 0o600)
    return folder


@pytest.fixture(scope="module")
def db(top: Path, secret_files: Path) -> Iterator[None]:
    """PostgreSQL with pgvector behind a port, with the superuser's password."""
    account = choose_account(os.geteuid())
    binaries = usable(find_binaries(), account, top)
    data, given = top / "db", top / "given"
    data.mkdir()
    shutil.copy(secret_files / "postgres.password", given)
    for one in (data, given):
        os.chown(one, account.uid if account else -1, account.gid if account else -1)
    made = binaries.run(
        "initdb", [f"--pgdata={data}/18", "-Upostgres", f"--pwfile={given}", "-Ascram-sha-256", "-EUTF8", "-N"]
    )
    assert made.returncode == 0, made.stderr
    port = (secret_files / "admin.dsn").read_text().rpartition(":")[2].partition("/")[0]
    words = [binaries.program("postgres"), "-D", f"{data}/18", "-p", port, "-k", str(data), "-cfsync=off",
             "-cdynamic_shared_memory_type=mmap"]  # fmt: skip
    with (top / "db.log").open("wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, cwd="/", **options(account))
    environment = {"PGPASSWORD": (secret_files / "postgres.password").read_text().strip()}
    query = ["-h127.0.0.1", f"-p{port}", "-Upostgres", "-c", "CREATE DATABASE scrubjay"]
    waited(lambda: binaries.run("psql", query, environment).returncode == 0, (top / "db.log").read_text())
    yield
    process.terminate()
    process.wait(PATIENCE_S)


@pytest.fixture(scope="module")
def container(top: Path, package: Path, secret_files: Path, db: None) -> Iterator[Callable[..., Container]]:
    """Makes containers of a service's name, each with a home that is kept by its own; all end at last."""
    made: list[Container] = []

    def make(name: str, port: int = 0) -> Container:
        home, folder = top / f"home-{name}", top / f"container-{len(made)}"
        folder.mkdir()
        if not home.exists():  # compose's volume is the account's; one of Kubernetes is root's, and its group writes
            home.mkdir()
            os.chown(home, files.ACCOUNT if name == "office" else 0, files.ACCOUNT)
            home.chmod(0o700 if name == "office" else 0o2777)
        made.append(Container(name=name, top=folder, package=package, home=home, secrets=secret_files, port=port))
        return made[-1]

    yield make
    for one in made:
        one.kill()


def started(container: Callable[..., Container], name: str) -> Container:
    """A server that is ready."""
    one = container(name, free_port())
    process = one.start()
    waited(lambda: one.state("/readyz") == 200 or process.poll() is not None, "it isn't ready")
    assert process.poll() is None, one.printed
    return one


def test_nobody_but_a_person_begins_the_team_and_then_the_step_of_the_schema_needs_none(
    container: Callable[..., Container], secret_files: Path
) -> None:
    office = container("office")
    begin = ("init", "acme", "--owner", "ada", "--dsn", "/office/admin.dsn")
    refused = office.run(*begin)
    assert (refused.returncode, "Only a person may begin a team" in refused.stdout) == (2, True), refused.stdout
    begun = office.by_person(*begin, keys=AGREED)
    assert (begun.code, "begun: acme, with ada as its owner" in begun.said) == (0, True), begun.said
    for name in ("app.dsn", "worker.dsn", "owner.dsn"):
        info = (secret_files / name).stat()
        assert (info.st_uid, info.st_mode & 0o777) == (files.ACCOUNT, 0o600)
    done = container("schema").run()
    assert (done.returncode, done.stdout.startswith("up to date: schema ")) == (0, True), done.stdout


def test_servers_answer_their_probes_and_the_owner_is_given_a_link(container: Callable[..., Container]) -> None:
    worker, server = started(container, "worker"), started(container, "server")
    assert [one.state("/healthz") for one in (worker, server)] == [200, 200]
    assert "fetches no repository" in server.printed
    assert "fetches no repository" not in worker.printed
    signed = container("office").by_person("member", "sign-in", "ada", keys=AGREED)
    assert (signed.code, "https://memory.example.org/" in signed.said) == (0, True), signed.said
    for one in (server, worker):
        one.end(GRACE_S + STOP_S)


def test_the_next_server_is_ready_before_the_one_that_it_follows_ends(container: Callable[..., Container]) -> None:
    old = started(container, "server")
    assert container("schema").run().returncode == 0
    new = started(container, "server")
    assert old.state("/readyz") == 200
    old.end(GRACE_S + STOP_S)
    assert (old.state("/healthz"), new.state("/readyz")) == (0, 200)
    new.kill()
    again = started(container, "server")
    assert again.state("/readyz") == 200
    again.end(GRACE_S + STOP_S)


@pytest.mark.parametrize(("owner", "mode", "taken"), [(0, 0o440, True), (0, 0o444, False), (0, 0o400, False)])
def test_a_secret_as_kubernetes_mounts_it_is_taken_and_one_that_all_read_is_not(
    container: Callable[..., Container], secret_files: Path, owner: int, mode: int, taken: bool
) -> None:
    file = secret_files / "owner.dsn"
    before = file.stat()
    os.chown(file, owner, files.ACCOUNT)
    file.chmod(mode)
    done = container("schema").run()
    os.chown(file, before.st_uid, before.st_gid)
    file.chmod(before.st_mode & 0o777)
    assert (done.returncode == 0) is taken, done.stdout


@pytest.mark.skipif(CADDY is None, reason="Caddy isn't installed")
def test_behind_the_proxy_it_answers_by_tls(container: Callable[..., Container], top: Path) -> None:
    server, port = started(container, "server"), free_port()
    text = (files.FOLDER / "Caddyfile").read_text()
    text = text.replace("memory.example.org {", f"https://memory.example.org:{port} {{\n\ttls internal")
    text = text.replace("server 8737", f"localhost {server.port}")
    (top / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}}\n{text}")
    environment = {"HOME": str(top / "caddy"), "PATH": os.environ["PATH"]}
    with (top / "caddy.log").open("wb") as log:
        words = [str(CADDY), "run", "--config", str(top / "Caddyfile"), "--adapter", "caddyfile"]
        proxy = subprocess.Popen(words, stdout=log, stderr=log, env=environment, cwd=top)
    trusted = next(iter([top / "caddy/.local/share/caddy/pki/authorities/local/root.crt"]))
    try:
        waited(lambda: trusted.exists() or proxy.poll() is not None, "Caddy makes no certificate")
        context = ssl.create_default_context(cafile=str(trusted))

        def status(path: str) -> int:
            connection = HTTPSConnection("memory.example.org", port)
            try:
                raw = socket.create_connection(("127.0.0.1", port), timeout=10)
                connection.sock = context.wrap_socket(raw, server_hostname="memory.example.org")
            except OSError:  # the name's certificate isn't made yet
                return 0
            connection.request("GET", path, headers={"host": "memory.example.org"})
            answer = connection.getresponse().status
            connection.close()
            return answer

        waited(lambda: status("/readyz") == 200, (top / "caddy.log").read_text())
        assert [status(path) for path in ("/readyz", "/sign-in", "/api/v1/me", "/mcp")] == [200, 200, 401, 405]
    finally:
        proxy.terminate()
        proxy.wait(PATIENCE_S)
        server.end(GRACE_S + STOP_S)
