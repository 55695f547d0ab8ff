/// The declarations of a file by kind, each kind in the order of the text.
struct FileSyntax {
  var header: HeaderSyntax?
  var typeAliases: [TypeAliasSyntax] = []
  var enumerations: [EnumerationSyntax] = []
  var composites: [CompositeSyntax] = []
  var entities: [EntitySyntax] = []
  var configurations: [ConfigurationSyntax] = []
  var queries: [QuerySyntax] = []
  var migrations: [MigrationSyntax] = []
  /// The names in unreadable declarations, whose uses are not reported again.
  var brokenNames: Set<String> = []
}

/// A declaration with a name of its own.
protocol DeclarationSyntax {
  var documentation: String? { get }
  var name: NameSyntax { get }
  /// The span of the whole declaration.
  var span: Span { get }
}

/// The header of a model: `model Name attributes`.
struct HeaderSyntax: DeclarationSyntax {
  var documentation: String?
  var name: NameSyntax
  var attributes: [AttributeSyntax]
  var span: Span
}

/// A type as written, such as `String?` or `[Item]`.
struct TypeSyntax {
  indirect enum Kind {
    /// A type that is missing in the text. The parser has reported the mistake.
    case missing
    /// `Name` or `Module.Name`, with an optional argument in angle brackets.
    case named([NameSyntax], argument: TypeSyntax?)
    /// An array, `[Element]`.
    case array(TypeSyntax)
  }

  var kind: Kind
  var isOptional: Bool
  var span: Span
}

/// A type alias: `typealias Name = Type attributes`.
struct TypeAliasSyntax: DeclarationSyntax {
  var documentation: String?
  var name: NameSyntax
  var type: TypeSyntax
  var attributes: [AttributeSyntax]
  var span: Span
}

/// An enumeration: `enum Name: Raw attributes { cases }`.
struct EnumerationSyntax: DeclarationSyntax {
  /// A case of an enumeration: `case name = value attributes`.
  struct Case: DeclarationSyntax {
    var documentation: String?
    var name: NameSyntax
    var value: Expression?
    var attributes: [AttributeSyntax]
    var span: Span
  }

  var documentation: String?
  var name: NameSyntax
  /// The raw type, or nil if it is missing in the text. The parser has then
  /// reported the mistake.
  var rawType: NameSyntax?
  var attributes: [AttributeSyntax]
  var cases: [Case]
  /// The span of the whole declaration.
  var span: Span
}

/// A composite: `composite Name attributes { properties }`.
struct CompositeSyntax: DeclarationSyntax {
  var documentation: String?
  var name: NameSyntax
  var attributes: [AttributeSyntax]
  var elements: [PropertySyntax]
  /// The span of the whole declaration.
  var span: Span
}

/// An entity: `entity Name: Parent attributes { members }`.
struct EntitySyntax: DeclarationSyntax {
  var documentation: String?
  var isAbstract: Bool
  var name: NameSyntax
  var parent: NameSyntax?
  var attributes: [AttributeSyntax]
  var members: [MemberSyntax]
  /// The span of the whole declaration.
  var span: Span
  /// The span of the closing `}`, or nil if it is missing.
  var closingBrace: Span?
  /// True if the closing `}` is the first token on its line.
  var isClosedOnOwnLine: Bool
  /// The names in unreadable members, whose uses are not reported again.
  var brokenNames: Set<String>
}

/// A configuration: `configuration Name attributes { entities }`.
struct ConfigurationSyntax: DeclarationSyntax {
  var documentation: String?
  var name: NameSyntax
  var attributes: [AttributeSyntax]
  var entities: [NameSyntax]
  /// The span of the whole declaration.
  var span: Span
}

/// A query: `query Name(parameters) -> result sql """..."""`.
struct QuerySyntax: DeclarationSyntax {
  var documentation: String?
  var name: NameSyntax
  var parameters: [ParameterSyntax]
  var result: ResultSyntax
  var sql: String
  /// The span of the whole declaration.
  var span: Span
}

/// A migration: `migration from 1 { steps }`.
struct MigrationSyntax {
  /// A computed value of a migration step.
  struct Assignment {
    var path: [NameSyntax]
    var value: Expression
    var attributes: [AttributeSyntax] = []
  }

  /// An entity mapping:
  /// `mapping "name": Source -> Destination where condition { values }`.
  struct Mapping {
    var name: String
    var nameSpan: Span
    /// The older entity, or nil for a mapping that inserts objects.
    var source: NameSyntax?
    /// The newer entity, or nil for a mapping that drops objects.
    var destination: NameSyntax?
    var condition: Expression?
    var attributes: [AttributeSyntax]
    var policyName: String?
    var values: [Assignment]
  }

  /// A statement in the braces of a migration.
  enum Step {
    case map(from: NameSyntax, to: NameSyntax, [Assignment])
    case insert(entity: NameSyntax, from: [NameSyntax], [Assignment])
    case drop([NameSyntax], reason: String?)
    case before([NameSyntax])
    case after([NameSyntax])
    case policy(NameSyntax, [AttributeSyntax])
    case mapping(Mapping)
  }

  var documentation: String?
  var version: Int
  var versionSpan: Span
  var steps: [Step]
  /// True if the closing `}` is the first token on its line.
  var isClosedOnOwnLine: Bool
  /// The span of the whole declaration.
  var span: Span
}
