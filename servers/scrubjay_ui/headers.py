"""Headers of every answer: nothing inline runs, nothing is framed, sent on or kept."""

from collections.abc import Sequence

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; report-uri {reports}"
)
"""`report-uri`, not `report-to`: every browser knows it and reports at once."""

FEATURES = ("camera", "clipboard-read", "display-capture", "geolocation", "microphone", "payment", "usb")


def security_headers(reports: str) -> tuple[tuple[bytes, bytes], ...]:
    """The headers. `reports` is the path that breaches of the policy are reported to; empty: to none."""
    policy = POLICY.format(reports=reports) if reports else POLICY.rpartition(";")[0]
    values = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": ", ".join(f"{feature}=()" for feature in FEATURES),
    }
    return tuple((name.encode(), value.encode()) for name, value in values.items())


def with_headers(
    sent: Sequence[tuple[bytes, bytes]], wanted: Sequence[tuple[bytes, bytes]]
) -> list[tuple[bytes, bytes]]:
    """An answer's headers with these in place of its own of the same names."""
    names = {name for name, _ in wanted}
    return [*((name, value) for name, value in sent if name.lower() not in names), *wanted]
