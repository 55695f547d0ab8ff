/// A name with its position.
struct NameSyntax {
  var text: String
  var span: Span
  /// True if the name is in back-ticks. It is then a name of the model, even if
  /// the same word is a keyword.
  var isQuoted = false
}

/// An expression as written, before its names are resolved.
struct Expression {
  /// A binary operator, whose raw value is its spelling.
  enum Operator: String {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "in"
    case coalesce = "??"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"
  }

  /// The kind of an expression, with its parts.
  indirect enum Kind {
    /// An expression that is missing in the text. The parser has reported the
    /// mistake.
    case missing
    case integer(String)
    case float(String)
    case text(String)
    case boolean(Bool)
    case null
    case regex(String)
    /// A parameter, `$name`.
    case parameter(NameSyntax)
    /// A case of an enumeration, `.name`.
    case caseName(NameSyntax)
    case name(NameSyntax)
    case member(Expression, NameSyntax)
    case call(Expression, [ArgumentSyntax])
    case find(entity: NameSyntax, [ArgumentSyntax])
    case list([Expression])
    case not(Expression)
    case negative(Expression)
    case and([Expression])
    case or([Expression])
    case binary(Operator, Expression, Expression)
    case range(lower: Expression?, upper: Expression?, isHalfOpen: Bool)
    case ternary(Expression, then: Expression, else: Expression)
  }

  var kind: Kind
  var span: Span

  init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// An argument in parentheses.
struct ArgumentSyntax {
  /// The value of an argument, which is an expression or the name of a diagnostic.
  enum Value {
    case expression(Expression)
    /// The name of a diagnostic, `#Name`.
    case diagnosticName(NameSyntax)
  }

  /// A name or a string before a colon, or nil if there is none.
  var label: NameSyntax?
  var value: Value
  var span: Span

  /// The expression, or nil for the name of a diagnostic.
  var expression: Expression? {
    if case .expression(let expression) = value { expression } else { nil }
  }

  /// The text, or nil for an argument of another kind.
  var text: String? {
    if case .text(let text)? = expression?.kind { text } else { nil }
  }
}

/// An attribute of the language: `@name(arguments)`.
struct AttributeSyntax {
  /// The name without the `@`, although its span includes the `@`.
  var name: NameSyntax
  var arguments: [ArgumentSyntax]
  var hasParentheses: Bool
  var span: Span
}

extension Expression {
  /// The names of a path such as `a.b.c`, or nil for any other expression.
  var path: [NameSyntax]? {
    switch kind {
    case .name(let name): [name]
    case .member(let base, let name): base.path.map { $0 + [name] }
    default: nil
    }
  }
}

extension Expression {
  /// The precedence of operators, from the loosest to the tightest.
  enum Precedence: Int, Comparable {
    case ternary, or, and, comparison, coalesce, range, sum, term, unary, primary

    /// The next tighter precedence; `primary` is followed by itself.
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }

    static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
  }
}
