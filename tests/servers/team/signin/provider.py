"""A real OpenID Connect provider on loopback, which can be told to misbehave; its keys are made at run time."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from joserfc import jwk, jws

from tests.patience import PATIENCE_S

CLIENT = "scrubjay"


@cache
def keys() -> dict[str, Any]:
    """The keys of all providers of this process: by RSA, by a curve, and one that nobody has."""
    return {
        "RS256": jwk.RSAKey.generate_key(2048, {"kid": "one", "use": "sig"}, private=True),
        "ES256": jwk.ECKey.generate_key("P-256", {"kid": "two", "use": "sig"}, private=True),
        "other": jwk.RSAKey.generate_key(2048, {"kid": "one", "use": "sig"}, private=True),
    }


def public_pem() -> bytes:
    """The public key of all providers, as text."""
    return bytes(keys()["RS256"].as_pem(private=False))


def unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Person:
    """Somebody who has an account there."""

    subject: str = "sub-anna"
    claims: dict[str, Any] = field(default_factory=lambda: {"email": "Anna@Acme.example", "email_verified": True})


@dataclass
class RealProvider:
    """What runs, who is signed in there, and how it misbehaves. `asked` counts the requests of each path."""

    clock: Callable[[], datetime]
    issuer: str = ""
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    person: Person = field(default_factory=Person)
    asked: list[str] = field(default_factory=list)
    document: dict[str, Any] = field(default_factory=dict)
    """What its document says in the place of what is true."""
    claims: dict[str, Any] = field(default_factory=dict)
    """What an ID token says in the place of what is true; None takes a claim away."""
    sign: Callable[[dict[str, Any]], str] | None = None
    """What signs an ID token in its place."""
    answer: dict[str, str] = field(default_factory=dict)
    """What stands in the query of an answer in the place of what is true; empty takes it away."""
    reply: dict[str, Callable[[BaseHTTPRequestHandler], None]] = field(default_factory=dict)
    """What answers a path in its place."""
    published: tuple[str, ...] = ("RS256", "ES256")
    refreshing: bool = True
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    refresh_tokens: dict[str, str] = field(default_factory=dict)
    access_tokens: dict[str, str] = field(default_factory=dict)

    def configuration(self) -> dict[str, Any]:
        at = self.issuer
        return {
            "issuer": at, "authorization_endpoint": f"{at}/authorize", "token_endpoint": f"{at}/token",
            "jwks_uri": f"{at}/jwks", "userinfo_endpoint": f"{at}/userinfo", "response_types_supported": ["code"],
            "scopes_supported": ["openid", "email", "profile", "offline_access"],
            "authorization_response_iss_parameter_supported": True, **self.document,
        }  # fmt: skip

    def jwks(self) -> dict[str, Any]:
        return {"keys": [keys()[name].as_dict(private=False) for name in self.published]}

    def authorized(self, query: dict[str, str]) -> str:
        """Where a browser is sent back to."""
        code = secrets.token_urlsafe(24)
        self.codes[code] = query
        told = {"code": code, "state": query["state"], "iss": self.issuer, **self.answer}
        return f"{query['redirect_uri']}?{urlencode({name: value for name, value in told.items() if value})}"

    def id_token(self, nonce: str, access: str) -> str:
        now = int(self.clock().timestamp())
        half = unpadded(hashlib.sha256(access.encode()).digest()[:16])
        true = {
            "iss": self.issuer, "sub": self.person.subject, "aud": CLIENT, "exp": now + 300, "iat": now,
            "nonce": nonce, "at_hash": half, **self.person.claims,
        }  # fmt: skip
        said = {name: value for name, value in {**true, **self.claims}.items() if value is not None}
        return self.sign(said) if self.sign else signed(said)

    def tokens(self, form: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """The token endpoint."""
        expected = base64.b64encode(f"{CLIENT}:{self.secret}".encode()).decode()
        if authorization != f"Basic {expected}":
            return 401, {"error": "invalid_client"}
        access = secrets.token_urlsafe(24)
        nonce = ""
        if form.get("grant_type") == "refresh_token":
            if self.refresh_tokens.pop(form.get("refresh_token", ""), None) is None:
                return 400, {"error": "invalid_grant"}
        else:
            begun = self.codes.pop(form.get("code", ""), None)
            challenge = unpadded(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
            good = begun and begun["code_challenge"] == challenge and begun["redirect_uri"] == form["redirect_uri"]
            if not (begun and good):
                return 400, {"error": "invalid_grant"}
            nonce = begun["nonce"]
        given: dict[str, Any] = {"access_token": access, "token_type": "Bearer"}
        self.access_tokens[access] = self.person.subject
        if nonce:
            given["id_token"] = self.id_token(nonce, access)
        if self.refreshing:
            given["refresh_token"] = secrets.token_urlsafe(24)
            self.refresh_tokens[given["refresh_token"]] = self.person.subject
        return 200, given

    def userinfo(self, authorization: str) -> tuple[int, dict[str, Any]]:
        subject = self.access_tokens.get(authorization.removeprefix("Bearer "))
        return (200, {"sub": subject, **self.person.claims}) if subject else (401, {"error": "invalid_token"})

    def browse(self, address: str) -> dict[str, str]:
        """Go to an address of it as a browser that is signed in there; returns the query of the answer."""
        return dict(parse_qsl(urlsplit(self.sent_back(address)).query))

    def sent_back(self, address: str) -> str:
        """The same; returns the whole address that the browser is sent back to."""
        parts = urlsplit(address)
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", f"{parts.path}?{parts.query}")
            return str(connection.getresponse().getheader("location"))
        finally:
            connection.close()


def signed(claims: dict[str, Any], key: str = "RS256", algorithm: str = "", **header: Any) -> str:
    """A token that a key of the process signed."""
    made = keys()[key]
    head = {"alg": algorithm or ("ES256" if key == "ES256" else "RS256"), "kid": made.kid, **header}
    return jws.serialize_compact(head, json.dumps(claims).encode(), made, algorithms=[head["alg"]])


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    provider: RealProvider

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Documents, keys, the page that signs in, and who somebody is."""
        parts = urlsplit(self.path)
        self.provider.asked.append(parts.path)
        if parts.path in self.provider.reply:
            self.provider.reply[parts.path](self)
        elif parts.path == "/.well-known/openid-configuration":
            self.give(200, self.provider.configuration())
        elif parts.path == "/jwks":
            self.give(200, self.provider.jwks())
        elif parts.path == "/userinfo":
            self.give(*self.provider.userinfo(self.headers.get("authorization", "")))
        elif parts.path == "/authorize":
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            self.send_response(302)
            self.send_header("location", self.provider.authorized(query))
            self.end_headers()
        else:
            self.give(404, {})

    def do_POST(self) -> None:
        """Tokens."""
        self.provider.asked.append(self.path)
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        if self.path in self.provider.reply:
            self.provider.reply[self.path](self)
        else:
            self.give(*self.provider.tokens(dict(parse_qsl(body)), self.headers.get("authorization", "")))

    def give(self, status: int, value: dict[str, Any]) -> None:
        """Answer with JSON."""
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def redirecting(handler: BaseHTTPRequestHandler) -> None:
    """Send whoever asks to another place."""
    handler.send_response(302)
    handler.send_header("location", "/jwks")
    handler.end_headers()


def huge(handler: BaseHTTPRequestHandler) -> None:
    """Answer with more than anybody reads."""
    handler.send_response(200)
    handler.end_headers()
    try:
        handler.wfile.write(b'{"issuer": "' + b"x" * 3_000_000 + b'"}')
    except OSError:
        return


def dripping(handler: BaseHTTPRequestHandler) -> None:
    """Answer a byte at a time, without an end."""
    handler.send_response(200)
    handler.end_headers()
    until = time.monotonic() + PATIENCE_S
    try:
        while time.monotonic() < until:
            handler.wfile.write(b" ")
            threading.Event().wait(0.02)
    except OSError:
        return


def failing(handler: BaseHTTPRequestHandler) -> None:
    """Fail."""
    handler.send_error(503)


@contextmanager
def running(clock: Callable[[], datetime]) -> Iterator[RealProvider]:
    """A provider that answers until the block ends."""
    provider = RealProvider(clock)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"provider": provider}))
    server.daemon_threads = True
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join(PATIENCE_S)
        server.server_close()
