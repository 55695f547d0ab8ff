/// The values that the templates `swift-model` and `swift-types` receive for a
/// model.
struct ModelTemplate: TemplateRecord {
  /// The name of the file from which the model was read.
  let source: String
  /// The import lines of the file.
  var imports: [String] = []
  /// The comment lines with the documentation of the model.
  let docs: [String]
  let model: Header
  /// The older versions of the model, as constants.
  let versions: [VersionTemplate]
  let aliases: [AliasTemplate]
  let enumerations: [EnumerationTemplate]
  let composites: [CompositeTemplate]
  /// The classes in the file; empty for a file without classes.
  var entities: [EntityTemplate] = []

  /// The constant that contains the model itself.
  struct Header: TemplateRecord {
    let access: String
    /// The name of the constant for the model.
    let constant: String
    /// The Swift expression that creates the model.
    let value: String
    let lint: String?
  }
}

/// A view of a model, which computes the values that templates receive for it.
struct ModelView {
  let shape: ModelShape
  /// The name of the file from which the model was read.
  let source: String
  /// The older versions of the model, whose stores the code can migrate.
  let released: [ManagedObjectModel]
  /// True if the methods that Xcode would generate are also generated.
  let usesXcodeAccessors: Bool

  private var model: ManagedObjectModel { shape.model }

  /// Returns the values for the templates of all layouts.
  func values() throws(GenerationDiagnostic) -> ModelValues {
    if let fault = NameCheck(shape: shape).faults.first { throw fault }
    try check()
    var entities: [EntityTemplate] = []
    for entity in model.entities {
      var template = try EntityView(entity, in: shape).template()
      template.source = source
      template.policies = try PolicyView.all(of: entity, in: shape, released: released)
        .map(\.template)
      if usesXcodeAccessors {
        template.xcodeAccessors = XcodeAccessorsTemplate(entity, in: shape)
      }
      entities.append(template)
    }
    return ModelValues(shape: shape, model: types, entities: entities)
  }

  /// The values for the file that contains the model without its classes.
  private var types: ModelTemplate {
    ModelTemplate(
      source: source, docs: docs, model: header,
      versions: ReleasedVersions(models: released, shape: shape).templates,
      aliases: model.typeAliases.map { AliasTemplate($0, in: shape) },
      enumerations: model.enumerations.map { EnumerationTemplate($0, in: shape) },
      composites: model.composites.map { CompositeTemplate($0, in: shape) })
  }

  /// Checks that the generator supports all parts of the model.
  ///
  /// - Throws: `GenerationDiagnostic` for the first part that is not supported.
  private func check() throws(GenerationDiagnostic) {
    if let query = model.queries.first {
      throw GenerationDiagnostic(place: query.name, reason: .notSupported("a query in SQL"))
    }
    if let empty = model.composites.first(where: \.elements.isEmpty) {
      throw GenerationDiagnostic(
        place: empty.name, reason: .notSupported("a composite without an element"))
    }
  }

  private var docs: [String] {
    let lines = SwiftDocumentation.lines(model.documentation)
    return lines.isEmpty ? ["/// The model `\(model.name)`."] : lines
  }

  private var header: ModelTemplate.Header {
    let constant = SwiftName.escaped(SwiftName.lowerCamel(model.name))
    let hooks = model.entities.map { CodeLayout.text("\(shape.className($0.name)).Hooks.self") }
    var rows = [
      model.literal { .text(".\(shape.constant(of: $0))") },
      .prefixed("hooks: ", .list(hooks)),
    ]
    if !released.isEmpty {
      let names = ReleasedVersions(models: released, shape: shape).constants
      rows.append(.prefixed("released: ", .list(names.map { .text(".\($0)") })))
    }
    let layout = CodeLayout.rows("CompiledModel(", rows)
    let column = "  \(shape.access.modifier)static let \(constant) = ".count
    return ModelTemplate.Header(
      access: shape.access.modifier, constant: constant,
      value: layout.text(indentation: 2, column: column),
      lint: LintNote.line(members: [SwiftName.lowerCamel(model.name)]))
  }
}

/// The values that templates receive for each content of a file.
struct ModelValues {
  let shape: ModelShape
  let model: ModelTemplate
  let entities: [EntityTemplate]

  func value(of content: FileLayout.Content) -> TemplateValue {
    switch content {
    case .all:
      var model = model
      model.entities = entities
      model.imports = FileImports(shape, shape.model.entities, hasTypes: true).lines
      return model.templateValue
    case .model:
      var model = model
      model.imports = FileImports(shape, [], hasTypes: true).lines
      return model.templateValue
    case .entity(let index):
      var entity = entities[index]
      entity.imports = FileImports(shape, [shape.model.entities[index]], hasTypes: false).lines
      return entity.templateValue
    }
  }
}
