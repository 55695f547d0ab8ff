extension ObjectPredicate.Comparison.Operator {
  /// The sign of an equality or an order; nil for operators that are words.
  package var sign: String? {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .beginsWith, .endsWith, .contains, .like, .matches, .in, .between: nil
    }
  }

  /// The operator that says the same with its sides exchanged; nil where there is none.
  package var mirrored: Self? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .beginsWith, .endsWith, .contains, .like, .matches, .in, .between: nil
    }
  }
}

extension StringOptions {
  /// The options by their names in Swift and in the model language.
  package static let named: [(name: String, option: StringOptions)] = [
    ("caseInsensitive", .caseInsensitive), ("diacriticInsensitive", .diacriticInsensitive),
    ("normalized", .normalized), ("localized", .localized),
  ]

  /// The names of the options, each with a dot before it.
  package var names: [String] {
    Self.named.filter { contains($0.option) }.map { "." + $0.name }
  }
}
