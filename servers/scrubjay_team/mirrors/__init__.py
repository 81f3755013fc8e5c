"""Mirrors of repositories: addresses, fetching, credentials, webhooks and the worker's jobs."""
