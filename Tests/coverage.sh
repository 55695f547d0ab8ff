#!/bin/sh
# `Tests/coverage.sh OPTION...`: runs the tests, built with the options, and prints, module by
# module, what of it they run. Programs that tests start count too: each process leaves a profile of
# its own. So do the tests over a store that does nothing itself, which the runtime does the most
# for.
set -eu
build=.build-coverage
options=$*
# shellcheck disable=SC2086
swift build --product modelgenPackageTests --enable-code-coverage --scratch-path $build $options
profiles=$build/profiles
rm -rf $profiles
mkdir -p $profiles
export LLVM_PROFILE_FILE="$PWD/$profiles/%p-%m.profraw" SWIFT_BACKTRACE=enable=no
run() {
  # shellcheck disable=SC2086
  swift test --skip-build --disable-swift-testing --scratch-path $build $options "$@" >$build/tests.log 2>&1 || {
    grep 'error:\|ERROR: ' $build/tests.log || tail -n 40 $build/tests.log
    exit 1
  }
}
run
export MODEL_TEST_STORE=dictionary
# shellcheck disable=SC2046
run --filter 'ObjectGraphTests|FetchingTests' \
  $(sed '/^#/d; /^$/d; s/^/--skip /' Tests/StoreSupport/FilesAlone.txt)
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
# A killed program leaves half a profile, or none.
find $profiles -name '*.profraw' -size +0 >$build/profiles.list
"$tools/llvm-profdata" merge --sparse --failure-mode=all -f $build/profiles.list -o $build/all.profdata
set -- $build/debug/*.xctest
for program in modelgen modelstore banks todo; do
  [ -x $build/debug/$program ] && set -- "$@" -object $build/debug/$program
done
"$tools/llvm-cov" export "$@" -instr-profile=$build/all.profdata -summary-only \
  -ignore-filename-regex='(\.build|Tests/|Generated/)' >$build/coverage.json
python3 - $build/coverage.json <<'PYTHON'
import collections, json, sys
files = json.load(open(sys.argv[1]))['data'][0]['files']
modules = collections.defaultdict(lambda: [0, 0])
low = []
for file in files:
    if '/Sources/' not in file['filename']:
        continue
    name = file['filename'].split('/Sources/')[1]
    lines = file['summary']['lines']
    modules[name.split('/')[0]][0] += lines['covered']
    modules[name.split('/')[0]][1] += lines['count']
    if lines['count'] > 10 and lines['percent'] < 85:
        low.append((lines['percent'], name))
print('| Module | Lines | Run |\n| --- | ---: | ---: |')
for name, (covered, count) in sorted(modules.items()):
    print(f'| {name} | {count} | {100 * covered / max(1, count):.1f} % |')
covered = sum(c for c, _ in modules.values())
count = sum(n for _, n in modules.values())
print(f'| all | {count} | {100 * covered / max(1, count):.1f} % |')
print('\nFiles of which less than 85 % of the lines run:')
for percent, name in sorted(low):
    print(f'{percent:5.1f} %  {name}')
PYTHON
