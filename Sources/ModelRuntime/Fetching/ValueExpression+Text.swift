public import ModelSchema

extension ValueExpression {
  // Numbers have these too, by their decimal text: `zip.hasSuffix("3")`.

  /// A Boolean value that says whether a text occurs in it.
  public func contains(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.contains, text, options)
  }

  /// A Boolean value that says whether it begins with a text.
  public func hasPrefix(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.beginsWith, text, options)
  }

  /// A Boolean value that says whether it ends with a text.
  public func hasSuffix(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.endsWith, text, options)
  }

  /// A Boolean value that says whether it is a text, as the options compare.
  public func equals(_ text: String, _ options: StringOptions...) -> Condition {
    matching(.equal, text, options)
  }

  /// A Boolean value that says whether it matches a pattern in which `*` stands
  /// for any characters and `?` for one.
  public func like(_ pattern: String, _ options: StringOptions...) -> Condition {
    matching(.like, pattern, options)
  }

  /// A Boolean value that says whether the whole text matches a regular
  /// expression.
  public func matches(_ pattern: String, _ options: StringOptions...) -> Condition {
    matching(.matches, pattern, options)
  }

  private func matching(
    _ operator: ObjectPredicate.Comparison.Operator, _ text: String, _ options: [StringOptions]
  ) -> Condition {
    compared(
      `operator`, .constant(.string(text)), options.reduce(into: []) { $0.formUnion($1) })
  }
}
