extension ScreenSession {
  /// Asks a question.
  ///
  /// - Parameter answer: A closure that receives the index of the chosen
  ///   option, and the typed text.
  func ask(_ dialog: ScreenDialog, _ answer: @escaping (Int, String) throws -> Void) {
    self.dialog = dialog
    self.answer = answer
  }

  /// Performs an action of the user while a question is open.
  func performInDialog(_ action: ScreenAction) throws {
    guard let dialog else { return }
    switch action {
    case .type(let text):
      if dialog.input != nil {
        self.dialog?.input = text
        self.dialog?.complaint = ""
      }
    case .select(let option): self.dialog?.selection = option.limited(to: dialog.options.count) ?? 0
    case .cycle(let step):
      let count = max(dialog.options.count, 1)
      self.dialog?.selection = ((dialog.selection + step) % count + count) % count
    case .open: try answer(dialog, dialog.selection)
    case .answer(let option): try answer(dialog, option)
    case .back: try answer(dialog, dialog.options.count - 1)
    default: break
    }
  }

  /// Answers the open question. If this fails and the question asks for text,
  /// the question stays open and shows the error.
  private func answer(_ dialog: ScreenDialog, _ option: Int) throws {
    guard dialog.options.indices.contains(option), let answer else { return }
    self.dialog = nil
    self.answer = nil
    do {
      try answer(option, dialog.input ?? "")
    } catch {
      guard dialog.input != nil else { throw error }
      context.discardChanges()
      self.dialog = dialog
      self.dialog?.complaint = "\(error)"
      self.answer = answer
    }
  }
}

// MARK: - Deleting

extension ScreenSession {
  /// Asks whether to delete an object, and deletes it and saves if the user
  /// agrees. The question describes the side effects, or the objects that
  /// prevent the deletion.
  func askToDelete(_ object: ManagedObject) {
    guard !catalog.isReadOnly else { return }
    let title = row(object).title
    let plan = context.deletionPlan(for: object)
    let effect = catalog.effect(of: plan, in: context)
    let isDenied = !plan.denied.isEmpty
    ask(
      ScreenDialog(
        title: "Delete '\(title)'",
        message: effect.isEmpty ? "Nothing else changes." : Self.sentence(effect),
        options: isDenied ? ["Cancel"] : ["Delete", "Cancel"], selection: 0)
    ) { [self] option, _ in
      guard option == 0, !isDenied else { return }
      context.delete(object)
      try save("Delete '\(title)'")
      say("Deleted '\(title)'")
    }
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

// MARK: - New objects

extension ScreenSession {
  /// Returns whether objects can be added to a list of an entity.
  func canMake(_ entityName: String) -> Bool {
    !catalog.isReadOnly
      && catalog.concrete(entityName).contains { $0.make != nil || $0.sample != nil }
  }

  /// Adds an object to a list of an entity, which can require a question or a
  /// form.
  ///
  /// - Parameter then: A closure that receives the new object.
  func make(_ entityName: String, then: @escaping (ManagedObject) -> Void) throws {
    guard canMake(entityName) else { return }
    let choices = catalog.concrete(entityName).filter { $0.make != nil || $0.sample != nil }
    guard let first = choices.first else { return }
    if choices.count == 1 { return try make(first, then: then) }
    ask(
      ScreenDialog(
        title: "New \(catalog[entityName]?.noun.lowercased() ?? "object")", message: "Which kind?",
        options: choices.map(\.noun) + ["Cancel"], selection: 0)
    ) { [self] option, _ in
      if option < choices.count { try make(choices[option], then: then) }
    }
  }

  private func make(_ screens: EntityScreens, then: @escaping (ManagedObject) -> Void) throws {
    if let sample = screens.sample {
      let object = try sample(context)
      try save("Add '\(row(object).title)'")
      then(object)
      say("Added '\(row(object).title)'")
    } else if let name = screens.promptedField, let field = screens.field(name) {
      ask(
        ScreenDialog(
          title: screens.texts.newTitle, message: screens.texts.newMessage, input: "",
          options: ["OK", "Cancel"], selection: 0)
      ) { [self] option, text in
        if option == 0 { try make(screens, field, text, then: then) }
      }
    } else {
      push(FormScreen(screens, nil, in: self, made: then))
    }
  }

  /// Creates an object from the text of a single field, and saves it.
  private func make(
    _ screens: EntityScreens, _ field: FormField, _ text: String,
    then: (ManagedObject) -> Void
  ) throws {
    let text = String(fieldText: text)
    guard !text.isEmpty else {
      throw FieldError("\(screens.one) needs a \(field.label.lowercased())")
    }
    try field.check(text)
    guard try !isTaken(screens, field.name, text) else {
      throw FieldError("there is \(screens.one) '\(text)' already")
    }
    guard let make = screens.make else { return }
    let values = NewValues(texts: [field.name: text], labels: [field.name: field.label])
    let object = try make(context, values)
    try save("Add '\(row(object).title)'")
    then(object)
  }

  /// Returns whether another object already has the given text of a unique
  /// attribute.
  private func isTaken(_ screens: EntityScreens, _ name: String, _ text: String) throws -> Bool {
    let attribute = context.model.property(name, of: screens.entityName)?.attribute
    guard attribute?.isUnique == true else { return false }
    let condition = ObjectPredicate.compare(.keyPath(name), .equal, .constant(.string(text)))
    return try !screens.source.fetch(context, condition, []).isEmpty
  }
}
