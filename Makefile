# The form in which OpenBench asks for an engine: `make EXE=NAME` leaves the program in the file NAME.
# Whatever else is set on the command line (CC, CXX, EVALFILE) is of no concern here.

EXE := zeitnot
CARGO := cargo

# Nearly all of the engine is in the library, so the flag must reach more than the program itself; a
# folder of its own keeps it from rebuilding what other builds have made.
BUILT := target/native
FLAGS := $(strip $(RUSTFLAGS) -C target-cpu=native)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

.PHONY: build
build:
	RUSTFLAGS="$(FLAGS)" $(CARGO) build --release --bin zeitnot --target-dir $(BUILT)
	cp "$(BUILT)/release/zeitnot$(SUFFIX)" "$(EXE)$(SUFFIX)"
