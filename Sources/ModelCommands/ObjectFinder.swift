/// Finds the objects that command lines speak of.
struct ObjectFinder {
  let catalog: ScreenCatalog
  let context: ManagedObjectContext
  /// A Boolean value that says whether blanks around words count, as in files.
  var keepsBlanks = false

  /// The one object of a unique value, a name, or an ID such as p12.
  ///
  /// - Parameter makes: Whether an object that needs no more than a name is made
  ///   where there is none.
  /// - Parameter program: The program that asks whether to make it then.
  /// - Throws: `CommandError` where there is none, or several.
  func object(
    _ word: String, of screens: EntityScreens, makes: Bool = false,
    _ program: CommandProgram? = nil
  ) throws -> ManagedObject {
    let word = keepsBlanks ? word : word.trimmingCharacters(in: .whitespaces)
    let noun = screens.noun.lowercased()
    guard !word.isEmpty else { throw CommandError("\(screens.one) needs a name") }
    for name in screens.uniqueNames {
      if let object = try object(word, ofUnique: name, screens) { return object }
    }
    let named = try screens.nameField.map { try objects(word, $0.name, of: screens) } ?? []
    if let object = named.first, named.count == 1 { return object }
    if named.isEmpty, let object = try object(ofID: word, of: screens) { return object }
    guard named.isEmpty else {
      let references = named.prefix(10).map { reference($0, of: screens) }
      throw CommandError(
        "several \(screens.plural.lowercased()) are called '\(word)'; use one of: "
          + references.joined(separator: ", "))
    }
    if let field = screens.promptedField.flatMap({ screens.field($0) }),
      makes || program?.confirm("There is no \(noun) '\(word)'. Make it?") == true
    {
      return try ObjectEdits(catalog: catalog, screens: screens, keepsBlanks: keepsBlanks)
        .add([(field, word)], in: context)
    }
    let hint =
      screens.promptedField == nil
      ? nil
      : program.map {
        "; '\($0.name) \(screens.groupWord) add \(word)' makes it"
      }
    throw CommandError("there is no \(noun) '\(word)'\(hint ?? "")")
  }

  /// The object with a value of a unique field; nil where there is none.
  func object(
    _ text: String, ofUnique name: String, _ screens: EntityScreens
  ) throws -> ManagedObject? {
    guard let constant = constant(text, of: name, screens) else { return nil }
    // By the index: with a fetch each row of an import would be compared with all before it.
    return try context.object(of: screens.entityName, where: name, is: constant)
  }

  /// Returns the text by which a file calls an object: its name where that is no
  /// other's name or unique value, else a unique value, else its ID.
  func handle(_ object: ManagedObject, of screens: EntityScreens) throws -> String {
    if let name = screens.nameField, !name.text(object).isEmpty {
      let text = name.text(object)
      // Unique values are looked for first when the text is read.
      let others = try screens.uniqueNames.compactMap {
        try self.object(text, ofUnique: $0, screens)
      }
      if others.allSatisfy({ $0 == object }),
        try objects(text, name.name, of: screens) == [object]
      {
        return text
      }
    }
    return reference(object, of: screens)
  }

  /// Returns the text that tells an object from others of its name.
  private func reference(_ object: ManagedObject, of screens: EntityScreens) -> String {
    let texts = screens.uniqueNames.compactMap { screens.field($0)?.text(object) }
    return texts.first { !$0.isEmpty } ?? "p\(object.objectID.key)"
  }

  private func objects(
    _ word: String, _ name: String, of screens: EntityScreens
  ) throws -> [ManagedObject] {
    guard let constant = constant(word, of: name, screens) else { return [] }
    return try screens.source.fetch(
      context, .compare(.keyPath(name), .equal, .constant(constant)), screens.order)
  }

  private func constant(
    _ word: String, of name: String, _ screens: EntityScreens
  ) -> ConstantValue? {
    constant(word, context.model.property(name, of: screens.entityName)?.attribute?.type)
  }

  /// The value that a word stands for, read as fields read it; nil where it is
  /// none of the type.
  func constant(_ word: String, _ type: AttributeType?) -> ConstantValue? {
    switch type {
    case .string: .string(word)
    case .int16, .int32, .int64: (try? Int64(fieldText: word)).map { .integer($0) }
    // As it is stored: a float is its own nearest double.
    case .float: (try? Float(fieldText: word)).map { .double(Double($0)) }
    case .double: (try? Double(fieldText: word)).map { .double($0) }
    case .decimal: (try? Decimal(fieldText: word)).map { .decimal($0) }
    case .date: (try? Date(fieldText: word)).map { .date($0) }
    case .uuid: (try? UUID(fieldText: word))?.constantValue
    case .url: (try? URL(fieldText: word)).map { .url($0) }
    case .enumeration(let name, _):
      context.model.enumerations.first { $0.name == name }?.cases
        .first { $0.name == String(fieldText: word) }?.rawValue
    case nil, .boolean, .data, .json, .undefined, .composite, .list, .codable, .transformable: nil
    }
  }

  private func object(ofID word: String, of screens: EntityScreens) throws -> ManagedObject? {
    // `p12`, or what lists call an object without a text: `Blob 12`.
    let start = ["p", "\(screens.noun) "].first { word.hasPrefix($0) }
    guard let start, let key = Int64(word.dropFirst(start.count)) else { return nil }
    // By the key: a list of all would be read again for each link of an import.
    return try context.object(of: screens.entityName, withKey: key)
  }
}
