"""What stands before a team's server: TLS at port 9443 of the machine, and a way there that may be slow.

    python -m tests.benchmarks.machines_proxy ADDRESS PEM PORT

Each line on standard input is the delay of each piece of data in seconds, either way; a line "ready" tells that it
listens.
"""

import asyncio
import ssl
import sys
from contextlib import suppress

PIECE = 65_536

State = dict[str, float]


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, state: State) -> None:
    """Pass one direction on, each piece later by the delay of the moment when it came."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while data := await reader.read(PIECE):
            if state["delay"]:
                await asyncio.sleep(state["delay"])
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()


async def listen(host: str, port: int, to: int, tls: ssl.SSLContext | None, state: State) -> None:
    """Pass what connects here on to a port of this machine."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, onward = await asyncio.open_connection("127.0.0.1", to)
        except OSError:
            writer.close()
            return
        await asyncio.gather(pass_on(reader, onward, state), pass_on(there, writer, state))

    server = await asyncio.start_server(connected, host, port, ssl=tls)
    asyncio.get_running_loop().create_task(server.serve_forever())


async def main() -> None:
    """Pass on until standard input ends."""
    address, pem, port = sys.argv[1:]
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem)
    slow: State = {"delay": 0.0}
    await listen("127.0.0.1", 8443, int(port), tls, {"delay": 0.0})
    await listen(address, 9443, 8443, None, slow)
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        slow["delay"] = float(line)


if __name__ == "__main__":
    asyncio.run(main())
