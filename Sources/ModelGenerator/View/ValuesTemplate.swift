/// The struct of an entity's values, which is what a row holds, as the template
/// `swift-values` receives it.
struct ValuesTemplate: TemplateRecord {
  /// A stored property of the struct.
  struct Field: TemplateRecord {
    let name: String
    /// The name inside of the struct's own functions.
    let own: String
    /// The label of the memberwise initialiser.
    let label: String
    /// The access level: no more visible than the class that it leads to.
    let access: String
    let declaration: String
    /// The code that reads it from a row.
    let read: String
    /// The code that writes it to a row.
    let write: String
    /// A Boolean value that says whether the value may be nil.
    let isOptional: Bool
  }

  let name = "Values"
  let docs: [String]
  let access: String
  let fields: [Field]
  /// The call of the memberwise initialiser, as it stands in an extension.
  let construction: String
  /// The table of the fields.
  let table: String

  /// Makes that of the values which an entity declares itself; nil for none.
  init?(of entity: EntityDescription, in shape: ModelShape) {
    fields = Self.fields(of: entity, row: "row", in: shape)
    guard !fields.isEmpty else { return nil }
    docs = SwiftDocumentation.lines("The values of a row of `\(shape.className(entity.name))`.")
    access = shape.access(of: entity).modifier
    let arguments = fields.map { CodeLayout.text("\($0.label): \($0.read)") }
    let rows = fields.map { field in
      CodeLayout.call(
        field.isOptional ? ".optional(" : ".value(",
        [.text("Key.\(field.name)"), .text("\\.\(field.name)")])
    }
    table = CodeLayout.call("StoredFields<Values>(", [.text("Values()")] + rows)
      .text(indentation: 4, column: "    \(access)static let fields = ".count)
    construction = CodeLayout.call("self.init(", arguments).text(indentation: 4, column: 4)
  }
}

extension ValuesTemplate {
  /// The type of a snapshot, which holds an entity's own values behind those of
  /// its parents.
  static func snapshot(
    of entity: EntityDescription, in shape: ModelShape, column: Int
  ) -> String {
    var values = CodeLayout.text("Values")
    let parents = shape.lineage(of: entity).map { shape.className($0.name) }.dropLast()
    if let parent = parents.last {
      // The parent's snapshot has its parents' values: written out, a chain of
      // subentities would have types whose text grows with every one of them.
      let inherited = parents.count > 1 ? "\(parent).Snapshot.Contents" : "\(parent).Values"
      values = .generic("InheritedValues", [.text(inherited), values])
    }
    return CodeLayout.generic("ObjectSnapshot", [values]).text(indentation: 2, column: column)
  }

  private static func fields(
    of entity: EntityDescription, row: String, in shape: ModelShape
  ) -> [Field] {
    let access = shape.access(of: entity).modifier
    var column = 0
    var fields: [Field] = []
    for property in entity.properties where property.isStoredInRow {
      switch property {
      case .attribute(let attribute):
        let attribute = AttributeShape(attribute: attribute, shape: shape)
        fields.append(
          Field(
            name: attribute.name, own: SwiftName.own(property.name),
            label: SwiftName.argument(property.name), access: access,
            declaration: attribute.declaration,
            read: attribute.read(row, column: String(column)),
            write: attribute.write(key: "Key.\(attribute.name)"),
            isOptional: attribute.isOptional))
        // A composite takes a column for each of its elements.
        column += attribute.columnCount
      case .relationship(let relationship):
        fields.append(reference(relationship, of: entity, row: row, column: column, in: shape))
        column += 1
      case .fetched: break
      }
    }
    return fields
  }

  private static func reference(
    _ relationship: RelationshipDescription, of entity: EntityDescription, row: String,
    column: Int, in shape: ModelShape
  ) -> Field {
    let name = SwiftName.escaped(relationship.name)
    return Field(
      name: name, own: SwiftName.own(relationship.name),
      label: SwiftName.argument(relationship.name),
      access: shape.access(of: entity, towards: relationship.destinationName).modifier,
      declaration: "\(name) = Reference<\(shape.className(relationship.destinationName))>()",
      read: "\(row).reference(\(column))",
      write: "row.write(\(SwiftName.own(relationship.name)), Key.\(name))", isOptional: false)
  }
}

extension PropertyDescription {
  /// A Boolean value that says whether a row of its entity's table holds it: stored attributes and
  /// to-one relationships.
  var isStoredInRow: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isToMany && !relationship.isTransient
    case .fetched: false
    }
  }

  /// A Boolean value that says whether it is kept in memory only.
  var isTransient: Bool {
    attribute?.isTransient ?? relationship?.isTransient ?? false
  }
}
