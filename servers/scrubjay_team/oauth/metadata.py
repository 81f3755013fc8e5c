"""What a client of MCP reads before it asks for anything: where this server's sign-in is, and what it can. Pure."""

from collections.abc import Mapping
from typing import Final

from scrubjay_team.oauth.values import DEVICE_GRANT
from scrubjay_team.people.rights import SCOPES

PROTECTED: Final = "/.well-known/oauth-protected-resource"
SERVER: Final = "/.well-known/oauth-authorization-server"
RESOURCE: Final = "/mcp"
"""The path of the one resource that tokens are for."""

_METHODS: Final = ("none", "client_secret_post", "client_secret_basic")


def resource_of(base: str) -> str:
    """The resource that tokens are for (RFC 8707), of a server at a base address."""
    return f"{base}{RESOURCE}"


def challenge(base: str) -> str:
    """What a 401 of /mcp adds to its WWW-Authenticate, so that a client finds the way (RFC 9728)."""
    return f'resource_metadata="{base}{PROTECTED}{RESOURCE}"'


def protected_resource(base: str) -> Mapping[str, object]:
    """The metadata of the resource (RFC 9728)."""
    return {
        "resource": resource_of(base),
        "authorization_servers": [base],
        "scopes_supported": list(SCOPES),
        "bearer_methods_supported": ["header"],
        "resource_name": "scrubjay: what the team knows",
    }


def authorization_server(base: str) -> Mapping[str, object]:
    """The metadata of the authorization server (RFC 8414)."""
    return {
        "issuer": base,
        "authorization_endpoint": f"{base}/oauth/authorize",
        "token_endpoint": f"{base}/oauth/token",
        "registration_endpoint": f"{base}/oauth/register",
        "revocation_endpoint": f"{base}/oauth/revoke",
        "device_authorization_endpoint": f"{base}/oauth/device",
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token", DEVICE_GRANT],
        "token_endpoint_auth_methods_supported": list(_METHODS),
        "revocation_endpoint_auth_methods_supported": list(_METHODS),
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
    }
