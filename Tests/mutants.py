"""Changes one operator, constant or condition of the runtime at a time and runs the tests that
reach it: they have to notice. `mutants.py [COUNT] [SEED]` from the repository's root.

One build holds all changes, each behind a switch that an environment variable turns: `a < b` is
written as `(mutant(7) ? (a <= b) : (a < b))`. What does not compile is taken out and counted. Then
each test class runs once and notes which switches it asks for, and each change is run with the
classes that ask for its own, the quickest first, until one fails. Works in a copy of the repository
(.build-mutants), which keeps what is built between calls.

A seed picks the same changes while other lines of the code change. Those in Tests/mutants.txt are
picked too, but neither run nor counted: they change no answer. Those in Tests/planted.txt are faults
that no such change makes; each is run with the class that stands there, which has to notice.
`mutants.py 0` runs them alone."""

import collections, concurrent.futures, hashlib, os, pathlib, re, subprocess, sys, tempfile, time

count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
root = pathlib.Path.cwd()
copy = root / ".build-mutants"
LIST = root / "Tests/mutants.txt"
PLANTED = root / "Tests/planted.txt"
MODULES = ["ModelPredicates", "ModelStorage", "ModelRuntime"]
# Those that planted changes are in, from the lowest on.
SWITCHED = ["ModelSQLite"] + MODULES
TESTS = ["--product", "modelgenPackageTests"]
# A class that takes longer builds packages or runs programs.
LONGEST = 60

CHANGES = [
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" > ", " >= "), (r" <= ", " < "),
    (r" >= ", " > "), (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"(?<=[ (])!(?=[a-z(])", ""),
    (r"(?<=\bguard )(?=[a-z][A-Za-z.]* else)", "!"), (r"(?<=[ (\[])1(?=[ ,)\]])", "2"),
    (r"(?<=[ (\[])0(?=[ ,)\]])", "1"), (r"\.isEmpty\b", ".isEmpty == false"),
    (r"\bcontinue\b", "break"),
]
# What stands before and after a whole expression beside brackets. A line that begins with an
# operator goes on from the one before; `??` binds more tightly than a comparison.
BEFORE = re.compile(
    r"(?:\b(?:return|throw|if|guard|while|where|in|case|try[?]?|await)|(?<![=!<>~])=|[,:]"
    r"|(?<![?])[?])\s+$|\n\s*$")
GOES_ON = re.compile(r"\s*(?:[.]|[-+*/<>=!?:&|]{1,3}\s)")
AFTER = re.compile(r"\s+(?:[?:{]\s|else\b|where\b|=\s)|[,]|:\s|\n")
TEXT = re.compile(
    r'"""(?:.|\n)*?"""|#"[^\n]*?"#|#/[^\n]*?/#'
    r'|"(?:\\\((?:[^()"\n]|"[^"\n]*"|\([^()\n]*\))*\)|\\[^(]|[^"\\\n])*"')

SWITCH = """
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private let chosen = getenv("MUTANT").flatMap { Int(String(cString: $0)) }
private let trace = getenv("MUTANT_TRACE").map { open($0, O_WRONLY) }

@usableFromInline func mutant(_ number: Int) -> Bool {
  if let trace, number >= 0 { _ = pwrite(trace, "1", 1, off_t(number)) }
  return number == chosen
}
"""

Change = collections.namedtuple("Change", "file start end old new line key")


def code(text):
    """The code of a file: as long, without comments, and with names in the place of strings."""
    text = TEXT.sub(lambda match: re.sub(r"[^\n]", "_", match[0]), text)
    return re.sub(r"//[^\n]*", lambda match: " " * len(match[0]), text)


def bounds(plain, start, end):
    """Where the whole expression around a place begins and ends."""
    depth = 0
    while start > 0:
        depth += (plain[start - 1] in ")]}") - (plain[start - 1] in "([{")
        if depth < 0 or depth == 0 and BEFORE.search(plain, max(0, start - 60), start) \
                and not GOES_ON.match(plain, start):
            break
        start -= 1
    depth = 0
    while end < len(plain):
        ends = plain[end] in ")]}" or AFTER.match(plain, end)
        if depth == 0 and ends and not (plain[end] == "\n" and GOES_ON.match(plain, end)):
            break
        depth += (plain[end] in "([{") - (plain[end] in ")]}")
        end += 1
    return start, end


def changes():
    """Every change of every file; what makes an equal line equal to another one is numbered."""
    seen = collections.Counter()
    for module in MODULES:
        for file in sorted(root.glob(f"Sources/{module}/**/*.swift")):
            text = file.read_text()
            plain = code(text)
            for pattern, new in CHANGES:
                for match in re.finditer(pattern, plain):
                    found = change(file, text, plain, match, new)
                    seen[found.key] += 1
                    times = seen[found.key]
                    yield found if times == 1 else found._replace(key=f"{found.key} ({times})")


def change(file, text, plain, match, new):
    start, end = match.span()
    line = text.count("\n", 0, start) + 1
    before = text[text.rfind("\n", 0, start) + 1:start].lstrip()
    after = text[end:text.find("\n", end)]
    name = file.relative_to(root)
    key = f"{name}: {before}«{match[0]}→{new}»{after}"
    if new != "break":
        start, end = bounds(plain, start + (new[:1] == " "), end)
    old = text[start:end]
    new = text[start:match.start()] + new + text[match.end():end]
    return Change(name, start, end, old, new, line, key)


def known(everything):
    """The changes of the list; what stands there and is none any more is told."""
    lines = {line for line in LIST.read_text().splitlines() if line.startswith("Sources/")}
    for line in sorted(lines - {change.key for change in everything}):
        print(f"matches nothing: {line}", flush=True)
    return lines


def planted():
    """The changes of Tests/planted.txt, each with the test class that has to notice it."""
    for entry in re.split(r"\n(?=Sources/)", PLANTED.read_text())[1:]:
        head, *lines = entry.rstrip().split("\n")
        name, test = head.split(": ")
        old, new = ("\n".join(line[2:] for line in lines if line[:1] == sign) for sign in "-+")
        text = (root / name).read_text()
        if text.count(old) != 1:
            sys.exit(f"stands {text.count(old)} times in {name}: {old}")
        start = text.index(old)
        line = text.count("\n", 0, start) + 1
        key = f"{name}: {' '.join(new.split())}"
        yield Change(pathlib.Path(name), start, start + len(old), old, new, line, key), test


def sample(everything, size, others):
    """The first changes by number in the order that the seed gives them, none within another, nor
    within one of the others."""
    def rank(change):
        return hashlib.sha256(f"{seed} {change.key}".encode()).digest()

    chosen = []
    for new in sorted(everything, key=rank):
        if len(chosen) == size:
            break
        if all(new.file != old.file or new.end < old.start or old.end < new.start
               for old in chosen + others):
            chosen.append(new)
    return dict(enumerate(chosen))


def switched(number, change):
    if change.new == "break":
        return f"if mutant({number}) {{ break }} else {{ continue }}"
    if number < 0:
        return f"if mutant({number}) {{ {change.new} }} else {{ {change.old} }}"
    return f"(mutant({number}) ? ({change.new}) : ({change.old}))"


def put(file, content):
    """Writes a file of the copy where it differs, so that only that is built again."""
    target = copy / file
    if not target.exists() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def link(file):
    target = copy / file
    if not target.is_symlink():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(os.readlink(root / file))


def write(chosen):
    """The repository's files, with the switches of some changes."""
    files = {pathlib.Path(name) for name in subprocess.run(
        ["git", "ls-files"], cwd=root, capture_output=True, text=True).stdout.split("\n") if name}
    for file in files:
        if (root / file).is_symlink():
            link(file)
            continue
        content = (root / file).read_bytes()
        mine = [(change.start, number) for number, change in chosen.items() if change.file == file]
        if mine:
            text = content.decode()
            for _, number in sorted(mine, reverse=True):
                change = chosen[number]
                text = text[:change.start] + switched(number, change) + text[change.end:]
            content = text.encode()
        put(file, content)
    for module in SWITCHED:
        put(pathlib.Path(f"Sources/{module}/Mutant.swift"), SWITCH.encode())
    for folder in ("Sources", "Tests"):
        for file in (copy / folder).rglob("*.swift"):
            if file.relative_to(copy) not in files and file.name != "Mutant.swift":
                file.unlink()


def build(*arguments):
    done = subprocess.run(["swift", "build", *arguments], cwd=copy, capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def refused(output):
    """The numbers of the switches nearest to the compiler's errors."""
    numbers = set()
    for path, line in re.findall(r"(Sources/[^:\n]*\.swift):(\d+):\d+: error:", output):
        lines = (copy / path).read_text().split("\n")
        places = [(abs(index + 1 - int(line)), int(number)) for index, text in enumerate(lines)
                  for number in re.findall(r"\bmutant\((-?\d+)\)", text)]
        nearest = min(places, default=(0, None))[0]
        numbers |= {number for distance, number in places if distance == nearest}
    return numbers


def built(chosen):
    """What of some changes compiles, built with the tests."""
    arguments = ["--target", MODULES[-1]]
    while True:
        write(chosen)
        works, output = build(*arguments)
        if works and arguments == TESTS:
            return chosen
        wrong = [] if works else refused(output)
        if not works and not wrong:
            sys.exit(output[-4000:])
        if works:
            arguments = TESTS
        chosen = {number: change for number, change in chosen.items() if number not in wrong}


def run(name, limit, **settings):
    """Whether a test class passes, and how long it takes."""
    [bundle] = (copy / ".build/debug").glob("*.xctest")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings |= {"TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no"}
        process = subprocess.Popen(
            [bundle, name], cwd=copy, env=os.environ | settings, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            passes = process.wait(limit) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            passes = process.wait() == 0
    return passes, time.monotonic() - began


def classes():
    [bundle] = (copy / ".build/debug").glob("*.xctest")
    listed = subprocess.run([bundle, "--list-tests"], capture_output=True, text=True).stdout
    return sorted(set(re.findall(r"^(\w+\.\w+)/", listed, re.M)))


def asked(name):
    """The switches that a test class asks for, and how long it takes; none where it fails."""
    with tempfile.NamedTemporaryFile() as trace:
        passes, seconds = run(name, LONGEST, MUTANT_TRACE=trace.name)
        if not passes:
            print(f"left out: {name}", flush=True)
            return name, seconds, []
        marks = pathlib.Path(trace.name).read_bytes()
        return name, seconds, [number for number, mark in enumerate(marks) if mark]


def noticed(number, tests):
    """The first class that fails with a change, twice: on a busy machine some fail by chance."""
    for seconds, name in tests:
        if not any(run(name, 10 * seconds + 20, MUTANT=str(number))[0] for _ in range(2)):
            return name
    return None


def survivors_by_hand(by_hand):
    """How many planted changes their test classes do not notice."""
    count = 0
    for number, (change, test) in by_hand.items():
        survives = not run(test, 600)[0] or run(test, 600, MUTANT=str(number))[0]
        count += survives
        verdict = "SURVIVES" if survives else "noticed by"
        print(f"planted {verdict} {test}: line {change.line} of {change.key}", flush=True)
    return count


everything = list(changes())
by_hand = dict(enumerate(planted(), -1000))
print(f"seed {seed}: {count} of {len(everything)} changes", flush=True)
listed = known(everything)
chosen = sample(everything, count * 3 // 2, [change for change, _ in by_hand.values()])
total = len(chosen)
chosen = built(chosen | {number: change for number, (change, _) in by_hand.items()})
if missing := by_hand.keys() - chosen.keys():
    sys.exit(f"do not compile: {[by_hand[number][0].key for number in missing]}")
chosen = {number: change for number, change in chosen.items() if number >= 0}
print(f"{len(chosen)} of {total} compile", flush=True)
planted_survivors = survivors_by_hand(by_hand)
picked = list(chosen.items())[:count]
chosen = {number: change for number, change in picked if change.key not in listed}
tests = collections.defaultdict(list)
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for name, seconds, numbers in pool.map(asked, classes() if chosen else []):
        for number in numbers:
            tests[number].append((seconds, name))
    results = pool.map(lambda number: noticed(number, sorted(tests[number])), chosen)
    survivors = 0
    for (number, change), name in zip(chosen.items(), results):
        survivors += name is None
        verdict = f"noticed by {name}" if name else f"SURVIVES {len(tests[number])} classes"
        print(f"{number} {verdict}: line {change.line} of {change.key}", flush=True)
total = len(chosen)
print(f"{total - survivors} of {total} noticed ({100 * (total - survivors) / max(1, total):.0f} %),"
      f" {len(picked) - total} listed")
sys.exit(0 if survivors <= 0.15 * total and not planted_survivors else 1)
