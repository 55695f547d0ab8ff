/// The text of an entity's declarations other than properties.
enum EntityText {
  /// Returns the settings of the entity itself, and its unique keys, indexes,
  /// checks and fetches, one on each line.
  static func lines(of entity: EntityDescription, in shape: ModelShape) -> [String] {
    words(of: entity) + members(of: entity, in: shape).map(\.text)
  }

  /// Returns the settings of the entity itself, such as its class and its
  /// table.
  static func words(of entity: EntityDescription) -> [String] {
    [
      entity.className.map { "class \($0)" }, entity.access.map { "access \($0.rawValue)" },
      entity.tableName.map { "table \($0)" }, entity.shardName.map { "shard \($0)" },
      entity.versionHashModifier.map { "hash \($0)" },
    ].compactMap(\.self)
  }

  /// Returns the unique keys, indexes, checks and fetches of the entity.
  static func members(of entity: EntityDescription, in shape: ModelShape) -> [NamedLine] {
    var lines = entity.uniquenessConstraints.map {
      NamedLine("unique \($0.name)", "unique \($0.name)(\(list($0.keyPaths)))")
    }
    lines += entity.indexes.map {
      NamedLine("index \($0.name)", index($0, of: entity, in: shape))
    }
    lines += entity.fullTextIndexes.map {
      NamedLine("fulltext \($0.name)", "fulltext \($0.name)(\(list($0.keyPaths)))")
    }
    lines += entity.checks.map {
      let text = condition($0.predicate, entity.name, in: shape)
      return NamedLine("check \($0.name)", "check \($0.name): \(text)")
    }
    return lines
      + entity.fetchTemplates.map { NamedLine("fetch \($0.title)", fetch($0, in: shape)) }
  }

  static func condition(
    _ predicate: ObjectPredicate, _ entityName: String,
    _ parameters: [FetchTemplate.Parameter] = [], in shape: ModelShape
  ) -> String {
    shape.conditions?.ofObjects(predicate, entityName, parameters) ?? "\(predicate)"
  }

  private static func index(
    _ index: FetchIndexDescription, of entity: EntityDescription, in shape: ModelShape
  ) -> String {
    let keys = index.elements.map {
      $0.keyPath + ($0.collation == .binary ? "" : "(.\($0.collation.rawValue))")
        + ($0.isAscending ? "" : " desc")
    }
    let filter = index.predicate.map { " where " + condition($0, entity.name, in: shape) }
    return "index \(index.name)(\(list(keys)))" + (filter ?? "")
  }

  private static func fetch(_ template: FetchTemplate, in shape: ModelShape) -> String {
    let parameters = template.parameters.map { parameter in
      let label = parameter.label == parameter.name ? "" : (parameter.label ?? "_") + " "
      return "\(label)\(parameter.name): \(SwiftType.name(of: parameter.type, in: shape))"
    }
    var text = "fetch \(template.name)(\(list(parameters)))"
    let predicate = template.predicate.map {
      condition($0, template.entityName, template.parameters, in: shape)
    }
    if let condition = predicate ?? template.predicateFormat {
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
