public import ModelCommands
internal import TodoModel

extension StoreConfiguration {
  /// Returns the configuration that opens a to-do list. A file whose name ends
  /// in `.xml` is opened as an XML store.
  public static func todo(_ url: URL) -> StoreConfiguration {
    StoreConfiguration(url: url, type: url.pathExtension == "xml" ? .xml : .sqlite)
  }

  /// Adds the policy by which items of version 1 whose names begin with "a" or
  /// "A" become silent.
  public mutating func addAlertPolicy() { migration.code.add(AlertPolicy()) }
}

extension CommandProgram {
  /// The program `todo`, which has the commands of the model, and two commands
  /// that ring for items that are due.
  public static var todo: CommandProgram {
    var program = CommandProgram(name: "todo", catalog: .todos, model: .todo)
    program.version = PackageVersion.current
    program.configuration = StoreConfiguration.todo
    program.storeOptions = [
      (
        .init(
          "--alert-policy", help: "Items of an older list that begin with \"a\" become silent."),
        { $0.addAlertPolicy() }
      )
    ]
    program.ownCommands = [due, watch].map { command in
      var command = command
      command.makesStore = false
      return command
    }
    return program
  }

  private static let repeating = Command.Option(
    "--repeat", help: "ring at every look, for silent items too, as version 1 had it")
  private static let explanation = """
    An item that is due within five minutes rings, and again every five minutes until it is done,
    or silent ('edit ITEM doNotAlert=yes').
    """

  private static var due: Command {
    Command(
      "due", "", "Look once for items that are due.", discussion: explanation, options: [repeating]
    ) { try ring($0, dueWatch($0)) }
  }

  private static var watch: Command {
    Command(
      "watch", "", "Ring for items that are due, until Ctrl-C or 'q'.", discussion: explanation,
      options: [
        repeating, .init("--every", "SECONDS", help: "how often to look; every 60 seconds"),
      ]
    ) { call in
      let seconds = Double(call.value("--every") ?? "60") ?? 0
      guard seconds >= 0.01, seconds < 1e6 else {
        throw call.words.usage("'--every' takes a number of seconds")
      }
      let (watch, end) = (dueWatch(call), QuitSignal())
      try call.output.write("watching; ctrl-C or 'q' and return ends it\n")
      repeat { try ring(call, watch) } while !end.comes(within: seconds)
      try call.output.write("stopped\n")
    }
  }

  private static func dueWatch(_ call: CommandCall) -> DueWatch {
    DueWatch(
      call.context, rule: call.has("--repeat") ? .repeating : .silentAfterwards,
      isReadOnly: call.container.isReadOnly)
  }

  /// Rings the bell for each item that is due, and shows its name.
  private static func ring(_ call: CommandCall, _ watch: DueWatch) throws {
    for name in try watch.check() {
      try call.output.ring()
      try call.output.write("due: \(name.valueOnOneLine)\n")
    }
    try call.output.flush()
  }
}
