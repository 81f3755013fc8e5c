"""SHA-256 without OpenSSL, whose loading costs each hook 3 ms; Python's `random` uses the same module."""

import sys
from importlib import import_module


def sha256_hex(data: bytes) -> str:
    """The digest in hexadecimal."""
    try:
        module = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
    except ImportError:  # other implementations of Python lack the module
        module = import_module("hashlib")
    return str(module.sha256(data).hexdigest())
