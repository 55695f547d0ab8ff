/// The text of a model in columns, as `modelgen show` prints it.
public enum ModelTable {
  /// Returns the text of the model's entities and their properties.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - conditions: The notation for conditions; nil for format strings.
  public static func text(
    of model: ManagedObjectModel, conditions: ConditionText? = nil
  ) -> String {
    let shape = ModelShape(model)
    shape.conditions = conditions
    var parts = [title(of: model)]
    if let documentation = model.documentation { parts.append(documentation + "\n") }
    parts += model.enumerations.map(enumeration)
    parts += model.composites.map { [shape] in composite($0, shape) }
    parts += model.entities.map { [shape] in entity($0, shape) }
    parts += model.configurations.map {
      "configuration \($0.name): \($0.entityNames.joined(separator: ", "))\n"
    }
    return parts.joined(separator: "\n")
  }

  private static func title(of model: ManagedObjectModel) -> String {
    let version = model.version.map { ", version \($0)" } ?? ""
    let count = model.entities.count
    return "model \(model.name)\(version): \(count) \(count == 1 ? "entity" : "entities")\n"
  }

  private static func enumeration(_ enumeration: EnumerationDescription) -> String {
    let rows = enumeration.cases.map { value in
      [value.name, SwiftConstant.text(value.rawValue), firstLine(value.documentation)]
    }
    let type = SwiftType.name(of: enumeration.rawType)
    return block("enum \(enumeration.name): \(type)", enumeration.documentation, rows)
  }

  private static func composite(_ composite: CompositeDescription, _ shape: ModelShape) -> String {
    let rows = composite.elements.map { PropertyText.row(.attribute($0), in: shape) }
    return block("composite \(composite.name)", composite.documentation, rows)
  }

  private static func entity(_ entity: EntityDescription, _ shape: ModelShape) -> String {
    let kind = entity.isAbstract ? "abstract entity" : "entity"
    let parent = entity.parentName.map { ": \($0)" } ?? ""
    let rows = entity.properties.map { PropertyText.row($0, of: entity, in: shape) }
    let lines = EntityText.lines(of: entity, in: shape).map { "  " + $0 + "\n" }
    return block("\(kind) \(entity.name)\(parent)", entity.documentation, rows) + lines.joined()
  }

  /// Returns a heading, with the table below it.
  private static func block(_ title: String, _ documentation: String?, _ rows: [[String]]) -> String
  {
    let heading = documentation.map { "\(title)  \(firstLine($0))" } ?? title
    return ([heading] + aligned(rows).map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  /// Rows with aligned columns; the last column has no fixed width.
  package static func aligned(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        line += text
        if column < row.count - 1 {
          line += CodeLayout.space(widths[column] - text.count + 2)
        }
      }
      return String(line.trimmingEnd { $0 == " " })
    }
  }

  private static func firstLine(_ text: String?) -> String {
    text?.split(separator: "\n").first.map(String.init) ?? ""
  }
}
