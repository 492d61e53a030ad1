# attest: `make help` lists what can be made.
# What is compiled lies in $(BUILD). A second configuration is a second BUILD: make BUILD=build/clang CC=clang

BUILD   ?= build
CC      ?= cc
# the benchmarks' shim is C++, by the same compiler as all else
ifeq ($(origin CXX),default)
CXX     := $(if $(findstring clang,$(CC)),clang++,c++)
endif
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
VECTORS ?= ../shared/vectors
JOBS    ?= 2
RUNS    ?= 10000000

CFLAGS  ?= -O2 -g
WARN    := -std=c17 -Wall -Wextra -Wconversion -Wshadow -Werror
# The reference is what it says: no contraction of a*b+c, never -ffast-math.
# -Wno-pass-failed: with a sanitizer, clang leaves a simd loop as it is, and would say so.
ALL     := $(WARN) $(if $(findstring clang,$(CC)),-Wno-pass-failed) -fPIC -ffp-contract=off -fopenmp-simd -MMD -MP
INCLUDE := -Iinclude -I.

VERSION := $(shell sed -n 's/^\#define ATTEST_VERSION_\(MAJOR\|MINOR\|PATCH\) *\([0-9]*\)$$/\2/p' include/attest.h | paste -sd.)
MAJOR   := $(firstword $(subst ., ,$(VERSION)))
SONAME  := libattest.so.$(MAJOR)

comma   := ,
objects = $(patsubst %.cc,$(BUILD)/obj/%.cc.o,$(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard $(1))))
REF     := $(call objects,ref/*.c ref/teaching/*.c)
# the kernels are one text, compiled for each instruction set (opt/README.md)
ISA_base   :=
ISA_avx2   := -mavx2 -mfma -mf16c
ISA_avx512 := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mf16c
ISA_avx512bf16 := $(ISA_avx512) -mavx512bf16 -DPAIRS
ISA_amxbf16 := $(ISA_avx512bf16) -mamx-tile -mamx-bf16 -DTILES
ISA_neon   :=
ISAS    := $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),base avx2 avx512,neon)
OPENMP  ?= -fopenmp
KERNELS := $(ISAS:%=lanes-%) $(ISAS:%=decode-%) $(if $(filter avx512,$(ISAS)),lanes-avx512bf16 lanes-amxbf16)
OPT     := $(call objects,opt/cpu.c opt/slice.c opt/registry.c opt/blocked.c) $(BUILD)/obj/opt/blocked64.o $(KERNELS:%=$(BUILD)/obj/opt/%.o)
CORE    := $(REF) $(OPT)
# The variants that need a library of matrix products, OpenBLAS: that with OpenMP, whatever else is installed (opt/blas.c says why); none where there is
# none. They are no part of libattest: registry.c finds them where they are linked.
BLAS    ?= $(firstword $(wildcard /usr/lib/*/openblas-openmp/pkgconfig/openblas.pc))
BLAS_INCLUDE := $(if $(BLAS),$(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(BLAS))))
BLAS_LIBS := $(if $(BLAS),$(shell pkg-config --libs $(BLAS)) -Wl$(comma)-rpath$(comma)$(shell pkg-config --variable=libdir $(BLAS)))
SOFTMAX := $(ISAS:%=softmax-%) $(ISAS:%=softmax64-%)
WITH_BLAS := $(if $(BLAS),$(call objects,opt/blas.c) $(BUILD)/obj/opt/blas64.o $(SOFTMAX:%=$(BUILD)/obj/opt/%.o))
CHECK   := $(call objects,check/*/*.c)
BENCH   := $(call objects,bench/*.c bench/*.cc)
REPORTS := $(call objects,reports/*.c reports/*.cc)
CLI     := $(call objects,cli/*.c)
SUPPORT := $(call objects,tests/oracle/*.c tests/unit/support*.c)
UNITS   := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
CHECKSO := libattest_check.so.$(MAJOR)
LIBS    := $(if $(WITH_BLAS),$(BUILD)/libattest_blas.a) $(BUILD)/libattest.a $(BUILD)/libattest.so $(BUILD)/$(SONAME) \
           $(BUILD)/libattest_check.a $(BUILD)/libattest_check.so $(BUILD)/$(CHECKSO)

all: $(LIBS) $(BUILD)/attest ## the libraries and the attest command

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1  \2/p' Makefile | awk '{printf "  %-10s", $$1; $$1 = ""; print}'

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "  compile $<"
	@$(CC) $(CFLAGS) $(ALL) $(CPPFLAGS) $(INCLUDE) -c $< -o $@

# always optimised: their loops have to disappear, and without it gcc 12's own intrinsics warn. UNCHECKED: what a sanitizer is to leave out of them.
# of NAME64-ISA.o the text is NAME.c, with REAL double
define kernel_rule
$(BUILD)/obj/$(1)-$(2).o: $(1:%64=%).c Makefile
	@mkdir -p $$(@D)
	@echo "  compile $$< for $(2)"
	@$$(CC) $$(CFLAGS) -O2 $$(UNCHECKED) $$(ALL) $(ISA_$(2)) $$(CPPFLAGS) $$(INCLUDE) -DISA=$(2)$(if $(filter %64,$(1)), -DREAL=double) -c $$< -o $$@
endef
$(foreach k,$(KERNELS) $(SOFTMAX),$(eval $(call kernel_rule,opt/$(firstword $(subst -, ,$(k))),$(lastword $(subst -, ,$(k))))))
# their vectors by themselves
$(foreach isa,$(ISAS),$(eval $(call kernel_rule,tests/unit/vector,$(isa))))

# whose coverage is measured, at the speed of all else optimised
$(REF): ALL += $(COUNTED)

$(WITH_BLAS): INCLUDE += $(BLAS_INCLUDE)
$(WITH_BLAS): ALL += $(OPENMP)

$(BUILD)/obj/opt/%64.o: opt/%.c Makefile
	@mkdir -p $(@D)
	@echo "  compile $< for f64"
	@$(CC) $(CFLAGS) $(ALL) $(CPPFLAGS) $(INCLUDE) -DREAL=double -c $< -o $@

$(BUILD)/obj/opt/registry.o $(BUILD)/obj/check/judge/threads.o $(BUILD)/obj/bench/limits.o: ALL += $(OPENMP)

# what the figures say of themselves
$(BUILD)/obj/bench/machine.o: ALL += -DBENCH_FLAGS='"$(CFLAGS)"'

# Google Benchmark, Boost.Math
$(BUILD)/obj/%.cc.o: %.cc Makefile
	@mkdir -p $(@D)
	@echo "  compile $<"
	@$(CXX) $(CFLAGS) -std=c++17 -Wall -Wextra -Wconversion -Wshadow -Werror -fPIC -MMD -MP $(CPPFLAGS) $(INCLUDE) -c $< -o $@

$(BUILD)/libattest.a: $(CORE)
	@echo "  archive $@"
	@rm -f $@
	@$(AR) rcs $@ $^

$(BUILD)/$(SONAME): $(CORE) ref/exported.map
	@echo "  link    $@"
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=ref/exported.map $(CORE) $(OPENMP) -lm -o $@

$(BUILD)/libattest.so: $(BUILD)/$(SONAME)
	@ln -sf $(SONAME) $@

$(BUILD)/libattest_check.a: $(CHECK)
	@echo "  archive $@"
	@rm -f $@
	@$(AR) rcs $@ $^

$(BUILD)/libattest_blas.a: $(WITH_BLAS)
	@echo "  archive $@"
	@rm -f $@
	@$(AR) rcs $@ $^

# what its functions need, ref/ included: -u takes them out of the archive, which nothing else asks for
CHECK_EXPORTS := $(patsubst %;,%,$(filter attest_%;,$(shell cat check/exported.map)))
$(BUILD)/$(CHECKSO): $(BUILD)/libattest_check.a $(BUILD)/libattest.a check/exported.map
	@echo "  link    $@"
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(CHECKSO) -Wl,--version-script=check/exported.map $(CHECK_EXPORTS:%=-Wl$(comma)-u$(comma)%) \
	  $(BUILD)/libattest_check.a $(BUILD)/libattest.a $(OPENMP) -Wl,--as-needed -ljansson -lm -o $@

$(BUILD)/libattest_check.so: $(BUILD)/$(CHECKSO)
	@ln -sf $(CHECKSO) $@

# all of it in one, for the Python package
$(BUILD)/libattncheck.so: $(CORE) $(CHECK) python/exported.map
	@echo "  link    $@"
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,--version-script=python/exported.map $(CORE) $(CHECK) $(OPENMP) -Wl,--as-needed -ljansson -lm -o $@

$(BUILD)/bench.a: $(BENCH)
	@echo "  archive $@"
	@rm -f $@
	@$(AR) rcs $@ $^

$(BUILD)/reports.a: $(REPORTS)
	@echo "  archive $@"
	@rm -f $@
	@$(AR) rcs $@ $^

# Google Benchmark and Boost.Math are C++, so that their users are linked by $(CXX).
$(BUILD)/attest: $(CLI) $(BUILD)/reports.a $(BUILD)/bench.a $(BUILD)/libattest_check.a $(WITH_BLAS) $(BUILD)/libattest.a
	@echo "  link    $@"
	@$(CXX) $(CFLAGS) $(LDFLAGS) $^ $(OPENMP) $(BLAS_LIBS) -llapacke -lbenchmark -lpthread -lseccomp -ljansson -lm -o $@

$(BUILD)/tests/support.a: $(SUPPORT)
	@mkdir -p $(@D)
	@echo "  archive $@"
	@rm -f $@
	@$(AR) rcs $@ $^

# What each unit program links, and therefore what it is relinked for. A program that is not named here tests check/: it links libattest_check.a and libattest.a.
LINKS_NO_CHECK := attention check element fuzz invariance layers layers_check softmax vector
LINKS_BENCH    := bench bench_run study trial
LINKS_REPORTS  := study
# they go through all variants
LINKS_BLAS     := bench bench_run fast study threads
LINKS_GBENCH   := bench_run study
LINKS_LAPACKE  := study

# $(call links,LIST,PROGRAM,THAT): THAT if PROGRAM is in LIST
links = $(if $(filter $(2),$(LINKS_$(1):%=test_%)),$(3))
# users stand before what they use: the linker goes through archives once
define test_rule
$(BUILD)/tests/$(1): $(BUILD)/obj/tests/unit/$(1).o $(if $(filter test_vector,$(1)),$(ISAS:%=$(BUILD)/obj/tests/unit/vector-%.o)) $(BUILD)/tests/support.a \
  $(call links,REPORTS,$(1),$(BUILD)/reports.a) $(call links,BENCH,$(1),$(BUILD)/bench.a) \
  $(if $(call links,NO_CHECK,$(1),yes),,$(BUILD)/libattest_check.a) $(call links,BLAS,$(1),$(WITH_BLAS)) $(BUILD)/libattest.a
	@echo "  link    $$@"
	@$(if $(call links,GBENCH,$(1),yes),$(CXX),$(CC)) $$(CFLAGS) $$(LDFLAGS) $$^ $(OPENMP) $(call links,BLAS,$(1),$(BLAS_LIBS)) $(call links,LAPACKE,$(1),-llapacke) \
	  $(call links,GBENCH,$(1),-lbenchmark -lpthread) -lcmocka -lmpfr -lgmp -ljansson -lm -o $$@
endef
$(foreach program,$(UNITS:$(BUILD)/tests/%=%),$(eval $(call test_rule,$(program))))

units: $(UNITS)

unit: $(if $(T),$(T:%=$(BUILD)/tests/test_%)) ## the unit programs; make unit T=softmax builds and runs that one alone
	@$(if $(T),set -e$(foreach program,$^,; $(program)),tests/run.sh unit)

# fuzz targets: with a fuzzer (CC=clang and its flags, as 'make fuzz' has them), or with a main program that replays files
FUZZ_TARGETS := npy case reply line serve merge compare
FUZZED := $(patsubst %,$(BUILD)/obj/tests/fuzz/%.o,fuzz memory documents) $(BUILD)/cli.a $(BUILD)/reports.a $(BUILD)/bench.a $(BUILD)/libattest_check.a $(BUILD)/libattest.a

# objects stand before archives: what they define is then not taken from those
link_fuzzed = $(CC) $(CFLAGS) $(LDFLAGS) $(1) $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(OPENMP) -ljansson -lm -o $@

$(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(FUZZED)
	@mkdir -p $(@D)
	@echo "  link    $@"
	@$(call link_fuzzed,-fsanitize=fuzzer)

$(BUILD)/replay/%: $(BUILD)/obj/tests/fuzz/replay.o $(BUILD)/obj/tests/fuzz/%.o $(FUZZED)
	@mkdir -p $(@D)
	@echo "  link    $@"
	@$(call link_fuzzed)

$(foreach t,reply line,$(BUILD)/fuzz/$(t) $(BUILD)/replay/$(t)): $(BUILD)/obj/tests/fuzz/far_end.o $(BUILD)/obj/tests/fuzz/no_process.o
$(BUILD)/fuzz/merge $(BUILD)/fuzz/compare: $(BUILD)/obj/tests/fuzz/mutator.o

# the commands without their main program
$(BUILD)/cli.a: $(filter-out $(BUILD)/obj/cli/main.o,$(CLI))
	@echo "  archive $@"
	@rm -f $@
	@$(AR) rcs $@ $^

replay: $(FUZZ_TARGETS:%=$(BUILD)/replay/%)

# $(call build_fuzzed,FOLDER,OPTIMISATION,SANITIZERS); the kernels read nothing from outside, and take clang minutes with sanitizers
build_fuzzed = $(MAKE) BUILD=$(1) CC=clang CFLAGS="$(2) -g -fsanitize=$(3) -fno-sanitize-recover=all -fsanitize=fuzzer-no-link" \
  LDFLAGS="-fsanitize=$(3)" UNCHECKED=-fno-sanitize=all $(FUZZ_TARGETS:%=$(1)/fuzz/%)

fuzz: setup ## RUNS (10^7) random inputs for the readers of what others write, with libFuzzer; what it finds is left in build/fuzzing
	$(call build_fuzzed,build/fuzzing/fast,-O2,undefined)
	$(call build_fuzzed,build/fuzzing/checked,-O1,address$(comma)undefined)
	tests/fuzz/run.sh $(RUNS) $(FUZZ_TARGETS)

$(BUILD)/faults/allocations.so: tests/faults/allocations.c
	@mkdir -p $(@D)
	@echo "  link    $@"
	@$(CC) $(CFLAGS) $(WARN) -fPIC -shared $< -o $@

faults: all $(BUILD)/libcandidate.so $(BUILD)/faults/allocations.so ## each call of the system, and each allocation, of each command fails once (hours); bad times
	/usr/bin/python3 tests/faults/conditions.py $(BUILD)/attest --long
	/usr/bin/python3 tests/faults/faults.py $(BUILD)/attest $(BUILD)/faults/allocations.so --jobs $(JOBS)

examples: $(BUILD)/libcandidate.so ## the example candidate in C, as a shared library

define link_candidate
@echo "  link    $@"
@mkdir -p $(@D)
@$(CC) $(CFLAGS) $(WARN) -fPIC $(INCLUDE) $(LDFLAGS) -shared $< -lm -o $@
endef

$(BUILD)/libcandidate.so $(BUILD)/cheats/honest.so: examples/candidate.c $(wildcard include/*.h)
	$(link_candidate)

CHEATS := $(patsubst check/zoo/cheats/%.c,$(BUILD)/cheats/%.so,$(wildcard check/zoo/cheats/*.c))

cheats: $(CHEATS) $(BUILD)/cheats/honest.so ## the libraries of attest zoo --cheats

$(BUILD)/cheats/%.so: check/zoo/cheats/%.c $(wildcard check/zoo/cheats/*.h) examples/candidate.c $(wildcard include/*.h)
	$(link_candidate)

$(BUILD)/overhead.so: bench/overhead/notes.c $(BUILD)/libattest.so
	@echo "  link    $@"
	@$(CC) $(CFLAGS) $(WARN) -fPIC $(INCLUDE) $(LDFLAGS) -shared $< -L$(BUILD) -lattest -Wl,-rpath,$(abspath $(BUILD)) -o $@

overhead: all $(BUILD)/overhead.so ## what the clock of attest bench adds to the calls of a candidate
	/usr/bin/python3 bench/overhead/overhead.py $(BUILD)/attest $(BUILD)/overhead.so

# ---- the explorer: a page in which the reference itself runs, compiled to WebAssembly (reports/explorer/README.md)

EXPLORED := $(wildcard reports/explorer/*.c reports/explorer/alone/*.c ref/*.c) reports/peakedness.c check/judge/bound.c check/judge/expected.c check/judge/reference.c \
  $(patsubst %,check/cases/%.c,e4m3 error format names printable problem_f64 tensor) \
  $(patsubst %,check/zoo/%.c,zoo engine steps hidden scores truncation denominator columns masks diagonal window broadcast scale heads tails online integers precision)
EXPLORER := reports/explorer
# d3 is Debian's: node-d3 and the packages it needs
BUNDLE   = NODE_PATH=/usr/share/nodejs esbuild $(1) --bundle --format=esm --log-level=warning

$(BUILD)/explorer/module.wasm: $(EXPLORED) $(wildcard $(EXPLORER)/alone/*.h include/*.h ref/*.h check/*/*.h reports/*.h) Makefile
	@mkdir -p $(@D)
	@echo "  compile $@"
	@clang --target=wasm32-wasi -mexec-model=reactor -O2 $(WARN) -ffp-contract=off -ffunction-sections -fdata-sections -I$(EXPLORER)/alone $(INCLUDE) \
	  $(EXPLORED) -Wl,--gc-sections,--strip-all -o $@

$(BUILD)/explorer/explorer.html: $(BUILD)/explorer/module.wasm $(wildcard $(EXPLORER)/*.mjs $(EXPLORER)/*/*.mjs) $(EXPLORER)/page.html $(EXPLORER)/style.css $(wildcard tests/data/activations/*/*)
	@echo "  write   $@"
	@$(call BUNDLE,$(EXPLORER)/build.mjs) --platform=node --outfile=$(@D)/build.mjs
	@$(call BUNDLE,$(EXPLORER)/page.mjs) --minify --outfile=$(@D)/page.js
	@node $(@D)/build.mjs $(EXPLORER)/page.html $(EXPLORER)/style.css $(@D)/page.js $< tests/data/activations > $@

# The module compiled for this machine: the tests compare the page with it.
$(BUILD)/explorer/module.so: $(EXPLORER)/module.c reports/peakedness.c $(BUILD)/libattest_check.a $(BUILD)/libattest.a
	@mkdir -p $(@D)
	@echo "  link    $@"
	@$(CC) $(CFLAGS) $(WARN) -fPIC $(INCLUDE) $(LDFLAGS) -shared $^ $(OPENMP) -ljansson -lm -o $@

# What install puts in place and uninstall removes is one list: each defines the verbs of its recipe.
define newline


endef
install: private put = install -D -m $(1) $(2) $(DESTDIR)$(3)
install: private link = ln -sf $(1) $(DESTDIR)$(2)
install: private fill = install -D -m 644 /dev/null $(DESTDIR)$(2) && $(FILL) $(1) > $(DESTDIR)$(2)
install: private leave =
uninstall: private put = rm -f $(DESTDIR)$(3)
uninstall: private link = rm -f $(DESTDIR)$(2)
uninstall: private fill = rm -f $(DESTDIR)$(2)
uninstall: private leave = [ ! -d $(DESTDIR)$(1) ] || rmdir --ignore-fail-on-non-empty $(DESTDIR)$(1)
# Recipes and sed read these places as words of their own: other signs would name other files.
PLACES = $(DESTDIR)$(PREFIX)$(LIBDIR)
STRANGE = $(shell echo '$(subst ','"'"',$(PLACES))' | tr -d 'A-Za-z0-9/._+~@:,=-')
FILL = sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|; s|@VERSION@|$(VERSION)|; s|@MAJOR@|$(MAJOR)|; \
  s|@INCLUDE@|$(shell realpath -ms --relative-to=$(LIBDIR) $(PREFIX)/include)|; s|@BLAS_LIBS@|$(BLAS_LIBS)|'
# $(call put_library,NAME,SONAME)
define put_library
$(call put,644,$(BUILD)/lib$(1).a,$(LIBDIR)/lib$(1).a)
$(call put,644,$(BUILD)/$(2),$(LIBDIR)/lib$(1).so.$(VERSION))
$(call link,lib$(1).so.$(VERSION),$(LIBDIR)/$(2))
$(call link,$(2),$(LIBDIR)/lib$(1).so)
endef

install: all ## to $(PREFIX), below $(DESTDIR): the command, manual page and completions; libraries (to $(LIBDIR)), headers, pkg-config and CMake files
uninstall: ## remove what install put there
install uninstall:
	$(if $(STRANGE)$(word 2,$(PLACES)),$(error $@: DESTDIR, PREFIX, LIBDIR: expected letters, digits and /._+~@:$(comma)=- alone, found '$(PLACES)'))
	$(call put,755,$(BUILD)/attest,$(PREFIX)/bin/attest)
	$(call put,644,cli/attest.1,$(PREFIX)/share/man/man1/attest.1)
	$(call put,644,cli/complete.bash,$(PREFIX)/share/bash-completion/completions/attest)
	$(call put,644,cli/complete.zsh,$(PREFIX)/share/zsh/site-functions/_attest)
	$(foreach header,$(wildcard include/*.h),$(call put,644,$(header),$(PREFIX)/$(header))$(newline))
	$(call put_library,attest,$(SONAME))
	$(call put_library,attest_check,$(CHECKSO))
	$(call fill,ref/attest.pc.in,$(LIBDIR)/pkgconfig/attest.pc)
	$(call fill,check/attest_check.pc.in,$(LIBDIR)/pkgconfig/attest_check.pc)
	$(call fill,include/attest-config.cmake.in,$(LIBDIR)/cmake/attest/attest-config.cmake)
	$(call fill,include/attest-config-version.cmake.in,$(LIBDIR)/cmake/attest/attest-config-version.cmake)
	$(call leave,$(LIBDIR)/cmake/attest)
ifneq ($(WITH_BLAS)$(filter uninstall,$(MAKECMDGOALS)),)
	$(call put,644,$(BUILD)/libattest_blas.a,$(LIBDIR)/libattest_blas.a)
	$(call fill,opt/attest_blas.pc.in,$(LIBDIR)/pkgconfig/attest_blas.pc)
endif

# ---- from here on setup.sh first installs the Debian packages that are missing

setup: ## install the Debian packages that are missing
	./setup.sh

build/venv/ready: tests/vectors/requirements.txt
	./tests/vectors/venv.sh build/venv

# where PyPI is not reached there is no such environment
build/python/ready: python/requirements-test.txt python/requirements-test-alone.txt
	rm -rf build/python
	$(firstword $(wildcard /usr/bin/python3) python3) -m venv build/python
	build/python/bin/pip install --quiet --disable-pip-version-check -r $<
	build/python/bin/pip install --quiet --disable-pip-version-check --no-deps -r python/requirements-test-alone.txt
	touch $@

python: setup ## the Python package: installed into build/python, its tests, types and style
	tests/run.sh python

build/peers/ready: examples/requirements-peers.txt
	rm -rf build/peers
	$(firstword $(wildcard /usr/bin/python3) python3) -m venv build/peers
	build/peers/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

peers: setup build/peers/ready ## ONNX Runtime, PyTorch, JAX and OpenVINO (PyPI, 6 GB) in build/peers, for the example candidates and peers-bench; no test needs them

$(BUILD)/peer-onednn: bench/peers/onednn.c $(BUILD)/bench.a $(BUILD)/libattest_check.a $(BUILD)/libattest.a
	@echo "  link    $@"
	@$(CC) $(CFLAGS) $(WARN) $(INCLUDE) $(LDFLAGS) $^ $(OPENMP) -ldnnl -ljansson -lm -o $@

peers-bench: setup all build/peers/ready ## after make peers (6 GB): our attention against OpenBLAS, oneDNN, PyTorch, ONNX Runtime, OpenVINO and JAX, one thread each, as a table
	./setup.sh libdnnl-dev
	$(MAKE) $(BUILD)/peer-onednn
	$(BUILD)/attest bench peers --peers bench/peers/peers.json --variant attest,blas,blas-tiled,onednn,torch,onnxruntime,openvino,jax \
	  --repetitions 5 --json $(BUILD)/peers.json

conventions: setup all build/peers/ready ## which conventions NumPy, ONNX Runtime, PyTorch, JAX and OpenVINO follow, as a table
	python3 examples/conventions.py

vectors: setup all build/venv/ready ## export the conformance vectors and judge the reference on all of them
	build/venv/bin/python tests/vectors/export.py --out build/vectors --shared $(VECTORS)
	$(BUILD)/attest verify build/vectors --refuse all

prove: setup ## prove ref/ with Frama-C WP; writes proofs/results/, proofs/README.md and TRUST.md. CONFIRM=1: ask solvers of another kind too
	python3 proofs/wp/prove.py --jobs $(JOBS)
	$(if $(CONFIRM),python3 proofs/wp/prove.py --jobs $(JOBS) --confirm)
	python3 proofs/trust.py

prove-mutants: setup all ## break ref/ one line at a time: which goal stays open, which tests fail. Hours the first time, then what has changed
	python3 proofs/mutants/mutants.py --jobs $(JOBS)

listing: ## the whole of ref/ as one page without annotations: build/reference.html, and build/reference.c, which compiles
	@./setup.sh python3-pygments
	@mkdir -p build
	python3 ref/listing.py build/reference.c build/reference.html

sanitize: setup ## unit tests (but for the longest) and command-line tests under AddressSanitizer and UBSan
	tests/run.sh sanitize

coverage: setup ## line coverage of ref/ by its tests; fails below 100%
	tests/run.sh coverage

lint: setup ## clang-format, clang-tidy, cppcheck
	tests/run.sh lint

quick: setup ## 2 minutes before a commit: unit and command-line tests, lint of what changed, 'attest check' of two variants
	@tests/run.sh quick

test: setup ## everything: unit, command line, vectors, sanitizers, valgrind, coverage, lint, proofs
	$(MAKE) -j$(JOBS) all
	tests/run.sh all

explorer: setup $(BUILD)/explorer/explorer.html ## one page in which the reference runs, to play with: reports/out/explorer.html
	install -D -m 644 $(BUILD)/explorer/explorer.html reports/out/explorer.html

report: setup ## judge, time and study everything in about 7 minutes; write reports/out/index.html
	$(MAKE) -j$(JOBS) all
	$(MAKE) build/venv/ready
	build/venv/bin/python tests/vectors/export.py --out build/vectors --shared $(VECTORS)
	$(MAKE) explorer
	$(BUILD)/attest report --quick $(if $(and $(wildcard build/peers/ready),$(wildcard build/peer-onednn)),--peers bench/peers/peers.json) -o reports/out

pages: report listing ## a site to publish: the report, the explorer, the reference as one page, in build/site
	rm -rf build/site
	mkdir -p build/site
	cp reports/site.html build/site/index.html
	cp -r reports/out build/site/report
	cp build/reference.html build/site

sample: reports/out/index.html ## what 'make report' left in reports/out becomes the committed sample, with a picture of its page (by chromium)
	rm -f reports/sample/*
	cp reports/out/index.html reports/out/results.json reports/out/*.csv reports/sample/
	sed -i '/<p id="explorer">/d' reports/sample/index.html # a page of its own, which is not committed
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1.5 --window-size=1280,830 \
	  --screenshot=reports/sample/page.png file://$(CURDIR)/reports/sample/index.html

clean: ## remove what was built
	rm -rf build

.PHONY: all help units unit quick replay fuzz faults examples cheats install uninstall setup overhead peers peers-bench conventions vectors python prove prove-mutants listing sanitize coverage lint test explorer report pages sample clean
.DELETE_ON_ERROR:
.SECONDARY:
