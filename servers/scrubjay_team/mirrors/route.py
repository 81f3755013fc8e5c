"""The way git takes to a repository: its address, and an environment that leaves no other way open."""

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scrubjay.git.process import GitEnvironment, find_program
from scrubjay.model.frozen import dataclass, field
from scrubjay_team.mirrors.resolving import CheckedEndpoint

OLDEST_GIT: Final = (2, 37)
"""The first git that knows http.curloptResolve; an older one would resolve the host anew and not say so."""

CROOKED: Final = (
    "badDate", "badDateOverflow", "badEmail", "badFilemode", "badName", "badTimezone", "missingEmail",
    "missingNameBeforeEmail", "missingSpaceBeforeDate", "missingSpaceBeforeEmail", "missingTaggerEntry",
    "multipleAuthors", "zeroPaddedDate", "zeroPaddedFilemode",
)  # fmt: skip
"""What git's check of objects calls how old tools wrote people, dates and modes: many repositories hold one such
commit, and none of it makes git or its readers do anything. All else that git's check finds stays an error."""

SETTINGS: Final = {
    "core.hooksPath": os.devnull,
    "credential.helper": "",
    **{f"fetch.fsck.{name}": "warn" for name in CROOKED},
    "fetch.fsckObjects": "true",
    "fetch.recurseSubmodules": "false",
    "fetch.unpackLimit": "1",
    "fetch.writeCommitGraph": "false",
    "gc.autoDetach": "false",
    "http.followRedirects": "false",
    "http.lowSpeedLimit": "1000",
    "http.lowSpeedTime": "60",
    "http.proxy": "",
    "http.sslVerify": "true",
    "protocol.version": "2",
    "transfer.bundleURI": "false",
}
"""What every git of a mirror is told. Redirects that are refused also keep an old server's `http-alternates` unread."""

SSH_OPTIONS: Final = {
    "AddKeysToAgent": "no",
    "BatchMode": "yes",
    "CanonicalizeHostname": "no",
    "CheckHostIP": "no",
    "ClearAllForwardings": "yes",
    "ConnectTimeout": "20",
    "ControlMaster": "no",
    "ControlPath": "none",
    "ForwardAgent": "no",
    "GlobalKnownHostsFile": os.devnull,
    "IdentitiesOnly": "yes",
    "IdentityAgent": "none",
    "LogLevel": "ERROR",
    "PermitLocalCommand": "no",
    "PreferredAuthentications": "publickey",
    "ProxyCommand": "none",
    "ServerAliveCountMax": "4",
    "ServerAliveInterval": "15",
    "StrictHostKeyChecking": "yes",
    "UpdateHostKeys": "no",
    "VerifyHostKeyDNS": "no",
}
"""What every ssh is told beside host, keys and `-F /dev/null`."""


@dataclass(frozen=True, slots=True)
class Route:
    """A repository's address as git gets it, with the environment of the process; `secrets` never leave an error."""

    url: str
    environment: GitEnvironment
    secrets: tuple[str, ...] = field(default=(), repr=False)


def https_route(
    endpoint: CheckedEndpoint, path: str, home: Path, asking: Mapping[str, str], authority: str = ""
) -> Route:
    """The route over https to the endpoint's IP alone.

    `path` is where programs are looked for, `home` an empty folder in which curl finds no passwords of the account,
    `asking` the variables of a credential, `authority` a file of certificates instead of the system's.
    """
    address = endpoint.address
    ip = f"[{endpoint.ip}]" if ":" in endpoint.ip else endpoint.ip
    settings = {} if ":" in address.host else {"http.curloptResolve": f"{address.host}:{address.port}:{ip}"}
    if authority:
        settings["http.sslCAInfo"] = authority
    return Route(address.text, closed_environment(path, home, "https", settings, asking))


def ssh_route(endpoint: CheckedEndpoint, path: str, home: Path, known_hosts: Path, algorithm: str, key: Path) -> Route:
    """The route over ssh to the endpoint's IP alone, where the host shows the key of `known_hosts`.

    `algorithm` is that key's type, so that a host with several shows this one; `key` is the file of the private key.
    """
    named = {
        "HostName": endpoint.ip,
        "HostKeyAlias": endpoint.address.host,
        "UserKnownHostsFile": _file(known_hosts),
        "HostKeyAlgorithms": _signatures(algorithm),
        "IdentityFile": _file(key),
    }
    options = [f"-o{name}={value}" for name, value in (named | SSH_OPTIONS).items()]
    asking = {
        "GIT_SSH_COMMAND": shlex.join([find_program("ssh", path), "-F", os.devnull, *options]),
        "GIT_SSH_VARIANT": "ssh",
    }
    return Route(endpoint.address.text, closed_environment(path, home, "ssh", {}, asking))


def closed_environment(
    path: str, home: Path, protocol: str, settings: Mapping[str, str], asking: Mapping[str, str]
) -> GitEnvironment:
    """The environment of a mirror's git: one protocol, no configuration but ours, nothing of this process's own."""
    made = GitEnvironment.of({"PATH": path})
    chosen = SETTINGS | dict(settings)
    keys = {f"GIT_CONFIG_KEY_{number}": key for number, key in enumerate(chosen)}
    values = {f"GIT_CONFIG_VALUE_{number}": value for number, value in enumerate(chosen.values())}
    return GitEnvironment(
        dict(made.variables)
        | {
            "HOME": str(home),
            "GIT_ALLOW_PROTOCOL": protocol,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_COUNT": str(len(chosen)),
        }
        | keys
        | values
        | dict(asking),
        made.program,
    )


def _signatures(algorithm: str) -> str:
    """The signature algorithms by which a host proves that it has a key of a type."""
    return "rsa-sha2-512,rsa-sha2-256" if algorithm == "ssh-rsa" else algorithm


def _file(path: Path) -> str:
    """A path as a value of ssh's options, in which quotes group words and `%` begins a token."""
    return f'"{path}"'.replace("%", "%%")
