"""Services of this extension, by name; the manifest has the maker of each."""

from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from scrubjay_exchange.importing.importer import Importer


class ExchangeServices(Services):
    """What other programs remembered."""

    importer: "Importer" = made()
