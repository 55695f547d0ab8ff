extension AttributeValue {
  /// Creates the value from a constant in a computed column. A number of
  /// another type is accepted if no information is lost.
  init?(computed constant: ConstantValue) {
    self.init(first: [constant] + constant.otherNumbers)
  }

  /// Creates the value from a constant in SQLite's own type, in any form in
  /// which a store keeps values of the type.
  init?(stored constant: ConstantValue) {
    self.init(first: [constant] + constant.otherNumbers + constant.otherForms)
  }

  private init?(first constants: [ConstantValue]) {
    for constant in constants {
      guard let value = Self(constantValue: constant) else { continue }
      self = value
      return
    }
    return nil
  }
}

extension ConstantValue {
  /// Constants of other types that have the same numeric value; empty if there
  /// are none.
  fileprivate var otherNumbers: [ConstantValue] {
    switch self {
    case .decimal(let number):
      // An average of decimals is a double, like any other number.
      return EvaluatedNumber(.decimal(number)).map { [.double($0.double)] } ?? []
    case .double(let number):
      // A sum of decimals is also a decimal.
      let decimal = Decimal(shortest: number)
      return (decimal.isNaN ? [] : [.decimal(decimal)])
        + (Int64(exactly: number).map { [.integer($0)] } ?? [])
    case .null, .boolean, .integer, .string, .date, .data, .uuid, .url, .objectID, .list: return []
    }
  }

  /// The values of other types that are stored in the same form as this value.
  fileprivate var otherForms: [ConstantValue] {
    switch self {
    case .integer(let number):
      let date = ConstantValue.date(Date(timeIntervalSinceReferenceDate: Double(number)))
      return (0...1).contains(number) ? [.boolean(number == 1), date] : [date]
    case .double(let number): return [.date(Date(timeIntervalSinceReferenceDate: number))]
    case .string(let text):
      let number = Decimal(exactly: text).map { ConstantValue.decimal($0) }
      return [number, URL(string: text).map { .url($0) }].compactMap { $0 }
    case .data(let data): return UUID(bytes: Array(data)).map { [.uuid($0)] } ?? []
    case .null, .boolean, .decimal, .date, .uuid, .url, .objectID, .list: return []
    }
  }
}
