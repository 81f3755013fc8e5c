"""What client hooks start that `scrubjay init` wrote before 0.2. It leaves with 0.2."""

import sys

from scrubjay.integrations.client_hooks.event import main

if __name__ == "__main__":
    sys.exit(main())
