extension FetchRequest {
  /// Creates the request of a fetch template, with values for its parameters.
  ///
  /// This initialiser is for names that are known only at run time; for other
  /// names, use the generated functions. Parameters without a value have their
  /// default values.
  ///
  /// - Parameters:
  ///   - name: The template's name, or its title, `closed(in:since:)`.
  ///   - type: The class that declares the template, or one of its subclasses.
  ///   - values: The values by the names of the parameters.
  /// - Throws: `StoreError` (`.unknownName`) if the template or a parameter
  ///   does not exist, or if a parameter has no value; `ObjectPredicateError`
  ///   if a condition in predicate format is wrong.
  public init<Declaring: ManagedObject>(
    template name: String, of type: Declaring.Type, _ values: [String: ConstantValue] = [:]
  ) throws {
    self = try TemplateReading(name, type, values).request()
  }
}

extension Fetchable {
  /// Returns the request of a fetch template. Generated functions call this
  /// method.
  ///
  /// - Throws: The errors of `FetchRequest.init(template:of:_:)`.
  public static func _template(
    _ name: String, _ values: [String: ConstantValue] = [:]
  ) throws -> FetchRequest<Self> {
    try FetchRequest(template: name, of: Self.self, values)
  }
}

extension RowRequest {
  /// Creates the request of a fetch template whose result is rows.
  ///
  /// - Throws: The errors of `FetchRequest.init(template:of:_:)`.
  public init(
    template name: String, of type: Object.Type, _ values: [String: ConstantValue] = [:]
  ) throws {
    let reading = try TemplateReading(name, type, values)
    self.init(try reading.request(), columns: reading.columns)
    groupKeyPaths = reading.template.groupKeyPaths.map { path in
      path.split(separator: ".").map(String.init)
    }
    having = reading.template.havingPredicate?.substituting(reading.values)
  }
}

/// A reader of a fetch template in which parameters have values.
private struct TemplateReading {
  let template: FetchTemplate
  private(set) var values: [String: ConstantValue]

  init(
    _ name: String, _ type: ManagedObject.Type, _ values: [String: ConstantValue]
  ) throws {
    guard let template = type.fetchTemplate(named: name) else {
      let entity = type.entityDescription
      let suggestion = nearestQuestion(for: name, in: entity.fetchTemplates.map(\.name))
      throw StoreError(
        .unknownName, "'\(entity.name)' has no fetch template '\(name)'\(suggestion)")
    }
    self.template = template
    self.values = values
    func title() -> String { "'\(type.entityDescription.name).\(template.title)'" }
    for parameter in template.parameters where values[parameter.name] == nil {
      guard let value = parameter.defaultValue else {
        throw StoreError(.unknownName, "\(title()) needs a value for '$\(parameter.name)'")
      }
      self.values[parameter.name] = value
    }
    // All parameters have values now, so other names would be more values.
    guard self.values.count > template.parameters.count else { return }
    let known = template.parameters.map(\.name)
    for name in values.keys.sorted() where !known.contains(name) {
      let suggestion = nearestWord(to: name, in: known)
      throw StoreError(
        .unknownName,
        "\(title()) has no parameter '$\(name)'"
          + (suggestion.map { "; did you mean '$\($0)'?" } ?? ""))
    }
  }

  var columns: [FetchTemplate.Selection] {
    let names = template.result.columns.map(\.name)
    return template.selections.enumerated().map { index, selection in
      FetchTemplate.Selection(
        selection.expression.substituting(values),
        name: selection.name ?? (index < names.count ? names[index] : nil))
    }
  }

  func request<Object: ManagedObject>() throws -> FetchRequest<Object> {
    var request = FetchRequest<Object>(try predicate())
    request.sortKeys = template.sortKeys
    request.limit = try number(template.limit)
    request.offset = try number(template.offset) ?? 0
    request.prefetchedKeyPaths = template.prefetchedKeyPaths.map { path in
      path.split(separator: ".").map(String.init)
    }
    return request
  }

  private func predicate() throws -> ObjectPredicate? {
    if let format = template.predicateFormat {
      return try ObjectPredicate(format: format).substituting(values)
    }
    return template.predicate.map { $0.isTooHigh ? $0 : $0.given(values) }
  }

  /// Returns the value of an expression as a number of objects; nil, which
  /// means that there is no limit, if the expression or its parameter is nil.
  private func number(_ expression: ObjectExpression?) throws -> Int? {
    guard let expression = expression?.substituting(values) else { return nil }
    if case .constant(.integer(let number)) = expression { return Int(clamping: number) }
    let value = try expression.value(with: .null)
    switch value {
    case .null: return nil
    case .integer(let number): return Int(clamping: number)
    case .double(let number) where number.rounded() == number && abs(number) < 1e15:
      return Int(number)
    default:
      throw StoreError(.wrongType, "the limit of '\(template.title)' is no whole number")
    }
  }
}

extension ManagedObject {
  /// Returns the fetch template with the given name, which the class or one of
  /// its superclasses declares; nil if there is none.
  fileprivate static func fetchTemplate(named name: String) -> FetchTemplate? {
    entityDescription.fetchTemplate(named: name)
      ?? (_getSuperclass(self) as? ManagedObject.Type)?.fetchTemplate(named: name)
  }
}

extension ObjectPredicate {
  /// Returns the predicate with values for its variables. A comparison of two
  /// values, such as `$since == nil`, is decided here, because the store could
  /// use no index beside a comparison that it decides itself.
  fileprivate func given(_ values: [String: ConstantValue]) -> ObjectPredicate {
    guard case .comparison(var comparison) = self else {
      return map {
        $0.substituting(values)
      } predicate: {
        $0.given(values)
      }
    }
    comparison.left = comparison.left.substituting(values)
    comparison.right = comparison.right.substituting(values)
    return comparison.decision.map { .constant($0) } ?? .comparison(comparison)
  }
}

extension ObjectPredicate.Comparison {
  /// The truth value of a comparison of two constants; nil for any other
  /// predicate.
  fileprivate var decision: Bool? {
    guard case .constant(let one) = left, case .constant(let other) = right else { return nil }
    // Most are such comparisons, which need no compiler.
    if self.operator == .equal, quantifier == .direct, options.isEmpty {
      if one == .null || other == .null { return one == other }
      if case (.string, .string) = (one, other) { return one == other }
    }
    return try? ObjectPredicate.comparison(self).evaluate(with: .null)
  }
}
