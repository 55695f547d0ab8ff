extension SearchKind {
  /// Creates a search from a `fetch` declaration of the model.
  ///
  /// - Parameters:
  ///   - template: The title of the declaration, such as `closed(from:to:)`.
  ///   - prompt: The names of the arguments with separators between them.
  public static func declared<Object: ManagedObject>(
    _ name: String, _ title: String, _ template: String, of type: Object.Type,
    prompt: String = "", _ arguments: SearchArgument...
  ) -> SearchKind {
    let words = SearchPrompt(prompt, names: arguments.map(\.name))
    let description = Object.entityDescription.fetchTemplate(named: template)
    var kind = SearchKind(name, title, takesText: !arguments.isEmpty) { text in
      let texts = arguments.isEmpty ? [] : try words.texts(of: text)
      var values: [String: ConstantValue] = [:]
      for (argument, text) in zip(arguments, texts) {
        values[argument.name] = try argument.value(text)
      }
      let request = try FetchRequest<Object>(template: template, of: type, values)
      let days = arguments.filter { $0.kind == .date(hasTime: false) }.compactMap {
        values[$0.name]
      }
      return (request.predicate ?? .constant(true)).comparingDays(days)
    }
    if !prompt.isEmpty || arguments.count > 1 { kind.prompt = words.text }
    kind.order = description.flatMap { $0.sortKeys.isEmpty ? nil : $0.sortKeys }
    return kind
  }
}

extension ObjectPredicate {
  /// Returns the condition in which comparisons with typed days apply to whole
  /// days. A comparison with a day is replaced by a comparison with the
  /// interval from its midnight to the next.
  func comparingDays(_ days: [ConstantValue]) -> ObjectPredicate {
    if case .comparison(let comparison) = self, let whole = comparison.comparingDays(days) {
      return whole
    }
    return map {
      $0.comparingDays(days)
    } predicate: {
      $0.comparingDays(days)
    }
  }
}

extension ObjectExpression {
  fileprivate func comparingDays(_ days: [ConstantValue]) -> ObjectExpression {
    map {
      $0.comparingDays(days)
    } predicate: {
      $0.comparingDays(days)
    }
  }
}

extension ObjectPredicate.Comparison {
  /// Returns a comparison with the whole of a typed day; nil if this comparison
  /// is not with a typed day.
  fileprivate func comparingDays(_ days: [ConstantValue]) -> ObjectPredicate? {
    guard quantifier == .direct else { return comparingDaysOfElements(days) }
    guard case .constant(let value) = right else { return nil }
    func compared(_ sign: Operator, _ side: ConstantValue) -> ObjectPredicate {
      .comparison(.init(left, sign, .constant(side)))
    }
    if self.operator == .between, case .list(let bounds) = value, bounds.count == 2 {
      guard let next = Self.end(of: bounds[1], days) else { return nil }
      return .and([compared(.greaterOrEqual, bounds[0]), compared(.less, next)])
    }
    guard let next = Self.end(of: value, days) else { return nil }
    let isWithin = ObjectPredicate.and([compared(.greaterOrEqual, value), compared(.less, next)])
    switch self.operator {
    case .equal: return isWithin
    case .notEqual: return .not(isWithin)
    case .lessOrEqual: return compared(.less, next)
    case .greater: return compared(.greaterOrEqual, next)
    case .less, .greaterOrEqual, .beginsWith, .endsWith, .contains, .like, .matches, .in, .between:
      return nil
    }
  }

  /// Returns a comparison, for each element of a collection, with the whole of
  /// a typed day; nil if this comparison is not with a typed day. The same
  /// element must be within both bounds.
  private func comparingDaysOfElements(_ days: [ConstantValue]) -> ObjectPredicate? {
    let one = Self(.variable("element"), self.operator, right)
    guard let whole = one.comparingDays(days) else { return nil }
    let isAll = quantifier == .all
    let found = ObjectExpression.subquery(left, variable: "element", isAll ? .not(whole) : whole)
    return .comparison(
      .init(.keyPath(["@count"], of: found), isAll ? .equal : .greater, .constant(.integer(0))))
  }

  /// Returns the end of a typed day; nil for any other value, such as a date
  /// with a time of day.
  private static func end(of value: ConstantValue, _ days: [ConstantValue]) -> ConstantValue? {
    guard case .date(let date) = value, days.contains(value), ScreenDate.isDay(date) else {
      return nil
    }
    return .date(ScreenDate.shifted(date, days: 1))
  }
}
