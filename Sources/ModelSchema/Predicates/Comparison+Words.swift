extension ObjectPredicate.Comparison.Operator {
  /// The symbol of an equality or an order; nil for operators that are words.
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

  /// The operator with the same meaning when the two sides are exchanged; nil
  /// if there is none.
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
  /// The options, with their names in Swift and in the model language.
  package static let named: [(name: String, option: StringOptions)] = [
    ("caseInsensitive", .caseInsensitive), ("diacriticInsensitive", .diacriticInsensitive),
    ("normalized", .normalized), ("localized", .localized),
  ]

  /// The names of the options, each preceded by a dot.
  package var names: [String] {
    Self.named.filter { contains($0.option) }.map { "." + $0.name }
  }
}
