extension EntityScreens {
  /// The documentation of the entity in the model.
  package var documentation: String? { entity.documentation }

  /// The word before the commands of the entity, such as `line-items`.
  public var groupWord: String { plural.lowercased().replacing(" ", with: "-") }

  /// The noun with its indefinite article, such as `a bank` or `an animal`.
  package var one: String {
    let noun = noun.lowercased()
    let hasVowel =
      noun.first.map { "aeio".contains($0) } == true && !noun.hasPrefix("eu")
      || ["um", "un", "up", "ul"].contains { noun.hasPrefix($0) } && !noun.hasPrefix("uni")
    return (hasVowel ? "an " : "a ") + noun
  }

  /// True if objects can be created from values that a user has typed.
  package var canMake: Bool { make != nil }

  /// All fields, beginning with those of the form, with unambiguous short names.
  package var allFields: [FormField] {
    let all = fields + others
    let short = Dictionary(all.map { (FormField.lastName($0.name), 1) }, uniquingKeysWith: +)
    return all.map { field in
      var field = field
      field.shortName =
        short[FormField.lastName(field.name)] == 1 ? FormField.lastName(field.name) : field.name
      return field
    }
  }

  /// The names of the attributes whose values are unique.
  package var uniqueNames: [String] {
    properties.compactMap(\.attribute).filter(\.isUnique).map(\.name)
  }

  /// Returns whether a field edits a stored string.
  private func isGivenText(_ field: FormField) -> Bool {
    field.kind.isTyped
      && properties.first { $0.name == field.name }?.attribute?.type == .string
  }

  /// The field whose text names an object; nil if there is none.
  package var nameField: FormField? {
    let texts = allFields.filter(isGivenText)
    return promptedField.flatMap { field($0) }
      ?? texts.first { ["name", "title"].contains($0.name) } ?? texts.first
  }

  /// The path of the string that names an object; nil if there is no such
  /// string.
  var nameKey: String? {
    nameField.flatMap { isGivenText($0) ? $0.name : nil }
  }

  /// Returns whether a field must have a value. For a new object, an attribute
  /// with a default does not need one.
  package func isRequired(_ field: FormField, in model: ManagedObjectModel, isNew: Bool) -> Bool {
    if case .toOne(_, let isOptional) = field.kind { return !isOptional }
    guard field.kind.isTyped, let attribute = property(of: field, in: model)?.attribute,
      !attribute.isOptional, !isNew || attribute.defaultValue == nil
    else { return false }
    return attribute.type != .string
      || attribute.rules.contains { rule in
        if case .length(let min?, _) = rule.requirement { min > 0 } else { false }
      }
  }

  /// Returns the text of an attribute's constant default; empty if the
  /// attribute has no default, or if the default is computed for each object,
  /// such as the current date or a new ID.
  func defaultText(of field: FormField, in model: ManagedObjectModel) -> String {
    guard field.isWritable, let attribute = property(of: field, in: model)?.attribute,
      case .constant(let value)? = attribute.defaultValue
    else { return "" }
    if case .enumeration(let name, _) = attribute.type {
      let cases = model.enumerations.first { $0.name == name }?.cases
      return cases?.first { $0.rawValue == value }?.name ?? ""
    }
    return value.text(as: field.kind)
  }

  /// Returns the property that a field edits; nil if the model has no such property.
  package func property(of field: FormField, in model: ManagedObjectModel) -> PropertyDescription? {
    model.property(field.name, of: entityName)
  }

  /// The name of an object's ID in JSON, which differs from the names of all
  /// fields.
  package var idKey: String { allFields.contains { $0.shortName == "id" } ? "@id" : "id" }

  /// Returns the label of a field; its name if several fields have the same
  /// label.
  package func title(of field: FormField) -> String {
    allFields.count { $0.label == field.label } == 1 ? field.label : field.name
  }

  /// Returns the sort key for the value of a field; nil if the value is not
  /// stored.
  package func sortKey(of field: FormField, in model: ManagedObjectModel) -> SortKey? {
    guard let attribute = property(of: field, in: model)?.attribute, !attribute.isTransient else {
      return nil
    }
    let isText = attribute.type == .string
    return SortKey(
      field.name.split(separator: ".").map(String.init), isAscending: true,
      options: isText ? [.caseInsensitive, .diacriticInsensitive] : [])
  }

  /// Inserts an object with the given values, without saving it.
  ///
  /// - Throws: `FieldError` if a value is missing or invalid.
  package func insert(
    _ values: NewValues, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    guard let make else { throw FieldError("\(one) cannot be made here") }
    return try make(context, values)
  }

  /// Returns the text of an object's row. The values by which the object is
  /// sorted are added, unless the text already contains them.
  package func row(_ object: ManagedObject, showing order: [SortKey]) -> RowText {
    var text = row(object)
    for key in order {
      let name = key.keyPath.joined(separator: ".")
      guard let value = (field(name) ?? others.first { $0.name == name })?.text(object),
        !value.isEmpty, text.title != value, !text.subtitle.contains(value)
      else { continue }
      text.subtitle = RowText.joined(text.subtitle, value)
      text.reason = RowText.joined(text.reason, value)
    }
    return text
  }
}

extension ManagedObjectModel {
  /// Returns the property at the end of a path of names that begins at an entity,
  /// including inherited properties; nil if the model has no such property.
  package func property(_ path: String, of entityName: String) -> PropertyDescription? {
    var owner = entityName
    var found: PropertyDescription?
    for name in path.split(separator: ".").map(String.init) {
      if case .composite(let type)? = found?.attribute?.type {
        found = composite(named: type)?.elements.first { $0.name == name }.map { .attribute($0) }
      } else {
        if let previous = found {
          guard let relationship = previous.relationship else { return nil }
          owner = relationship.destinationName
        }
        found = entity(named: owner).flatMap { owner in
          properties(of: owner).first { $0.name == name }
        }
      }
      guard found != nil else { return nil }
    }
    return found
  }
}

extension FormField {
  /// Returns the last name of a path of names.
  static func lastName(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// True if any number of objects can be picked in the field.
  package var isPicker: Bool {
    if case .toMany = kind { isWritable } else { false }
  }

  /// True if the value can be set only for new objects, and cannot be changed later.
  package var isAsked: Bool { !isWritable && kind != .shown }
}

extension ConstantValue {
  /// Returns the value as text for a field of the given kind; empty if such a
  /// field cannot show the value.
  fileprivate func text(as kind: FieldKind) -> String {
    switch self {
    case .date(let value): ScreenDate.text(value, hasTime: kind == .date(hasTime: true))
    case .boolean, .integer, .double, .decimal, .string, .uuid, .url:
      (swiftValue as? any FieldValue)?.fieldText ?? ""
    case .null, .data, .objectID, .list: ""
    }
  }
}

extension FieldKind {
  /// The notation of a value in help messages, such as `=yes|no`.
  package var hint: String {
    switch self {
    case .text, .shown: ""
    case .number: "=NUMBER"
    case .date(let hasTime): hasTime ? "=TIME" : "=DAY"
    case .choice(let words): "=" + words.filter { !$0.isEmpty }.joined(separator: "|")
    case .toOne(let name, _): "=\(name.uppercased())"
    case .toMany(let name, _): "=\(name.uppercased()),..."
    }
  }
}
