"""Binding to macOS's libproc: a process's short record, readable for any process, its start and its arguments."""

import ctypes

SHORT_INFO = 13
"""PROC_PIDT_SHORTBSDINFO of <sys/proc_info.h>."""

FULL_INFO = 3
"""PROC_PIDTBSDINFO; only for processes of this account."""

UID_ONLY = 4
"""PROC_UID_ONLY."""

CTL_KERN, KERN_PROCARGS2 = 1, 49
MAX_ARGUMENTS = 256 * 1024
NO_DEVICE = 0xFFFFFFFF


class ShortInfo(ctypes.Structure):
    """struct proc_bsdshortinfo."""

    _fields_ = (
        ("pid", ctypes.c_uint32), ("parent", ctypes.c_uint32), ("group", ctypes.c_uint32), ("status", ctypes.c_uint32),
        ("title", ctypes.c_char * 16), ("flags", ctypes.c_uint32), ("uid", ctypes.c_uint32), ("gid", ctypes.c_uint32),
        ("ruid", ctypes.c_uint32), ("rgid", ctypes.c_uint32), ("svuid", ctypes.c_uint32), ("svgid", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
    )  # fmt: skip


class FullInfo(ctypes.Structure):
    """struct proc_bsdinfo."""

    _fields_ = (
        ("numbers", ctypes.c_uint32 * 12), ("title", ctypes.c_char * 16), ("name", ctypes.c_char * 32),
        ("more", ctypes.c_uint32 * 5), ("nice", ctypes.c_int32),
        ("seconds", ctypes.c_uint64), ("microseconds", ctypes.c_uint64),
    )  # fmt: skip

    @property
    def parent(self) -> int:
        """The parent."""
        return int(self.numbers[4])

    @property
    def group(self) -> int:
        """The process group."""
        return int(self.more[1])

    @property
    def has_terminal(self) -> bool:
        """Whether a terminal controls its session."""
        return int(self.more[3]) not in (0, NO_DEVICE)

    @property
    def foreground(self) -> int:
        """The foreground group of that terminal."""
        return int(self.more[4])

    @property
    def began(self) -> int:
        """When it was started, in microseconds since 1970."""
        return int(self.seconds * 1_000_000 + self.microseconds)


def process_start(process: int) -> str:
    """Moment at which a process was started, in microseconds since 1970; empty where it can't be read."""
    info = full_info(process)
    return "" if info is None else str(info.began)


def processes_of(user: int) -> list[int]:
    """The processes of an account."""
    read, size = ctypes.CDLL(None, use_errno=True).proc_listpids, ctypes.sizeof(ctypes.c_int)
    most = max(0, read(UID_ONLY, user, None, 0)) // size + 64
    numbers = (ctypes.c_int * most)()
    return [number for number in numbers[: max(0, read(UID_ONLY, user, numbers, most * size)) // size] if number > 0]


def full_info(process: int) -> FullInfo | None:
    """The record of a process of this account; None where it can't be read."""
    info = FullInfo()
    size = ctypes.sizeof(info)
    read = ctypes.CDLL(None, use_errno=True).proc_pidinfo
    return info if read(process, FULL_INFO, ctypes.c_uint64(0), ctypes.byref(info), size) == size else None


def process_of(process: int) -> tuple[int, str, list[str]] | None:
    """Parent, title and arguments (none where they are withheld) of a process; None where it doesn't exist."""
    system = ctypes.CDLL(None, use_errno=True)
    info = ShortInfo()
    size = ctypes.sizeof(info)
    if system.proc_pidinfo(process, SHORT_INFO, ctypes.c_uint64(0), ctypes.byref(info), size) != size:
        return None
    return int(info.parent), info.title.decode("utf-8", "replace"), _argument_words(system, process)


def variables_of(process: int) -> list[bytes]:
    """The `NAME=value` entries that a process was started with; none where they are withheld."""
    return variables(_argument_data(ctypes.CDLL(None, use_errno=True), process))


def _argument_words(system: ctypes.CDLL, process: int) -> list[str]:
    return arguments(_argument_data(system, process))


def _argument_data(system: ctypes.CDLL, process: int) -> bytes:
    """What macOS tells of a process's arguments (KERN_PROCARGS2); empty where it is withheld."""
    name = (ctypes.c_int * 3)(CTL_KERN, KERN_PROCARGS2, process)
    length = ctypes.c_size_t(MAX_ARGUMENTS)
    data = ctypes.create_string_buffer(MAX_ARGUMENTS)
    if system.sysctl(name, 3, data, ctypes.byref(length), None, ctypes.c_size_t(0)) != 0:
        return b""
    return data.raw[: length.value]


def arguments(data: bytes) -> list[str]:
    """The arguments in a KERN_PROCARGS2 result: their number, the program's path, padding, then the arguments."""
    number, words = _count_and_words(data)
    return [word.decode("utf-8", "replace") for word in words[:number]]


def variables(data: bytes) -> list[bytes]:
    """The environment in a KERN_PROCARGS2 result: what follows the arguments, up to the first empty word."""
    number, words = _count_and_words(data)
    after = words[number:]
    return after[: after.index(b"")] if b"" in after else after


def _count_and_words(data: bytes) -> tuple[int, list[bytes]]:
    """The number of arguments, and the words behind the program's path, in a KERN_PROCARGS2 result."""
    if len(data) < 4:
        return 0, []
    _, _, rest = data[4:].partition(b"\0")
    return int.from_bytes(data[:4], "little"), rest.lstrip(b"\0").split(b"\0")
