/// The types that a model expects the client to declare, which are those in
/// `Codable<...>`, and those whose values are stored through value
/// transformers.
struct ClientTypes {
  /// A type that the model uses but does not declare.
  struct Declaration {
    let name: String
    /// The declaration that uses the type, by its name in the model.
    let place: String
    /// True if the client must declare the type; false for types of Swift and
    /// Foundation.
    let isMissing: Bool
    /// The transformers that convert values of the type to bytes; empty if the type is
    /// `Codable`.
    var transformers: [String] = []
  }

  /// The types that the model uses but does not declare, without duplicates.
  private(set) var declarations: [Declaration] = []

  /// Finds the types of a model.
  ///
  /// - Throws: `GenerationDiagnostic` for a type of another module, which a standalone
  ///   application does not have.
  init(_ model: ManagedObjectModel) throws(GenerationDiagnostic) {
    for entity in model.entities {
      for attribute in entity.properties.compactMap(\.attribute) {
        try add(attribute.type, "\(entity.name).\(attribute.name)")
      }
    }
    for composite in model.composites {
      for element in composite.elements {
        try add(element.type, "\(composite.name).\(element.name)")
      }
    }
  }

  /// The values for the template that declares the missing types.
  var value: TemplateValue {
    [
      "types": .list(
        declarations.map {
          [
            "name": .text($0.name), "place": .text($0.place),
            "isMissing": .boolean($0.isMissing), "transformers": .texts($0.transformers),
          ]
        })
    ]
  }

  private mutating func add(_ type: AttributeType, _ place: String) throws(GenerationDiagnostic) {
    switch type {
    case .list(let element): try add(element, place)
    case .codable(let name): try add(name, by: nil, place)
    case .transformable(let name, let transformer)
    where !type.isArchive && type.archivedCollection == nil:
      try add(name, by: transformer, place)
    default: break
    }
  }

  private mutating func add(
    _ name: String, by transformer: String?, _ place: String
  ) throws(GenerationDiagnostic) {
    // A type such as `[String: Int]`, or a Foundation type, already exists.
    let isMissing = !name.contains { "[<?(".contains($0) } && !Self.known.contains(name)
    guard isMissing || transformer != nil else { return }
    for name in [isMissing ? name : nil, transformer].compactMap(\.self) where name.contains(".") {
      throw GenerationDiagnostic(place: place, reason: .foreignType(name))
    }
    let index = declarations.firstIndex { $0.name == name } ?? declarations.count
    if index == declarations.count {
      declarations.append(Declaration(name: name, place: place, isMissing: isMissing))
    }
    guard let transformer, !declarations[index].transformers.contains(transformer) else { return }
    if let other = declarations.first(where: { $0.transformers.contains(transformer) }) {
      throw GenerationDiagnostic(
        place: place, reason: .takenTransformer(transformer, by: other.name))
    }
    declarations[index].transformers.append(transformer)
  }

  /// The names of `Codable` types in Swift and Foundation.
  private static let known: Set<String> = [
    "Bool", "Calendar", "CharacterSet", "Data", "Date", "DateComponents", "DateInterval",
    "Decimal", "Double", "Duration", "Float", "IndexPath", "IndexSet", "Int", "Int16", "Int32",
    "Int64", "Int8", "JSONValue", "Locale", "PersonNameComponents", "String", "TimeZone", "UInt",
    "UInt16", "UInt32", "UInt64", "UInt8", "URL", "URLComponents", "UUID",
  ]
}
