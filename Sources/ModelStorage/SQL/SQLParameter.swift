/// A parameter of a compiled fetch: where its value comes from, and the form in which
/// it is bound.
///
/// A parameter refers to a constant by its number, so that one statement serves
/// every fetch with the same fingerprint.
package struct SQLParameter {
  package indirect enum Source {
    /// The constant with the given number.
    case constant(Int)
    /// Several values as a list.
    case list([Source])
    /// An element of the constant list with the given number.
    case element(Int, of: Int)
    /// A value that is part of the fingerprint.
    case fixed(ConstantValue)
    /// The time at which the fetch runs.
    case now
    case limit
    case offset

    /// Returns whether the parameter belongs to the condition, which contains
    /// the first `count` constants. The constants of the order follow, and the
    /// window has none.
    package func isCondition(of count: Int) -> Bool {
      switch self {
      case .constant(let number), .element(_, of: let number): number < count
      case .list(let sources): sources.allSatisfy { $0.isCondition(of: count) }
      case .fixed, .now: true
      case .limit, .offset: false
      }
    }
  }

  /// The form in which a value is bound.
  package enum Form {
    /// The value in the form that stores keep.
    case stored
    /// The number 1, regardless of the value.
    case exists
    /// The value as an integer.
    case whole
    /// The value as a Double.
    case real
    /// The sortable text that keeps every digit of a decimal.
    case exact
    /// The text that string operators compare.
    case text
    /// The folded text of the value.
    case folded(StringOptions)
    /// The end of the range of strings that begin with the value.
    case prefixEnd
    /// The end of the range of folded strings that begin with the folded value;
    /// if there is no end, an empty blob, which sorts after all text.
    case foldedPrefixEnd(StringOptions)
    /// The elements of a list with their types, in JSON; NULL if no list in a column
    /// can equal the list.
    case list
    /// The elements that have a given type, as a JSON array.
    case json(SQLType)
  }

  package var source: Source
  var form = Form.stored

  package init(
    source: Source, form: Form = Form.stored
  ) {
    self.source = source
    self.form = form
  }
}

/// A fetch as a prepared statement of one connection.
package struct CompiledFetch {
  package let statement: Statement
  package let parameters: [SQLParameter]

  package init(
    statement: Statement, parameters: [SQLParameter]
  ) {
    self.statement = statement
    self.parameters = parameters
  }
}

/// The values that the parameters of one fetch are bound to.
package struct FetchConstants {
  package var values: [ConstantValue]
  package var limit: Int?
  package var offset = 0

  package init(
    values: [ConstantValue], limit: Int? = nil, offset: Int = 0
  ) {
    self.values = values
    self.limit = limit
    self.offset = offset
  }

  /// Binds the parameters, in order. All parameters of a statement use the same
  /// time.
  package func bind(_ parameters: [SQLParameter], to statement: Statement) {
    var now: Date?
    for parameter in parameters {
      if case .now = parameter.source {
        let time = now ?? .now
        now = time
        statement.bind(parameter.form.applied(to: .date(time)))
      } else {
        statement.bind(value(of: parameter))
      }
    }
  }

  package func value(of parameter: SQLParameter) -> ConstantValue {
    parameter.form.applied(to: value(from: parameter.source))
  }

  private func value(from source: SQLParameter.Source) -> ConstantValue {
    switch source {
    case .constant(let number): return values[number]
    case .list(let sources): return .list(sources.map { value(from: $0) })
    case .element(let index, let number):
      guard case .list(let elements) = values[number] else { return .null }
      return elements[index]
    case .fixed(let value): return value
    case .now: return .date(.now)
    // SQLite interprets -1 as no limit.
    case .limit: return .integer(limit.map { Int64(max($0, 0)) } ?? -1)
    case .offset: return .integer(Int64(max(offset, 0)))
    }
  }
}

extension SQLParameter.Form {
  fileprivate func applied(to value: ConstantValue) -> ConstantValue {
    switch self {
    case .stored: value
    case .exists: .integer(1)
    case .whole: value.operatorText.flatMap { Int64($0) }.map(ConstantValue.integer) ?? value
    case .real: EvaluatedNumber(EvaluatedValue(value)).map { .double($0.double) } ?? value
    case .exact: value.exactText.map(ConstantValue.string) ?? .null
    case .text: value.operatorText.map(ConstantValue.string) ?? .null
    case .folded(let options):
      value.operatorText.map { .string(TextFolding(options).fold($0)) } ?? .null
    case .prefixEnd: value.operatorText?.nextPrefix.map(ConstantValue.string) ?? .null
    case .foldedPrefixEnd(let options):
      value.operatorText.flatMap { TextFolding(options).fold($0).nextPrefix }
        .map(ConstantValue.string) ?? .data(Data())
    case .list: ListElement.text(of: value).map(ConstantValue.string) ?? .null
    case .json(let type):
      if case .list(let elements) = value { .string(JSONList(elements, type).text) } else { .null }
    }
  }
}

extension ConstantValue {
  /// The text that string operators compare; nil for a value without text.
  var operatorText: String? {
    switch self {
    case .string(let text): text
    case .url(let url): url.absoluteString
    default: EvaluatedNumber(EvaluatedValue(self))?.text
    }
  }
}

extension ConstantValue {
  /// The text that a column of exact decimals contains for the value; nil for
  /// values that are not decimals.
  var exactText: String? {
    switch self {
    case .decimal(let value): ExactDecimal.text(value)
    case .integer(let value): ExactDecimal.text(Decimal(value))
    case .boolean(let value): ExactDecimal.text(value ? 1 : 0)
    default: nil
    }
  }
}

extension ValueTarget {
  /// Binds a constant in the form that stores keep.
  package func bind(_ value: ConstantValue) {
    switch value {
    case .null, .list: bindNull()
    case .boolean(let value): bind(value ? 1 as Int64 : 0)
    case .integer(let value): bind(value)
    case .double(let value): bind(value)
    case .decimal(let value): bind(value.description)
    case .string(let value): bind(value)
    case .date(let value): bind(value.timeIntervalSinceReferenceDate)
    case .data(let value): value.withUnsafeBytes { bind($0) }
    case .uuid(let value): withUnsafeBytes(of: value.uuid) { bind($0) }
    case .url(let value): bind(value.absoluteString)
    case .objectID(let value): bind(value.key)
    }
  }
}

extension Statement {
  /// Binds constants to the next parameters, and returns the statement.
  package func binding(_ values: [ConstantValue]) -> Statement {
    for value in values { bind(value) }
    return self
  }
}

extension String {
  /// The least string that is greater than every string with this prefix, by
  /// Unicode scalars; nil if there is none.
  var nextPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      // No scalar follows the last one, so the preceding scalar is increased.
      if last.value == 0x10FFFF { continue }
      // Surrogates are not scalars, so they are skipped.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      return text
    }
    return nil
  }
}
