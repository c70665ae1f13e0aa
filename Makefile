# The two commands of the README, and a few for developers. Each sets up what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= fog_of_war
GAMES ?= 200
SECONDS ?= 3
QUESTIONS ?= 60

.PHONY: play test lint check-browser check-postgres bench fuzz siege soak lock audit bom clean

play: $(VENV)/.play
	$(BIN)/casus serve

test: $(VENV)/.dev check-browser check-postgres lint
	$(BIN)/pytest -n 2 --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools
	$(BIN)/mypy
	$(BIN)/lint-imports

check-browser:
	@scripts/browser

check-postgres:
	@scripts/postgres

bench: $(VENV)/.play
	$(BIN)/casus bench --seconds $(SECONDS)

fuzz: $(VENV)/.play
	$(BIN)/casus fuzz $(GAME) --games $(GAMES) --options random

siege: $(VENV)/.play
	$(BIN)/casus siege

# Long walks: every kind of question of every game in every window.
soak: $(VENV)/.dev check-browser
	LAYOUT_QUESTIONS=$(QUESTIONS) $(BIN)/pytest --log-cli-level=INFO tests/browser/layout
	ALL_LESSONS=1 $(BIN)/pytest tests/browser/lessons

lock:
	@PYTHON=$(PYTHON) scripts/lock $(if $(UPGRADE),--upgrade)

audit:
	@PYTHON=$(PYTHON) scripts/audit

bom: $(VENV)/.play
	@mkdir -p build
	$(BIN)/python tools/bom.py > build/bom.json

clean:
	rm -rf $(VENV) .tools build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache

$(VENV)/.%: requirements/%.txt pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup $*
