"""How long modelgen-lsp takes from a change to the completion behind it, in a model of 5,000 lines:
`language-server.py SERVER`, the path of a release build. Wanted: under 50 ms."""

import json, subprocess, sys, time

URI = "file:///none/Big.model"
ENTITY = """
/// Entity {n}.
entity Entity{n} {{
    var name: String @unique
    var count: Int32 = 0
    var date: Date?
    var next: Entity{next}? @inverse(previous)
    var previous: Set<Entity{previous}> @inverse(next)

    fetch named(_ text: String) -> [Entity{n}] {{ where name == $text }}
}}
"""
model = "model Big @version(1)\n" + "".join(
    ENTITY.format(n=n, next=(n + 1) % 500, previous=(n + 499) % 500) for n in range(500))

server = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def send(method, params, **more):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()

def receive():
    while (line := server.stdout.readline().strip().lower()) != b"":
        if line.startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(server.stdout.read(length))

def answer(id):
    while (message := receive()).get("id") != id:
        pass
    return message["result"]

send("initialize", {"capabilities": {}}, id=0)
answer(0)
send("textDocument/didOpen", {"textDocument": {
    "uri": URI, "languageId": "model", "version": 1, "text": model}})

times = []
for number in range(1, 22):
    place = {"line": 4, "character": 8}
    began = time.perf_counter()
    send("textDocument/didChange", {
        "textDocument": {"uri": URI, "version": number + 1},
        "contentChanges": [{"range": {"start": place, "end": place}, "text": "x"}]})
    send("textDocument/completion", {
        "textDocument": {"uri": URI}, "position": {"line": 9, "character": 55}}, id=number)
    assert answer(number)["items"], "no completion"
    times.append(time.perf_counter() - began)
send("shutdown", None, id=99)
answer(99)
send("exit", None)
assert server.wait() == 0

print(f"{model.count(chr(10))} lines, change and completion: {sorted(times)[10] * 1000:.0f} ms")
