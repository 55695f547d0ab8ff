import ModelSchema

/// The struct of an entity's values: what a row holds.
struct ValuesView {
  /// A stored property of the struct.
  struct Field {
    let name: String
    let label: String
    let declaration: String
    let read: String
    let write: String

    var value: TemplateValue {
      [
        "name": .text(name), "declaration": .text(declaration), "read": .text(read),
        "write": .text(write),
      ]
    }
  }

  let name: String
  let documentation: String
  let access: AccessLevel
  let fields: [Field]
  let levels: [String]
  /// Whether it is what an object holds, and not only what a snapshot does.
  let isOwn: Bool

  var value: TemplateValue {
    [
      "name": .text(name), "docs": .texts(SwiftDocumentation.lines(documentation)),
      "access": .text(access.modifier), "fields": .list(fields.map(\.value)),
      "hasFields": .boolean(!fields.isEmpty), "levels": .texts(levels),
      "isOwn": .boolean(isOwn), "construction": .text(construction),
    ]
  }

  /// The call of the memberwise initialiser, as it stands in an extension.
  private var construction: String {
    let arguments = fields.map { CodeLayout.text("\($0.label): \($0.read)") }
    return CodeLayout.call("self.init(", arguments).text(indentation: 4, column: 4)
  }
}

extension ValuesView {
  /// The values that an entity declares itself.
  static func own(of entity: EntityDescription, in shape: ModelShape) -> ValuesView {
    let className = shape.className(entity.name)
    return ValuesView(
      name: "Values", documentation: "What a row of `\(className)` holds.",
      access: shape.access(of: entity), fields: fields(of: entity, row: "row", in: shape),
      levels: [], isOwn: true)
  }

  /// The values of an entity that has a parent, the parent's included; nil for
  /// a root.
  static func all(of entity: EntityDescription, in shape: ModelShape) -> ValuesView? {
    let lineage = shape.lineage(of: entity)
    guard lineage.count > 1 else { return nil }
    var fields: [Field] = []
    var levels: [String] = []
    for (level, ancestor) in lineage.enumerated() {
      let own = self.fields(of: ancestor, row: "row\(level)", in: shape)
      if !own.isEmpty { levels.append("let row\(level) = row.level(\(level))") }
      fields += own
    }
    return ValuesView(
      name: "AllValues",
      documentation: "What a row of `\(shape.className(entity.name))` and its parents holds.",
      access: shape.access(of: entity), fields: fields, levels: levels, isOwn: false)
  }

  private static func fields(
    of entity: EntityDescription, row: String, in shape: ModelShape
  ) -> [Field] {
    var column = 0
    var fields: [Field] = []
    for property in entity.properties where property.isStoredInRow {
      switch property {
      case .attribute(let attribute):
        let attribute = AttributeShape(attribute: attribute, shape: shape)
        fields.append(
          Field(
            name: attribute.name, label: SwiftName.label(property.name),
            declaration: attribute.declaration,
            read: attribute.read(row, column: String(column)),
            write: attribute.write(key: "Key.\(attribute.name)")))
        column += attribute.columnCount
      case .relationship(let relationship):
        fields.append(reference(relationship, row: row, column: column, in: shape))
        column += 1
      case .fetched: break
      }
    }
    return fields
  }

  private static func reference(
    _ relationship: RelationshipDescription, row: String, column: Int, in shape: ModelShape
  ) -> Field {
    let name = SwiftName.escaped(relationship.name)
    return Field(
      name: name, label: SwiftName.label(relationship.name),
      declaration: "\(name) = Reference<\(shape.className(relationship.destinationName))>()",
      read: "\(row).reference(\(column))", write: "row.write(\(name), Key.\(name))")
  }
}

extension PropertyDescription {
  /// Whether a row of its entity's table holds it: stored attributes and
  /// to-one relationships.
  var isStoredInRow: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isToMany
    case .fetched: false
    }
  }
}
