/// A file that the generator wrote, in memory.
public struct GeneratedFile: Sendable, Hashable {
  /// The path of the file, relative to the output folder.
  public var path: String
  /// The contents of the file.
  public var text: String
  /// True if the file belongs to its users once it exists, and must not be overwritten.
  public var isWrittenOnce: Bool

  /// Creates a file, which by default is overwritten by each run.
  public init(path: String, text: String, isWrittenOnce: Bool = false) {
    self.path = path
    self.text = text
    self.isWrittenOnce = isWrittenOnce
  }

  /// Creates a file that carries the generator's mark.
  init(path: String, marking text: String, source: String) {
    self.init(path: path, text: GeneratedMark.marking(text, source: source))
  }
}

/// Writes a model as Swift: model values, then values for templates, then text.
///
/// 1. `ModelShape` is the model with the answers that are needed for every property.
/// 2. Views such as `EntityView` make records of it, whose texts are Swift already:
///    everything that depends on types, widths or access is decided there.
/// 3. Templates arrange the texts. A template that replaces one can move them and leave
///    some out, without knowing how a value is read from a row.
///
/// The same model gives the same bytes. The model must have been checked. A part of it
/// that the generator has no code for is a `GenerationDiagnostic`.
public struct SwiftGenerator: Sendable {
  /// The templates for the files.
  public var templates: TemplateSet
  /// The layout of the files that a model becomes.
  public var layout: FileLayout
  /// The access level of all declarations; nil for the access levels of the model.
  public var access: AccessLevel?
  /// True if to-many relationships also get Xcode's names for adding and removing, such
  /// as `addToTags`.
  public var usesXcodeAccessors: Bool

  /// Creates a generator, by default with the built-in templates and one file for the
  /// model.
  public init(
    templates: TemplateSet = .builtIn, access: AccessLevel? = nil,
    usesXcodeAccessors: Bool = false, layout: FileLayout = .single
  ) {
    self.layout = layout
    self.templates = templates
    self.usesXcodeAccessors = usesXcodeAccessors
    self.access = access
  }

  /// The names that the language allows and generated code cannot have, in the model's order.
  public static func nameFaults(of model: ManagedObjectModel) -> [GenerationDiagnostic] {
    NameCheck(shape: ModelShape(model)).faults
  }

  /// The names that generated code declares in its module, each with the name in the
  /// model: those of types, and those of entities, whose descriptions have a name
  /// besides their classes'.
  public static func names(
    of model: ManagedObjectModel
  ) -> [(place: String, name: String)] {
    let types = NameCheck(shape: ModelShape(model)).types
    let others = model.entities.map(\.name).filter { name in !types.contains { $0.name == name } }
    return types + others.map { ($0, $0) }
  }

  /// The files of a model.
  ///
  /// - Parameters:
  ///   - model: A checked model.
  ///   - source: The name of the file that the model was read from, for the header; nil
  ///     for the model's name with `.model` behind it.
  ///   - released: The older versions, whose stores the code migrates.
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
