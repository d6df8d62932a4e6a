# The form in which OpenBench asks for an engine: `make EXE=NAME` leaves the program in the file NAME.
# Whatever else is set on the command line (CC, CXX, EVALFILE) is of no concern here.

EXE := zeitnot
CARGO := cargo
RUSTC := rustc

# Nearly all of the engine is in the library, so the flag must reach more than the program itself; a
# folder of its own keeps it from rebuilding what other builds have made.
BUILT := target/native
FLAGS := $(strip $(RUSTFLAGS) -C target-cpu=native)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

# With the compiler's own llvm-profdata (`rustup component add llvm-tools`; profiles of another LLVM cannot be
# read) the program is built twice: once to count what its bench runs through, and once made fast for that.
# `make PROFDATA=` does without.
PROFDATA := $(firstword $(wildcard $(shell $(RUSTC) --print sysroot)/lib/rustlib/*/bin/llvm-profdata$(SUFFIX)))
COUNTED := $(BUILT)/profile
PROFILE := $(abspath $(COUNTED))/counts
USED := $(if $(PROFDATA), -C profile-use=$(PROFILE).profdata)

.PHONY: build profile
build: $(if $(PROFDATA),profile)
	RUSTFLAGS="$(FLAGS)$(USED)" $(CARGO) build --release --bin zeitnot --target-dir $(BUILT)
	cp "$(BUILT)/release/zeitnot$(SUFFIX)" "$(EXE)$(SUFFIX)"

profile:
	rm -rf "$(PROFILE)"
	RUSTFLAGS="$(FLAGS) -C profile-generate=$(PROFILE)" $(CARGO) build --release --bin zeitnot --target-dir $(COUNTED)
	"$(COUNTED)/release/zeitnot$(SUFFIX)" bench
	"$(PROFDATA)" merge -o "$(PROFILE).profdata" "$(PROFILE)"
