# The two commands of the README, and a few for developers. Each sets up what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= fog_of_war
GAMES ?= 200
SECONDS ?= 3
QUESTIONS ?= 60

.PHONY: play test lint check-browser check-postgres check-proxy bench fuzz siege soak cluster lock audit bom docs release clean

play: $(VENV)/.play
	$(BIN)/casus serve

test: $(VENV)/.dev check-browser check-postgres check-proxy lint
	$(BIN)/pytest -n 2 --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools
	$(BIN)/mypy
	$(BIN)/lint-imports
	@scripts/web

check-browser:
	@scripts/browser

check-postgres:
	@scripts/postgres

check-proxy:
	@scripts/proxy

bench: $(VENV)/.play
	$(BIN)/casus bench --seconds $(SECONDS)

fuzz: $(VENV)/.play
	$(BIN)/casus fuzz $(GAME) --games $(GAMES) --options random

siege: $(VENV)/.play
	$(BIN)/casus siege

# Long walks: every kind of question of every game in every window; 20,000 requests at the programs' door, 200 spoilt journals.
soak: $(VENV)/.dev check-browser
	LAYOUT_QUESTIONS=$(QUESTIONS) $(BIN)/pytest --log-cli-level=INFO tests/browser/layout
	ALL_LESSONS=1 $(BIN)/pytest tests/browser/lessons
	CASUS_API_CASES=20000 CASUS_IMPORTS=200 $(BIN)/pytest --timeout 0 tests/table/house/test_api_document.py tests/table/house/test_importing.py
	CASUS_TWIN_WORLDS=1000 $(BIN)/pytest tests/table/test_house_clocks.py -k imagine
	CASUS_BAD_LINES=34 $(BIN)/pytest --timeout 0 tests/table/house/test_client.py -k bad_line
	WHOLE_MATCHES=1 $(BIN)/pytest tests/browser/test_triumph_of_chaos.py tests/browser/test_churchill.py -k 'by_touching or traffic'
	$(MAKE) cluster

# A Ray cluster of two workers on this machine, one of them killed. Ray is large and not locked: only this target installs it.
cluster: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[ray]'
	$(BIN)/pytest tests/lab/cluster_trial.py

# Branch coverage of kernel, game, rules and table, in one process: long. The page is build/coverage/html/index.html.
.PHONY: coverage
coverage: $(VENV)/.dev
	rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/coverage run -m pytest tests/kernel tests/games tests/testkit tests/learn tests/rulebook tests/table
	$(BIN)/coverage combine --quiet
	$(BIN)/python tools/covered.py
	$(BIN)/coverage html --quiet -d build/coverage/html

# Servers killed, frozen and replaced, the database restarted: nothing is lost, nothing is doubled. About half an hour.
.PHONY: faults
faults: $(VENV)/.dev check-postgres
	$(BIN)/python -m tests.table.soak sqlite kill=100
	$(BIN)/python -m tests.table.soak postgres kill=100 restart=20 deaf=20 freeze=3 upgrade=10

lock:
	@PYTHON=$(PYTHON) scripts/lock $(if $(UPGRADE),--upgrade)

audit:
	@PYTHON=$(PYTHON) scripts/audit

bom: $(VENV)/.play
	@mkdir -p build
	$(BIN)/python tools/bom.py > build/bom.json

# The documentation as a site that opens without a network: build/site/index.html
docs:
	@scripts/tools
	NO_MKDOCS_2_WARNING=1 .tools/bin/mkdocs build --strict --quiet

# Checks, artefacts tried in clean environments, checksums, a tag. Publishes nothing.
release: $(VENV)/.dev
	@scripts/release

clean:
	rm -rf $(VENV) .tools node_modules build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache

$(VENV)/.%: requirements/%.txt pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup $*
