/// The values that the template `swift-policy` receives for the types of a
/// policy.
struct PolicyTemplate: TemplateRecord {
  /// The number of the older version.
  let number: Int
  let access: String
  /// The name of an object of the older version, for comments.
  let title: String
  /// The name of the constant that contains the newer model.
  let model: String
  /// The key paths of the fields as an array literal in Swift.
  let keyPaths: String
  let fields: [Field]
  let lint: String?

  /// A value of the older object, which is a property of the struct.
  struct Field: TemplateRecord {
    let name: String
    /// The name of the property within functions of the struct itself.
    let own: String
    let access: String
    let type: String
    /// The code that reads the value from a row.
    let read: String
  }
}

/// The Swift code of the types for the migration policy of an entity, which are
/// a struct of the older version's values, and a protocol that refers to both
/// versions.
final class PolicyView {
  private let entity: EntityDescription
  private let shape: ModelShape
  private let number: Int
  private let old: ModelShape
  private let source: EntityDescription
  private let pairs: ModelCorrespondence

  /// Returns the policies that migration blocks declare for an entity.
  static func all(
    of entity: EntityDescription, in shape: ModelShape, released: [ManagedObjectModel]
  ) throws(GenerationDiagnostic) -> [PolicyView] {
    var views: [PolicyView] = []
    for migration in shape.model.migrations
    where migration.steps.contains(.policy(entity: entity.name))
      || migration.steps.contains(.optionalPolicy(entity: entity.name))
    {
      views.append(try PolicyView(entity, migration, shape, released))
    }
    return views
  }

  private init(
    _ entity: EntityDescription, _ migration: MigrationDescription, _ shape: ModelShape,
    _ released: [ManagedObjectModel]
  ) throws(GenerationDiagnostic) {
    number = migration.fromVersion
    guard let model = released.first(where: { $0.version == migration.fromVersion }) else {
      throw GenerationDiagnostic(place: entity.name, reason: .missingVersion(number))
    }
    pairs = ModelCorrespondence(
      from: model, to: shape.model, through: released.between(model, shape.model))
    guard let source = pairs.source(of: entity) else {
      throw GenerationDiagnostic(place: entity.name, reason: .noOlderEntity(number))
    }
    self.entity = entity
    self.shape = shape
    self.source = source
    old = ModelShape(model)
  }

  var template: PolicyTemplate {
    let fields = fields
    let access = shape.access(of: entity).modifier
    let keyPaths = CodeLayout.list(fields.map { .text(SwiftLiteral.string($0.keyPath)) })
    return PolicyTemplate(
      number: number, access: access,
      title: "\(SwiftName.article(source.name)) `\(source.name)`",
      model: SwiftName.escaped(SwiftName.lowerCamel(shape.model.name)),
      keyPaths: keyPaths.text(
        indentation: 4, column: "    \(access)static let keyPaths: [String] = ".count),
      fields: fields.enumerated().map { index, field in
        PolicyTemplate.Field(
          name: SwiftName.escaped(field.name), own: SwiftName.own(field.name),
          access: field.access.modifier, type: field.type, read: field.read(index))
      },
      lint: LintNote.line(members: fields.map(\.name)))
  }
}

// MARK: - Fields

extension PolicyView {
  /// A value of the older object, which occupies one column.
  private struct Field {
    let name: String
    let keyPath: String
    let access: AccessLevel
    let type: String
    let read: (_ column: Int) -> String
  }

  private var fields: [Field] {
    var taken: Set<String> = []
    let relationships = old.properties(of: source).filter(\.isStoredInRow)
      .compactMap(\.relationship).map(field)
    return (attributes.map(field) + relationships).map { field in
      var name = field.name
      // The path of an element becomes a single name, which another property may
      // already have.
      while !taken.insert(name).inserted { name += "_" }
      return Field(
        name: name, keyPath: field.keyPath, access: field.access, type: field.type,
        read: field.read)
    }
  }

  private func field(_ attribute: (keyPath: String, attribute: AttributeDescription)) -> Field {
    let attributeShape = AttributeShape(attribute: attribute.attribute, shape: old)
    return Field(
      name: attribute.attribute.name, keyPath: attribute.keyPath, access: shape.access(of: entity),
      type: attributeShape.type, read: { attributeShape.read("row", column: "\($0)") })
  }

  /// Returns the value of a relationship, which is a reference to the successor
  /// of its destination, or only a key if there is no successor.
  private func field(_ relationship: RelationshipDescription) -> Field {
    let successor = old.entity(relationship.destinationName).flatMap {
      pairs.successors(of: $0).first
    }
    let type = successor.map { "Reference<\(shape.className($0.name))>" } ?? "Int64?"
    let reader = successor == nil ? "optionalInt64" : "reference"
    return Field(
      name: relationship.name, keyPath: relationship.name,
      access: shape.access(of: entity, towards: successor.map { [$0.name] } ?? []), type: type,
      read: { "row.\(reader)(\($0))" })
  }

  /// The stored attributes of the older object, with the types of their stored
  /// forms.
  private var attributes: [(keyPath: String, attribute: AttributeDescription)] {
    old.properties(of: source).filter(\.isStoredInRow).compactMap(\.attribute)
      .flatMap { stored($0, keyPath: $0.name) }
  }

  /// Returns the stored values of an attribute. There is one for each element
  /// of a composite, and one for any other attribute.
  private func stored(
    _ attribute: AttributeDescription, keyPath: String, depth: Int = 0
  ) -> [(keyPath: String, attribute: AttributeDescription)] {
    var stored = attribute
    stored.typeAlias = nil
    stored.defaultValue = nil
    switch attribute.type {
    case .composite(let name):
      // Only an unchecked model can contain cycles.
      guard depth < 16 else { return [] }
      return (old.composite(name)?.elements ?? []).flatMap { element in
        var element = element
        let path = "\(keyPath).\(element.name)"
        element.name =
          attribute.name + element.name.prefix(1).uppercased() + element.name.dropFirst()
        // If the composite is nil, all of its elements are nil.
        element.isOptional = element.isOptional || attribute.isOptional
        return self.stored(element, keyPath: path, depth: depth + 1)
      }
    // The types are those in the store, because the current cases and types may not
    // represent old values.
    case .enumeration(_, let rawType): stored.type = rawType
    case .list(.enumeration(_, let rawType)): stored.type = .list(rawType)
    case .codable: stored.type = .string
    case .undefined, .transformable:
      stored.type = .data
      stored.isOptional = stored.isOptional || attribute.type == .undefined
    default: break
    }
    return [(keyPath, stored)]
  }
}
