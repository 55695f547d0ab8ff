import Foundation
import ModelRuntime
import ModelSchema
import ModelScreens
import ModelTerminal
import TodoApp
import TodoModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the commands of `todo`.
enum Command {
  /// Runs a command line.
  ///
  /// - Returns: The exit status: 0, 1 when the command failed, 2 when it was
  ///   not understood.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      let arguments = try Arguments(arguments)
      if arguments.has("--version") {
        try say("todo \(PackageVersion.current)")
        return 0
      }
      let needsHelp = arguments.has("--help") || arguments.has("-h")
      // In a pipe nobody sees screens.
      if needsHelp || arguments.words.isEmpty && (isatty(0) == 0 || isatty(1) == 0) {
        try say(Arguments.usage)
        return needsHelp ? 0 : 2
      }
      let container = try TodoStore.open(arguments.store, policy: arguments.usesPolicy)
      guard let command = arguments.words.first else {
        return TerminalApplication(name: "todo", catalog: .todos).show(container)
      }
      if command == "watch" { return try keepWatching(container, arguments) }
      try container.performAndWait { try run(arguments, container, try TodoList(in: $0)) }
      return 0
    } catch let error as UsageError {
      complain("todo: \(error)\n'todo --help' shows how to use it")
      return 2
    } catch let error as StandardStream.WriteError {
      if error != .closed { complain("todo: \(error)") }
      return error.exitStatus
    } catch {
      complain("todo: \(error)")
      return 1
    }
  }

  private static func run(
    _ arguments: Arguments, _ container: PersistentContainer, _ list: TodoList
  ) throws {
    switch arguments.words[0] {
    case "list": try show(list.items.objects)
    case "add":
      guard let due = try arguments.time("--due", now: Date()) else {
        throw UsageError(description: "say when it is due: '--due TIME'")
      }
      let name = try arguments.word(1, "what is to be done")
      try list.add(name, due: due, category: arguments.value("--category"))
    case "edit":
      try change(
        TodoList.Changes(
          name: arguments.value("--name"), due: try arguments.time("--due", now: Date()),
          category: arguments.value("--category"),
          isSilent: arguments.has("--silent") ? true : arguments.has("--loud") ? false : nil),
        arguments, list)
    case "done": try change(TodoList.Changes(isCompleted: true), arguments, list)
    case "undone": try change(TodoList.Changes(isCompleted: false), arguments, list)
    case "delete":
      try select(arguments, list)
      try list.removeSelected()
    case "category": try category(arguments, list)
    case "due": tell(.success(try watch(container, arguments).check()))
    default: throw UsageError(description: "unknown command '\(arguments.words[0])'")
    }
  }

  private static func change(
    _ changes: TodoList.Changes, _ arguments: Arguments, _ list: TodoList
  ) throws {
    try select(arguments, list)
    try list.change(changes)
  }

  private static func select(_ arguments: Arguments, _ list: TodoList) throws {
    let word = try arguments.word(1, "which item: its number in 'todo list'")
    guard let number = Int(word) else {
      throw UsageError(description: "'\(word)' is no number of an item")
    }
    try list.select(number)
  }

  private static func category(_ arguments: Arguments, _ list: TodoList) throws {
    switch try arguments.word(1, "what to do: list, add, rename or delete") {
    case "list": for category in list.categories.objects { try say(category.name.onOneLine) }
    case "add": try list.addCategory(try arguments.word(2, "the category's name"))
    case "rename":
      try list.renameCategory(
        try arguments.word(2, "the category's name"), to: try arguments.word(3, "its new name"))
    case "delete": try list.deleteCategory(try arguments.word(2, "the category's name"))
    case let word: throw UsageError(description: "unknown command 'category \(word)'")
    }
  }

  // MARK: Watching

  private static func watch(
    _ container: PersistentContainer, _ arguments: Arguments
  ) -> DueWatch {
    DueWatch(
      container, rule: arguments.has("--repeat") ? .repeating : .silentAfterwards, tell: tell)
  }

  /// Watches until somebody wants to end.
  private static func keepWatching(
    _ container: PersistentContainer, _ arguments: Arguments
  ) throws -> Int32 {
    let seconds = try arguments.value("--every").map { text in
      guard let seconds = Double(text), seconds >= 0.01, seconds < 1e6 else {
        throw UsageError(description: "'--every' takes a number of seconds")
      }
      return seconds
    }
    let watch = watch(container, arguments)
    let end = QuitSignal()
    try say("watching; ctrl-C or 'q' and return ends it")
    watch.start(every: seconds ?? 60)
    end.wait()
    watch.stop()
    try say("stopped")
    return 0
  }

  /// Rings the bell and shows what is due.
  private static func tell(_ result: Result<[String], any Error>) {
    switch result {
    case .success(let names):
      do {
        for name in names { try say("\u{7}due: \(name.onOneLine)") }
      } catch {
        // Nobody hears the bell any more.
        if error != .closed { complain("todo: \(error)") }
        exit(error.exitStatus)
      }
    case .failure(let error): complain("todo: \(error)")
    }
  }

  private static func show(_ items: some Sequence<ToDo>) throws {
    var lines = ""
    for (index, item) in items.enumerated() {
      lines += "\(index + 1). \(DueTime.text(item.dueDate)) \("\(item)".onOneLine)\n"
    }
    try StandardStream.output.write(lines.isEmpty ? "nothing to do\n" : lines)
  }

  private static func say(_ line: String) throws(StandardStream.WriteError) {
    try StandardStream.output.write(line + "\n")
  }

  private static func complain(_ message: String) {
    try? StandardStream.errors.write(message.inLines + "\n")
  }
}
