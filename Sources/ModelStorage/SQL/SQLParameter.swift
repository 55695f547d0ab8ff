/// A parameter of a compiled fetch: where its value comes from, and the form in
/// which it is bound.
///
/// It names a constant by its number, so that a statement serves every fetch of
/// the same fingerprint.
package struct SQLParameter {
  /// The source of a value.
  package indirect enum Source {
    /// The constant of a number.
    case constant(Int)
    /// Several values as a list.
    case list([Source])
    /// An element of the constant list of a number.
    case element(Int, of: Int)
    /// A value that belongs to the fingerprint.
    case fixed(ConstantValue)
    /// The time at which the fetch runs.
    case now
    case limit
    case offset

    /// A Boolean value that says whether it is of a condition whose constants are the first
    /// ones, of a number: those of the order follow, and a window has none.
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
    /// The value as stores keep it.
    case stored
    /// The number 1, whatever the value is.
    case exists
    /// The value as a whole number.
    case whole
    /// The value as a number that is not whole.
    case real
    /// The text that keeps every digit and sorts.
    case exact
    /// The text that string operators see.
    case text
    /// The value as a text, folded.
    case folded(StringOptions)
    /// The end of the range of texts that begin with the value.
    case prefixEnd
    /// The same of it as a text, folded; an empty blob, which is behind every
    /// text, where there is none.
    case foldedPrefixEnd(StringOptions)
    /// The elements of a list, each as what it is, in JSON; NULL for what no list in a
    /// column is.
    case list
    /// The elements of a type as a JSON array.
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

/// A fetch as a statement of one connection.
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

  /// Binds the parameters, in order. Within a statement it is one time.
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

  /// The value of a parameter.
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
    // -1 is SQLite's word for no limit.
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
  /// The text that string operators see; nil for what has none.
  var operatorText: String? {
    switch self {
    case .string(let text): text
    case .url(let url): url.absoluteString
    default: EvaluatedNumber(EvaluatedValue(self))?.text
    }
  }
}

extension ConstantValue {
  /// The text that a column of exact decimals holds for it; nil for what is no
  /// decimal.
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
  /// Takes a constant in the form in which stores keep it.
  package func bind(_ value: ConstantValue) {
    switch value {
    case .null, .list: bindNull()
    case .boolean(let value): bind(value ? 1 as Int64 : 0)
    case .integer(let value): bind(value)
    case .double(let value): bind(value)
    case .decimal(let value): bind(value.storedText)
    case .string(let value): bind(value)
    case .date(let value): bind(value.timeIntervalSinceReferenceDate)
    case .data(let value): value.withUnsafeBytes { bind($0) }
    case .uuid(let value): withUnsafeBytes(of: value.uuid) { bind($0) }
    case .url(let value): bind(value.absoluteString)
    case .objectID(let value): bind(value.key)
    }
  }
}

extension String {
  /// The least text that is greater than every text with this prefix, by
  /// Unicode scalars; nil where there is none.
  var nextPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      // Nothing is behind the last scalar, so the one before it is raised.
      if last.value == 0x10FFFF { continue }
      // Surrogates are no scalars.
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
