import Foundation
import TodoApp

/// What the command line asks for.
struct Arguments {
  static let usage = """
    USAGE: todo [--store FILE] [--alert-policy] [COMMAND]

      todo                                             Show lists and forms, on a terminal.
      todo list                                        Show all items, the first due first.
      todo add NAME --due TIME [--category NAME]       Add an item.
      todo edit NUMBER [--name NAME] [--due TIME] [--category NAME] [--silent | --loud]
                                                       Change an item; --category '' takes it out.
      todo done NUMBER | todo undone NUMBER            Complete an item, or open it again.
      todo delete NUMBER                               Delete an item.
      todo category list | add NAME | rename OLD NEW | delete NAME
                                                       Edit the categories.
      todo watch [--every SECONDS] [--repeat]          Ring for items that are due, until ctrl-C or 'q'.
      todo due [--repeat]                              Look once for items that are due.
      todo --help | todo --version                     Show this page, or the version.

    An item that is due within five minutes rings once in five minutes; with --repeat at every look,
    whether it is silent or not.

    The exit status is 0, also where the reader of a pipe has seen enough; 1 where something failed,
    the output too; 2 where the command line is not understood.

    TIME is 2026-11-21 15:30, 15:30 (today), or +10 (minutes from now). FILE ends with .xml for an
    XML store. An older list is migrated when it is opened; with --alert-policy items whose names
    begin with "a" become silent then.
    """

  var store = TodoStore.defaultURL
  var usesPolicy = false
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var switches: Set<String> = []

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--store", "--due", "--category", "--name", "--every":
        guard let value = rest.popFirst() else {
          throw UsageError(description: "'\(argument)' needs a value")
        }
        values[argument] = value
      case "--silent", "--loud", "--repeat", "--help", "-h", "--version":
        switches.insert(argument)
      case "--alert-policy": usesPolicy = true
      case let word where word.hasPrefix("--"):
        throw UsageError(description: "unknown option '\(word)'")
      default: words.append(argument)
      }
    }
    if let path = values["--store"] { store = URL(filePath: path) }
  }

  func has(_ name: String) -> Bool { switches.contains(name) }

  func value(_ name: String) -> String? { values[name] }

  /// The word of a place, counted from 0.
  func word(_ place: Int, _ what: String) throws -> String {
    guard words.indices.contains(place) else { throw UsageError(description: "say \(what)") }
    return words[place]
  }

  /// The time of an option; nil where it is not there.
  func time(_ name: String, now: Date) throws -> Date? {
    try values[name].map { text in
      guard let time = DueTime.read(text, now: now) else {
        throw UsageError(
          description: "'\(text)' is no time such as 2026-11-21 15:30, 15:30 or +10")
      }
      return time
    }
  }
}

/// A command line that makes no sense.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
