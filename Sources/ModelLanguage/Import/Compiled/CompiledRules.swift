/// The rules of a compiled attribute, as fields of Xcode's editor.
///
/// Xcode compiles `minValueString` to `SELF >= 1`, or to `length >= 1` for
/// strings, and `regularExpressionString` to `SELF MATCHES '...'`.
struct CompiledRules {
  /// The attributes of the XML element, with their values.
  private(set) var bounds: [(name: String, value: String)] = []
  /// The rules without a field in the editor, in predicate format.
  private(set) var others: [(key: String, value: String)] = []

  /// The key for the class names of rules that cannot be represented, so that the
  /// import warns about them.
  static let unreadKey = "NSUnreadValidationPredicates"

  private let isText: Bool

  init(_ attribute: ArchivedValue, isText: Bool) {
    self.isText = isText
    var rest: [String] = []
    var unread: [String] = []
    for archived in attribute["NSValidationPredicates"]?.elements ?? [] {
      guard let predicate = archived.predicate() else {
        unread.append(archived.className ?? "an object")
        continue
      }
      let parts = predicate.parts
      let found = parts.compactMap(bound)
      let names = Set((bounds + found).map(\.name))
      if found.count == parts.count, names.count == bounds.count + found.count {
        bounds += found
      } else {
        rest.append(predicate.format)
      }
    }
    if !rest.isEmpty {
      others = [("NSValidationPredicates", rest.joined(separator: "; "))]
    }
    if !unread.isEmpty { others.append((Self.unreadKey, unread.joined(separator: "; "))) }
  }

  /// Returns the field for a rule, or nil if the editor has no field for it.
  private func bound(_ predicate: ObjectPredicate) -> (name: String, value: String)? {
    guard case .comparison(let comparison) = predicate, comparison.quantifier == .direct,
      case .constant(let constant) = comparison.right
    else { return nil }
    let isLength = comparison.left == .keyPath(["length"], of: .evaluatedObject)
    guard isLength || comparison.left == .evaluatedObject else { return nil }
    switch (comparison.operator, constant) {
    case (.matches, .string(let pattern)) where isText && !isLength:
      return ("regularExpressionString", pattern)
    case (.greaterOrEqual, .date(let date)):
      return ("minDateTimeInterval", String(date.timeIntervalSinceReferenceDate))
    case (.lessOrEqual, .date(let date)):
      return ("maxDateTimeInterval", String(date.timeIntervalSinceReferenceDate))
    case (.greaterOrEqual, _) where isLength == isText:
      return constant.boundText.map { ("minValueString", $0) }
    case (.lessOrEqual, _) where isLength == isText:
      return constant.boundText.map { ("maxValueString", $0) }
    case (_, _): return nil
    }
  }
}

extension ConstantValue {
  /// The number as it is written in a data model, or nil for any other
  /// constant.
  fileprivate var boundText: String? {
    switch self {
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .decimal(let number): number.description
    case .null, .boolean, .string, .date, .data, .uuid, .url, .objectID, .list: nil
    }
  }
}

extension ObjectPredicate {
  /// The operands of a conjunction, including those of nested conjunctions; for
  /// any other predicate, the predicate itself.
  fileprivate var parts: [ObjectPredicate] {
    if case .and(let parts) = self { parts.flatMap(\.parts) } else { [self] }
  }
}
