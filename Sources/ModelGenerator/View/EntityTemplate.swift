/// The values that the template `swift-entity`, and the templates that it
/// includes, receive for an entity.
///
/// `access` is a keyword followed by a space, or empty; `docs` are whole
/// comment lines; `lint` is the comment that prevents a linter from reporting
/// names that come from the model.
struct EntityTemplate: TemplateRecord {
  /// The name of the file from which the model was read.
  var source = ""
  /// The import lines of a file that contains only this class.
  var imports: [String] = []
  /// The name of the class.
  let `class`: String
  /// The indefinite article for the name of the class, `a` or `an`.
  let article: String
  /// The indefinite article for the name of the class, capitalised for the
  /// start of a sentence.
  let capitalizedArticle: String
  let docs: [String]
  let access: String
  let isPublic: Bool
  /// The modifiers of the class, which are `final ` unless it has subclasses.
  let modifiers: String
  let superclass: String
  /// The cases of the enumeration `Key`; nil if there are no properties.
  let keys: Keys?
  /// The struct of the values that the entity itself declares; nil if there are
  /// none.
  let values: ValuesTemplate?
  /// The Swift type of the entity's snapshots.
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
  /// The expression for the part of a row that begins at the first column of
  /// this class.
  let rowOfLevel: String
  /// The statements that report the rules which an object breaks.
  let rules: [String]
  let hasRules: Bool
  /// The to-one relationships, if a switch distinguishes them; otherwise empty.
  let references: [Reference]
  let hasReferences: Bool
  /// The only to-one relationship of a root entity; nil if there are none or
  /// several.
  let onlyReference: Reference?
  /// The property bindings as an array literal in Swift; nil if there are none.
  let bindings: String?
  /// The Swift attributes that prevent warnings about deprecated properties in
  /// the bindings.
  let bindingAttributes: [String]
  /// The declarations of the members of `Paths`.
  let paths: [String]
  let hasPaths: Bool
  /// The finders and fetches as functions of the class.
  let functions: [FunctionTemplate]
  let hasFunctions: Bool
  /// The types for migration policies, as Swift code.
  var policies: [PolicyTemplate] = []
  /// The methods that Xcode would generate; nil if they are not generated.
  var xcodeAccessors: XcodeAccessorsTemplate?
  /// The name of the constant that contains the entity's description.
  let constant: String
  /// The Swift expression that creates the entity's description.
  let description: String
  let lint: String?
  let memberLint: String?
  let functionLint: String?
  let constantLint: String?

  /// The cases of the enumeration `Key`, laid out in lines.
  struct Keys: TemplateRecord {
    /// The cases on one line, if they fit on the line of the enumeration
    /// itself; otherwise nil.
    let line: String?
    /// The lines of the cases, each with as many cases as fit.
    let lines: [String]
  }

  /// A to-one relationship of the entity.
  struct Reference: TemplateRecord {
    let name: String
  }
}
