import Foundation
import ModelRuntime
import Synchronization
import TaggedModel

/// How many statements it takes to read banks with their details and tags.
///
/// Ten thousand banks that are walked one by one must not ask ten thousand times.
struct StatementsCommand {
  private let count: Int
  private let files: StoreFiles

  private var path: String { files.folder.appendingPathComponent("tagged.sqlite").path }

  init(_ options: Options) throws {
    count = options.some
    files = try StoreFiles(in: options.folder)
  }

  func run() throws {
    defer { files.remove() }
    try fill()
    let counter = StatementCounter()
    var configuration = StoreConfiguration(url: URL(fileURLWithPath: path))
    configuration.trace = SQLTrace { _ in counter.add() }
    let container = try PersistentContainer(.tagged, configuration: configuration)
    let context = try container.makeContext()
    let before = counter.number
    var tags = 0
    for bank in try context.fetch(TaggedBank.all) {
      guard let details = bank.details else { throw BenchError("\(bank.name) has no details") }
      for tag in details.tags where !tag.name.isEmpty { tags += 1 }
    }
    guard tags == 2 * count else { throw BenchError("\(tags) tags were read") }
    print(
      "Reading \(count) banks, their details and \(tags) tags: "
        + "\(counter.number - before) statements.")
  }

  private func fill() throws {
    let configuration = StoreConfiguration(url: URL(fileURLWithPath: path))
    let container = try PersistentContainer(.tagged, configuration: configuration)
    try container.performAndWait { context in
      let tags = (0..<50).map { BankTag(in: context, name: "tag \($0)") }
      for number in 0..<count {
        let details = TaggedDetails(in: context, zip: Int32(number))
        details.tags = [tags[number % 50], tags[(number + 7) % 50]]
        _ = TaggedBank(
          in: context, name: "bank \(number)", city: "Springfield", state: "IL",
          cert: Int32(number), details: details)
      }
      try context.save()
    }
  }
}

/// Counts from any thread.
final class StatementCounter: Sendable {
  private let count = Atomic(0)

  var number: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }
}
