extension EntityScreens {
  /// The documentation of the entity in the model.
  package var documentation: String? { entity.documentation }

  /// The word that the entity's commands stand behind: `line-items`.
  public var groupWord: String { plural.lowercased().replacing(" ", with: "-") }

  /// One object with its article: `a bank`, `an animal`.
  package var one: String {
    let noun = noun.lowercased()
    let hasVowel =
      noun.first.map { "aeio".contains($0) } == true && !noun.hasPrefix("eu")
      || ["um", "un", "up", "ul"].contains { noun.hasPrefix($0) } && !noun.hasPrefix("uni")
    return (hasVowel ? "an " : "a ") + noun
  }

  /// A Boolean value that says whether objects can be made of what is typed.
  package var canMake: Bool { make != nil }

  /// Every field, those of the form first, with short names that are told
  /// apart.
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

  /// The names of the attributes that only one object has with a value.
  package var uniqueNames: [String] {
    properties.compactMap(\.attribute).filter(\.isUnique).map(\.name)
  }

  /// Returns whether a field is a text that objects are given.
  private func isGivenText(_ field: FormField) -> Bool {
    field.kind.isTyped
      && properties.first { $0.name == field.name }?.attribute?.type == .string
  }

  /// The field that people call an object by.
  package var nameField: FormField? {
    let texts = allFields.filter(isGivenText)
    return promptedField.flatMap { field($0) }
      ?? texts.first { ["name", "title"].contains($0.name) } ?? texts.first
  }

  /// The path of the text that people call an object by; nil where there is none.
  var nameKey: String? {
    nameField.flatMap { isGivenText($0) ? $0.name : nil }
  }

  /// A Boolean value that says whether a field must not be empty; that of a new
  /// object may where it has a default.
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

  /// The text of the value that new objects have where none is given; empty for
  /// none, and for a moment or an ID that is made with the object.
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

  /// Returns the property behind a field; nil where the model has none.
  package func property(of field: FormField, in model: ManagedObjectModel) -> PropertyDescription? {
    model.property(field.name, of: entityName)
  }

  /// The name of the ID in JSON: one that no field has.
  package var idKey: String { allFields.contains { $0.shortName == "id" } ? "@id" : "id" }

  /// The title of a field, its name where several have the title.
  package func title(of field: FormField) -> String {
    allFields.count { $0.label == field.label } == 1 ? field.label : field.name
  }

  /// Returns the key that sorts by a field; nil where its value is not stored.
  package func sortKey(of field: FormField, in model: ManagedObjectModel) -> SortKey? {
    guard let attribute = property(of: field, in: model)?.attribute, !attribute.isTransient else {
      return nil
    }
    let isText = attribute.type == .string
    return SortKey(
      field.name.split(separator: ".").map(String.init), isAscending: true,
      options: isText ? [.caseInsensitive, .diacriticInsensitive] : [])
  }

  /// Makes an object of what was typed and picked; it is not saved.
  ///
  /// - Throws: `FieldError` where a value is missing or is none.
  package func insert(
    _ values: NewValues, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    guard let make else { throw FieldError("\(one) cannot be made here") }
    return try make(context, values)
  }

  /// Returns what lists show of an object, with the values that it is sorted by
  /// where the row does not have them.
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
  /// The property that a path of names leads to from an entity, inherited ones
  /// too; nil where there is none.
  package func property(_ path: String, of entityName: String) -> PropertyDescription? {
    var owner = entityName
    var found: PropertyDescription?
    for name in path.split(separator: ".").map(String.init) {
      if case .composite(let type)? = found?.attribute?.type {
        let elements = composites.first { $0.name == type }?.elements
        found = elements?.first { $0.name == name }.map { .attribute($0) }
        guard found != nil else { return nil }
        continue
      }
      if let previous = found {
        guard let relationship = previous.relationship else { return nil }
        owner = relationship.destinationName
      }
      let lineage = sequence(first: owner) { name in
        self.entities.first { $0.name == name }?.parentName
      }
      found =
        lineage.prefix(64).lazy.compactMap { name in
          self.entities.first { $0.name == name }
        }.compactMap { entity in entity.properties.first { $0.name == name } }.first
      guard found != nil else { return nil }
    }
    return found
  }
}

extension FormField {
  /// The last name of a path.
  static func lastName(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// A Boolean value that says whether any number of objects can be picked.
  package var isPicker: Bool {
    if case .toMany = kind { isWritable } else { false }
  }

  /// A Boolean value that says whether new objects get it, and keep it.
  package var isAsked: Bool { !isWritable && kind != .shown }
}

extension ConstantValue {
  /// The text of the value in a field; empty where fields have none for it.
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
  /// The way in which a value is written, for help: `=yes|no`.
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
