# make play   a table in the browser          make test        lint, types, tests (some five minutes, on two cores)
# make test-3.12, make test-3.13   the tests a second time, under that Python (some three)
# make bench  beside its peers                make test-long   thousands of evenings (some twenty)
# make bundle       a release for a Pi without a network (docs/install.md)
# make board        the hub's board as its makers take it, dist/hub.zip: KiCad 6 or later (docs/build.md)
# make uf2          the pads' hub as files to drag onto a Pico, dist/hub-*.uf2
# make micropython  gets MicroPython from its maker, which `make uf2` and `make release` then put into these files
# make image        a card for a Pi, and its update: root, on Debian (docs/image.md)
# make release      one folder of everything that people take (docs/developers/releasing.md); `make source`, `make pages`: parts
# make signing-key  the key that signs updates, once (docs/developers/releasing.md); SPARE= names where its spare is kept
# make test-system  the installer and the unit, in a container that boots: root, on Debian
# make test-bare    both commands as a plain user of a fresh Debian 12 and 13 (half an hour): root, on Debian
# make test-boot    the real drivers in emulated machines, a Pi among them (an hour): root, on Debian
# make docs         the pages as a site, and a page to print in every language, in build/docs
# make catalogues   templates and translations brought up to date with the sentences, and screenplays (docs/developers/languages.md)
# Each sets up what it needs in .venv, once; after that no network is needed.
#
# Variables: PYTHON     the Python for .venv (3.11 or later; else the first found)
#            PYTHON312, PYTHON313   the Python of `make test-3.12`, `make test-3.13`
#            WORKERS    how many tests at a time (two more than there are cores, as some wait; at most four)
#            WORKERS_AGAIN  the same for the second time, when none waits
#            TESTS      what to run, e.g. TESTS=tests/games or TESTS="-k council"
#            ARGS       more words for `gm-appliance simulate`, or for `image/build.py`
#            MICROPYTHON   another folder with UF2 files of micropython.org, for `make uf2`
#            SELECT_AGAIN   the tests of the second time; "not long and not system and not boot and not bare" for all

# Tests start hundreds of programs: from bytecode they start in half the time.
export PYTHONDONTWRITEBYTECODE :=

PYTHON ?=
PYTHON312 ?= python3.12
PYTHON313 ?= python3.13
UPGRADE ?=
WORKERS ?= $(shell echo $$(($$(nproc) + 2)))
WORKERS_AGAIN ?= $(shell nproc)
TESTS ?=
ARGS ?=
MICROPYTHON ?= $(wildcard build/micropython)
SELECT_AGAIN ?= not long and not system and not boot and not bare and not many and not browser and not process

VENV := .venv
BIN := $(VENV)/bin
PINS := requirements
SETUP := PYTHON="$(PYTHON)" sh $(PINS)/setup.sh
TRANSLATED := $(shell find gm_appliance -name messages.po)
COMPILED := $(TRANSLATED:.po=.mo)
READY := $(VENV)/.test $(COMPILED)
PYTEST := -m pytest -n $(WORKERS) --maxprocesses 4 --dist worksteal

# Python 3.N for the second time. A version manager's name on the PATH may not work, so this runs it to see its version.
second = $(PYTHON3$(1))
which = $(shell $(1) -c 'import ensurepip, sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
# Where there is no environment yet, it will be of the Python that the setup finds.
FIRST = $(or $(call which,$(BIN)/python),$(call which,$(shell $(SETUP) find 2>/dev/null)))
SECONDS := 12 13

# An environment that was moved, or lost its Python, is outdated, even if its stamp is newer.
usable = $(shell test "$$(cat $(1)/.made-in 2>/dev/null)" = "$(CURDIR)" && $(1)/bin/python -c '' 2>/dev/null || echo stale)
$(if $(call usable,$(VENV)),$(shell rm -f $(VENV)/.play $(VENV)/.test $(VENV)/.bench))
$(foreach n,$(SECONDS),$(if $(call usable,$(VENV)-3.$n),$(shell rm -f $(VENV)-3.$n/.test)))

AGAIN := $(SECONDS:%=test-3.%) $(SECONDS:%=setup-3.%)

.PHONY: help play bundle release source pages setup missing test test-long test-system test-boot test-bare image board uf2 micropython signing-key bench lint types tests $(AGAIN) docs catalogues format lock wheels clean

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

play: $(VENV)/.play $(COMPILED)
	$(BIN)/gm-appliance simulate $(ARGS)

setup: $(READY)

# Before anything is run, one line names the missing programs.
missing:
	@sh $(PINS)/debian.sh tell test

# Types are checked while the tests run.
test: missing lint
	@$(MAKE) --no-print-directory -j2 types tests

lint: $(VENV)/.test
	$(BIN)/ruff check

types: $(VENV)/.test
	$(BIN)/python -m mypy

tests: $(READY)
	$(BIN)/python $(PYTEST) -m "not long and not system and not boot and not bare" $(TESTS)

# A second time, without tests that do not depend on the Python.
$(SECONDS:%=setup-3.%): setup-3.%:
	@[ "$(call which,$(call second,$*))" != 3.$* ] || [ "$(FIRST)" = 3.$* ] || \
	$(MAKE) --no-print-directory $(VENV)-3.$*/.test

$(SECONDS:%=test-3.%): test-3.%: $(READY)
	@if [ "$(FIRST)" = 3.$* ]; then echo "$(VENV) is Python 3.$* already: no second run."; \
	elif [ "$(call which,$(call second,$*))" != 3.$* ]; then \
	echo "Not run under Python 3.$*: $(call second,$*) is not here. Name one with PYTHON3$*=/path/to/python3.$*."; \
	else $(MAKE) --no-print-directory $(VENV)-3.$*/.test && \
	$(VENV)-3.$*/bin/python $(PYTEST) -n $(WORKERS_AGAIN) -m "$(SELECT_AGAIN)" $(TESTS); fi

test-long: $(READY)
	@if grep -rqE 'mark\.long' --include='*.py' tests; \
	then $(BIN)/python $(PYTEST) --durations 12 -m long $(TESTS); \
	else echo "No test is marked long yet."; fi

# The first time, a Debian is downloaded.
test-system: $(READY)
	$(BIN)/python -m pytest -rs -m system -o faulthandler_timeout=3600 $(or $(TESTS),tests/system)

# Both commands as a new user runs them, in a fresh Debian of each kind.
test-bare: $(READY)
	$(BIN)/python -m pytest -rs -m bare -o faulthandler_timeout=7200 $(or $(TESTS),tests/system/test_bare.py)

test-boot: $(READY)
	$(BIN)/python -m pytest -rs -m boot -o faulthandler_timeout=3600 $(or $(TESTS),tests/boot)

# All are run, even if the first fails.
bench: $(VENV)/.bench
	@status=0; for file in benchmarks/*.py; do \
	$(BIN)/python -m "benchmarks.$$(basename "$$file" .py)" || status=$$?; done; exit $$status

# Needs the network, and complete translations.
bundle: $(READY)
	$(BIN)/python -m tests.catalogues --whole
	PYTHONPATH=. $(BIN)/python $(PINS)/bundle.py

# KiCad's module is one of the system's Python.
board:
	/usr/bin/python3 hardware/kicad/check.py hardware/kicad/hub.kicad_pcb build/board
	mkdir -p dist && cp build/board/hub.zip dist/

uf2: $(READY)
	PYTHONPATH=. $(BIN)/python -m hardware.uf2 $(if $(MICROPYTHON),--micropython "$(MICROPYTHON)")

micropython:
	sh hardware/micropython.sh

image: $(READY)
	$(BIN)/python -m tests.catalogues --whole
	PYTHONPATH=. $(BIN)/python -m image.build $(ARGS)

release: $(READY)
	$(BIN)/python -m tests.catalogues --whole
	PYTHONPATH=. $(BIN)/python -m release.make $(ARGS)

source: $(READY)
	$(BIN)/python -m release.source

# The pages to print, in every language.
pages: $(READY)
	@mkdir -p dist
	$(BIN)/python -m docs.printed.pages
	for file in build/docs/printed/*.pdf; do cp "$$file" "dist/page-$$(basename "$$file")"; done

signing-key: $(READY)
	PYTHONPATH=. $(BIN)/python -m image.signing $(if $(SPARE),--spare "$(SPARE)") $(if $(NEXT),--next)

docs: $(READY)
	$(BIN)/python -m docs.site

catalogues: $(VENV)/.test
	$(BIN)/python -m tests.catalogues
	$(BIN)/python -m tests.golden_screenplays

format: $(VENV)/.test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Pins what the ranges in pyproject.toml need; UPGRADE=1 takes the newest of everything. Needs the network and every
# Python.
lock:
	@python=$$($(SETUP) find) && "$$python" $(PINS)/lock.py $(if $(UPGRADE),--upgrade) "$$python" \
	$(foreach n,$(SECONDS),$(if $(call which,$(call second,$n)),$(call second,$n)))

# Is there a wheel for every pin, for every Python, on PC and Pi? Needs the network.
wheels:
	@python=$$($(SETUP) find) && "$$python" $(PINS)/lock.py --wheels

clean:
	rm -rf $(VENV) $(SECONDS:%=$(VENV)-3.%) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.play: pyproject.toml $(PINS)/build.txt $(PINS)/appliance.txt $(PINS)/simulator.txt
	@python=$$($(SETUP) find) && $(SETUP) install $(VENV) "$$python" simulator
	@touch $@

$(VENV)/.test: $(VENV)/.play $(PINS)/docs.txt $(PINS)/release.txt $(PINS)/test.txt
	@$(SETUP) install $(VENV) $(BIN)/python test
	@touch $@

# Those that were updated by git, or edited, since the package was installed.
$(COMPILED) &: $(TRANSLATED) requirements/compiled.py | $(VENV)/.play
	@$(BIN)/python -m requirements.compiled

$(VENV)/.bench: $(VENV)/.test $(PINS)/bench.txt
	@$(SETUP) install $(VENV) $(BIN)/python bench
	@touch $@

$(VENV)-3.%/.test: pyproject.toml $(PINS)/build.txt $(PINS)/appliance.txt $(PINS)/simulator.txt $(PINS)/docs.txt $(PINS)/release.txt $(PINS)/test.txt
	@$(SETUP) install $(VENV)-3.$* "$(call second,$*)" test
	@touch $@
