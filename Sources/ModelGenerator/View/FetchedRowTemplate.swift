/// The values that templates receive for the rows of a fetch, which are
/// represented by a struct.
struct FetchedRowTemplate: TemplateRecord {
  /// The name of the struct.
  let name: String
  /// The title of the fetch, for the documentation of the struct.
  let title: String
  let columns: [Column]

  /// A column of the rows, which is a property of the struct.
  struct Column: TemplateRecord {
    let name: String
    /// The name of the property within the initialiser, in which it must differ
    /// from the parameter `row`.
    let own: String
    let type: String
    /// The index of the column, from 0.
    let index: Int
  }

  /// Creates the values for a fetch template. The initialiser returns nil if
  /// the fetch does not return rows.
  init?(
    _ template: FetchTemplate, of entity: EntityDescription, in shape: ModelShape
  ) throws(GenerationDiagnostic) {
    let columns = template.result.columns
    guard !columns.isEmpty else { return nil }
    name = Self.name(of: template, in: entity, shape)
    title = template.title
    var typed: [Column] = []
    for (index, column) in columns.enumerated() {
      guard let type = Self.type(of: column.type, in: shape) else {
        throw GenerationDiagnostic(
          place: "\(entity.name).\(template.name).\(column.name)",
          reason: .notSupported("a column of '\(SwiftType.name(of: column.type, in: shape))'"))
      }
      typed.append(
        Column(
          name: SwiftName.escaped(column.name), own: SwiftName.own(column.name), type: type,
          index: index))
    }
    self.columns = typed
  }

  /// Returns a name such as `PerStateRow`, followed by a number if the struct
  /// of an earlier fetch has the same name, which is possible if parameters
  /// have no labels.
  private static func name(
    of template: FetchTemplate, in entity: EntityDescription, _ shape: ModelShape
  ) -> String {
    var name = labelledName(of: template, in: entity)
    let earlier = entity.fetchTemplates.prefix { $0.title != template.title }
      .count { !$0.result.columns.isEmpty && labelledName(of: $0, in: entity) == name }
    if earlier > 0 { name += String(earlier + 1) }
    // Within its class, the struct would hide a type with the same name.
    while SwiftNames.taken.contains(name) || shape.hasType(named: name) { name += "_" }
    return name
  }

  /// Returns a name such as `PerStateRow`, which includes the labels of the
  /// parameters if several fetches have the same name.
  private static func labelledName(
    of template: FetchTemplate, in entity: EntityDescription
  ) -> String {
    let isShared = entity.fetchTemplates.count { $0.name == template.name } > 1
    let words = [template.name] + (isShared ? template.parameters.compactMap(\.label) : [])
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Row"
  }

  /// Returns the Swift type of a column; nil if a row cannot contain values of
  /// the type.
  private static func type(of type: ValueType, in shape: ModelShape) -> String? {
    switch type {
    case .optional(let value): return self.type(of: value, in: shape).map { $0 + "?" }
    case .object: return "ObjectID"
    case .list: return nil
    case .attribute(let attribute, _):
      switch attribute {
      case .composite, .list, .codable, .transformable, .json, .undefined: return nil
      default: return SwiftType.name(of: type, in: shape)
      }
    }
  }
}
