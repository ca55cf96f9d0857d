"""The project's own tests; `test_<subject>` mirrors the package that it is about."""
