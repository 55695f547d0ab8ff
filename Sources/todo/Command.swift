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
        print("todo \(PackageVersion.current)")
        return 0
      }
      let needsHelp = arguments.has("--help") || arguments.has("-h")
      // In a pipe nobody sees screens.
      if needsHelp || arguments.words.isEmpty && (isatty(0) == 0 || isatty(1) == 0) {
        print(Arguments.usage)
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
    } catch {
      complain("todo: \(error)")
      return 1
    }
  }

  private static func run(
    _ arguments: Arguments, _ container: PersistentContainer, _ list: TodoList
  ) throws {
    switch arguments.words[0] {
    case "list": show(list.items.objects)
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
    case "list": for category in list.categories.objects { print(category.name) }
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
    print("watching; ctrl-C or 'q' and return ends it")
    watch.start(every: seconds ?? 60)
    end.wait()
    watch.stop()
    print("stopped")
    return 0
  }

  /// Rings the bell and shows what is due.
  private static func tell(_ result: Result<[String], any Error>) {
    switch result {
    case .success(let names):
      for name in names { print("\u{7}due: \(name)") }
    case .failure(let error): complain("todo: \(error)")
    }
    fflush(nil)
  }

  private static func show(_ items: some Sequence<ToDo>) {
    var isEmpty = true
    for (index, item) in items.enumerated() {
      print("\(index + 1). \(DueTime.text(item.dueDate)) \(item)")
      isEmpty = false
    }
    if isEmpty { print("nothing to do") }
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}
