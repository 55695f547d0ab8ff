/// A generator of the screens of an application for a model, and of a package
/// around them.
///
/// Screens are values of the library ModelScreens, which contains the code that
/// all applications have in common. Generated code only describes the model.
/// The `@info` keys of a model that begin with `ui.` describe how it is shown.
public struct AppGenerator: Sendable {
  /// The templates for the files.
  public var templates: TemplateSet

  /// Creates a generator, which uses the built-in templates by default.
  public init(templates: TemplateSet = .builtIn) {
    self.templates = templates
  }

  /// Returns the source files of the screens. There is one file for each
  /// entity, and one for the whole model.
  ///
  /// - Parameters:
  ///   - model: The model that the screens show.
  ///   - source: The name of the model's file, for the headers.
  ///   - module: The module that contains the model's classes; nil for the model's name
  ///     followed by `Model`.
  /// - Throws: `GenerationDiagnostic` if an `@info` names something that the model does
  ///   not have.
  public func screens(
    for model: ManagedObjectModel, source: String, module: String? = nil
  ) throws(GenerationDiagnostic) -> [GeneratedFile] {
    let shape = ModelShape(model, access: .public)
    try AppNames.check(shape)
    try PresentationHints.check(model)
    var files: [GeneratedFile] = []
    for entity in model.entities {
      let view = EntityScreensView(
        entity: entity, shape: shape, module: module ?? "\(model.name)Model", source: source)
      files.append(
        GeneratedFile(
          path: "\(SwiftNames.identifier(entity.name, otherwise: "Entity"))Screens.swift",
          marking: try templates.render("app-entity", with: try view.value()), source: source))
    }
    let catalog = try templates.render("app-catalog", with: catalogue(model, source: source))
    return files
      + [GeneratedFile(path: "\(model.name)Catalog.swift", marking: catalog, source: source)]
  }

  private func catalogue(_ model: ManagedObjectModel, source: String) -> TemplateValue {
    let shape = ModelShape(model)
    let elements = model.entities.map { CodeLayout.text(".\(shape.constant(of: $0))") }
    let call = CodeLayout.call(
      "ScreenCatalog(",
      [
        .prefixed("title: ", .string(PresentationHints.title(of: model))),
        .prefixed("entities: ", .list(elements)),
      ])
    let constant = SwiftName.lowerCamel(model.name)
    return [
      "source": .text(source), "constant": .text(SwiftName.escaped(constant)),
      // `swift format` breaks a line that ends at the last column here.
      "catalog": .text(call.text(indentation: 2, column: 23 + constant.count, trailing: 1)),
    ]
  }

  /// Returns the files of a package that contains the screens, with paths
  /// relative to its folder.
  ///
  /// - Parameters:
  ///   - model: The model of the application.
  ///   - text: The source text of the model.
  ///   - released: The older versions whose stores the application can migrate.
  ///   - package: The dependency on the runtime's package.
  /// - Throws: `GenerationDiagnostic` for the same reasons as
  ///   `screens(for:source:module:)`.
  public func package(
    for model: ManagedObjectModel, text: String, released: [ManagedObjectModel] = [],
    package: AppPackage
  ) throws(GenerationDiagnostic) -> [GeneratedFile] {
    guard !model.entities.isEmpty else {
      throw GenerationDiagnostic(
        place: "model \(model.name)", reason: .notSupported("an application without an entity"))
    }
    try AppNames.check(package, model)
    let modules = AppNames(model)
    let types = try ClientTypes(model)
    var names = names(of: model, package, hasOwnTypes: !types.declarations.isEmpty)
    let shape = ModelShape(model, access: .public)
    var entities: [TemplateValue] = []
    for entity in model.entities {
      entities.append(
        try CommandExamples(entity: entity, shape: shape, isFirst: entities.isEmpty).value())
    }
    names["entities"] = .list(entities)
    var files: [GeneratedFile] = []
    for (path, template) in [
      ("Package.swift", "app-package"), (".gitignore", "app-gitignore"),
      ("README.md", "app-readme"),
      ("Sources/\(package.program)/main.swift", "app-main"),
      ("Sources/\(modules.screens)/\(model.name)Screens.swift", "app-screens"),
      ("Tests/\(modules.tests)/\(model.name)ApplicationTests.swift", "app-tests"),
    ] {
      let text = try templates.render(template, with: .object(names))
      files.append(GeneratedFile(path: path, text: text, isWrittenOnce: true))
    }
    if !types.declarations.isEmpty {
      files.append(
        GeneratedFile(
          path: "Sources/\(modules.objects)/Types.swift",
          text: try templates.render("app-types", with: types.value), isWrittenOnce: true))
    }
    files.append(
      GeneratedFile(path: "Models/\(model.name).model", text: text, isWrittenOnce: true))
    let source = "\(model.name).model"
    let classes = try SwiftGenerator(templates: templates, access: .public)
      .files(for: model, source: source, released: released)
    files += classes.map { $0.moved(to: "Sources/\(modules.objects)/Generated") }
    files += try screens(for: model, source: source, module: modules.objects)
      .map { $0.moved(to: "Sources/\(modules.screens)/Generated") }
    return files
  }

  /// Returns the values for the templates of a package.
  private func names(
    of model: ManagedObjectModel, _ package: AppPackage, hasOwnTypes: Bool
  ) -> [String: TemplateValue] {
    let modules = AppNames(model)
    let imports = ([modules.objects, modules.screens] + Self.imports).sorted { $0 < $1 }
    return [
      "model": .text(model.name), "program": .text(package.program),
      "objects": .text(modules.objects), "screens": .text(modules.screens),
      "tests": .text(modules.tests),
      "imports": .texts(imports), "ownTypes": .boolean(hasOwnTypes),
      "constant": .text(SwiftName.escaped(SwiftName.lowerCamel(model.name))),
      "dependency": .text(package.dependency), "package": .text(package.name),
      "firstEntity": .text(model.entities.first?.name ?? ""),
      "title": .text(SwiftLiteral.string(PresentationHints.title(of: model))),
    ]
  }

  /// The modules that a program imports, in addition to those of the model.
  private static let imports = [
    "Foundation", "ModelCommands", "ModelRuntime", "ModelScreens", "ModelTerminal",
  ]
}

extension GeneratedFile {
  fileprivate func moved(to folder: String) -> GeneratedFile {
    var file = self
    file.path = "\(folder)/\(path)"
    return file
  }
}
