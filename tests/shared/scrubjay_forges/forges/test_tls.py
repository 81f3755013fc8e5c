"""A forge is spoken to over TLS, and one whose certificate nobody vouches for gets no token."""

import ssl
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from scrubjay.errors import ForgeUnreadable
from scrubjay_forges.forges.client import ForgeClient
from scrubjay_forges.forges.github_plan import headers
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import HOST


class Quiet(ThreadingHTTPServer):
    """Says nothing of a handshake that fails."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        return


@pytest.fixture
def self_signed(tmp_path: Path) -> Iterator[int]:
    """The port of a server that vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False).sign(key, hashes.SHA256())
    )  # fmt: skip
    file = tmp_path / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    running = Quiet(("127.0.0.1", 0), BaseHTTPRequestHandler)
    running.socket = context.wrap_socket(running.socket, server_side=True)
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield int(running.server_address[1])
    running.shutdown()
    running.server_close()
    thread.join()


def test_a_certificate_that_nobody_vouches_for_ends_the_reading(desk: Desk, self_signed: int) -> None:
    network = replace(desk.network(), secure=True)
    client = ForgeClient(f"https://{HOST}:{self_signed}", headers("hush"), network)
    with pytest.raises(ForgeUnreadable, match=r"no answer \(SSLCertVerificationError\)"):
        client.get("/repos/acme/shop/issues")
    client.close()


def test_an_address_without_tls_is_refused(desk: Desk) -> None:
    with pytest.raises(ForgeUnreadable, match="over https only"):
        ForgeClient(f"http://{HOST}", headers("hush"), desk.network())
