internal import Foundation
internal import ModelScreens

/// A command of `banks`, as its help shows it.
struct CommandHelp: Sendable {
  /// An option.
  struct Option: Sendable {
    let name: String
    /// What its value is called; nil for a switch.
    var value: String?
    let help: String
  }

  let name: String
  let operands: String
  let summary: String
  var discussion = ""
  var options: [Option] = []

  /// The option of a name, or nil.
  func option(_ name: String) -> Option? { options.first { $0.name == name } }

  /// All commands, in the order of the help.
  static let all = [
    list, show, add, set, delete, tag, untag, tags, deleteTag, search, importing, statistics,
  ]

  private static let store = Option(
    name: "--store", value: "FILE", help: "the store; see 'banks --help'")
  private static let json = Option(name: "--json", help: "print JSON")
  private static let help = Option(name: "--help", help: "show this page")
  private static let common = [store, help]
  private static let bankOperand = """
    BANK is a name, a certificate number, or an ID such as p12, as 'banks list --json' shows
    them. A name that several banks have is refused.
    """

  static let list = CommandHelp(
    name: "list", operands: "", summary: "List all banks, those that closed last first.",
    options: [json] + common)
  static let show = CommandHelp(
    name: "show", operands: "BANK", summary: "Show everything about a bank.",
    discussion: bankOperand, options: [json] + common)
  static let add = CommandHelp(
    name: "add", operands: "NAME [FIELD=VALUE...]", summary: "Add a bank.",
    discussion: fields, options: [json] + common)
  static let set = CommandHelp(
    name: "set", operands: "BANK FIELD=VALUE...", summary: "Change a bank.",
    discussion: bankOperand + "\n\n" + fields, options: [json] + common)
  static let delete = CommandHelp(
    name: "delete", operands: "BANK", summary: "Delete a bank; its tags stay.",
    discussion: bankOperand, options: [json] + common)
  static let tag = CommandHelp(
    name: "tag", operands: "BANK TAG...", summary: "Give a bank tags; new ones are made.",
    discussion: bankOperand, options: [json] + common)
  static let untag = CommandHelp(
    name: "untag", operands: "BANK TAG...", summary: "Take tags from a bank; the tags stay.",
    discussion: bankOperand, options: [json] + common)
  static let tags = CommandHelp(
    name: "tags", operands: "", summary: "List all tags with the number of their banks.",
    options: [json] + common)
  static let deleteTag = CommandHelp(
    name: "delete-tag", operands: "TAG...", summary: "Delete tags; their banks stay.",
    options: [json] + common)
  static let search = CommandHelp(
    name: "search", operands: "[TEXT]", summary: "List the banks that are found.",
    discussion: searchKinds,
    options: [
      Option(name: "--kind", value: "KIND", help: "what is compared with TEXT"), json,
    ] + common)
  static let importing = CommandHelp(
    name: "import", operands: "CSV",
    summary: "Bring the FDIC's list of failed banks into the store.",
    discussion: """
      CSV is a file, or - for standard input: lists of all years are read, those in
      Windows-1252 and those without 'Updated Date' with a note that says so.
      Known banks are updated by their certificate number. An import is all or nothing:
      mistakes are reported with their lines, and nothing changes.
      """, options: [json] + common)
  static let statistics = CommandHelp(
    name: "stats", operands: "", summary: "Draw failures by year or state as bars.",
    options: [
      Option(name: "--by", value: "WHAT", help: "year (the default) or state"), json,
    ] + common)

  private static let fields = """
    FIELD is one of name, city, state, zip, cert, acquirer, closed, updated. Days are written
    as May 27, 2012 or 2012-05-27; an empty VALUE takes away what may be missing.
    """

  private static var searchKinds: String {
    let kinds = ScreenCatalog.banks["FailedBankInfo"]?.searches ?? []
    return "Without --kind: \(kinds.first?.name ?? ""). KIND is one of\n"
      + kinds.map { "  \(padded($0.name, 17))\($0.title)" }.joined(separator: "\n")
  }
}

extension CommandHelp {
  /// The page of the command.
  var page: String {
    let call = ["USAGE: banks", name, "[OPTION...]", operands].filter { !$0.isEmpty }
    var parts = [call.joined(separator: " "), summary]
    if !discussion.isEmpty { parts.append(discussion) }
    parts.append(options.map(Self.line).joined(separator: "\n"))
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func line(_ option: Option) -> String {
    let name = option.name + (option.value.map { " \($0)" } ?? "")
    return "  " + padded(name, 15) + option.help
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }

  /// The page of the program.
  static var overview: String {
    let commands = all.map { "  " + padded("\($0.name) \($0.operands)", 28) + $0.summary }
    return """
      USAGE: banks [--store FILE] [COMMAND]

      Without a command, on a terminal: screens to list, edit, tag and search banks.

      \(commands.joined(separator: "\n"))

        --store FILE   The store; without it \(BankStore.defaultURL.path(percentEncoded: false))
        --help         Show this page; behind a command, that command's.
        --version      Show the version.

      Exit status: 0; 1 when a command failed; 2 when it was not understood.

      """
  }
}
