"""File names that suggest a secret, such as a key file; prose never does."""

import fnmatch

_PROSE = (".md", ".markdown", ".mdx", ".rst", ".rest", ".txt", ".text", ".adoc", ".asciidoc", ".asc")
_NAMES = (
    ".env", ".env.*", "*.env", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk",
    "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*credentials*.json", "*credentials*.y*ml", "credentials",
    "*service*account*.json", "*secrets*.json", "*secrets*.y*ml", "secrets.*", ".netrc", "_netrc", ".pgpass", ".npmrc",
    ".pypirc", ".htpasswd", ".dockercfg", ".git-credentials", "*.ovpn", "*.token",
)  # fmt: skip


def names_secret(path: str) -> bool:
    """Whether a path's last component looks like a file of secrets; a document about secrets does not."""
    name = path.rpartition("/")[2].lower()
    if name.endswith(_PROSE):
        return False
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in _NAMES)
