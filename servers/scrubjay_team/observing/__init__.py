"""How an operator watches a server: metrics, lines of log, traces. Nothing of it holds a name, a text or a secret."""
