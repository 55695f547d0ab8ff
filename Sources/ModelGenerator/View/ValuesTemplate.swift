/// The values that the template `swift-values` receives for the struct of the
/// values in an entity's row.
struct ValuesTemplate: TemplateRecord {
  /// A stored property of the struct.
  struct Field: TemplateRecord {
    let name: String
    /// The name of the property within functions of the struct itself.
    let own: String
    /// The label of the property in the memberwise initialiser.
    let label: String
    /// The access level of the property. It is not more visible than the class
    /// to which the property refers.
    let access: String
    let declaration: String
    /// The code that reads the value from a row.
    let read: String
    /// The code that writes the value to a row.
    let write: String
    /// True if the value can be nil.
    let isOptional: Bool
  }

  let name = "Values"
  let docs: [String]
  let access: String
  let fields: [Field]
  /// The call of the memberwise initialiser with which another initialiser, in
  /// an extension, creates the struct.
  let construction: String
  /// The expression that creates the `StoredFields` of the struct.
  let table: String

  /// Creates the struct of the values that an entity itself declares. The
  /// initialiser returns nil if there are none.
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
  /// Returns the Swift type of a snapshot, which contains the values of the
  /// entity's parents, followed by its own values.
  static func snapshot(
    of entity: EntityDescription, in shape: ModelShape, column: Int
  ) -> String {
    var values = CodeLayout.text("Values")
    let parents = shape.lineage(of: entity).map { shape.className($0.name) }.dropLast()
    if let parent = parents.last {
      // The parent's snapshot includes the values of its own parents. If they were
      // written out, the type's text would grow with every level of inheritance.
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
        // A composite occupies a column for each of its elements.
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
  /// True if the property is stored in a row of the entity's table, which
  /// applies to attributes and to-one relationships that are not transient.
  var isStoredInRow: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isToMany && !relationship.isTransient
    case .fetched: false
    }
  }

  /// True if the property is kept in memory only.
  var isTransient: Bool {
    attribute?.isTransient ?? relationship?.isTransient ?? false
  }
}
