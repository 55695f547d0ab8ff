internal import ModelPredicates
import ModelSchema

/// The declarations of an entity beside its properties, in words.
enum EntityText {
  /// A line each: unique keys, indexes, checks, fetches, and what is said about
  /// the entity itself.
  static func lines(of entity: EntityDescription, in shape: ModelShape) -> [String] {
    let own = [
      entity.className.map { "class \($0)" }, entity.access.map { "access \($0.rawValue)" },
      entity.versionHashModifier.map { "hash \($0)" },
    ]
    return own.compactMap(\.self)
      + entity.uniquenessConstraints.map { "unique \($0.name)(\(list($0.keyPaths)))" }
      + entity.indexes.map(index)
      + entity.fullTextIndexes.map { "fulltext \($0.name)(\(list($0.keyPaths)))" }
      + entity.checks.map { "check \($0.name): \($0.predicate)" }
      + entity.fetchTemplates.map { fetch($0, in: shape) }
  }

  private static func index(_ index: FetchIndexDescription) -> String {
    let keys = index.elements.map {
      $0.keyPath + ($0.collation == .binary ? "" : "(.\($0.collation.rawValue))")
        + ($0.isAscending ? "" : " desc")
    }
    return "index \(index.name)(\(list(keys)))" + (index.predicate.map { " where \($0)" } ?? "")
  }

  private static func fetch(_ template: FetchTemplate, in shape: ModelShape) -> String {
    let parameters = template.parameters.map { parameter in
      let label = parameter.label == parameter.name ? "" : (parameter.label ?? "_") + " "
      return "\(label)\(parameter.name): \(SwiftType.name(of: parameter.type, in: shape))"
    }
    var text = "fetch \(template.name)(\(list(parameters)))"
    if let condition = template.predicate?.description ?? template.predicateFormat {
      text += " where \(condition)"
    }
    if !template.sortKeys.isEmpty {
      text +=
        " sort "
        + list(
          template.sortKeys.map {
            $0.keyPath.joined(separator: ".") + ($0.isAscending ? "" : " desc")
          })
    }
    return text
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
