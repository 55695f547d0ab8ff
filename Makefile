# Everything that a newcomer or the build server types. `make help` lists it.

SWIFT ?= swift
SAMPLE = .build/sample.sqlite
BENCH = $(SWIFT) run -c release --package-path Tests/Benchmarks bench

.PHONY: help run test lint check bench docs tool golden sqlite

help:
	@echo "make run    generate the bank model, build, import a sample list and search it"
	@echo "make test   check that generated code is current, check the format, run the tests"
	@echo "make check  the tests and the long checks"
	@echo "make bench  compare with the raw C API and with GRDB; wants valgrind"
	@echo "make docs   build the documentation into .build-docs"
	@echo "make tool   modelgen for this machine as an artifact bundle, .build/modelgen.artifactbundle"
	@echo "make golden write the files that tests compare with anew; review the difference"

run: sqlite
	$(SWIFT) run modelgen Models/Bank.model
	$(SWIFT) build --product banks
	$(SWIFT) run --skip-build banks --store $(SAMPLE) import Models/Bank.csv
	$(SWIFT) run --skip-build banks --store $(SAMPLE) search savings

test: sqlite lint
	$(SWIFT) run modelgen Models/Bank.model --check
	$(SWIFT) run modelgen screens Models/Bank.model --check
	$(SWIFT) run modelgen screens Models/Todo.model --check
	SWIFT=$(SWIFT) .ci/test

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources $(wildcard Tests/*Tests Tests/TestSupport) Tests/Benchmarks/Sources Tests/Benchmarks/Package.swift

check: test
	MODEL_LONG_CHECKS=1 $(SWIFT) test --disable-swift-testing

bench: sqlite
	$(BENCH)
	$(BENCH) instructions
	$(BENCH) memory
	$(BENCH) results
	$(BENCH) statements
	$(BENCH) searches
	$(BENCH) streams
	$(BENCH) migrations
	sh Tests/Benchmarks/modelgen.sh

docs: sqlite
	$(SWIFT) build --target ModelRuntime --scratch-path .build-docs \
	  -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$(CURDIR)/.build-docs/symbols"
	"$$(dirname "$$(command -v swiftc)")/docc" convert \
	  Sources/ModelRuntime/ModelRuntime.docc --additional-symbol-graph-dir .build-docs/symbols \
	  --fallback-display-name ModelRuntime --fallback-bundle-identifier modelgen.ModelRuntime \
	  --warnings-as-errors --output-path .build-docs/ModelRuntime.doccarchive

# A program that needs no Swift libraries; MODELGEN_BUNDLE=FOLDER swift build uses it.
tool: sqlite
	$(SWIFT) build -c release --static-swift-stdlib --product modelgen
	SWIFT="$(SWIFT)" .ci/bundle

golden:
	RECORD_GOLDEN=1 $(SWIFT) test --disable-swift-testing --filter Golden

# SQLite's headers are the only thing outside the Swift toolchain that the package needs.
sqlite:
	@if pkg-config --exists sqlite3 2>/dev/null || [ -e /usr/include/sqlite3.h ] || [ "$$(uname)" = Darwin ]; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && apt-get install -y -qq libsqlite3-dev; \
	else \
	  echo "SQLite's headers are missing: install libsqlite3-dev (Debian, Ubuntu) or sqlite-devel (Fedora)"; exit 1; \
	fi
