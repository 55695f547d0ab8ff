extension EntityCommands {
  private var fieldHelp: String {
    let names = screens.allFields.filter { $0.isWritable || $0.isAsked }.map { field in
      let help = screens.property(of: field, in: program.model.description)?.documentation ?? ""
      return (
        field.shortName + field.kind.hint, help.split(separator: "\n").first.map(String.init) ?? ""
      )
    }
    return "FIELD is one of\n\(CommandProgram.table(names))\n\n"
      + "Days are written as May 27, 2012 or 2012-05-27, several objects with commas; an empty\n"
      + "VALUE takes away what may be missing. '--field VALUE' is the same as 'FIELD=VALUE'."
  }

  /// The fields that are also options: fields whose names are not used by the
  /// command's own options.
  private var optionFields: [FormField] {
    var taken = Set([Command.Option.json, .store, .help].map(\.name))
    return screens.allFields.filter {
      ($0.isWritable || $0.isAsked) && taken.insert(option($0)).inserted
    }
  }

  /// The fields as options, such as `--city Chicago`.
  private var fieldOptions: [Command.Option] {
    optionFields.map { Command.Option(option($0), "VALUE", help: $0.label) }
  }

  private func option(_ field: FormField) -> String {
    "--" + CommandSpelling.dashed(field.shortName)
  }

  private func changes(_ words: some Sequence<String>, _ call: CommandCall) throws -> [(
    FormField, String
  )] {
    var changes = try words.map { try edits.change($0) }
    for (name, value) in call.words.options {
      guard let field = optionFields.first(where: { option($0) == name }) else { continue }
      changes.append((field, value))
    }
    return changes
  }

  var add: Command {
    let name = screens.nameField
    return Command(
      "add", (name.map { "[\($0.shortName.uppercased())] " } ?? "") + "FIELD=VALUE...",
      count: 0 ... .max, "Add \(screens.one).", discussion: fieldHelp,
      options: [.json] + fieldOptions
    ) { call in
      var words = call.operands[...]
      var given: [(FormField, String)] = []
      if let name, let first = words.first, !edits.isChange(first) {
        given.append((name, first))
        words = words.dropFirst()
      }
      given += try changes(words, call)
      guard !given.isEmpty || !needsValues(call) else {
        throw call.words.usage("'add' takes FIELD=VALUE...")
      }
      let object = try edits.add(given, in: call.context)
      try call.context.save()
      try text.write(object, call)
    }
  }

  var edit: Command {
    Command(
      "edit", "\(operand) FIELD=VALUE...", count: 1 ... .max, "Change \(screens.one).",
      discussion: referenceHelp + "\n\n" + fieldHelp, options: [.json] + fieldOptions
    ) { call in
      let changes = try changes(call.operands.dropFirst(), call)
      guard !changes.isEmpty else {
        throw call.words.usage("'edit' takes \(operand) FIELD=VALUE...")
      }
      let object = try found(call.operands[0], call)
      try edits.apply(changes, to: object, in: call.context)
      try call.context.save()
      try text.write(object, call)
    }
  }

  func tick(_ name: String, _ value: String) -> Command {
    let field = screens.tick ?? ""
    return Command(
      name, "\(operand)...", count: 1 ... .max, "Make '\(FormField.label(field))' \(value).",
      discussion: referenceHelp, options: [.json]
    ) { call in
      let objects = try call.operands.map { try found($0, call) }
      for object in objects {
        try edits.apply(["\(field)=\(value)"].map(edits.change), to: object, in: call.context)
      }
      try call.context.save()
      for object in objects { try text.write(object, call) }
    }
  }

  /// Returns whether values must be given for new objects.
  private func needsValues(_ call: CommandCall) -> Bool {
    screens.allFields.contains { screens.isRequired($0, in: call.context.model, isNew: true) }
  }

  var delete: Command {
    Command(
      "delete", "\(operand)...", count: 1 ... .max, "Delete \(plural).", discussion: referenceHelp,
      options: [
        .json, .init("--dry-run", help: "only say what would be deleted"),
        .init("--yes", help: "do not ask, on a terminal"),
      ]
    ) { call in
      var objects: [ManagedObject] = []
      for word in call.operands {
        let object = try found(word, call)
        if !objects.contains(object) { objects.append(object) }
      }
      let isTrial = call.has("--dry-run")
      if !isTrial, !call.has("--yes") { try ask(whetherToDelete: objects, call) }
      // An object that was deleted along with another object no longer exists.
      let lines = try objects.compactMap { object in
        object.isDeleted ? nil : try deleted(object, isTrial: isTrial, call)
      }
      if isTrial { call.context.rollback() } else { try call.context.save() }
      try call.output.write(
        call.has("--json") && lines.count > 1
          ? "[\n\(lines.joined(separator: ","))]\n" : lines.joined())
    }
  }

  /// Asks for confirmation on a terminal. In a pipe, nothing is asked.
  private func ask(whetherToDelete objects: [ManagedObject], _ call: CommandCall) throws {
    let what = objects.count == 1 ? described(objects[0], call) : text.counted(objects.count)
    if program.confirm("Delete \(what)?") == false { throw CommandError("nothing was deleted") }
  }

  /// Returns the title of an object, with the objects that are deleted along
  /// with it: `Georgian Bank; also 1 closing`.
  private func described(_ object: ManagedObject, _ call: CommandCall) -> String {
    let effect = catalog.effect(of: call.context.deletionPlan(for: object), in: call.context)
    return screens.row(object).title.valueOnOneLine + (effect.isEmpty ? "" : "; \(effect)")
  }

  /// Deletes an object without saving, and returns the line that reports it.
  private func deleted(
    _ object: ManagedObject, isTrial: Bool, _ call: CommandCall
  ) throws -> String {
    let line =
      call.has("--json")
      ? try text.json(object)
      : "\(isTrial ? "would be deleted" : "deleted"): \(described(object, call))"
    call.context.delete(object)
    return line + "\n"
  }
}
