internal import BankModel
internal import Foundation
internal import ModelRuntime
internal import ModelScreens

extension BankCommands {
  func add(_ words: CommandWords, _ url: URL) throws -> String {
    let operands = try words.operands(1 ... .max, "a name and fields such as city=Chicago")
    return try open(url).performAndWait { context in
      let bank = FailedBankInfo(
        in: context, name: String(fieldText: operands[0]), city: "", state: "")
      _ = bank.details(in: context)
      try BankField.set(operands.dropFirst(), of: bank, in: context)
      try context.save()
      return Self.text(bank, words)
    }
  }

  func set(_ words: CommandWords, _ url: URL) throws -> String {
    let operands = try words.operands(2 ... .max, "a bank and at least one FIELD=VALUE")
    return try change(operands[0], words, url) { bank, context in
      try BankField.set(operands.dropFirst(), of: bank, in: context)
    }
  }

  func delete(_ words: CommandWords, _ url: URL) throws -> String {
    let name = try words.operands(1...1, "one bank")[0]
    return try open(url).performAndWait { context in
      let bank = try Self.bank(called: name, in: context)
      let text = words.has("--json") ? BankRecord(bank).json : "deleted: \(bank.line)\n"
      context.delete(bank)
      try context.save()
      return text
    }
  }

  func tag(_ words: CommandWords, _ url: URL) throws -> String {
    let operands = try words.operands(2 ... .max, "a bank and at least one tag")
    return try change(operands[0], words, url) { bank, context in
      for name in operands.dropFirst() {
        let name = String(fieldText: name)
        guard !name.isEmpty else { throw CommandError("a tag needs a name") }
        let tag = try Tag.find(name: name, in: context) ?? Tag(in: context, name: name)
        bank.details(in: context).tags.insert(tag)
      }
    }
  }

  func untag(_ words: CommandWords, _ url: URL) throws -> String {
    let operands = try words.operands(2 ... .max, "a bank and at least one tag")
    return try change(operands[0], words, url) { bank, _ in
      for name in operands.dropFirst() {
        guard let details = bank.details, let tag = details.tags.first(where: { $0.name == name })
        else { throw CommandError("'\(bank.name)' has no tag '\(name)'") }
        details.tags.remove(tag)
      }
    }
  }

  func deleteTags(_ words: CommandWords, _ url: URL) throws -> String {
    let operands = try words.operands(1 ... .max, "at least one tag")
    return try open(url).performAndWait { context in
      var records: [TagRecord] = []
      for name in operands {
        guard let tag = try Tag.find(name: String(fieldText: name), in: context), !tag.isDeleted
        else { throw CommandError("there is no tag '\(name)'") }
        records.append(TagRecord(name: tag.name, banks: tag.bankdetails.count))
        context.delete(tag)
      }
      try context.save()
      if words.has("--json") { return records.json }
      return records.map { "deleted: \($0.line)" }.joined()
    }
  }

  func importList(_ words: CommandWords, _ url: URL) throws -> String {
    let file = try words.operands(1...1, "one file")[0]
    let name = file == "-" ? "standard input" : file
    guard let bytes = try? file == "-" ? readInput() : Data(contentsOf: URL(filePath: file)) else {
      throw CommandError("'\(name)' cannot be read")
    }
    let list = try BankList(Array(bytes), name: name)
    return try open(url).performAndWait { context in
      let report = try BankImport(in: context).run(list) { progress($0, list.banks.count) }
      if words.has("--json") { return ImportRecord(report, of: list).json }
      return list.assumptions.map { "\(name): note: \($0)\n" }.joined() + report.text + "\n"
    }
  }

  private func change(
    _ name: String, _ words: CommandWords, _ url: URL,
    _ body: (FailedBankInfo, ManagedObjectContext) throws -> Void
  ) throws -> String {
    try open(url).performAndWait { context in
      let bank = try Self.bank(called: name, in: context)
      try body(bank, context)
      try context.save()
      return Self.text(bank, words)
    }
  }

  private static func text(_ bank: FailedBankInfo, _ words: CommandWords) -> String {
    words.has("--json") ? BankRecord(bank).json : bank.line + "\n"
  }
}
