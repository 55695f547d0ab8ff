/// An entity as the template `swift-entity` and the templates included in it receive
/// it.
///
/// `access` is a keyword followed by a space, or empty; `docs` are whole comment lines;
/// `lint` is the comment that keeps a linter from reporting names that are given by the
/// model.
struct EntityTemplate: TemplateRecord {
  /// The name of the file that the model was read from.
  var source = ""
  /// The import lines of a file that contains only this class.
  var imports: [String] = []
  /// The name of the class.
  let `class`: String
  /// The indefinite article of the class's name: `a` or `an`.
  let article: String
  /// The indefinite article, capitalised for the start of a sentence.
  let capitalizedArticle: String
  let docs: [String]
  let access: String
  let isPublic: Bool
  /// The modifiers of the class: `final ` unless it has subclasses.
  let modifiers: String
  let superclass: String
  /// The cases of `Key`; nil if there are no properties.
  let keys: Keys?
  /// The struct of the values in a row; nil if there are none.
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
  /// The expression for a row whose columns are numbered from the first one of this
  /// class.
  let rowOfLevel: String
  /// The statements that report broken rules.
  let rules: [String]
  let hasRules: Bool
  /// The to-one relationships, if they are distinguished by a switch.
  let references: [Reference]
  let hasReferences: Bool
  /// The only to-one relationship, if the entity is a root and has exactly one.
  let onlyReference: Reference?
  /// The bindings as an array literal in Swift; nil if there are none.
  let bindings: String?
  /// The deprecation attributes of a property, which keep Swift from warning about the
  /// bindings.
  let bindingAttributes: [String]
  /// The members of `Paths`.
  let paths: [String]
  let hasPaths: Bool
  /// The finders and fetches.
  let functions: [FunctionTemplate]
  let hasFunctions: Bool
  /// The types for migration policies, in Swift.
  var policies: [PolicyTemplate] = []
  /// The methods that Xcode generates; nil if they are not generated.
  var xcodeAccessors: XcodeAccessorsTemplate?
  /// The name of the constant that contains the entity's description.
  let constant: String
  /// The entity's description, in Swift.
  let description: String
  let lint: String?
  let memberLint: String?
  let functionLint: String?
  let constantLint: String?

  /// The cases of `Key`.
  struct Keys: TemplateRecord {
    /// The cases, if they fit on the line of the enumeration itself.
    let line: String?
    /// The cases, as many on each line as fit.
    let lines: [String]
  }

  /// A to-one relationship.
  struct Reference: TemplateRecord {
    let name: String
  }
}
