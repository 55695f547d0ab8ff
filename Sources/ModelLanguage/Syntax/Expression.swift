/// A name and where it stands.
struct NameSyntax {
  var text: String
  var span: Span
  /// A Boolean value that says whether it stands in back-ticks: then it is a
  /// name of the model even where the language has a word of that spelling.
  var isQuoted = false
}

/// An expression as it was written.
struct Expression {
  /// A sign between two expressions.
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
    /// A mistake that has been reported.
    case missing
    case integer(String)
    case float(String)
    case text(String)
    case boolean(Bool)
    case null
    case regex(String)
    /// `$name`
    case parameter(NameSyntax)
    /// `.name`
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

/// One argument in parentheses.
struct ArgumentSyntax {
  /// The kind of an argument.
  enum Value {
    case expression(Expression)
    /// `#Name`
    case diagnosticName(NameSyntax)
  }

  /// A name or a text before a colon.
  var label: NameSyntax?
  var value: Value
  var span: Span

  /// The expression, where it is one.
  var expression: Expression? {
    if case .expression(let expression) = value { expression } else { nil }
  }
}

/// `@name(arguments)`
struct AttributeSyntax {
  /// The name without the `@`; its span holds the `@`.
  var name: NameSyntax
  var arguments: [ArgumentSyntax]
  var hasParentheses: Bool
  var span: Span
}

extension Expression {
  /// The names of a path `a.b.c`, or nil for anything else.
  var path: [NameSyntax]? {
    switch kind {
    case .name(let name): [name]
    case .member(let base, let name): base.path.map { $0 + [name] }
    default: nil
    }
  }
}

extension Expression {
  /// The tightness with which the parts of an expression bind, the loosest
  /// first.
  enum Precedence: Int, Comparable {
    case ternary, or, and, comparison, coalesce, range, sum, term, unary, primary

    /// The next tighter one.
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }

    static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
  }
}
