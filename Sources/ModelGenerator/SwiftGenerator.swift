/// A generated file that has not been written yet.
public struct GeneratedFile: Sendable, Hashable {
  /// The path of the file, relative to the output folder.
  public var path: String
  /// The contents of the file.
  public var text: String
  /// True if an existing file belongs to its user, and must not be overwritten.
  public var isWrittenOnce: Bool

  /// Creates a file, which is overwritten by each run unless it is written only
  /// once.
  public init(path: String, text: String, isWrittenOnce: Bool = false) {
    self.path = path
    self.text = text
    self.isWrittenOnce = isWrittenOnce
  }

  /// Creates a file whose text contains the generator's mark.
  init(path: String, marking text: String, source: String) {
    self.init(path: path, text: GeneratedMark.marking(text, source: source))
  }
}

/// A generator of Swift code for a model.
///
/// 1. `ModelShape` is the model with the derived facts that are needed for every
///    property.
/// 2. Views such as `EntityView` turn it into records whose values are Swift
///    text. They decide everything that depends on types, line widths or access
///    levels.
/// 3. Templates arrange the text. A custom template can move parts or leave them out
///    without knowing how a value is read from a row.
///
/// The same model always produces the same bytes. The model must have been checked. If
/// the generator has no code for a part of it, a `GenerationDiagnostic` is thrown.
public struct SwiftGenerator: Sendable {
  /// The templates for the files.
  public var templates: TemplateSet
  /// The way in which the model's code is divided into files.
  public var layout: FileLayout
  /// The access level of all declarations; if it is nil, the access levels in
  /// the model are used.
  public var access: AccessLevel?
  /// True if to-many relationships also have the methods that Xcode generates,
  /// such as `addToTags`.
  public var usesXcodeAccessors: Bool

  /// Creates a generator, which by default uses the built-in templates and
  /// generates one file for the model.
  public init(
    templates: TemplateSet = .builtIn, access: AccessLevel? = nil,
    usesXcodeAccessors: Bool = false, layout: FileLayout = .single
  ) {
    self.layout = layout
    self.templates = templates
    self.usesXcodeAccessors = usesXcodeAccessors
    self.access = access
  }

  /// Returns diagnostics about the names that are valid in the language but not
  /// in generated code, in the order of the model.
  public static func nameFaults(of model: ManagedObjectModel) -> [GenerationDiagnostic] {
    NameCheck(shape: ModelShape(model)).faults
  }

  /// Returns the names that generated code declares in its module, each with
  /// the corresponding name in the model. These are the names of types, and of
  /// entities whose class has another name.
  public static func names(
    of model: ManagedObjectModel
  ) -> [(place: String, name: String)] {
    let types = NameCheck(shape: ModelShape(model)).types
    let others = model.entities.map(\.name).filter { name in !types.contains { $0.name == name } }
    return types + others.map { ($0, $0) }
  }

  /// Returns the generated files for a model.
  ///
  /// - Parameters:
  ///   - model: A checked model.
  ///   - source: The name of the file that the model was read from, for the header; nil
  ///     for the model's name followed by `.model`.
  ///   - released: The older versions whose stores the code can migrate.
  /// - Throws: `GenerationDiagnostic` if the generator has no code for a part of the
  ///   model, or a template is broken.
  public func files(
    for model: ManagedObjectModel, source: String? = nil, released: [ManagedObjectModel] = []
  ) throws(GenerationDiagnostic) -> [GeneratedFile] {
    let shape = ModelShape(model, access: access)
    let view = ModelView(
      shape: shape, source: source ?? "\(model.name).model", released: released,
      usesXcodeAccessors: usesXcodeAccessors)
    let values = try view.values()
    var files: [GeneratedFile] = []
    for part in layout.parts(of: shape) {
      let text = try templates.render(part.template, with: values.value(of: part.content))
      files.append(
        part.isWrittenOnce
          ? GeneratedFile(path: part.path, text: text, isWrittenOnce: true)
          : GeneratedFile(path: part.path, marking: text, source: view.source))
    }
    return files
  }
}
