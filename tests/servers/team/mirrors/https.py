"""Git servers over https on addresses of this machine, with a certificate authority of their own."""

import os
import ssl
import subprocess
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def certificate(folder: Path, *names: str) -> Path:
    """A certificate that is its own authority, with its key in the same file; names are hosts or IP addresses."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    others: list[x509.GeneralName] = [
        x509.IPAddress(ip_address(one)) if one[-1].isdigit() else x509.DNSName(one) for one in names
    ]
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(others), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{names[0]}.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM) + secret)
    return file


class GitHost(ThreadingHTTPServer):
    """A git server that counts who connects. `answer` may give another answer than the repository's: (status, headers,
    body), or None. With `password`, only `user:password` gets in."""

    daemon_threads = True
    address_family: int

    def __init__(
        self, ip: str, root: Path, pem: Path | None, port: int = 0,
        answer: Callable[[str], tuple[int, dict[str, str], bytes] | None] = lambda path: None, password: str = "",
    ) -> None:  # fmt: skip
        super().__init__((ip, port), _Handler)
        self.root, self.answer, self.password = root, answer, password
        self.paths: list[str] = []
        self.connections = 0
        self.port: int = self.server_address[1]
        if pem:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(pem)
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        self.connections += 1
        return True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no error of the test."""

    @contextmanager
    def serving(self) -> Iterator["GitHost"]:
        thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            self.server_close()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: GitHost
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""

    def _answer(self, body: bytes) -> None:
        self.server.paths.append(self.path)
        if other := self.server.answer(self.path):
            return self._send(*other)
        if self.server.password and not self._is_in():
            return self._send(401, {"WWW-Authenticate": 'Basic realm="git"'}, b"")
        path, _, query = self.path.partition("?")
        cgi = subprocess.run(
            ["git", "http-backend"], input=body, capture_output=True, check=True,
            env={
                "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": str(self.server.root), "GIT_HTTP_EXPORT_ALL": "1",
                "PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""), "REMOTE_ADDR": "test",
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""), "GIT_CONFIG_GLOBAL": os.devnull,
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""), "CONTENT_LENGTH": str(len(body)),
            },
        )  # fmt: skip
        head, _, content = cgi.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        status = int(headers.pop("Status", "200 OK").split()[0])
        return self._send(status, headers, content)

    def _is_in(self) -> bool:
        kind, _, given = self.headers.get("Authorization", "").partition(" ")
        return kind == "Basic" and b64decode(given).decode() == self.server.password

    def _send(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
