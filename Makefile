# Two commands do everything: `make run` and `make test`. The others are for those who change the program.
PYTHON ?= python3
BOOTSTRAP = $(PYTHON) config/bootstrap.py
MANAGE = .venv/bin/python manage.py
LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

.PHONY: run lan test check suite install messages screenshots benchmarks evenings lock

run:  ## Start Pozzetto here
	@$(BOOTSTRAP) run

lan:  ## Start Pozzetto for everybody on the hall's network
	@$(BOOTSTRAP) run --lan

test:  ## Every check and every test
	@$(BOOTSTRAP) test

check:  ## Style, types, import contracts, migrations, deploy settings
	@$(BOOTSTRAP) check

suite:  ## Only the tests
	@$(BOOTSTRAP) suite

install:  ## The virtual environment with the tools of development
	@$(BOOTSTRAP) install

messages: install  ## Collect the words of the pages, and compile their translations
	$(MANAGE) makemessages --all --no-obsolete --no-location --ignore=.venv --ignore=var && $(MANAGE) compilemessages --ignore=.venv

screenshots: install  ## A picture of every screen into docs/screens
	.venv/bin/python -m docs.screenshots

benchmarks: install  ## Ratios that docs promise, measured here
	.venv/bin/python -m benchmarks

evenings: install  ## 2,000 random evenings by verbs and 100 by pages, each act proved
	.venv/bin/python -m tests.tournaments.nights

lock:  ## Lock requirements*.in again (needs uv)
	$(LOCK) requirements.in --output-file requirements.txt
	$(LOCK) requirements-dev.in --constraint requirements.txt --output-file requirements-dev.txt
