/// The rules of a compiled attribute, as Xcode's editor has fields for them.
///
/// Xcode compiles `minValueString` to `SELF >= 1`, or `length >= 1` of a text,
/// and `regularExpressionString` to `SELF MATCHES '...'`.
struct CompiledRules {
  /// The attributes of the element, with their values.
  private(set) var bounds: [(name: String, value: String)] = []
  /// The rules that the editor has no field for, as format text.
  private(set) var others: [(key: String, value: String)] = []

  /// The key under which the classes of rules stand that have no form here;
  /// whoever reads the model is warned of them.
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

  /// The field for a rule; nil where there is none.
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
  /// The number as a data model writes it; nil for what is none.
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
  /// The conditions that all have to hold.
  fileprivate var parts: [ObjectPredicate] {
    if case .and(let parts) = self { parts.flatMap(\.parts) } else { [self] }
  }
}
