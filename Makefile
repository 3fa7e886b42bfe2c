# SpringRadio. `make` builds the program; `make help` lists what else there is.
#
# There is one build configuration, so that playing, testing and installing share all objects: release. The tests get
# along without `@testable`, which would need a build of its own.

SWIFT = swift
STRIP = strip

# Where `make install` puts things; DESTDIR goes in front when a package is made.
PREFIX = /usr/local
DESTDIR =

# What `make play` plays.
STATION = demo

# How long `make fuzz` tries each target, and how long `make soak` plays.
SECONDS = 60
MINUTES = 10

PROGRAM = .build/release/radiod
# Colours are a flag of the compiler, and another flag is another build: the same in a terminal and in a log.
# The program looks for libraries where the system does, not in its own folder ($ORIGIN), which SwiftPM adds otherwise.
# A module imports only what Package.swift lists for it.
SWIFT_FLAGS = -c release --no-color-diagnostics --disable-local-rpath --explicit-target-dependency-import-check error
SWIFT_BUILD = $(SWIFT) build $(SWIFT_FLAGS) --product radiod
# The tests and the program share all objects.
SWIFT_BUILD_TESTS = $(SWIFT) build $(SWIFT_FLAGS) --build-tests
SWIFT_SOURCES = Sources Tests Fuzz Package.swift
# In a source tarball the packages lie in vendor (see Package.swift). With this variable of Swift's own CI they look for each
# other there too; without it SwiftPM warns that each of them has two origins.
ifneq (,$(wildcard vendor))
export SWIFTCI_USE_LOCAL_DEPS = 1
endif

BIN = $(DESTDIR)$(PREFIX)/bin
MAN = $(DESTDIR)$(PREFIX)/share/man/man1
BASH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_FUNCTIONS = $(PREFIX)/share/zsh/site-functions
ZSH_COMPLETIONS = $(DESTDIR)$(ZSH_FUNCTIONS)
FISH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

# A release has libraries beside the program (CAVCodec.c, CLoading.h): LIBRARIES is the folder where they were made.
LIBRARIES =
LIB = $(DESTDIR)$(PREFIX)/lib/springradio
METAINFO = $(DESTDIR)$(PREFIX)/share/metainfo

# systemd looks for the units of one user in ~/.local/share/systemd/user (see `systemd-analyze --user unit-paths`), and
# for those of the machine in no home at all. IN_HOME is not empty when PREFIX is in one.
IN_HOME := $(shell home=$${HOME%/}; \
  case '$(PREFIX)/' in (*/.local/) echo yes ;; ("$$home"/?*) [ -z "$$home" ] || echo yes ;; esac)
SYSTEMD = $(PREFIX)/lib/systemd
USER_UNITS = $(if $(IN_HOME),$(PREFIX)/share/systemd/user,$(SYSTEMD)/user)
USER_UNIT_FOLDER = $(DESTDIR)$(USER_UNITS)
SYSTEM_UNIT_FOLDER = $(DESTDIR)$(SYSTEMD)/system
UNITS = radiod.service radiod-record@.service

# Under sudo, what was built before is installed: root may have no Swift, and its files would be in the way in .build.
BUILT = $(if $(and $(SUDO_USER),$(wildcard $(PROGRAM))),,build)

.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: build static-libraries play test build-tests test-long check-api check-loudness check-golden archive mutants bench quirks tsan soak fuzz install uninstall released release check-release wheel dist deb check-deb check-dist deps lint-deps test-deps format lint clean help

build: deps Sources/CAssets/Embedded.S static-libraries ## build the program (.build/release/radiod)
	$(SWIFT_BUILD)

play: build ## build it and play the demo station (STATION=… for another)
	@$(PROGRAM) play "$(STATION)"

test: build-tests ## build it and run all tests
	Scripts/test .build/release

# The linker looks here for the C++ library first (see Package.swift). Without the archive it links the shared library; with
# STATIC= too, as distributions want it.
STATIC = gcc/*-linux-gnu/*/libstdc++.a
static-libraries:
	@mkdir -p .build/static && rm -f .build/static/*.a
	@for pattern in $(subst *-linux-gnu,$$(uname -m)-*,$(STATIC)); do \
	  archive=$$(ls /usr/lib/$$pattern 2>/dev/null | sort -V | tail -n 1); \
	  [ -z "$$archive" ] || ln -s "$$archive" .build/static/; done

# What is not from a distribution is fetched while the compiler runs.
build-tests: Sources/CAssets/Embedded.S static-libraries
	@SWIFT="$(SWIFT)" Scripts/deps programs
	Scripts/deps extras & extras=$$!; $(SWIFT_BUILD_TESTS); status=$$?; wait $$extras; exit $$status

# `make bench live controls` measures these parts alone: the words behind `bench` are not targets then.
ifeq (bench,$(firstword $(MAKECMDGOALS)))
BENCH_PARTS := $(wordlist 2,99,$(MAKECMDGOALS))
$(eval $(BENCH_PARTS):;@:)
endif

bench: build ## measure speed, memory and start-up, beside rivals that are installed (bench live controls …: these parts)
	Benchmarks/run $(BENCH_PARTS)

quirks: build ## put radiod and its rivals before odd stations, and print what is heard
	Benchmarks/quirks.py

tsan: test-deps Sources/CAssets/Embedded.S ## run the tests of the modules under ThreadSanitizer, in a build of its own
	THREAD_SANITIZER=1 $(SWIFT_BUILD_TESTS) --sanitize thread --scratch-path .build/tsan
	Scripts/tsan .build/tsan/release

soak: test-deps build ## play a station that fails at random, and judge what was heard (MINUTES=10)
	Tests/Soak/soak --minutes "$(MINUTES)"

fuzz: test-deps ## feed broken bytes to all code that reads foreign bytes (SECONDS=60 for each target)
	SWIFT="$(SWIFT)" Fuzz/run "$(SECONDS)"

mutants: test-deps ## put each fault of Tests/Mutants into a copy of the program, and see that tests notice it
	Scripts/mutants

check-api: build-tests ## ask the HTTP interface for what its document allows, at random, and compare the answers
	TEST_LONG=1 .build/release/SpringRadioPackageTests.xctest --testing-library swift-testing \
	  --filter 'WebServerTests.DocumentTests/schemathesis'

check-loudness: build-tests ## compare loudness, range and true peak of 200 sounds with ffmpeg's
	TEST_LONG=1 .build/release/SpringRadioPackageTests.xctest --testing-library swift-testing \
	  --filter 'LoudnessTests.FFmpegLoudnessTests'

check-golden: test-deps build ## try golden files with 100 planted faults, as six codecs, and with 500 encodings without one
	Tests/Checker/try_golden.py $(PROGRAM)

archive: test-deps build ## measure 2,000 files with GNU parallel and with Dask, of which a worker is killed
	Tests/Checker/try_archive.py $(PROGRAM)

test-long: soak fuzz tsan check-api check-loudness check-golden archive mutants ## run what takes minutes (MINUTES and SECONDS as there)

install: $(BUILT) ## install program, manual page, completions and units (PREFIX=/usr/local, DESTDIR=)
	umask 022 && install -d "$(BIN)" "$(MAN)" "$(METAINFO)" "$(BASH_COMPLETIONS)" "$(ZSH_COMPLETIONS)" "$(FISH_COMPLETIONS)"
	install -m 755 -s --strip-program="$(STRIP)" "$(PROGRAM)" "$(BIN)/radiod"
	"$(PROGRAM)" manual >"$(MAN)/radiod.1"
	"$(PROGRAM)" --generate-completion-script bash | sed '1{/^#!/d}' >"$(BASH_COMPLETIONS)/radiod"
	"$(PROGRAM)" --generate-completion-script zsh >"$(ZSH_COMPLETIONS)/_radiod"
	"$(PROGRAM)" --generate-completion-script fish >"$(FISH_COMPLETIONS)/radiod.fish"
	install -m 644 packaging/appstream/*.metainfo.xml "$(METAINFO)/"
	$(if $(LIBRARIES),umask 022 && install -d "$(LIB)" && install -m 644 "$(LIBRARIES)"/* "$(LIB)/")
	chmod 644 "$(MAN)/radiod.1" "$(BASH_COMPLETIONS)/radiod" "$(ZSH_COMPLETIONS)/_radiod" \
	  "$(FISH_COMPLETIONS)/radiod.fish"
	$(call install_units,user,$(USER_UNIT_FOLDER))
	$(if $(IN_HOME),,$(call install_units,system,$(SYSTEM_UNIT_FOLDER)))
	$(if $(IN_HOME),@$(home_hints))

# install_units KIND FOLDER
install_units = umask 022 && install -d "$(2)" && for unit in $(UNITS); do \
  sed 's|@BIN@|$(PREFIX)/bin|' "packaging/systemd/$(1)/$$unit" >"$(2)/$$unit" && chmod 644 "$(2)/$$unit" || exit 1; done

# What a shell and systemd need to find what is in this PREFIX; nothing for what they find by themselves.
home_hints = \
  if command -v zsh >/dev/null 2>&1 || [ -e "$$HOME/.zshrc" ]; then \
    printf '%s\n' 'zsh: for completions, put this line into ~/.zshrc, before compinit:' \
      '    fpath=($(ZSH_FUNCTIONS) $$fpath)'; fi; \
  if [ "$(USER_UNITS)" != "$${XDG_DATA_HOME:-$$HOME/.local/share}/systemd/user" ]; then \
    printf '%s\n' 'systemd: make the unit known, since it lies elsewhere than systemd looks:' \
      '    systemctl --user link $(USER_UNITS)/radiod.service'; fi

uninstall: ## remove what install put there (same PREFIX and DESTDIR)
	rm -f "$(BIN)/radiod" "$(MAN)/radiod.1" "$(BASH_COMPLETIONS)/radiod" "$(ZSH_COMPLETIONS)/_radiod" \
	  "$(FISH_COMPLETIONS)/radiod.fish" $(foreach unit,$(UNITS),"$(USER_UNIT_FOLDER)/$(unit)" "$(SYSTEM_UNIT_FOLDER)/$(unit)" \
	  "$(DESTDIR)$(SYSTEMD)/user/$(unit)") "$(METAINFO)"/*.radiod.metainfo.xml "$(LIB)"/avcodec-*.so "$(LIB)"/libmpg123.so.0
	[ ! -d "$(LIB)" ] || rmdir "$(LIB)"

# What is given to others: a program with FFTW in it, and the libraries for libavcodec of each Debian. The program of this
# machine is linked again after it, with the shared FFTW.
RELEASED = .build/released/radiod
released: build
	rm -f "$(PROGRAM)"
	$(MAKE) --no-print-directory build STATIC="$(STATIC) *-linux-gnu/libfftw3f.a"
	mkdir -p .build/released && mv "$(PROGRAM)" "$(RELEASED)"
	$(MAKE) --no-print-directory build
	Scripts/make-avcodec .build/avcodec

release: released ## make the files that are given to others (into .build/files)
	AVCODEC="$(AVCODEC)" Scripts/make-release "$(RELEASED)" .build/avcodec .build/files

wheel: released ## make a Python package with the program inside (into .build/wheel)
	Scripts/make-wheel "$(RELEASED)" .build/avcodec .build/wheel

dist: ## pack the sources with the Swift packages that they need (into .build/dist)
	$(SWIFT) package resolve
	rm -rf .build/dist
	Scripts/make-dist .build/dist

check-release: release ## try them in clean systems: Debian 12, 13 and unstable (as root)
	Scripts/check-release .build/files

deb: $(BUILT) ## package the program for Debian (into .build/deb)
	Scripts/make-deb "$(PROGRAM)" .build/deb

check-deb: $(if $(and $(SUDO_USER),$(wildcard .build/deb/*.deb)),,deb) ## try the package in a clean Debian (as root)
	Scripts/check-deb .build/deb

deps: ## install the libraries that building needs and this machine lacks
	@SWIFT="$(SWIFT)" Scripts/deps build

lint-deps: ## install what checks scripts and this machine lacks
	@SWIFT="$(SWIFT)" Scripts/deps lint

test-deps: ## install the programs that tests need and this machine lacks
	@SWIFT="$(SWIFT)" Scripts/deps test

check-dist: dist ## build them as Debian's package in a clean Debian unstable, with its own Swift (as root)
	Scripts/check-dist .build/dist/springradio-*.tar.gz

# The assembler reads these files, which the build system does not know.
Sources/CAssets/Embedded.S: stations.json packaging/radiod.1.in $(addprefix Sources/CAssets/,demo.mp3 openapi.json) \
  $(shell find Sources/CAssets/page docs/schema -type f)
	@touch $@

format: ## format all Swift sources in place
	$(SWIFT) format --in-place --parallel --recursive --configuration .swift-format $(SWIFT_SOURCES)

lint: lint-deps ## check format, documentation, file lengths, words and scripts
	$(SWIFT) format lint --strict --parallel --recursive --configuration .swift-format $(SWIFT_SOURCES)
	Scripts/check-sources
	Scripts/check-words
	Scripts/check-scripts

clean: ## remove what was built; dependencies stay downloaded
	$(SWIFT) package clean

help: ## list these
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r target text; do \
	  printf 'make %-12s %s\n' "$$target" "$$text"; done
