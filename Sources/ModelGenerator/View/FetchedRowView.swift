import ModelSchema

/// The rows of a fetch, as the struct that its function gives back.
struct FetchedRowView {
  /// Name of the struct.
  let name: String
  /// The fetch as documentation names it.
  private let title: String
  private let columns: [(name: String, type: String)]

  /// The struct of a template; nil where it gives back no rows.
  init?(
    _ template: FetchTemplate, of entity: EntityDescription, in shape: ModelShape
  ) throws(GenerationIssue) {
    let columns = template.result.columns
    guard !columns.isEmpty else { return nil }
    name = Self.name(of: template, in: entity)
    title = template.title
    var typed: [(name: String, type: String)] = []
    for column in columns {
      guard let type = Self.type(of: column.type, in: shape) else {
        throw GenerationIssue(
          place: "\(entity.name).\(template.name).\(column.name)",
          problem: .notSupported("a column of '\(SwiftType.name(of: column.type, in: shape))'"))
      }
      typed.append((SwiftName.escaped(column.name), type))
    }
    self.columns = typed
  }

  var value: TemplateValue {
    [
      "name": .text(name), "title": .text(title),
      "columns": .list(
        columns.enumerated().map { index, column in
          [
            "name": .text(column.name), "type": .text(column.type), "index": .text("\(index)"),
          ]
        }),
    ]
  }

  /// `PerStateRow`; with the labels where several fetches share a name.
  private static func name(of template: FetchTemplate, in entity: EntityDescription) -> String {
    let isShared = entity.fetchTemplates.count { $0.name == template.name } > 1
    let words = [template.name] + (isShared ? template.parameters.compactMap(\.label) : [])
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Row"
  }

  /// The type of a column; nil where a row cannot hold such values.
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
