#!/bin/sh
# Fuzzes with libFuzzer what the library reads: `Tests/fuzz.sh INPUT...` from the repository's root,
# each for FUZZ_SECONDS (600). Bytes that something is wrong with are kept in .build-fuzz/INPUT-*;
# mended, they go to Tests/FuzzInputs/Found/INPUT, where `make test` tries them.
set -eu
build=.build-fuzz
seconds=${FUZZ_SECONDS:-600}
swift=${SWIFT:-swift}
library=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/clang
library=$(find "$library" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" | head -n 1)
[ -n "$library" ] || {
  echo "the toolchain has no libFuzzer: nothing was fuzzed"
  exit 0
}
MODEL_FUZZING=1 $swift build -c release --product fuzz --scratch-path $build \
  -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer \
  -Xlinker "$library" -Xlinker -lstdc++ -Xlinker -lm

# What mutations begin with: files of the repository, and those of others where they are. Two runs
# at once have seeds of their own.
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
seed() {
  mkdir -p "$seeds/$1"
  cp "$2" "$seeds/$1/$(echo "$2" | cksum | cut -d ' ' -f 1)"
}
$build/release/fuzz seeds "$seeds"
find Models Tests -name '*.model' -not -path '*/.build*' | while read -r file; do
  seed model "$file"
done
find Tests -name contents -path '*.xcdatamodel/*' -not -path '*/.build*' | while read -r file; do
  seed data-model "$file"
done
seed template Sources/ModelGenerator/Templates/swift-entity.mustache
seed csv Models/Bank.csv
mkdir -p "$seeds/compiled-model" "$seeds/format"
[ ! -d ../shared/apple ] || find ../shared/apple -name '*.mom' | while read -r file; do
  seed compiled-model "$file"
done
awk '{ print > (folder "/" NR) }' folder="$seeds/format" Tests/FuzzInputs/Seeds/formats.txt

for input in "$@"; do
  mkdir -p "$build/corpus/$input"
  found=Tests/FuzzInputs/Found/$input
  [ -d "$found" ] || found=
  echo "fuzzing $input for $seconds s"
  SWIFT_BACKTRACE=enable=no $build/release/fuzz "$input" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=4096 -max_len=20000 -print_final_stats=1 -artifact_prefix="$build/$input-" \
    "$build/corpus/$input" "$seeds/$input" $found 2>"$build/$input.log" || {
    tail -n 40 "$build/$input.log"
    exit 1
  }
  grep -E '^stat::(number_of_executed_units|peak_rss_mb)|^Done' "$build/$input.log"
done
