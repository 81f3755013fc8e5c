"""Models: text to vectors (embedding), a closer look at a pool (reranking), written text (language).

Nothing is loaded before its first use. `choose` makes what the settings name.
"""
