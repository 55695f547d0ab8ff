import BankApp
import BankModel
import Foundation
import ModelRuntime

/// Runs the commands of `banks`.
enum Command {
  /// Runs a command line.
  ///
  /// - Returns: The exit status: 0, 1 when the command failed, 2 when it was
  ///   not understood.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      try run(try Invocation(arguments))
      return 0
    } catch let error as UsageError {
      complain("banks: \(error)\n'banks --help' shows how to use it")
      return 2
    } catch {
      complain("banks: \(error)")
      return 1
    }
  }

  private static func run(_ invocation: Invocation) throws {
    switch invocation {
    case .help: print(Invocation.usage)
    case .importList(let store, let file): try importList(file, into: store)
    case .list(let store):
      try with(store) { context in
        show(try context.fetch(FailedBankInfo.all.sorted { [$0.details.closeDate.descending] }))
      }
    case .search(let store, let kind, let text):
      let request = try BankSearch(kind, text).request()
      try with(store) { show(try $0.fetch(request)) }
    case .tag(let store, let name, let tags):
      try with(store) { try tag(name, with: tags, in: $0) }
    }
  }

  private static func with(
    _ url: URL, _ body: (ManagedObjectContext) throws -> Void
  ) throws {
    try BankStore.open(url).performAndWait(body)
  }

  private static func importList(_ file: String, into store: URL) throws {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: file))
    } catch {
      throw UnreadableFile(file: file)
    }
    let list = try BankList(Array(bytes), name: file)
    let progress = ProgressLine(total: list.banks.count, noun: "banks")
    try with(store) { context in
      let report = try BankImport(in: context).run(list) { progress.show($0) }
      progress.end()
      print(report.text)
    }
  }

  private static func tag(
    _ name: String, with tags: [String], in context: ManagedObjectContext
  ) throws {
    let bank = try bank(called: name, in: context)
    let details = bank.details ?? FailedBankDetails(in: context, info: bank)
    let picker = try TagPicker(details, in: context)
    for tag in tags {
      if let choice = picker.choices.first(where: { $0.name == tag }) {
        if !choice.isPicked { picker.toggle(choice.tag) }
      } else {
        try picker.add(named: tag)
      }
    }
    try picker.leave()
    show([bank])
  }

  /// The one bank of a name or certificate number.
  private static func bank(
    called name: String, in context: ManagedObjectContext
  ) throws -> FailedBankInfo {
    if let cert = Int32(name), let bank = try FailedBankInfo.find(cert: cert, in: context) {
      return bank
    }
    let banks = try context.fetch(FailedBankInfo.where { $0.name == name }.limit(10))
    guard let bank = banks.first, banks.count == 1 else {
      throw AmbiguousBank(name: name, certs: banks.compactMap(\.cert))
    }
    return bank
  }

  private static func show(_ banks: [FailedBankInfo]) {
    for bank in banks { print(bank.line) }
    print(banks.isEmpty ? "No Results" : banks.count == 1 ? "1 bank" : "\(banks.count) banks")
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}

/// A file that cannot be read.
struct UnreadableFile: Error, CustomStringConvertible {
  let file: String

  var description: String { "'\(file)' cannot be read" }
}

/// A name that stands for no bank, or for several.
struct AmbiguousBank: Error, CustomStringConvertible {
  let name: String
  let certs: [Int32]

  var description: String {
    guard !certs.isEmpty else { return "there is no bank '\(name)'" }
    let numbers = certs.map { "\($0)" }.joined(separator: ", ")
    return "several banks are called '\(name)'; use a certificate number: \(numbers)"
  }
}

extension FailedBankInfo {
  /// The bank on one line: when it closed, name, place and tags.
  fileprivate var line: String {
    let closed = details?.closeDate.map(BankDate.text) ?? ""
    let day = closed.padding(toLength: 14, withPad: " ", startingAt: 0)
    let tags = (details?.tags.map(\.name) ?? []).sorted().map { " #\($0)" }.joined()
    return "\(day)\(name), \(city), \(state)\(tags)"
  }
}
