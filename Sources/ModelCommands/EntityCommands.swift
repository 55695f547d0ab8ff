/// The commands for an entity's objects.
struct EntityCommands {
  let screens: EntityScreens
  let program: CommandProgram

  var catalog: ScreenCatalog { program.catalog }
  var noun: String { screens.noun.lowercased() }
  var plural: String { screens.plural.lowercased() }
  var operand: String { screens.noun.uppercased().replacing(" ", with: "-") }
  var text: ObjectText {
    ObjectText(catalog: catalog, screens: screens, model: program.model.description)
  }
  var edits: ObjectEdits { ObjectEdits(catalog: catalog, screens: screens, program: program) }

  /// All commands, in the order in which the help lists them.
  var all: [Command] {
    var commands = [list, show]
    if canMake { commands.append(add) }
    commands += [edit, delete, search, count]
    for field in screens.allFields where field.isPicker { commands += pickers(of: field) }
    if screens.tick != nil {
      commands += [tick(screens.tickWord, "yes"), tick("un\(screens.tickWord)", "no")]
    }
    // The `import` command of the first entity also imports files with objects
    // of all entities.
    if canMake || program.catalog.entities.first?.entityName == screens.entityName {
      commands.append(importing)
    }
    commands.append(export)
    return commands.map { command in
      var command = command
      command.makesStore = [add.name, importing.name].contains(command.name)
      return command
    }
  }

  private var canMake: Bool { screens.canMake && !screens.isAbstract }

  // MARK: Reading

  var list: Command {
    Command(
      "list", "", "List all \(plural).", discussion: screens.documentation ?? "",
      options: [
        .json, .limit, .init("--sort", "FIELD", help: "the order; FIELD- turns it around"),
      ]
    ) { call in
      let order = try call.value("--sort").map { [try sortKey($0, call)] } ?? screens.order
      try text.write(
        try screens.source.batches(call.context, nil, order, ObjectText.batchSize), call,
        showing: call.value("--sort") == nil ? [] : order)
    }
  }

  private func sortKey(_ word: String, _ call: CommandCall) throws -> SortKey {
    let isDescending = word.hasSuffix("-")
    let field = try edits.field(isDescending ? String(word.dropLast()) : word)
    guard let key = screens.sortKey(of: field, in: call.context.model) else {
      throw CommandError("'\(field.shortName)' is not what \(plural) can be sorted by")
    }
    return isDescending ? key.reversed : key
  }

  var show: Command {
    Command(
      "show", operand, count: 1...1, "Show everything about \(screens.one).",
      discussion: referenceHelp, options: [.json]
    ) { call in
      let object = try found(call.operands[0], call)
      try call.output.write(call.has("--json") ? text.json(object) + "\n" : text.page(object))
    }
  }

  func found(_ word: String, _ call: CommandCall) throws -> ManagedObject {
    try ObjectFinder(catalog: catalog, context: call.context).object(word, of: screens)
  }

  var referenceHelp: String {
    let unique =
      screens.uniqueNames.isEmpty ? "" : ", a \(screens.uniqueNames.joined(separator: ", a "))"
    return """
      \(operand) is a name\(unique), or an ID such as p12, as '\(program.name) list' shows them.
      A name that several have is refused.
      """
  }
}
