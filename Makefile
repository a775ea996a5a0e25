# serve: set up and run the referee.  test: set up and pass the tests.  Both keep to .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: serve test lint audit approve proof coverage mutants bench openapi

serve: .venv/serve
	$(BIN)/theodolite serve

test: .venv/dev
	$(BIN)/pytest

lint: .venv/bench
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Known vulnerabilities of what is installed fail it; it lists what it found no advisories of.
audit: .venv/dev
	$(BIN)/pip-audit --skip-editable --progress-spinner off

# How many random tables, and as many half days, the service and the reference are compared on.
TABLES ?= 1000000
proof: .venv/dev
	$(BIN)/python tests/proof.py --tables $(TABLES)

# Every branch of the rules is run by the tests that state them, without those at random.
coverage: .venv/dev
	$(BIN)/coverage run -m pytest -q tests/test_grid.py tests/test_conformance.py tests/test_approved.py tests/misterra \
		--ignore-glob='*_properties.py' --ignore-glob='*/test_every_account.py'
	$(BIN)/coverage report

# How many small errors put into the rules the tests notice; SAMPLE is the share of them to try.
SAMPLE ?= 1
mutants: .venv/dev
	$(BIN)/python tests/mutants.py --sample $(SAMPLE) --at-least 95

# Writes down what every game says now; what it changed in tests/approved/ is to be read.
approve: .venv/dev
	$(BIN)/python tests/approve.py

openapi: .venv/dev
	$(BIN)/theodolite openapi > openapi.yaml

bench: .venv/bench
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.totals

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/serve: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet -e '.[photo]'
	touch $@

.venv/dev: pyproject.toml sdk/pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet -e '.[dev]' -e sdk
	touch $@ .venv/serve

.venv/bench: .venv/dev benchmarks/requirements.txt
	$(BIN)/python -m pip install --quiet -r benchmarks/requirements.txt
	touch $@
