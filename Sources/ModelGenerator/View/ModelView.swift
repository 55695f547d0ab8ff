import ModelSchema

/// A model as its template receives it.
struct ModelView {
  let shape: ModelShape
  /// Name of the file that the model was read from.
  let source: String
  /// Whether Xcode's names for adding and removing are generated too.
  let usesXcodeAccessors: Bool

  private var model: ManagedObjectModel { shape.model }

  func value() throws(GenerationIssue) -> TemplateValue {
    try NameCheck(shape: shape).run()
    try check()
    var entities: [TemplateValue] = []
    for entity in model.entities {
      var value = try EntityView(entity, in: shape).value()
      if usesXcodeAccessors, case .object(var members) = value {
        members["xcodeAccessors"] = XcodeAccessorsView(entity: entity, shape: shape).value
        value = .object(members)
      }
      entities.append(value)
    }
    return [
      "source": .text(source), "imports": .texts(FileImports(shape).lines), "model": header,
      "aliases": .list(model.typeAliases.map(alias)),
      "enumerations": .list(
        model.enumerations.map { EnumerationView(enumeration: $0, shape: shape).value }),
      "composites": .list(
        model.composites.map { CompositeView(composite: $0, shape: shape).value }),
      "entities": .list(entities),
      // An empty list of comments is found before the model's own.
      "docs": .texts(docs),
    ]
  }

  /// What is kept in the model and has no code yet.
  private func check() throws(GenerationIssue) {
    if let query = model.queries.first {
      throw GenerationIssue(place: query.name, problem: .notSupported("a query in SQL"))
    }
    for entity in model.entities {
      guard let index = entity.fullTextIndexes.first else { continue }
      throw GenerationIssue(
        place: "\(entity.name).\(index.name)", problem: .notSupported("a full-text index"))
    }
  }

  private var docs: [String] {
    let lines = SwiftDocumentation.lines(model.documentation)
    return lines.isEmpty ? ["/// The model `\(model.name)`."] : lines
  }

  private var header: TemplateValue {
    let constant = SwiftName.escaped(SwiftName.lowerCamel(model.name))
    let hooks = model.entities.map { CodeLayout.text("\(shape.className($0.name)).Hooks.self") }
    let layout = CodeLayout.rows(
      "CompiledModel(",
      [DescriptionLiteral.model(model), .prefixed("hooks: ", .list(hooks))])
    let column = "  \(shape.access.modifier)static let \(constant) = ".count
    return [
      "access": .text(shape.access.modifier), "constant": .text(constant),
      "value": .text(layout.text(indentation: 2, column: column)),
    ]
  }

  private func alias(_ alias: TypeAliasDescription) -> TemplateValue {
    [
      "docs": .texts(SwiftDocumentation.lines(alias.documentation)),
      "access": .text(shape.access.modifier), "name": .text(SwiftName.escaped(alias.name)),
      "type": .text(SwiftType.name(of: alias.type)),
    ]
  }
}

/// The imports of a file: as visible as what they are used in, and no more,
/// since an import that is more visible than its uses is a warning.
private struct FileImports {
  private let shape: ModelShape

  init(_ shape: ModelShape) {
    self.shape = shape
  }

  var lines: [String] {
    var lines: [String] = []
    if let access = foundation { lines.append("\(access.modifier)import Foundation") }
    lines.append("\(runtime.modifier)import ModelRuntime")
    return lines
  }

  private var runtime: AccessLevel { highest([shape.access] + entityAccess) ?? shape.access }

  private var entityAccess: [AccessLevel] { shape.model.entities.map(shape.access(of:)) }

  /// The highest access level of a declaration that names a Foundation type.
  private var foundation: AccessLevel? {
    let entities = shape.model.entities.filter(needsFoundation).map(shape.access(of:))
    let types =
      shape.model.typeAliases.map(\.type)
      + shape.model.composites.flatMap { $0.elements.filter { $0.typeAlias == nil }.map(\.type) }
    return highest(
      entities + (types.contains(where: SwiftType.needsFoundation) ? [shape.access] : []))
  }

  private func highest(_ levels: [AccessLevel]) -> AccessLevel? {
    levels.max { $0.rank < $1.rank }
  }

  private func needsFoundation(_ entity: EntityDescription) -> Bool {
    shape.lineage(of: entity).contains { ancestor in
      ancestor.attributes.contains { $0.typeAlias == nil && SwiftType.needsFoundation($0.type) }
        || ancestor.fetchTemplates.contains { template in
          template.parameters.contains { SwiftType.needsFoundation($0.type) }
            || template.result.columns.contains { SwiftType.needsFoundation($0.type) }
        }
    }
  }
}
