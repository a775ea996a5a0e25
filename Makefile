# serve: set up and run the referee.  test: set up and pass the tests.  Both keep to .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: serve test lint lint-page audit approve proof coverage mutants bench engines openapi hostile overload sbom constraints

serve: .venv/serve
	$(BIN)/theodolite serve

test: .venv/dev
	$(BIN)/pytest -n auto --dist loadfile

lint: .venv/bench
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(if $(shell command -v npx),$(MAKE) lint-page)

# The page's scripts: types from their comments, lint and format. Nobody needs Node to run the page.
lint-page:
	npx --yes --package=@biomejs/biome@2.6.8 biome check --error-on-warnings
	npx --yes --package=typescript@5.9.3 tsc --project .

# Known vulnerabilities of what is installed fail it; it lists what it found no advisories of.
audit: .venv/dev
	$(BIN)/pip-audit --skip-editable --progress-spinner off

# The games whose rules are proved, covered and spoilt: all of them, or GAME=misterra.
GAME ?=
GAMES = $(or $(GAME),$(notdir $(patsubst %/rules.toml,%,$(wildcard service/theodolite/*/rules.toml))))

# How many random positions the service and the references are compared on for each question. One
# for each hundred of them is tried on each property that cuts across all games.
TABLES ?= 1000000
proof: .venv/dev
	$(BIN)/python tests/proof.py $(if $(GAME),--game $(GAME)) --tables $(TABLES)

# Hostile requests over every operation of every game: no fault, no hang, no growth. Half an hour.
REQUESTS ?= 1000000
hostile: .venv/dev
	$(BIN)/python tests/attacks/hostile.py --requests $(REQUESTS)

# Twice what the service can take: everybody gets an answer, or is refused at once.
MINUTES ?= 10
overload: .venv/dev
	$(BIN)/python tests/attacks/overload.py --minutes $(MINUTES)

# Every branch of the rules is run by the tests that state them, without those at random.
comma := ,
space := $(subst ,, )
RULES = service/theodolite/*.py $(GAMES:%=service/theodolite/%/*.py)
coverage: .venv/dev
	$(BIN)/coverage run -m pytest -q tests/shared $(GAMES:%=tests/%) \
		--ignore-glob='*_properties.py' --ignore-glob='*/test_every_*.py'
	$(BIN)/coverage report --include='$(subst $(space),$(comma),$(RULES))'

# How many small errors put into the rules the tests notice; SAMPLE is the share of them to try.
SAMPLE ?= 1
mutants: .venv/dev
	$(BIN)/python tests/mutants.py --game $(GAMES) --sample $(SAMPLE) --at-least 95

# Writes down what every game says now; what it changed in tests/approved/ is to be read.
approve: .venv/dev
	$(BIN)/python tests/approve.py

# What a served installation is made of, as CycloneDX. What the page brings is in VENDORED.toml.
sbom: .venv/dev
	rm -rf build/served && $(PYTHON) -m venv build/served
	build/served/bin/python -m pip install --quiet -c constraints.txt '.[photo,rates]'
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --mc-type application \
		--output-file build/sbom.json build/served

# The versions that are installed and tested; they name no host. Renews them all, in an order that
# no version of pip decides.
constraints:
	rm -rf build/newest && $(PYTHON) -m venv build/newest
	build/newest/bin/python -m pip install --quiet -e '.[dev]' -e sdk -r benchmarks/requirements.txt
	build/newest/bin/python -m pip freeze --exclude-editable > build/frozen.txt
	LC_ALL=C sort --ignore-case build/frozen.txt > constraints.txt

openapi: .venv/dev
	$(BIN)/theodolite openapi > openapi.yaml

bench: .venv/bench
	PYTHONPATH=tests $(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.research
	$(BIN)/python -m benchmarks.bulk
	PYTHONPATH=tests $(BIN)/python -m benchmarks.growth
	PYTHONPATH=tests $(BIN)/python -m benchmarks.deductions
	$(BIN)/python -m benchmarks.limits
	$(BIN)/python -m benchmarks.treasure_hunt
	PYTHONPATH=tests:. $(BIN)/python -m benchmarks.photographs

# The function of theodolite bulk inside Spark and Ray. Spark wants Debian's default-jre-headless.
engines: .venv/bench
	$(BIN)/python -m pip install --quiet 'pandas>=2.2,<3' 'pyspark>=4,<5' 'ray[data]>=2.40,<3'
	$(BIN)/python -m benchmarks.engines

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/serve: pyproject.toml constraints.txt | .venv/bin/python
	@echo 'Installing the service and what it needs into .venv; this takes about a minute.'
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[photo]'
	touch $@

.venv/dev: pyproject.toml sdk/pyproject.toml constraints.txt | .venv/bin/python
	@echo 'Installing the service, the SDK and the test tools into .venv; this takes about two minutes.'
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]' -e sdk
	touch $@ .venv/serve

.venv/bench: .venv/dev benchmarks/requirements.txt
	$(BIN)/python -m pip install --quiet -c constraints.txt -r benchmarks/requirements.txt
	touch $@
