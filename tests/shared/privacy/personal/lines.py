"""Lines that hold many numbers and no person: logs, lock files, checksums, patches. Made at run time from a seed."""

import random
import string
import uuid
from collections.abc import Callable, Iterator

HEX = "0123456789abcdef"


def _hex(rng: random.Random, size: int) -> str:
    return "".join(rng.choices(HEX, k=size))


def _version(rng: random.Random) -> str:
    return f"{rng.randint(0, 20)}.{rng.randint(0, 60)}.{rng.randint(0, 60)}"


def _package(rng: random.Random) -> str:
    return "".join(rng.choices(string.ascii_lowercase, k=rng.randint(3, 10)))


def _stamp(rng: random.Random) -> str:
    return (
        f"20{rng.randint(10, 29)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}T{rng.randint(0, 23):02}:"
        f"{rng.randint(0, 59):02}:{rng.randint(0, 59):02}.{rng.randint(0, 999_999):06}+0{rng.randint(0, 9)}:00"
    )


def _ip(rng: random.Random) -> str:
    return ".".join(str(rng.randint(0, 255)) for _ in range(4))


def _base64(rng: random.Random, size: int) -> str:
    return "".join(rng.choices(string.ascii_letters + string.digits + "+/", k=size))


FORMS: tuple[Callable[[random.Random], str], ...] = (
    lambda r: f"{_hex(r, 64)}  {_package(r)}-{_version(r)}.tar.gz",
    lambda r: " ".join(_hex(r, 4) for _ in range(8)),
    lambda r: f"{r.randint(0, 2**31):08x}: " + " ".join(_hex(r, 2) for _ in range(16)),
    lambda r: str(uuid.UUID(int=r.getrandbits(128))),
    lambda r: f"{_stamp(r)} INFO [{r.randint(1, 99_999)}] took {r.randint(1, 10**9)} ns, id {r.randint(10**8, 10**9)}",
    lambda r: f'{_ip(r)} - - "GET /items/{r.randint(1, 10**9)} HTTP/1.1" 200 {r.randint(1, 10**7)} "-"',
    lambda r: f"time={r.randint(10**9, 2 * 10**9)} bytes={r.randint(10**9, 10**10)} pid={r.randint(1, 10**5)}",
    lambda r: f'    "{_package(r)}": "^{_version(r)}",',
    lambda r: f'      "resolved": "https://registry.example/{_package(r)}/-/{_package(r)}-{_version(r)}.tgz",',
    lambda r: f'      "integrity": "sha512-{_base64(r, 86)}=="',
    lambda r: f'"@{_package(r)}/{_package(r)}@^{_version(r)}", "@{_package(r)}/{_package(r)}@npm:{_version(r)}":',
    lambda r: f"{_package(r)}@{_version(r)}-beta.{r.randint(1, 9)}",
    lambda r: f"    {{file = '{_package(r)}-{_version(r)}-py3-none-any.whl', hash = 'sha256:{_hex(r, 64)}'}},",
    lambda r: f"github.example/{_package(r)}/{_package(r)} v{_version(r)}+incompatible h1:{_base64(r, 43)}=",
    lambda r: f"+{r.randint(10**9, 10**12)}",
    lambda r: f"@@ -{r.randint(1, 9999)},{r.randint(1, 99)} +{r.randint(1, 9999)},{r.randint(1, 99)} @@ {_package(r)}",
    lambda r: f"{r.randint(10**15, 10**16)} {r.randint(10**12, 10**13)} {r.random():.16f} {r.random() * 1e30:e}",
    lambda r: f"Jun {r.randint(1, 28)} 12:00 host systemd[{r.randint(1, 9999)}]: getty@tty1.service: up",
    lambda r: f"git@github.example:{_package(r)}/{_package(r)}.git i@2x.png <{_package(r)}@{_hex(r, 12)}>",
    lambda r: f"cellar {r.randint(100, 999)} telemetry {r.randint(10**6, 10**7)} mobile-{_version(r)} phones: 12",
)  # fmt: skip


def lines(count: int, seed: int) -> Iterator[str]:
    """So many lines, every form as often as any other."""
    rng = random.Random(seed)
    for number in range(count):
        yield FORMS[number % len(FORMS)](rng)
