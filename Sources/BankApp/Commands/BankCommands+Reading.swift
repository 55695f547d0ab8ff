internal import BankModel
internal import Foundation
internal import ModelRuntime
internal import ModelScreens

extension BankCommands {
  func list(_ words: CommandWords, _ url: URL) throws -> String {
    _ = try words.operands(0...0, "no words")
    return try open(url).performAndWait { context in
      let banks = try context.fetch(
        FailedBankInfo.all.sorted { [$0.details.closeDate.descending, $0.name.ascending] }
          .prefetching { [$0.details.path] })
      return Self.text(banks, words)
    }
  }

  func show(_ words: CommandWords, _ url: URL) throws -> String {
    let name = try words.operands(1...1, "one bank")[0]
    return try open(url).performAndWait { context in
      let bank = try Self.bank(called: name, in: context)
      return words.has("--json") ? BankRecord(bank).json : bank.page
    }
  }

  func search(_ words: CommandWords, _ url: URL) throws -> String {
    let kind = try kind(words)
    let text = words.operands.joined(separator: " ")
    if !kind.takesText {
      _ = try words.operands(0...0, "no text with '--kind \(kind.name)'")
    } else if words.operands.isEmpty {
      throw words.usage("'search' takes a text to look for")
    }
    var request = FetchRequest<FailedBankInfo>(try kind.predicate(text))
    request.sortKeys = kind.order ?? []
    return try open(url).performAndWait { context in
      Self.text(try context.fetch(request), words)
    }
  }

  private func kind(_ words: CommandWords) throws(UsageError) -> SearchKind {
    let kinds = ScreenCatalog.banks["FailedBankInfo"]?.searches ?? []
    let name = words.value("--kind") ?? kinds.first?.name ?? ""
    guard let kind = kinds.first(where: { $0.name == name }) else {
      let known = kinds.map(\.name).joined(separator: ", ")
      throw words.usage("unknown kind of search '\(name)'; kinds are \(known)")
    }
    return kind
  }

  func tags(_ words: CommandWords, _ url: URL) throws -> String {
    _ = try words.operands(0...0, "no words")
    return try open(url).performAndWait { context in
      let tags = try context.fetch(Tag.all.sorted { [$0.name.ascending] })
        .map { TagRecord(name: $0.name, banks: $0.bankdetails.count) }
      if words.has("--json") { return tags.json }
      let lines = tags.map(\.line).joined()
      return lines.isEmpty ? "No tags yet\n" : lines
    }
  }

  /// Banks as lines or as JSON.
  static func text(_ banks: [FailedBankInfo], _ words: CommandWords) -> String {
    if words.has("--json") { return banks.map(BankRecord.init).json }
    let lines = banks.map { $0.line + "\n" }.joined()
    switch banks.count {
    case 0: return "No Results\n"
    case 1: return lines + "1 bank\n"
    default: return lines + "\(banks.count) banks\n"
    }
  }

  /// The one bank of a name, certificate number or ID.
  static func bank(
    called name: String, in context: ManagedObjectContext
  ) throws -> FailedBankInfo {
    if let cert = Int32(name), let bank = try FailedBankInfo.find(cert: cert, in: context) {
      return bank
    }
    let banks = try context.fetch(FailedBankInfo.where { $0.name == name }.limit(10))
    if let bank = banks.first, banks.count == 1 { return bank }
    if banks.isEmpty, let bank = try bank(ofID: name, in: context) { return bank }
    guard !banks.isEmpty else { throw CommandError("there is no bank '\(name)'") }
    let names = banks.map { $0.cert.map { "\($0)" } ?? "p\($0.objectID.key)" }
    throw CommandError(
      "several banks are called '\(name)'; use a number: \(names.joined(separator: ", "))")
  }

  private static func bank(
    ofID name: String, in context: ManagedObjectContext
  ) throws -> FailedBankInfo? {
    guard name.first == "p", let key = Int64(name.dropFirst()) else { return nil }
    return try context.fetch(FailedBankInfo.all).first { $0.objectID.key == key }
  }
}
