"""Resources of the knowledge server: documents by path, decisions by number."""


def current_decisions(b):
    return []


def register(s):
    pass
