# Everything that a newcomer or the build server types. `make help` lists it.

# No target of this package uses the plugin, and the tool itself is built from its sources.
unexport MODELGEN_BUNDLE

SWIFT ?= swift
SAMPLE = .build/sample.sqlite
BUILT = .build/debug
BENCH = $(SWIFT) run -c release --package-path Tests/Benchmarks bench

# The parts of `make check`, each under 20 minutes. LONG runs tests in their long form.
LONG = MODEL_LONG_CHECKS=1 SWIFT_BACKTRACE=enable=no $(SWIFT) test --disable-swift-testing --skip-build
FUZZED = model data-model compiled-model template format csv xml-store binary-store metadata
CHECKS = layers suite packages client runtime lists faults kills races damage histories power-loss incremental address thread without-libpq trait $(FUZZED:%=fuzz-%) mutants agreement

.PHONY: help run test current lint check soak bench bench-gate docs tool release release-ready golden sqlite postgres postgres-tests agreement-tests bench-postgres $(CHECKS:%=check-%)

help:
	@echo "make run    generate the bank model, build, import a sample list and search it; the first time"
	@echo "            two to three minutes of processor time"
	@echo "make test   check that generated code is current, check the format, run the tests on all cores;"
	@echo "            the first time five to nine minutes of processor time, half of them in the compiler"
	@echo "make check  what follows, lint, current and docs, with a table at the end; run again on the"
	@echo "            same commit, it goes on with what did not pass:"
	@echo "  make check-layers      no folder names one that stands above it"
	@echo "  make check-suite       all tests but those of the next parts, in their long form"
	@echo "  make check-packages    generated code and packages of clients, which are built"
	@echo "  make check-client      a client's package, built by the plugin, and the README's first minutes"
	@echo "  make check-runtime     those of the object graph, fetches, migrations and files of stores"
	@echo "  make check-lists       random changes, followed by live lists"
	@echo "  make check-histories   random histories of changes, compared with a plain graph"
	@echo "  make check-faults      an error at every operation on files"
	@echo "  make check-power-loss  a power loss at every moment of saves"
	@echo "  make check-kills       programs killed while they save and migrate"
	@echo "  make check-races       writers and readers at once, in threads and processes"
	@echo "  make check-damage      damaged stores"
	@echo "  make check-incremental the object graph and fetches over a store that does nothing itself"
	@echo "  make check-agreement   21,000 random conditions: files, PostgreSQL and memory agree"
	@echo "  make check-without-libpq the package builds where libpq's headers are not"
	@echo "  make check-trait       the package builds with the trait PostgreSQL"
	@echo "  make check-fuzz-INPUT  ten minutes of libFuzzer; INPUT is $(FUZZED)"
	@echo "  make check-address     the tests under the address sanitizer, and a table of what they run"
	@echo "  make check-thread      the tests under the thread sanitizer"
	@echo "  make check-mutants     changes in the runtime that its tests have to notice"
	@echo "  make bench-gate        no core operation takes over 3 % more instructions than noted"
	@echo "make soak   four processes use one store for ten minutes, or MINUTES=2, and one is killed"
	@echo "            again and again: nothing is wrong, and nothing grows"
	@echo "make postgres test the stores in PostgreSQL, beside a server of its own"
	@echo "make bench  compare with the raw C API and with GRDB; wants valgrind"
	@echo "make bench-postgres compare the stores in PostgreSQL with libpq by hand"
	@echo "make docs   build the documentation into .build-docs"
	@echo "make tool   modelgen for this machine as an artifact bundle, .build/modelgen.artifactbundle"
	@echo "make release check everything that a release needs"
	@echo "make golden write the files that tests compare with anew; review the difference"

run: export MODEL_WITH_LIBPQ =
run: sqlite
	$(SWIFT) build --product modelgen
	$(BUILT)/modelgen Models/Bank.model
	$(SWIFT) build --product banks
	$(BUILT)/banks --store $(SAMPLE) import Models/Bank.csv
	$(BUILT)/banks --store $(SAMPLE) search savings

test: sqlite lint current check-layers
	SWIFT="$(SWIFT)" .ci/test --skip '^PostgresTests'

# Generated code in the repository is that of its models.
# The generated code is made again in a folder of its own, so that a file whose model is gone is seen
# too. The screens of ApplicationTests, which stand in the tests' module, are compared by a test.
current: sqlite
	$(SWIFT) build --product modelgen
	$(BUILT)/modelgen Models/Bank.model Models/Todo.model --check
	rm -rf .build/current
	for name in Bank Todo; do \
	  $(BUILT)/modelgen Models/$$name.model --quiet --output .build/current/Sources/$${name}Model/Generated && \
	  $(BUILT)/modelgen screens Models/$$name.model --output .build/current/Sources/$${name}App/Generated >/dev/null || exit 1; \
	done
	for tests in $$(ls -d Tests/*Tests/Models Tests/*Tests/Generated Tests/*Support/Models | xargs -n 1 dirname | sort -u); do \
	  $(BUILT)/modelgen $$tests/Models/*.model --quiet --output .build/current/$$tests/Generated || exit 1; \
	done
	cp Tests/ApplicationTests/Generated/*Screens.swift Tests/ApplicationTests/Generated/*Catalog.swift \
	  .build/current/Tests/ApplicationTests/Generated
	for folder in $$(cd .build/current && ls -d Sources/*/Generated Tests/*/Generated); do \
	  diff -r .build/current/$$folder $$folder || exit 1; \
	done

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources $(wildcard Tests/*Tests Tests/*Support Tests/Fuzz* Tests/Soak) $(wildcard Tests/Benchmarks/Sources Tests/Benchmarks/Package.swift Tests/Client/Sources Tests/Client/Tests Tests/Client/Package.swift Tests/Benchmarks/PostgreSQL/Sources Tests/Benchmarks/PostgreSQL/Package.swift)

# No part runs the short form of what another runs in the long one.
check: sqlite
	.ci/check lint current $(CHECKS:%=check-%) bench-gate docs

# The tests and what they need. All of the package, `swift build --build-tests`, has the generator a
# second time, for the plugins. Where libpq's headers are, the tests over PostgreSQL are among them.
export MODEL_WITH_LIBPQ := $(wildcard /usr/include/libpq-fe.h /usr/include/postgresql/libpq-fe.h)
TESTS = modelgenPackageTests

check-build: sqlite
	$(SWIFT) build --product $(TESTS)

# What names what, by the index that the compiler has just written.
check-layers: check-build
	.ci/layers

# The classes that are parts of their own.
HISTORIES = ReliabilityTests.HistoryTests|PolicyHistoryTests|FamilyHistoryTests|LinkHistoryTests|OrderConflictTests|KnownFailureTests
FAULTS = FaultPointTests
POWER_LOSS = PowerLossTests
KILLS = KilledSaveTests|KilledMigrationTests
RACES = RaceTests
DAMAGE = DamagedStoreTests
LISTS = FetchingTests.ResultSequenceTests
AGREEMENT = FetchingTests[.].*AgreementTests
PACKAGES = CompiledCodeTests|ClientPackageTests|GeneratedPackageTests
NEW_USER = NewUserTests

# What is left of all tests is handed to a program as one argument, which may have 128 KB: so there
# are two parts.
RUNTIME = (ObjectGraph|Fetching|Migration|StoreFile)Tests[.]
OWN_PARTS = $(PACKAGES)|$(NEW_USER)|$(LISTS)|$(AGREEMENT)|$(HISTORIES)|$(FAULTS)|$(POWER_LOSS)|$(KILLS)|$(RACES)|$(DAMAGE)

check-suite: check-build
	$(LONG) --skip '$(RUNTIME)|$(OWN_PARTS)'

check-packages: check-build
	$(LONG) --filter '$(PACKAGES)'

# A package of its own, whose models become code when it is built, and the README's five minutes.
check-client: check-build
	$(SWIFT) test --disable-swift-testing --package-path Tests/Client
	$(LONG) --filter '$(NEW_USER)'

check-runtime: check-build
	$(LONG) --filter '$(RUNTIME)' --skip '$(OWN_PARTS)'

check-lists: check-build
	$(LONG) --filter '$(LISTS)'

check-histories: check-build
	$(LONG) --filter '$(HISTORIES)'

check-faults: check-build
	$(LONG) --filter '$(FAULTS)'

check-power-loss: check-build
	$(LONG) --filter '$(POWER_LOSS)'

check-kills: check-build
	$(LONG) --filter '$(KILLS)'

check-races: check-build
	$(LONG) --filter '$(RACES)'

check-damage: check-build
	$(LONG) --filter '$(DAMAGE)'

# Tests that read the file of their store with SQL, or are about what a file alone has, are left out.
FILES_ALONE = $(shell sed '/^\#/d' Tests/StoreSupport/FilesAlone.txt)
POSTGRES_ALONE = $(shell sed '/^\#/d' Tests/StoreSupport/PostgresAlone.txt)

check-incremental: check-build
	MODEL_TEST_STORE=dictionary $(LONG) --filter 'ObjectGraphTests|FetchingTests' $(FILES_ALONE:%=--skip %)

# The same random conditions over each kind of store, beside memory.
AGREEMENT_SEED := $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')

check-agreement: check-build
	MODEL_SEED=$(AGREEMENT_SEED) $(LONG) --filter '$(AGREEMENT)'
	.ci/postgres $(MAKE) agreement-tests AGREEMENT_SEED=$(AGREEMENT_SEED)

agreement-tests: check-build
	for store in postgresql portable; do \
	  MODEL_SEED=$(AGREEMENT_SEED) MODEL_TEST_STORE=$$store $(LONG) --filter '$(AGREEMENT)' || exit 1; \
	done

check-without-libpq: sqlite
	.ci/without-libpq $(SWIFT) build --target ModelPostgres --scratch-path .build-without

# The trait is another build of everything, which no test needs.
check-trait: sqlite
	[ -z "$(MODEL_WITH_LIBPQ)" ] || MODEL_WITH_LIBPQ= $(SWIFT) build --traits PostgreSQL \
	  --product modelstore --scratch-path .build-trait

# Without a server nothing is built. Some of the first tests kill the server, which they all share.
postgres: sqlite
	.ci/postgres $(MAKE) postgres-tests

postgres-tests: check-build
	SWIFT="$(SWIFT)" .ci/test --filter '^PostgresTests' --jobs 1
	for store in postgresql portable; do \
	  MODEL_TEST_STORE=$$store SWIFT="$(SWIFT)" .ci/test \
	    --filter '^ObjectGraphTests|^FetchingTests|PolicyHistoryTests' \
	    $(FILES_ALONE:%=--skip '%') $(POSTGRES_ALONE:%=--skip '%') || exit 1; \
	done

$(FUZZED:%=check-fuzz-%): check-fuzz-%: sqlite
	SWIFT="$(SWIFT)" sh Tests/fuzz.sh $*

check-address: sqlite
	MODEL_SANITIZER=address ASAN_OPTIONS=detect_leaks=0 sh Tests/coverage.sh --sanitize=address

check-thread: sqlite
	$(SWIFT) build --product $(TESTS) --sanitize=thread --scratch-path .build-thread
	MODEL_SANITIZER=thread $(SWIFT) test --disable-swift-testing --skip-build --sanitize=thread \
	  --scratch-path .build-thread

# One build holds all of them, and each runs the tests alone that come to it.
MUTANTS ?= 60

check-mutants: sqlite
	python3 Tests/mutants.py $(MUTANTS)

MINUTES ?= 10

soak: sqlite
	$(SWIFT) build -c release --product soak
	.build/release/soak $(MINUTES)

bench: sqlite
	$(BENCH)
	$(BENCH) instructions
	$(BENCH) memory
	$(BENCH) results
	$(BENCH) statements
	$(BENCH) searches
	$(BENCH) sums
	$(BENCH) streams
	$(BENCH) migrations
	$(BENCH) matrix
	$(BENCH) concurrency
	sh Tests/Benchmarks/modelgen.sh --compile
	$(SWIFT) build -c release --product modelgen-lsp
	python3 Tests/Benchmarks/language-server.py .build/release/modelgen-lsp

bench-gate: sqlite
	$(BENCH) instructions --contender raw,ours --table Tests/Benchmarks/instructions.txt

bench-postgres: sqlite
	.ci/postgres $(SWIFT) run -c release --package-path Tests/Benchmarks/PostgreSQL pgbench

docs: sqlite
	SWIFT="$(SWIFT)" .ci/docs

# All that a release needs; what it says at the end is left to people. What takes a moment is
# looked at before what takes hours.
VERSION = $(shell sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/ModelSchema/PackageVersion.swift)

release: release-ready
	$(MAKE) check
	.ci/run
	@echo "Ready: git tag $(VERSION) && git push origin $(VERSION)"

release-ready:
	@sed -n '/^## /{p;q;}' Sources/ModelRuntime/ModelRuntime.docc/Changes.md | \
	  grep -qx '## Version $(VERSION)' || \
	  { echo "Changes.md does not begin with version $(VERSION)"; exit 1; }
	@[ -z "$$(git tag -l $(VERSION))" ] || { echo "there is a tag $(VERSION) already"; exit 1; }
	@[ -z "$$(git status --porcelain)" ] || { echo "there are changes that are not committed"; exit 1; }

# A program that needs no Swift libraries; MODELGEN_BUNDLE=FOLDER swift build uses it.
tool: sqlite
	$(SWIFT) build -c release --static-swift-stdlib --product modelgen
	SWIFT="$(SWIFT)" .ci/bundle

golden: check-build
	RECORD_GOLDEN=1 SWIFT="$(SWIFT)" .ci/test --filter Golden

# SQLite's headers are the only thing outside the Swift toolchain that the package needs.
sqlite:
	@if pkg-config --exists sqlite3 2>/dev/null || [ -e /usr/include/sqlite3.h ] || [ "$$(uname)" = Darwin ]; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && apt-get install -y -qq libsqlite3-dev; \
	else \
	  echo "SQLite's headers are missing: install libsqlite3-dev (Debian, Ubuntu) or sqlite-devel (Fedora)"; exit 1; \
	fi
