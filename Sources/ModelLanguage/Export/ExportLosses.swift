/// The parts of a model that Xcode's format cannot represent.
///
/// This is a class because all parts of the exporter add to the same list.
final class ExportLosses {
  private(set) var texts: [String] = []

  /// Adds a lost part, unless it is already listed.
  func add(_ text: String) {
    if !texts.contains(text) { texts.append(text) }
  }
}

extension DataModelExporter {
  /// Records the parts of the whole model that are lost.
  func noteLosses() {
    for enumeration in model.enumerations {
      losses.add("the cases of '\(enumeration.name)'; its attributes hold raw values")
    }
    for entity in model.entities {
      for check in entity.checks { losses.add("the check '\(entity.name).\(check.name)'") }
      for index in entity.indexes where index.isFolded {
        losses.add("the index of folded texts '\(entity.name).\(index.name)'")
      }
      for index in entity.fullTextIndexes {
        losses.add("the full-text index '\(entity.name).\(index.name)'")
      }
      let documented =
        entity.indexes.filter { $0.documentation != nil && !$0.isFolded }.map(\.name)
        + entity.uniquenessConstraints.filter { $0.documentation != nil }.map(\.name)
      for name in documented { losses.add("the documentation of '\(entity.name).\(name)'") }
    }
    for query in model.queries { losses.add("the query '\(query.name)'") }
    for migration in model.migrations where !migration.isMappingModel {
      losses.add("the migration from version \(migration.fromVersion)")
    }
    if model.documentation != nil { losses.add("the documentation of the model") }
    if model.access != .internal { losses.add("the access level of the model") }
    if model.userInfo.keys.contains(where: { PreservedAttribute.unprotected($0) != nil }) {
      losses.add("the user info of the model")
    }
  }

  /// Records the lost parts of a fetch, in one line.
  func noteLosses(of template: FetchTemplate, titled title: String) {
    let isKept =
      template.userInfo[PreservedAttribute.prefix + "resultType"] != nil
      || template.result == .first && FetchTemplate.isOne(template.name)
    var parts: [String] = []
    if template.result != .objects, !isKept { parts.append("the result") }
    if !template.sortKeys.isEmpty { parts.append("the order") }
    switch template.limit {
    case nil, .constant(.integer): break
    case .some: parts.append("the limit that is no number")
    }
    if template.offset != nil { parts.append("the offset") }
    if !template.groupKeyPaths.isEmpty || template.havingPredicate != nil {
      parts.append("the groups")
    }
    if !template.prefetchedKeyPaths.isEmpty { parts.append("what is loaded along") }
    // Xcode's variables have only names, which the import also uses as labels.
    if template.parameters.contains(where: { $0.label != $0.name || $0.defaultValue != nil }) {
      parts.append("the labels and defaults of parameters")
    }
    if !parts.isEmpty { losses.add("\(parts.listed()) of the fetch '\(title)'") }
  }
}

extension MigrationDescription {
  /// True if a mapping model can represent the whole migration.
  fileprivate var isMappingModel: Bool {
    steps.allSatisfy { if case .mapping = $0 { true } else { false } }
  }
}
