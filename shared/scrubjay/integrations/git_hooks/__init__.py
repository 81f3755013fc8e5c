"""Git hooks on commit, merge, rewrite and checkout: installation and event handling."""
