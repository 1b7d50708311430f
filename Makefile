# Everything a contributor runs. `make` alone lists it.

# An installed Go that is older than go.mod asks for fetches the right one, also
# on machines that are set to GOTOOLCHAIN=local.
export GOTOOLCHAIN := auto
# Builds do not depend on the state of the version control, nor on the directory that
# the repository is in, so that another clone finds them in the cache.
export GOFLAGS := -buildvcs=false -trimpath

# Public test data, kept beside the repository. Tests that need it are skipped
# without it, and fail without it when CI=true.
ifndef WEFT_CORPORA
ifneq ($(wildcard ../shared/corpora/.),)
export WEFT_CORPORA := $(abspath ../shared/corpora)
endif
endif

ADDR       ?= 127.0.0.1:8080
DOCS_ADDR  ?= 127.0.0.1:8081
FUZZTIME   ?= 60s
FUZZ       ?= ^Fuzz
SOAK_TIME  ?= 10m
BENCH_ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run docs test lint fuzz bench bench-quick soak generate docs-check

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ## Start the demo, a bookshop, on ADDR (127.0.0.1:8080)
	@echo "http://$(ADDR)/"
	cd examples/bookshop && go run . -addr $(ADDR)

docs: ## Show the documentation as a site on DOCS_ADDR (127.0.0.1:8081)
	@echo "http://$(DOCS_ADDR)/"
	cd examples/docsite && go run . -addr $(DOCS_ADDR)

test: ## Run everything that must pass before a commit
	@scripts/test.sh

lint: ## Run golangci-lint (the first time builds it, which takes minutes)
	@scripts/lint.sh

fuzz: ## Fuzz every target that matches FUZZ (all) for FUZZTIME (60s) each
	@FUZZTIME='$(FUZZTIME)' FUZZ='$(FUZZ)' scripts/fuzz.sh

bench: ## Compare weft with its peers (BENCH_ARGS are passed on)
	cd bench && go run ./cmd/compare $(BENCH_ARGS)

bench-quick: ## The same, shorter and less exact
	cd bench && go run ./cmd/compare -quick $(BENCH_ARGS)

soak: ## Run the long tests, TestSoak…, for SOAK_TIME (10m) each
	WEFT_SOAK=1 SOAK_TIME=$(SOAK_TIME) go test -count=1 -timeout 12h -run '^TestSoak' ./...

generate: ## Write all generated files anew
	@scripts/modules.sh | while read -r module; do \
		(cd "$$module" && go generate ./...) || exit 1; \
	done

docs-check: ## Check the links in the documentation
	go test -count=1 -run '^TestRepository$$/^Links$$' ./internal/rules
