# Everything a person does with this repository. "make help" lists it.

# One set of build flags everywhere: compiling Hugo anew for another set costs minutes.
export CGO_ENABLED := 0

THEME := themes/loveit
PACKAGES := $(THEME)/node_modules/.package-lock.json
OUR_GO := cmd codeextract informer internal

.DEFAULT_GOAL := help

.PHONY: help
help: ## list what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: site
site: build $(PACKAGES) ## render the site into public/
	bin/srcblog build

.PHONY: test
test: tools lint test-theme test-go test-race ## run every test

.PHONY: serve
serve: build $(PACKAGES) ## show the site at http://localhost:1313 while you write
	bin/srcblog serve

.PHONY: check
check: build ## say which snippets changed since their prose was reviewed
	bin/srcblog check

.PHONY: build
build: ## compile bin/srcblog
	go build -o bin/srcblog ./cmd/srcblog

# npm ci writes the target; touch marks it newer than the lock file, whose time a clone sets.
$(PACKAGES): $(THEME)/package-lock.json
	npm ci --prefix $(THEME)
	@touch $@

# A module without a licence file stops it: such code must not be shipped.
.PHONY: notices
notices: build ## collect the licences of all that bin/srcblog embeds in bin/NOTICES, to be shipped with it
	@go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/srcblog ./cmd/srccheck | sort -u | \
	while read -r path version dir; do \
		files=$$(find "$$dir" -maxdepth 1 -type f \( -iname '*licen[cs]e*' -o -iname 'copying*' -o -iname 'notice*' \) | sort); \
		test -n "$$files" || { echo "$$path $$version has no licence file" >&2; exit 1; }; \
		printf '%s\n%s %s\n\n' '----------------------------------------' "$$path" "$$version"; cat $$files; \
	done > bin/NOTICES.tmp && mv bin/NOTICES.tmp bin/NOTICES
	@echo "bin/NOTICES: $$(grep -c '^-----' bin/NOTICES) modules"

.PHONY: lint
lint: ## gofmt, go vet, staticcheck
	@bad=$$(gofmt -l $(OUR_GO)); test -z "$$bad" || { echo "not formatted as gofmt does: $$bad"; exit 1; }
	go vet $(OUR_GO:%=./%/...)
	go tool staticcheck $(OUR_GO:%=./%/...)

.PHONY: test-theme
test-theme: $(PACKAGES) ## check the types of the theme's scripts and run their tests
	npm run --silent --prefix $(THEME) typecheck
	npm test --silent --prefix $(THEME)

# The tests of internal look at the whole work tree and at a site built from it, which go test's cache does not see.
.PHONY: test-go
test-go: $(PACKAGES) ## run the Go tests, those in a real browser included
	go test -timeout 10m ./cmd/... ./codeextract/... ./informer/...
	go test -count=1 -timeout 20m ./internal/...

# Lighthouse is fetched for this alone; it needs the network, and a machine with nothing else to do.
.PHONY: lighthouse
lighthouse: site ## measure the site with Lighthouse, median of three, beside LoveIt's figures
	CHROME_PATH=$$(command -v chromium) node $(THEME)/test/lighthouse.mjs public

.PHONY: bench-search
bench-search: $(PACKAGES) ## judge the search beside lunr and Fuse
	npm run --silent --prefix $(THEME) bench

# Figures of one machine say little; the ratios compare two things in one run. "go test -bench Build ./internal/sitespeed -posts 100" is quicker.
.PHONY: bench
bench: $(PACKAGES) ## measure extraction, and builds of 1,000 posts beside Hugo's own highlighting
	go test -run '^$$' -bench . -benchtime 5x ./codeextract ./codeextract/snippethtml
	go test -run '^$$' -bench Build -benchtime 1x -timeout 60m ./internal/sitespeed

.PHONY: test-race
test-race: ## run the tests of informer and codeextract with the race detector, which needs a C compiler
	@if command -v gcc >/dev/null; then \
		echo CGO_ENABLED=1 go test -timeout 8m -race ./informer/... ./codeextract/...; \
		CGO_ENABLED=1 go test -timeout 8m -race ./informer/... ./codeextract/...; \
	else echo "no gcc: skipped the race detector"; fi

# What these tests do hangs on who comes first, so once says little. COUNT=1000 makes sure overnight.
COUNT := 100
CONCURRENT := Concurrent|Factory|FollowsTheSource|WholeHistory|HasSynced|Remove|Resync|LifeCycle|Panics|Pop|Locked|Batches|Relist|NeverEnds|StopsDuring|WaitFor|Tracker|Lazy|Else|OneHandler
.PHONY: test-informer-race
test-informer-race: ## run the informer's concurrency tests 100 times with the race detector, which needs a C compiler
	CGO_ENABLED=1 go test -race -count=$(COUNT) -timeout 60m -run '$(CONCURRENT)' ./informer/tools/cache/... ./informer/informers

# The first time on a machine it compiles kube-apiserver and etcd; with all of that cached it takes minutes.
.PHONY: test-server
test-server: ## run the informer against a real API server, which it builds first: ten minutes, once
	APISERVER=$$(informer/integration/build-apiserver.sh) && export APISERVER && \
		go test -count=1 -timeout 20m ./informer/integration

# A few hundred of each run with all tests. What fails prints its seed and how to run that one again.
SEEDS ?= 10000
.PHONY: diff-informer
diff-informer: ## compare the informer with client-go in 10,000 random scripts of each kind (SEEDS): ten minutes
	go test -count=1 -timeout 60m -v ./informer/differential -seeds $(SEEDS)
	go test -count=1 -timeout 60m -run 'AgainstClientGo$$' ./informer/tools/cache -seeds $(SEEDS)

.PHONY: mutants-informer
mutants-informer: ## plant bugs in the informer, one at a time, and show which test finds each: twenty minutes
	go run ./informer/internal/mutants

# Figures are worth something only on a machine with nothing else to do; ratios are fairly steady on any.
.PHONY: bench-informer
bench-informer: ## measure the informer beside client-go and print the ratios
	go test -run '^$$' -bench . -benchtime 200ms -timeout 20m ./informer

# Installs what the tests use beyond Go and Node, where that is possible. Without it they skip and say so.
.PHONY: tools
tools:
	@missing=; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	command -v pdftotext >/dev/null || missing="$$missing poppler-utils"; \
	command -v gcc >/dev/null || missing="$$missing gcc libc6-dev"; \
	{ command -v fc-list >/dev/null && fc-list | grep -qi cjk; } || missing="$$missing fontconfig fonts-noto-cjk"; \
	test -n "$$missing" || exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing$$missing"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends $$missing >/dev/null; \
	else echo "not installed, and no root or no apt to install it:$$missing; tests that need it will skip"; fi
