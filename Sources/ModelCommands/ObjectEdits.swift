/// Changes to objects, as written on command lines and in files.
struct ObjectEdits {
  let catalog: ScreenCatalog
  let screens: EntityScreens
  /// The program, if the user can be asked whether to create a missing object;
  /// otherwise nil.
  var program: CommandProgram?
  /// A closure that returns the object to which a file refers with its own
  /// word; nil if there is none.
  var known: (String, EntityScreens) throws -> ManagedObject? = { _, _ in nil }
  /// A closure that returns whether an object is created for a name that no
  /// object has.
  var makes: (FormField, EntityScreens) -> Bool = { _, _ in true }
  /// A closure that returns whether a link to a missing object is left out. If
  /// not, such a link is an error.
  var leavesOut: (FormField, EntityScreens) -> Bool = { _, _ in false }
  /// True if white space around strings is significant, as it is in files.
  var keepsBlanks = false

  /// Returns the field that a word denotes. The word can be its name, the last
  /// part of its name, its title, or an unambiguous beginning of its name.
  ///
  /// - Throws: `CommandError` if there is no such field.
  func field(_ word: String) throws -> FormField {
    let fields = screens.allFields
    let word = word.lowercased()
    func only(_ isMeant: (FormField) -> Bool) -> FormField? {
      let found = fields.filter(isMeant)
      return found.count == 1 ? found[0] : nil
    }
    if let field = fields.first(where: { $0.name.lowercased() == word })
      ?? only({ $0.shortName.lowercased() == word })
      ?? only({ CommandSpelling.areSame($0.shortName, word) })
      ?? only({ $0.label.lowercased() == word.replacing("-", with: " ") })
      ?? only({ $0.shortName.lowercased().hasPrefix(word) })
    {
      return field
    }
    let known = fields.map(\.shortName)
    let hint =
      nearestSuggestion(for: word, in: known)
      ?? "fields are \(known.joined(separator: ", "))"
    throw CommandError("\(screens.one) has no field '\(word)'; \(hint)")
  }

  /// Returns whether a word has the form `FIELD=VALUE`.
  func isChange(_ word: String) -> Bool {
    guard let sign = word.firstIndex(of: "=") else { return false }
    return word[..<sign].allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
  }

  /// Returns the field and the text of `FIELD=VALUE`.
  ///
  /// - Throws: `CommandError` if the word has another form, or if there is no
  ///   such field.
  func change(_ word: String) throws -> (FormField, String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw CommandError("'\(word)' is not FIELD=VALUE") }
    return (try field(String(parts[0])), String(parts[1]))
  }

  /// Creates an object with the given values. The object is not saved.
  func add(
    _ changes: [(FormField, String)], in context: ManagedObjectContext
  ) throws -> ManagedObject {
    var values = NewValues()
    values.keepsBlanks = keepsBlanks
    for field in screens.allFields { values.labels[field.name] = field.shortName }
    for (field, text) in changes {
      guard field.isWritable || field.isAsked else {
        throw CommandError("'\(field.shortName)' of \(screens.one) cannot be given")
      }
      try check(text, field)
      values.texts[field.name] = text
      if field.kind.entityName != nil {
        values.objects[field.name] = try objects(text, field, in: context)
      }
    }
    let object = try screens.insert(values, in: context)
    let rest = changes.filter { field, _ in field.isWritable }
    try apply(rest, to: object, in: context)
    return object
  }

  /// Changes an object. The changes are not saved.
  func apply(
    _ changes: [(FormField, String)], to object: ManagedObject, in context: ManagedObjectContext
  ) throws {
    for (field, text) in changes {
      guard field.isWritable else {
        throw CommandError("'\(field.shortName)' of \(screens.one) stays as it is")
      }
      if field.kind.entityName != nil {
        try field.relate?(object, try objects(text, field, in: context))
      } else {
        try check(text, field)
        let write = keepsBlanks ? field.writeExactly ?? field.write : field.write
        try write?(object, text)
      }
    }
  }

  private func check(_ text: String, _ field: FormField) throws(FieldError) {
    do {
      if keepsBlanks { try field.checkExactly(text) } else { try field.check(text) }
    } catch {
      throw FieldError(error.message, label: field.shortName)
    }
  }

  /// Returns the objects with the given names, which are separated by commas.
  func objects(
    _ text: String, _ field: FormField, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    guard let others = field.kind.entityName.flatMap({ catalog[$0] }) else { return [] }
    let finder = ObjectFinder(catalog: catalog, context: context, keepsBlanks: keepsBlanks)
    guard field.isPicker else {
      guard !text.isEmpty else { return [] }
      return [
        try known(text, others) ?? finder.object(text, of: others, makes: false, program)
      ]
    }
    return try NameList.names(of: text).compactMap { name in
      do {
        return try known(name, others)
          ?? finder.object(name, of: others, makes: makes(field, others))
      } catch {
        if leavesOut(field, others) { return nil }
        throw error
      }
    }
  }
}
