"""Changes one operator, constant or condition of the runtime at a time, builds, and runs the tests
that touch its folder: they have to notice. `mutants.py [COUNT] [SEED]` from the repository's root.

Works in a copy of the repository (.build-mutants), which keeps what is built between calls."""

import pathlib, random, re, shutil, subprocess, sys

count = int(sys.argv[1]) if len(sys.argv) > 1 else 6
seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)
random.seed(seed)
root = pathlib.Path.cwd()
copy = root / ".build-mutants"

CHANGES = [
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" > ", " >= "), (r" <= ", " < "),
    (r" >= ", " > "), (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"(?<=[ (])!(?=[a-z(])", ""),
    (r"\bguard (?=[a-z][A-Za-z.]* else)", "guard !"), (r"(?<=[ (\[])1(?=[ ,)\]])", "2"),
    (r"(?<=[ (\[])0(?=[ ,)\]])", "1"), (r"\.isEmpty\b", ".isEmpty == false"),
    (r"\bcontinue\b", "break"),
]
# The tests that touch a folder; all of the runtime's own where none is named.
TESTS = {
    "Undo": "Undo|History|Dynamic|Child",
    "Migration": "MigrationTests|PluginTests",
    "Results": "Result|Section|Observation|Controller|LiveResults|Screen",
    "Fetching": "FetchingTests|PluginTests|BankAppTests",
    "Compiler": "FetchingTests|PluginTests|BankAppTests|Decimal",
    "SQL": "FetchingTests|PluginTests|BankAppTests|Decimal",
    "Synchronization": "Synchronization|BankImport",
    "Container": "ModelRuntimeTests|StoreFileTests|MigrationTests|PluginTests",
    "Store": "ModelRuntimeTests|StoreFileTests|ObjectGraphTests|ReliabilityTests",
    "Predicates": "ModelSchemaTests|FetchingTests|PluginTests",
}
ALL = "ModelRuntimeTests|ObjectGraphTests|FetchingTests|ReliabilityTests|StoreFileTests"


def run(*command, limit=1200):
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=limit)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return 1, "takes too long"


def candidates():
    files = [*root.glob("Sources/ModelRuntime/**/*.swift"),
             *root.glob("Sources/ModelPredicates/**/*.swift")]
    for file in sorted(files):
        lines = file.read_text().split("\n")
        isText = False
        for number, line in enumerate(lines):
            quotes = line.count('"""')
            if isText or quotes or line.lstrip().startswith(("//", "import", "@", "case .")):
                isText ^= quotes % 2 == 1
                continue
            for pattern, new in CHANGES:
                for match in re.finditer(pattern, line):
                    if line[:match.start()].count('"') % 2 == 0:
                        yield file, number, match.span(), new


def tests(file):
    module, folder = file.relative_to(root / "Sources").parts[:2]
    return TESTS["Predicates"] if module == "ModelPredicates" else TESTS.get(folder, ALL)


for name in ("Sources", "Tests", "Models", "Templates"):
    shutil.rmtree(copy / name, ignore_errors=True)
    shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns(".build*"))
shutil.copy2(root / "Package.swift", copy)
status, output = run("swift", "build", "--build-tests")
if status:
    sys.exit(output[-2000:])
changes = list(candidates())
random.shuffle(changes)
noticed, survivors, refused = 0, [], 0
print(f"seed {seed}: {count} of {len(changes)} changes")
for file, number, (start, end), new in changes:
    if noticed + len(survivors) == count:
        break
    target = copy / file.relative_to(root)
    text = file.read_text()
    lines = text.split("\n")
    old = lines[number]
    lines[number] = old[:start] + new + old[end:]
    target.write_text("\n".join(lines))
    place = f"{file.relative_to(root)}:{number + 1}: {old.strip()}  ->  {lines[number].strip()}"
    status, output = run("swift", "build", "--build-tests")
    if status:
        refused += 1
    else:
        status, output = run("swift", "test", "--skip-build", "--disable-swift-testing",
                             "--filter", tests(file))
        if status:
            noticed += 1
            print("noticed ", place, flush=True)
        else:
            survivors.append(place)
            print("SURVIVES", place, flush=True)
    target.write_text(text)
total = noticed + len(survivors)
print(f"{noticed} of {total} noticed ({100 * noticed / max(1, total):.0f} %); "
      f"{refused} more did not compile")
sys.exit(0 if noticed >= 0.85 * total else 1)
