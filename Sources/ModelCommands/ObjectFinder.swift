/// Finds the objects that command lines refer to.
struct ObjectFinder {
  let catalog: ScreenCatalog
  let context: ManagedObjectContext
  /// True if white space around words is significant, as it is in files.
  var keepsBlanks = false

  /// Returns the object that a word denotes, which can be a unique value, a
  /// name, or an ID such as p12.
  ///
  /// - Parameter makes: True to create a missing object, if it needs no more
  ///   than a name.
  /// - Parameter program: The program that asks before the object is created.
  /// - Throws: `CommandError` if there is no such object, or if there are
  ///   several.
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

  /// Returns the object whose unique field has the given value; nil if there is
  /// none.
  func object(
    _ text: String, ofUnique name: String, _ screens: EntityScreens
  ) throws -> ManagedObject? {
    guard let constant = constant(text, of: name, screens) else { return nil }
    // This uses the index. A fetch would compare each row of an import with all
    // rows before it.
    return try context.object(of: screens.entityName, where: name, is: constant)
  }

  /// Returns the text with which a file refers to an object: its name, unless
  /// another object has the same name or unique value; else a unique value;
  /// else its ID.
  func handle(_ object: ManagedObject, of screens: EntityScreens) throws -> String {
    if let name = screens.nameField, !name.text(object).isEmpty {
      let text = name.text(object)
      // When the text is read, unique values take precedence.
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

  /// Returns text that distinguishes an object from others with the same name.
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

  /// Returns the value that a word represents, as it is read in form fields;
  /// nil if it does not represent a value of the type.
  func constant(_ word: String, _ type: AttributeType?) -> ConstantValue? {
    switch type {
    case .string: .string(word)
    case .int16, .int32, .int64: (try? Int64(fieldText: word)).map { .integer($0) }
    // This is the value as it is stored: a float is converted to the nearest
    // double.
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
    // The word is `p12`, or the title that lists show for an object without a
    // name: `Blob 12`.
    let start = ["p", "\(screens.noun) "].first { word.hasPrefix($0) }
    guard let start, let key = Int64(word.dropFirst(start.count)) else { return nil }
    // This looks up the key. Fetching all objects would be repeated for each
    // link of an import.
    return try context.object(of: screens.entityName, withKey: key)
  }
}
