"""The kinds of things that an extension may provide: their protocols and values, which state shapes and errors."""
