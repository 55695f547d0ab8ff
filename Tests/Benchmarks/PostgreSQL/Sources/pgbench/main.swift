import Foundation
import ModelPostgres
import ModelRuntime
import Synchronization

// The library over PostgreSQL beside libpq by hand, in one run. `.ci/postgres` names the server.

let address = ProcessInfo.processInfo.environment["MODEL_POSTGRES"] ?? ""
let arguments = CommandLine.arguments

func open(_ schema: String) throws -> PersistentContainer {
  try PersistentContainer(
    .measured, incrementalStore: PostgresStore(address, schema: schema))
}

/// The number of statements that a body sends the server, with a store of its own in the schema.
func statements(_ schema: String, _ body: (PersistentContainer) throws -> Void) throws -> Int {
  let count = Atomic(0)
  let url = URL(string: address + (address.contains("?") ? "&" : "?") + "schema=" + schema)
  var configuration = StoreConfiguration(url: url ?? URL(filePath: "/"))
  configuration.trace = SQLTrace { _ in count.wrappingAdd(1, ordering: .relaxed) }
  let container = try PersistentContainer(.measured, configuration: configuration)
  let before = count.load(ordering: .relaxed)
  try body(container)
  return count.load(ordering: .relaxed) - before
}

/// The processor time of this process, in seconds.
func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// The medians of wall and processor time of nine rounds, in milliseconds: in each round every
/// body runs once, so that what else the machine does reaches all.
func measure(_ bodies: (() throws -> Void)...) throws -> [(wall: Double, processor: Double)] {
  var walls = bodies.map { _ in [Double]() }
  var processors = walls
  for _ in 0..<9 {
    for (index, body) in bodies.enumerated() {
      let start = (Date(), processorTime())
      try body()
      walls[index].append(Date().timeIntervalSince(start.0) * 1000)
      processors[index].append((processorTime() - start.1) * 1000)
    }
  }
  return zip(walls, processors).map { ($0.sorted()[4], $1.sorted()[4]) }
}

func show(_ name: String, _ figure: (wall: Double, processor: Double), _ base: Double? = nil) {
  let factor = base.map { String(format: "  %.2f times", figure.wall / $0) } ?? ""
  print(
    name.padding(toLength: 44, withPad: " ", startingAt: 0)
      + String(format: "%7.0f ms  %6.0f ms CPU", figure.wall, figure.processor) + factor)
}

func bank(_ index: Int) -> Raw.Bank {
  Raw.Bank(
    id: Int64(index), name: "Bank number \(index) of Testville", city: "City \(index % 977)",
    state: ["GA", "FL", "CA", "TX"][index % 4], cert: Int32(index),
    acquirer: index.isMultiple(of: 2) ? "Acquirer \(index % 313)" : "", closeDate: Double(index))
}

func newSchema() -> String { "b" + UUID().uuidString.replacing("-", with: "").lowercased() }

func compare() throws {
  let schema = newSchema()
  let container = try open(schema)
  let raw = Raw(address, schema: schema)
  raw.insert((1...100_000).map(bank))
  raw.run("ANALYZE")
  var sum = 0
  func readWhole() { sum &+= raw.fetch(rowByRow: false).reduce(0) { $0 + $1.name.utf8.count } }
  func readRows() { sum &+= raw.fetch(rowByRow: true).reduce(0) { $0 + $1.name.utf8.count } }
  func readOurs() throws {
    let context = try container.makeContext()
    for bank in try context.fetch(Bank.all) {
      sum &+= bank.name.utf8.count &+ bank.city.utf8.count &+ bank.state.utf8.count
      sum &+= Int(bank.cert) &+ (bank.acquirer?.utf8.count ?? 0)
      sum &+= Int(bank.closeDate.timeIntervalSinceReferenceDate)
    }
  }
  let fetches = try measure(readWhole, readRows, readOurs)
  let (whole, rows, ours) = (fetches[0], fetches[1], fetches[2])
  let best = min(whole.wall, rows.wall)
  show("100,000 banks, libpq, one result", whole)
  show("100,000 banks, libpq, row by row", rows)
  show("100,000 banks, the library, all read", ours, best)

  raw.run("TRUNCATE bank")
  var next = 1
  func unnest() {
    raw.insert((next..<next + 10_000).map(bank))
    next += 10_000
  }
  func save(at date: Date?) throws {
    let context = try container.makeContext()
    for index in next..<next + 10_000 {
      let values = bank(index)
      _ = Bank(
        in: context, name: values.name, city: values.city, state: values.state, cert: values.cert,
        acquirer: values.acquirer,
        closeDate: date ?? Date(timeIntervalSinceReferenceDate: values.closeDate))
    }
    try context.save()
    next += 10_000
  }
  // The keys of the one are those of sequences, which begin anew; the other's lie far above.
  next = 10_000_000
  // A date between two microseconds is another one in the database, and then in its object.
  let between = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
  let saves = try measure(unnest, { try save(at: nil) }, { try save(at: between) })
  show("10,000 new banks, libpq, UNNEST", saves[0])
  show("10,000 new banks, the library", saves[1], saves[0].wall)
  show("the same with dates that are rounded", saves[2], saves[0].wall)

  func graph(_ container: PersistentContainer, orders: Int) throws {
    let context = try container.makeContext()
    for number in 0..<orders {
      let order = Order(in: context, number: Int32(number), customer: "Customer \(number % 97)")
      for line in 0..<3 {
        _ = Line(in: context, title: "Line \(line)", amount: Double(line), order: order)
      }
    }
    try context.save()
  }
  show(
    "10,000 orders with 30,000 lines, the library",
    try measure { try graph(container, orders: 10_000) }[0])
  let counts = try [1_000, 10_000, 100_000].map { orders in
    try statements(schema) { try graph($0, orders: orders) }
  }
  print("statements of 1,000, 10,000 and 100,000 orders with lines: \(counts)")
  if sum == 0 { print("nothing was read") }
}

/// Changes one object and makes another, save by save.
func write(_ schema: String, _ number: Int, _ seconds: Double) throws -> Int {
  let container = try open(schema)
  let context = try container.makeContext()
  let own = Bank(in: context, name: "own", city: "c", state: "s", cert: Int32(-1 - number))
  let end = Date(timeIntervalSinceNow: seconds)
  var count = 0
  while Date() < end {
    count += 1
    own.city = "\(count)"
    _ = Bank(
      in: context, name: "n", city: "c", state: "s", cert: Int32(number * 1_000_000 + count))
    try context.save()
  }
  return count
}

func throughput() throws {
  print("\nprocesses   saves a second (one change and one new object each)")
  for processes in [1, 2, 4, 8] {
    let schema = newSchema()
    _ = try open(schema)
    let running = try (0..<processes).map { number in
      let process = Process()
      process.executableURL = URL(filePath: arguments[0])
      process.arguments = ["write", schema, "\(number)"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      return (process, output)
    }
    var count = 0
    for (process, output) in running {
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      count += Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }
    print(String(format: "%9d   %.0f", processes, Double(count) / 5))
  }
}

if arguments.count > 3, arguments[1] == "write" {
  print(try write(arguments[2], Int(arguments[3]) ?? 0, 5))
} else {
  PostgresStore.register()
  try compare()
  try throughput()
}
