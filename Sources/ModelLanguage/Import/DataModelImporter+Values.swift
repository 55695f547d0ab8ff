extension DataModelImporter {
  // MARK: Defaults

  /// Returns the default value of an attribute, or nil if it has none or if the
  /// value cannot be read, which causes a warning.
  func defaultValue(
    of element: XMLElementNode, _ info: UserInfo, _ type: AttributeType, titled title: String
  ) -> DefaultValue? {
    switch (info[.default], type) {
    case ("now()", .date): return .now
    case ("uuid()", .uuid): return .uuid
    default: break
    }
    guard !element.isYes("derived") else { return nil }
    if type == .date, let text = element.filled("defaultDateTimeInterval") {
      return seconds(text).map { .constant($0) }
    }
    guard let text = element["defaultValueString"], !text.isEmpty || type == .string else {
      return nil
    }
    let reading = ImportedConstant(text, type)
    if let value = reading.value {
      if let note = reading.note { warnDefault(element, text, title, note) }
      return .constant(value)
    }
    let reason = reading.note ?? "is no value of type '\(type.text)' and is left out"
    warnDefault(element, text, title, reason)
    return nil
  }

  private func warnDefault(
    _ element: XMLElementNode, _ text: String, _ title: String, _ note: String
  ) {
    diagnostics.warn(
      .defaultType, "default '\(text)' of '\(title)' \(note)",
      at: element.place(of: "defaultValueString"))
  }

  private func seconds(_ text: String) -> ConstantValue? {
    guard let seconds = Double(text), seconds.isFinite else { return nil }
    return .date(Date(timeIntervalSinceReferenceDate: seconds))
  }

  // MARK: Rules

  /// Returns the validation rules of an attribute. Bounds and patterns that
  /// cannot be used are left out, with a warning.
  func rules(
    of element: XMLElementNode, _ type: AttributeType, titled title: String
  ) -> [ValidationRule] {
    switch type {
    case .string: return textRules(of: element, titled: title)
    case .date:
      return rangeRule(of: element, "minDateTimeInterval", "maxDateTimeInterval", title) {
        self.seconds($0)
      }
    case _ where type.isNumber:
      return rangeRule(of: element, "minValueString", "maxValueString", title) {
        ImportedConstant($0, type).value
      }
    default: return []
    }
  }

  /// Warns about rules of a compiled model that cannot be represented.
  func warnUnreadRules(of element: XMLElementNode, _ info: UserInfo, titled title: String) {
    guard let classes = info.entries[CompiledRules.unreadKey] else { return }
    diagnostics.warn(
      .invalidExpression, "a rule of '\(title)' cannot be read and is left out: \(classes)",
      at: element.offset)
  }

  private func textRules(of element: XMLElementNode, titled title: String) -> [ValidationRule] {
    var rules: [ValidationRule] = []
    let least = bound(of: element, "minValueString", title) { Int($0) }
    let most = bound(of: element, "maxValueString", title) { Int($0) }
    if let least, let most, least > most {
      warnEmpty(element, "minValueString", title)
    } else if least ?? 0 < 0 || most ?? 0 < 0 {
      warnEmpty(element, "minValueString", title)
    } else if least != nil || most != nil {
      rules.append(ValidationRule(.length(min: least, max: most)))
    }
    return rules + patternRule(of: element, titled: title)
  }

  /// Returns the rule of a regular expression. A pattern that Core Data could
  /// not read is left out, since it would reject every value.
  private func patternRule(of element: XMLElementNode, titled title: String) -> [ValidationRule] {
    guard let pattern = element.filled("regularExpressionString") else { return [] }
    guard let fault = PatternCheck.fault(in: pattern) else {
      return [ValidationRule(.matches(pattern))]
    }
    diagnostics.warn(
      .invalidLiteral,
      "'\(pattern)' is no regular expression, \(fault): '\(title)' may have any text",
      at: element.place(of: "regularExpressionString"))
    return []
  }

  private func rangeRule(
    of element: XMLElementNode, _ lower: String, _ upper: String, _ title: String,
    _ read: (String) -> ConstantValue?
  ) -> [ValidationRule] {
    let least = bound(of: element, lower, title, read)
    let most = bound(of: element, upper, title, read)
    guard least != nil || most != nil else { return [] }
    if let least, let most, most.isLess(than: least) != false {
      warnEmpty(element, lower, title)
      return []
    }
    return [ValidationRule(.range(min: least, max: most, excludesUpperBound: false))]
  }

  /// Returns a bound, or nil if it is missing or cannot be read.
  private func bound<Value>(
    of element: XMLElementNode, _ name: String, _ title: String, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = element.filled(name) else { return nil }
    if let value = read(text) { return value }
    diagnostics.warn(
      .invalidLiteral, "'\(text)' is no bound for '\(title)' and is left out",
      at: element.place(of: name))
    return nil
  }

  private func warnEmpty(_ element: XMLElementNode, _ name: String, _ title: String) {
    diagnostics.warn(
      .emptyRange, "no value of '\(title)' lies between these bounds; they are left out",
      at: element.place(of: name))
  }
}

/// A constant that is read from text in a data model.
struct ImportedConstant {
  /// The constant, or nil if the text does not represent a value of its type.
  private(set) var value: ConstantValue?
  /// A remark about an unusual value, or nil if there is none.
  private(set) var note: String?

  init(_ text: String, _ type: AttributeType) {
    switch type {
    case .boolean: value = Self.boolean(text)
    case .int16, .int32, .int64: readInteger(text, type)
    case .float, .double: value = Self.number(text).map { .double($0) }
    case .decimal: value = Self.decimal(text)
    case .string, .uuid, .url, .date: value = TextConstant(type: type).value(text)
    default: value = nil
    }
  }

  private static func boolean(_ text: String) -> ConstantValue? {
    if text.isYes { return .boolean(true) }
    return text.isNo ? .boolean(false) : nil
  }

  private mutating func readInteger(_ text: String, _ type: AttributeType) {
    if text == "YES" || text == "NO" {
      value = .integer(text == "YES" ? 1 : 0)
      note = "is no number; it is \(text == "YES" ? 1 : 0) here"
      return
    }
    var number = Int64(text)
    if number == nil, let double = Self.number(text) { number = Int64(exactly: double) }
    guard let number else { return }
    if type.holds(number) {
      value = .integer(number)
    } else {
      note = "does not fit into '\(type.text)' and is left out"
    }
  }

  private static func number(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func decimal(_ text: String) -> ConstantValue? {
    guard number(text) != nil, let decimal = Decimal(exactly: text), !decimal.isNaN else {
      return nil
    }
    return .decimal(decimal)
  }
}
