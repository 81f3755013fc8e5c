"""The server's own HTTP API at /api/v1: a table of routes that joined machines and programs call."""
