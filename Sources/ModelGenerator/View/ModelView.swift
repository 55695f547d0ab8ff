import ModelSchema

/// A model as its template receives it.
struct ModelView {
  let shape: ModelShape
  /// Name of the file that the model was read from.
  let source: String
  /// The older versions.
  let released: [ManagedObjectModel]
  /// Whether Xcode's names for adding and removing are generated too.
  let usesXcodeAccessors: Bool

  private var model: ManagedObjectModel { shape.model }

  /// What the templates of all layouts receive.
  func values() throws(GenerationIssue) -> ModelValues {
    try NameCheck(shape: shape).run()
    try check()
    var entities: [[String: TemplateValue]] = []
    var policyEntities: Set<String> = []
    for entity in model.entities {
      var members = try EntityView(entity, in: shape).members()
      members["source"] = .text(source)
      let policies = try PolicyView.all(of: entity, in: shape, released: released)
      members["policies"] = .list(policies.map(\.value))
      if policies.contains(where: { $0.types.contains(where: SwiftType.needsFoundation) }) {
        policyEntities.insert(entity.name)
      }
      if usesXcodeAccessors {
        members["xcodeAccessors"] = XcodeAccessorsView(entity: entity, shape: shape).value
      }
      entities.append(members)
    }
    return ModelValues(
      shape: shape, model: types, entities: entities, policyEntities: policyEntities)
  }

  /// The model without its classes.
  private var types: [String: TemplateValue] {
    [
      "source": .text(source), "model": header,
      "versions": .list(ReleasedVersions(models: released, shape: shape).values),
      "aliases": .list(model.typeAliases.map(alias)),
      "enumerations": .list(
        model.enumerations.map { EnumerationView(enumeration: $0, shape: shape).value }),
      "composites": .list(
        model.composites.map { CompositeView(composite: $0, shape: shape).value }),
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
    var rows = [DescriptionLiteral.model(model), .prefixed("hooks: ", .list(hooks))]
    if !released.isEmpty {
      let names = ReleasedVersions(models: released, shape: shape).constants
      rows.append(.prefixed("released: ", .list(names.map { .text(".\($0)") })))
    }
    let layout = CodeLayout.rows("CompiledModel(", rows)
    let column = "  \(shape.access.modifier)static let \(constant) = ".count
    return [
      "access": .text(shape.access.modifier), "constant": .text(constant),
      "value": .text(layout.text(indentation: 2, column: column)),
      "lint": LintNote.value(members: [SwiftName.lowerCamel(model.name)]),
    ]
  }

  private func alias(_ alias: TypeAliasDescription) -> TemplateValue {
    [
      "docs": .texts(SwiftDocumentation.lines(alias.documentation)),
      "access": .text(shape.access.modifier), "name": .text(SwiftName.escaped(alias.name)),
      "type": .text(SwiftType.name(of: alias.type)), "lint": LintNote.value(types: [alias.name]),
    ]
  }
}

/// What the templates receive, by what a file is about.
struct ModelValues {
  let shape: ModelShape
  let model: [String: TemplateValue]
  let entities: [[String: TemplateValue]]
  /// The entities whose policies name types of Foundation.
  let policyEntities: Set<String>

  func value(of content: FileLayout.Content) -> TemplateValue {
    switch content {
    case .all:
      var members = model
      members["entities"] = .list(entities.map(TemplateValue.object))
      return .object(adding(FileImports(shape, policyEntities), to: members))
    case .model: return .object(adding(FileImports(typesOf: shape), to: model))
    case .entity(let index):
      let entity = shape.model.entities[index]
      return .object(adding(FileImports(entity, in: shape, policyEntities), to: entities[index]))
    }
  }

  private func adding(
    _ imports: FileImports, to members: [String: TemplateValue]
  ) -> [String: TemplateValue] {
    members.merging(["imports": .texts(imports.lines)]) { _, new in new }
  }
}
