import ModelSchema

/// The types that a model leaves to its client: what `Codable<...>` and value
/// transformers store.
struct ClientTypes {
  /// One of them.
  struct Declaration {
    let name: String
    /// The declaration that has it, in the model's words.
    let place: String
    /// The transformer that makes bytes of it; nil where it is `Codable`.
    var transformer: String?
  }

  /// The types that a package has to declare, each once.
  private(set) var declarations: [Declaration] = []

  /// Finds the types of a model.
  ///
  /// - Throws: `GenerationDiagnostic` for a type of another module, which an
  ///   application of its own does not have.
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

  /// The values of the template that declares them.
  var value: TemplateValue {
    [
      "hasTransformers": .boolean(declarations.contains { $0.transformer != nil }),
      "types": .list(
        declarations.map {
          [
            "name": .text($0.name), "place": .text($0.place),
            "transformer": .optional($0.transformer),
          ]
        }),
    ]
  }

  private mutating func add(_ type: AttributeType, _ place: String) throws(GenerationDiagnostic) {
    switch type {
    case .list(let element): try add(element, place)
    case .codable(let name): try add(Declaration(name: name, place: place))
    case .transformable(let name, let transformer)
    where !type.isArchive && type.archivedCollection == nil:
      try add(Declaration(name: name, place: place, transformer: transformer))
    default: break
    }
  }

  private mutating func add(_ declaration: Declaration) throws(GenerationDiagnostic) {
    let name = declaration.name
    // A type such as `[String: Int]`, or one of Foundation's, is there already.
    guard !name.contains(where: { "[<?(".contains($0) }), !Self.known.contains(name) else { return }
    for name in [name, declaration.transformer].compactMap({ $0 }) where name.contains(".") {
      throw GenerationDiagnostic(place: declaration.place, reason: .foreignType(name))
    }
    guard !declarations.contains(where: { $0.name == name }) else { return }
    declarations.append(declaration)
  }

  /// `Codable` types of Swift and Foundation.
  private static let known: Set<String> = [
    "Bool", "Calendar", "CharacterSet", "Data", "Date", "DateComponents", "DateInterval",
    "Decimal", "Double", "Duration", "Float", "IndexPath", "IndexSet", "Int", "Int16", "Int32",
    "Int64", "Int8", "JSONValue", "Locale", "PersonNameComponents", "String", "TimeZone", "UInt",
    "UInt16", "UInt32", "UInt64", "UInt8", "URL", "URLComponents", "UUID",
  ]
}
