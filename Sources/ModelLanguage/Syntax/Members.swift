/// A line in the braces of an entity.
enum MemberSyntax {
  case property(PropertySyntax)
  case fetched(FetchSyntax)
  case fetch(FetchSyntax)
  case index(IndexSyntax)
  case unique(IndexSyntax)
  case fullText(IndexSyntax)
  case check(CheckSyntax)

  /// The type of a property, or nil for other members.
  var type: TypeSyntax? {
    if case .property(let syntax) = self { syntax.type } else { nil }
  }
}

/// A property: `var name: Type = value attributes`.
struct PropertySyntax: DeclarationSyntax {
  /// The kind of the property, given by the words before the name.
  enum Kind {
    case variable, constant, transient, derived
  }

  var documentation: String?
  var kind: Kind
  var name: NameSyntax
  var type: TypeSyntax
  var value: Expression?
  var attributes: [AttributeSyntax]
  var span: Span
}

/// A parameter of a fetch or a query.
struct ParameterSyntax {
  /// The label, which equals the name if only one word is written; nil for `_`.
  var label: String?
  var name: NameSyntax
  var type: TypeSyntax
  var value: Expression?
}

/// The result of a fetch or a query.
enum ResultSyntax {
  case type(TypeSyntax)
  case row([Column], isList: Bool, Span)

  /// A named value of a row.
  struct Column {
    var name: NameSyntax
    var type: TypeSyntax
  }
}

/// A fetch, `fetch name(parameters) -> result attributes { clauses }`, or a
/// fetched property, `fetched var name: type attributes { clauses }`.
struct FetchSyntax: DeclarationSyntax {
  var documentation: String?
  var name: NameSyntax
  var parameters: [ParameterSyntax]
  var result: ResultSyntax
  var attributes: [AttributeSyntax]
  var clauses: [ClauseSyntax]
  var span: Span
}

/// A line in the braces of a fetch.
struct ClauseSyntax {
  /// The kind of a line, with its parts.
  enum Kind {
    case filter(Expression)
    case sort([KeySyntax])
    case limit(Expression)
    case offset(Expression)
    case prefetch([KeySyntax])
    case select([SelectionSyntax])
    case group([KeySyntax])
    case having(Expression)
  }

  var kind: Kind
  /// The word with which the clause begins.
  var keyword: NameSyntax
}

/// A sort key or the key of an index: `path asc` or `path desc`.
struct KeySyntax {
  var path: [NameSyntax]
  var isAscending: Bool
  /// The options of a sort key, such as `.caseInsensitive`.
  var options: [NameSyntax]
}

/// A selected expression: `expression as name`.
struct SelectionSyntax {
  var expression: Expression
  var name: NameSyntax?
}

/// An index, `index name(keys) attributes where condition`, or the same with
/// `unique` or `fulltext`.
struct IndexSyntax: DeclarationSyntax {
  var documentation: String?
  var name: NameSyntax
  var keys: [KeySyntax]
  var attributes: [AttributeSyntax]
  var condition: Expression?
  /// The span of the whole declaration of the index.
  var span: Span
}

/// A check: `check name(condition, "message")`.
struct CheckSyntax: DeclarationSyntax {
  var documentation: String?
  var name: NameSyntax
  var condition: Expression
  var message: String
  /// The span of the whole declaration of the check.
  var span: Span
}
