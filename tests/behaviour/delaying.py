"""A proxy on loopback before a server: it passes everything on, after a delay that a test sets, or nothing at all."""

import socket
import threading
from contextlib import suppress


class DelayingProxy:
    """Passes connections on to a port of this machine. `delay_s` holds what goes to the server; `cut` ends it all."""

    def __init__(self, port: int) -> None:
        self.delay_s = 0.0
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._ended = threading.Event()
        self._accepting = threading.Thread(target=self._accept, args=(self._listening,), daemon=True)
        self._accepting.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Listen no more, and end every connection: as a server that was killed."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._accepting.join()

    def back(self) -> None:
        """Listen again, at the same port."""
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._accepting = threading.Thread(target=self._accept, args=(self._listening,), daemon=True)
        self._accepting.start()

    def close(self) -> None:
        self._ended.set()
        with suppress(OSError):
            self.cut()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _ = listening.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                self._open += [client, server]
                for source, target, delays in ((client, server, True), (server, client, False)):
                    threading.Thread(target=self._pass_on, args=(source, target, delays), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, delays: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if delays and self.delay_s:
                    self._ended.wait(self.delay_s)
                target.sendall(data)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
