# The form in which OpenBench asks for an engine: `make EXE=NAME` leaves the program in the file NAME.
# `EVALFILE=FILE` builds that network in instead of networks/zeitnot.net: make hands it on to `build.rs`.
# Whatever else is set on the command line (CC, CXX) is of no concern here.

EXE := zeitnot
CARGO := cargo
RUSTC := rustc

# Nearly all of the engine is in the library, so the flag must reach more than the program itself; a
# folder of its own keeps it from rebuilding what other builds have made.
BUILT := target/native
FLAGS := $(strip $(RUSTFLAGS) -C target-cpu=native)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

# With the compiler's own llvm-profdata (`rustup component add llvm-tools`) scripts/build-native lays the code
# out for what the bench runs through as well; `make PROFDATA=llvm-profdata-22` takes that program for it, and
# `make PROFDATA=` does without. OpenBench unpacks the script without leave to be executed.
PROFDATA := $(wildcard $(shell $(RUSTC) --print sysroot)/lib/rustlib/*/bin/llvm-profdata$(SUFFIX))

.PHONY: build
ifneq ($(PROFDATA),)
build: BUILT := target
build:
	LLVM_PROFDATA="$(firstword $(PROFDATA))" sh scripts/build-native
else
build:
	RUSTFLAGS="$(FLAGS)" $(CARGO) build --release --bin zeitnot --target-dir $(BUILT)
endif
	cp "$(BUILT)/release/zeitnot$(SUFFIX)" "$(EXE)$(SUFFIX)"

# A Debian package with manual pages and completions, which the program itself writes (it needs cargo-deb).
SHARE := target/share

.PHONY: deb
deb:
	$(CARGO) build --release --bin zeitnot
	rm -rf $(SHARE) && mkdir -p $(SHARE)
	target/release/zeitnot man $(SHARE)/man
	for shell in bash zsh fish; do target/release/zeitnot completions $$shell >$(SHARE)/$$shell || exit 1; done
	$(CARGO) deb --no-build --variant full
