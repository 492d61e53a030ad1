#!/bin/sh
# usage: proofs/wp/wp.sh FILE [frama-c options]; BUILD, JOBS and TIMEOUT from the environment. From the root of the project.
# Why3 1.5 does not know cvc5: its driver is cvc4's with the logic renamed. cvc5 is there twice, once with induction.
set -eu
build=${BUILD:-build/wp}
mkdir -p "$build/drivers" "$build/cache"
cp /usr/share/why3/drivers/*.gen "$build/drivers"
sed 's/ALL_SUPPORTED/ALL/' /usr/share/why3/drivers/cvc4_17.drv > "$build/drivers/cvc5.drv.$$"
mv "$build/drivers/cvc5.drv.$$" "$build/drivers/cvc5.drv"
sed "s#@DRIVERS@#$(realpath "$build/drivers")#" proofs/wp/why3.conf.in > "$build/why3.conf.$$"
mv "$build/why3.conf.$$" "$build/why3.conf"
WHY3CONFIG=$(realpath "$build/why3.conf")
export WHY3CONFIG
exec frama-c -cpp-extra-args="-I. -Iinclude" -wp -wp-rte -wp-literals -wp-model "${MODEL:-Typed+real}" -wp-par "${JOBS:-2}" \
  -wp-timeout "${TIMEOUT:-15}" -wp-prover "${PROVERS:-cvc5,z3,cvc5ind}" -wp-cache update -wp-cache-dir "$build/cache" "$@"
