"""The kinds of things that an extension may provide: one protocol or value a module, which states shapes and errors."""
