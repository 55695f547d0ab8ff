import BenchModel
import Foundation
import ModelRuntime

/// Text searches in the names of all banks, against loops and statements by hand.
///
/// Both sides give the keys of what they find, and must find the same.
struct SearchesCommand {
  private let options: Options
  private let workload: Workload
  private let files: StoreFiles

  init(_ options: Options) throws {
    self.options = options
    workload = Workload(all: options.size ?? 100_000, some: options.some)
    files = try StoreFiles(in: options.folder)
  }

  func run() throws {
    defer { files.remove() }
    try files.fill(workload)
    let connection = try RawConnection(path: files.filledPath)
    print(
      """
      Searches in the names of \(workload.all) banks, which give keys.
      Milliseconds, medians of \(options.rounds) rounds; \(ConnectionSettings.summary).
      Load \(Machine.load).

      """)
    let search = FailedBankInfo.where {
      $0.name.contains("saddlé river", .caseInsensitive, .diacriticInsensitive)
    }
    let byHand = try RawSearch(connection, text: "Saddlé RIVER")
    try compare("CONTAINS[cd], names in ASCII", search, byHand.keys)
    try comparePrefix(connection)
    try match()
    try connection.execute(
      "UPDATE ZFAILEDBANKINFO SET ZNAME = replace(ZNAME, 'e', 'é') WHERE Z_PK % 8 = 0")
    try compare("CONTAINS[cd], an eighth with accents", search, byHand.keys)
  }

  private func comparePrefix(_ connection: RawConnection) throws {
    let prefix = "Savings Bank of Chicago 1"
    let search = FailedBankInfo.where { $0.name.hasPrefix(prefix) }
    let context = try OursContender(path: files.filledPath).container.makeContext()
    let plan = try context.explain(search).plan.joined(separator: "; ")
    guard plan.contains("USING INDEX Z_FailedBankInfo_byName") else {
      throw BenchError("a search by prefix does not use the index: \(plan)")
    }
    let statement = try connection.prepare(
      "SELECT Z_PK FROM ZFAILEDBANKINFO WHERE ZNAME >= ? AND ZNAME < ?")
    let arena = TextArena()
    try compare("BEGINSWITH, by the index", search) {
      defer { statement.reset() }
      arena.reset()
      statement.bind(prefix, at: 1, in: arena)
      statement.bind(prefix.dropLast() + "2", at: 2, in: arena)
      var keys: [Int64] = []
      while try statement.step() { keys.append(statement.int64(0)) }
      return keys
    }
  }

  /// Finds out which of as many remote items as there are banks are new: the ways by a number and by
  /// a text, each for a tenth of them too, which shows how the time grows.
  private func match() throws {
    let context = try OursContender(path: files.filledPath).container.makeContext()
    for count in [workload.all / 10, workload.all] {
      let items = workload.banks(0).shuffled().prefix(count)
      let number = try Stopwatch.milliseconds {
        try matched(context.match(items, by: \.cert, with: FailedBankInfo.self, localKey: "cert"))
      }
      let text = try Stopwatch.milliseconds {
        try matched(context.match(items, by: \.name, with: FailedBankInfo.self, localKey: "name"))
      }
      print(
        "\(count) items matched with all banks".padding(toLength: 38, withPad: " ", startingAt: 0)
          + String(format: "by number %6.1f   by text %6.1f", number, text))
    }
  }

  /// Checks that every item was found.
  private func matched(_ matching: ItemMatching<BankSeed>) throws {
    guard matching.new.isEmpty, matching.existing.count == matching.items.count else {
      throw BenchError("\(matching.new.count) items were not found")
    }
  }

  private func compare(
    _ title: String, _ request: FetchRequest<FailedBankInfo>, _ byHand: () throws -> [Int64]
  ) throws {
    let context = try OursContender(path: files.filledPath).container.makeContext()
    var ours: [Double] = []
    var raw: [Double] = []
    for round in 0...options.rounds {
      var found: [Int64] = []
      var expected: [Int64] = []
      let raws = try Stopwatch.milliseconds { expected = try byHand() }
      let our = try Stopwatch.milliseconds {
        found = try context.fetchIDs(request).map(\.key)
      }
      guard !expected.isEmpty, expected.sorted() == found.sorted() else {
        throw BenchError("\(title): \(found.count) found, \(expected.count) by hand")
      }
      guard round > 0 else { continue }
      raw.append(raws)
      ours.append(our)
    }
    let figures = [raw.median, ours.median, ours.median / raw.median]
    print(
      title.padding(toLength: 38, withPad: " ", startingAt: 0)
        + String(
          format: "by hand %8.3f   ours %8.3f   ratio %5.2f", figures[0], figures[1], figures[2]))
  }
}
