"""Services of other programs as stores: each speaks through the service's own client library, which is an extra."""
