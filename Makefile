# Everything that is done often. Each target sets up what it needs; `make PYTHON=python3.12 test` takes another Python.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test check bench clean

run: .venv/.installed
	$(BIN)/brain run

test: .venv/.installed
	$(BIN)/python -m pytest

check: .venv/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.installed
	for script in benchmarks/*.py; do $(BIN)/python $$script || exit 1; done

.venv/.installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv build dist runs .pytest_cache .mypy_cache .ruff_cache .hypothesis
