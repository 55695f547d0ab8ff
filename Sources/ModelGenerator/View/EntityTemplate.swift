/// An entity as the template `swift-entity` and the templates that it includes receive
/// it.
///
/// `access` is a word with a space behind it, or empty; `docs` are whole comment
/// lines; a `lint` is the line that keeps a linter from complaining about names
/// that the model forces on the code.
struct EntityTemplate: TemplateRecord {
  /// The name of the file that the model was read from.
  var source = ""
  /// The import lines of a file with this class alone.
  var imports: [String] = []
  /// The name of the class.
  let `class`: String
  /// The article of the class's name: `a` or `an`.
  let article: String
  /// The article at the start of a sentence.
  let capitalizedArticle: String
  let docs: [String]
  let access: String
  let isPublic: Bool
  /// The modifiers of the class: `final ` unless it has subclasses.
  let modifiers: String
  let superclass: String
  /// The cases of `Key`; nil if there is no property.
  let keys: Keys?
  /// The struct of the values that a row holds; nil for none.
  let values: ValuesTemplate?
  /// The type of the snapshots.
  let snapshot: String
  /// The name of the property that holds the values.
  let storage: String
  /// The properties that are kept in memory only.
  let transients: [AccessorTemplate]
  /// The initialiser of new objects; nil for an abstract entity.
  let initializer: InitializerTemplate?
  let accessors: [AccessorTemplate]
  /// True if the entity has a parent.
  let isChild: Bool
  /// True if the class is `Identifiable`.
  let isIdentifiable: Bool
  /// The row, starting at the first column of this class.
  let rowOfLevel: String
  /// The statements that report broken rules.
  let rules: [String]
  let hasRules: Bool
  /// The to-one relationships, if a switch distinguishes them.
  let references: [Reference]
  let hasReferences: Bool
  /// The only to-one relationship of a root.
  let onlyReference: Reference?
  /// The bindings as a list in Swift; nil for none.
  let bindings: String?
  /// The attributes of a deprecated property, which keep Swift from warning about the
  /// bindings.
  let bindingAttributes: [String]
  /// The members of `Paths`.
  let paths: [String]
  let hasPaths: Bool
  /// The finders and fetches.
  let functions: [FunctionTemplate]
  let hasFunctions: Bool
  /// The types of policies in Swift.
  var policies: [PolicyTemplate] = []
  /// Xcode's names of functions; nil if they are not generated.
  var xcodeAccessors: XcodeAccessorsTemplate?
  /// The name of the constant that describes the entity.
  let constant: String
  /// The description in Swift.
  let description: String
  let lint: String?
  let memberLint: String?
  let functionLint: String?
  let constantLint: String?

  /// The cases of the enumeration of the properties.
  struct Keys: TemplateRecord {
    /// The cases, if they fit on the enumeration's own line.
    let line: String?
    /// The cases, as many on a line as fit.
    let lines: [String]
  }

  /// A to-one relationship.
  struct Reference: TemplateRecord {
    let name: String
  }
}
