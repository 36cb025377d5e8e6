# Two commands: `make demo` and `make test`. Everything is installed into .venv by `make setup`.

PYTHON ?= python3
PORT ?= 8000
# A site keeps its addresses, and they name the port: another port is another site.
SITE ?= demo-site$(addprefix -,$(filter-out 8000,$(PORT)))
VENV := .venv
RUN := $(VENV)/bin/python

.PHONY: demo test setup browser lint types docs bench embed score facts screenshots lock clean

demo: setup
	$(VENV)/bin/hallway demo --site $(SITE) --port $(PORT)

test: setup browser lint types
	$(RUN) tools/document.py --check
	$(RUN) -m pytest -n 2 --dist loadfile tests
	$(RUN) -m pytest -q --doctest-modules --pyargs hallway hallway.graph hallway.web
	$(RUN) -m pytest -q --doctest-glob='*.md' docs
	$(RUN) tools/frontend.py --run test

setup: $(VENV)/.installed
	@$(RUN) tools/frontend.py

# Locked by version and hash; the project itself is installed from here, editable.
$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; choose one with PYTHON=python3.11")'
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(RUN) -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	touch $@

browser: setup
	@$(RUN) tools/browser.py

lint: setup
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

types: setup
	$(RUN) tools/typetree.py
	$(RUN) -m mypy

docs: setup
	$(RUN) tools/document.py

bench: setup
	$(RUN) -m bench
	$(RUN) -m bench.reading

# The extra hallway[embed]: sentence vectors for linking talks to topics.
embed: setup
	$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-embed.lock

score: setup
	$(RUN) tools/score.py

facts: setup
	$(RUN) tools/facts.py

screenshots: setup browser
	$(RUN) tools/screenshots.py

# The lock file: versions and hashes for every platform, no addresses.
lock:
	$(RUN) -m uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	  --group dev --extra mcp --extra pandas --extra spreadsheet pyproject.toml -o requirements.lock
	$(RUN) -m uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	  --constraint requirements.lock --extra embed pyproject.toml -o requirements-embed.lock

clean:
	rm -rf $(VENV) .types build dist node_modules web/static/dist $(SITE)
