/// SQL functions that compute values with the same code that evaluates
/// predicates in memory.
struct ValueFunctions {
  let connection: Connection

  func register() throws(SQLiteError) {
    try registerNumbers()
    try registerTexts()
    try registerAggregates()
    try registerStorage()
    try connection.register("model_cast", argumentCount: 3) { arguments in
      guard let value = arguments.evaluated(2, as: arguments.text(1)),
        let type = arguments.text(0).flatMap({ CastType($0) })
      else { return .null }
      return (try? type.cast(value))?.functionResult ?? .null
    }
    try connection.register("model_list", argumentCount: 2) { arguments in
      guard let element = arguments.text(0).flatMap({ ListElement(rawValue: $0) }) else {
        return .null
      }
      return arguments.text(1).flatMap { element.json($0) }.map(FunctionResult.text) ?? .null
    }
    let lists = ListCache { EvaluatedValue($0) }
    try connection.register("model_is_list", argumentCount: 4) { arguments in
      guard let element = arguments.text(0).flatMap({ ListElement(rawValue: $0) }),
        let values = arguments.text(1).flatMap({ element.constants($0) }),
        let others = arguments.text(2).flatMap({ lists.value($0) })
      else { return .null }
      let options = StringOptions(rawValue: Int(arguments.integer(3)))
      return .integer(
        EvaluatedValue(.list(values)).equals(others, folding: TextFolding(options)) ? 1 : 0)
    }
    try connection.register("model_element", argumentCount: 1) { arguments in
      if case .integer(let value)? = arguments.value(0) { return .integer(value) }
      return arguments.text(0).map(Self.element) ?? .null
    }
  }

  private func registerNumbers() throws(SQLiteError) {
    try connection.register("model_unary", argumentCount: 2) { arguments in
      guard let name = arguments.text(0), let number = arguments.numeral(1) else { return .null }
      return NumberFunction(rawValue: name)?.value(of: number)?.value.functionResult ?? .null
    }
    try connection.register("model_binary", argumentCount: 3) { arguments in
      guard let name = arguments.text(0), let first = arguments.numeral(1),
        let second = arguments.numeral(2)
      else { return .null }
      return Arithmetic(rawValue: name)?.value(first, second)?.value.functionResult ?? .null
    }
    // SQL itself adds plain numbers.
    for kind in [NumberKind.decimal, .tagged] {
      try connection.register("model_arithmetic" + kind.suffix, argumentCount: 5) { arguments in
        Self.arithmetic(arguments).map { kind.result($0.value) } ?? .null
      }
    }
    try connection.register("model_order", argumentCount: 4) { arguments in
      guard let first = arguments.ordered(1, arguments.text(0)),
        let second = arguments.ordered(3, arguments.text(2)),
        let order = first.order(to: second)
      else { return .null }
      return .integer(Int64(order.rawValue))
    }
    let memberships = ListCache { list in
      try? PreparedPredicate(.comparison(.init(.evaluatedObject, .in, .constant(list))))
    }
    try connection.register("model_in", argumentCount: 3) { arguments in
      guard let number = arguments.ordered(1, arguments.text(0)),
        let test = arguments.text(2).flatMap({ memberships.value($0) }),
        let isIn = try? test.evaluate(with: number.value)
      else { return .null }
      return .integer(isIn ? 1 : 0)
    }
    try connection.register("model_tagged", argumentCount: 1) { arguments in
      guard case .decimal(let value)? = arguments.evaluated(0, as: "decimal") else { return .null }
      return .text(value.description)
    }
    try connection.register("model_group", argumentCount: 1) { arguments in
      guard let value = arguments.evaluated(0, as: "tagged") else { return .null }
      guard case .decimal(let decimal) = value else { return value.functionResult }
      return switch decimal.asPlainNumber {
      case .integer(let number): .integer(number)
      case .double(let number): .double(number)
      default: .text(decimal.description)
      }
    }
    try connection.register("model_operand", argumentCount: 1) { arguments in
      switch arguments.evaluated(0, as: "tagged") {
      case .decimal(let value)?: .double(value.nearestDouble)
      case let number?: number.functionResult
      case nil: .null
      }
    }
    try connection.register("model_distance", argumentCount: 4) { arguments in
      let degrees = (0..<4).map { arguments.numeral($0)?.double ?? .nan }
      let one = Coordinate(latitude: degrees[0], longitude: degrees[1])
      let other = Coordinate(latitude: degrees[2], longitude: degrees[3])
      return one.flatMap { other?.distance(to: $0) }.map(FunctionResult.double) ?? .null
    }
    let zones = ZoneCache()
    try connection.register("model_calendar", argumentCount: 3) { arguments in
      guard let part = arguments.text(0).flatMap({ CalendarPart(rawValue: $0) }),
        case .date(let date)? = arguments.evaluated(2, as: "date")
      else { return .null }
      let zone = arguments.text(1).map { zones.zone(named: $0) }
      return part.value(of: date, in: zone ?? nil).map(FunctionResult.integer) ?? .null
    }
    try connection.register("model_random", argumentCount: 2) { arguments in
      guard let bound = arguments.number(0), !bound.isNaN else { return .null }
      guard bound >= 1 else { return .integer(0) }
      let random = UInt64(bitPattern: arguments.integer(1))
      // A greater bound would not fit into an integer.
      return .integer(Int64(random % UInt64(min(bound, 0x1p62))))
    }
  }

  /// Returns the result of a function of one or two numbers, given by its name;
  /// nil if there is no result. Each number comes after its kind; the second
  /// kind is NULL if there is no second number.
  private static func arithmetic(_ arguments: FunctionArguments) -> EvaluatedNumber? {
    guard let name = arguments.text(0), let first = arguments.ordered(2, arguments.text(1))
    else { return nil }
    guard let kind = arguments.text(3) else {
      return NumberFunction(rawValue: name)?.value(of: first)
    }
    return arguments.ordered(4, kind).flatMap { Arithmetic(rawValue: name)?.value(first, $0) }
  }

  private func registerTexts() throws(SQLiteError) {
    try connection.register("model_text", argumentCount: 1) { arguments in
      arguments.numeral(0).map { .text($0.text) } ?? .null
    }
    try connection.register("model_length", argumentCount: 1) { arguments in
      arguments.text(0).map { .integer(Int64($0.unicodeScalars.count)) } ?? .null
    }
    try connection.register("model_characters", argumentCount: 1) { arguments in
      arguments.text(0).map { .integer(Int64($0.count)) } ?? .null
    }
    try connection.register("model_case", argumentCount: 2) { arguments in
      guard let text = arguments.text(0) else { return .null }
      return .text(arguments.integer(1) == 0 ? text.lowercased() : text.uppercased())
    }
  }

  /// Registers the functions that convert values to and from the forms of columns.
  private func registerStorage() throws(SQLiteError) {
    try connection.register("model_exact", argumentCount: 1) { arguments in
      guard case .decimal(let value)? = arguments.evaluated(0, as: "decimal") else {
        return .null
      }
      return ExactDecimal.text(value).map(FunctionResult.text) ?? .null
    }
    try connection.register("model_digits", argumentCount: 1) { arguments in
      guard let text = arguments.text(0) else { return .null }
      return ExactDecimal.value(text).map { EvaluatedValue.decimal($0).functionResult }
        ?? .text(text)
    }
  }

  /// Registers each aggregate function for plain numbers, for numbers that
  /// represent decimals, for values that are decimals if they are strings, and
  /// for columns of `@exact` attributes.
  private func registerAggregates() throws(SQLiteError) {
    for kind in NumberKind.allCases {
      try connection.registerAggregate("model_sum" + kind.suffix) {
        SumCollector(kind) { sum, _ in sum.result?.value ?? .null }
      }
      try connection.registerAggregate("model_average" + kind.suffix) {
        SumCollector(kind) { $0.mean(of: $1).value }
      }
      try connection.registerAggregate("model_median" + kind.suffix) {
        NumberCollector(kind) { try Aggregate.median($0) }
      }
      try connection.registerAggregate("model_min" + kind.suffix) {
        NumberCollector(kind) { try Aggregate.least($0, .less) }
      }
      try connection.registerAggregate("model_max" + kind.suffix) {
        NumberCollector(kind) { try Aggregate.least($0, .greater) }
      }
    }
    try connection.registerAggregate("model_deviation") {
      NumberCollector(.plain) { try Aggregate.deviation($0) }
    }
  }

  /// Returns an element of a `JSONList` that is not an integer.
  private static func element(_ text: String) -> FunctionResult {
    switch text.utf8.first {
    case UInt8(ascii: "t"): .text(String(text.unicodeScalars.dropFirst()))
    case UInt8(ascii: "r"):
      UInt64(text.dropFirst()).map { .double(Double(bitPattern: $0)) } ?? .null
    case UInt8(ascii: "b"): .bytes(bytes(text.utf8.dropFirst()))
    case UInt8(ascii: "x"): .text(String(decoding: bytes(text.utf8.dropFirst()), as: UTF8.self))
    default: .null
    }
  }

  private static func bytes(_ digits: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      let value = digit >= UInt8(ascii: "a") ? digit - 87 : digit &- 48
      if let first = high {
        bytes.append(first << 4 | value & 15)
        high = nil
      } else {
        high = value & 15
      }
    }
    return bytes
  }
}

/// The time zone that was used last.
private final class ZoneCache {
  private var name = ""
  private var zone: TimeZone?

  func zone(named name: String) -> TimeZone? {
    // Most statements use one time zone for all rows, and creating a time zone
    // is slow.
    if name != self.name { (self.name, zone) = (name, TimeZone(identifier: name)) }
    return zone
  }
}

/// The prepared form of the constant list that was compared last.
private final class ListCache<Value> {
  private var text = ""
  private var value: Value?
  private let make: (ConstantValue) -> Value?

  init(_ make: @escaping (ConstantValue) -> Value?) {
    self.make = make
  }

  func value(_ text: String) -> Value? {
    // A statement compares all of its rows with the same list.
    guard !text.utf8.elementsEqual(self.text.utf8) else { return value }
    (self.text, value) = (text, ListElement.constants(of: text).flatMap { make(.list($0)) })
    return value
  }
}

/// The kind of numbers that an aggregate function accepts.
private enum NumberKind: CaseIterable {
  case plain
  /// Numbers whose decimal digits are significant.
  case decimal
  /// Strings of decimal digits, or plain numbers.
  case tagged
  /// Strings of `ExactDecimal`.
  case exact

  var suffix: String {
    switch self {
    case .plain: ""
    case .decimal: "_decimal"
    case .tagged: "_tagged"
    case .exact: "_exact"
    }
  }

  func number(_ arguments: FunctionArguments) -> EvaluatedNumber? {
    switch self {
    case .plain: arguments.numeral(0)
    case .decimal: arguments.evaluated(0, as: "decimal").flatMap { EvaluatedNumber($0) }
    case .tagged: arguments.evaluated(0, as: "tagged").flatMap { EvaluatedNumber($0) }
    case .exact:
      arguments.text(0).flatMap { ExactDecimal.value($0) ?? Decimal(exactly: $0) }
        .map(EvaluatedNumber.decimal)
    }
  }

  /// Returns a result in the form that this kind of number has.
  func result(_ value: EvaluatedValue) -> FunctionResult {
    if self == .tagged, case .decimal(let decimal) = value { return .text(decimal.description) }
    return value.functionResult
  }
}

/// The sum of a group's numbers.
private final class SumCollector: AggregateFunction {
  private let kind: NumberKind
  private let result: (ExactSum, Int) -> EvaluatedValue
  private var sum = ExactSum()
  private var count = 0

  init(_ kind: NumberKind, _ result: @escaping (ExactSum, Int) -> EvaluatedValue) {
    self.kind = kind
    self.result = result
  }

  func step(_ arguments: FunctionArguments) {
    // The sum adds the shortest digits of the number directly, without creating a
    // Decimal for each.
    if kind == .decimal, case .double(let number)? = arguments.value(0) {
      sum.addDecimal(shortest: number)
    } else if kind == .exact, let digits = arguments.utf8(0).flatMap(ExactDecimal.digits) {
      sum.addDecimal(digits.number, exponent: digits.exponent)
    } else if let number = kind.number(arguments) {
      sum.add(number)
    } else {
      return
    }
    count += 1
  }

  func finish() -> FunctionResult { kind.result(result(sum, count)) }
}

/// The numbers of a group.
private final class NumberCollector: AggregateFunction {
  private let kind: NumberKind
  private var values: [EvaluatedValue] = []
  private let result: ([EvaluatedValue]) throws -> EvaluatedValue

  init(_ kind: NumberKind, _ result: @escaping ([EvaluatedValue]) throws -> EvaluatedValue) {
    self.kind = kind
    self.result = result
  }

  func step(_ arguments: FunctionArguments) {
    if let number = kind.number(arguments) { values.append(number.value) }
  }

  func finish() -> FunctionResult { kind.result((try? result(values)) ?? .null) }
}

extension FunctionArguments {
  /// Returns the argument at an index as text; nil for NULL.
  func text(_ index: Int) -> String? {
    utf8(index).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the argument at an index as a number; nil for other values.
  func numeral(_ index: Int) -> EvaluatedNumber? {
    switch value(index) {
    case .integer(let value): .integer(value)
    case .double(let value): .real(value)
    default: nil
    }
  }

  /// Returns the argument at an index as a number; nil for other values. For
  /// the kind `d`, the result is a decimal number; for `t`, it is a decimal
  /// number only if the argument is a string.
  fileprivate func ordered(_ index: Int, _ kind: String?) -> EvaluatedNumber? {
    switch kind {
    case "d": evaluated(index, as: "decimal").flatMap { EvaluatedNumber($0) }
    case "t": evaluated(index, as: "tagged").flatMap { EvaluatedNumber($0) }
    default: numeral(index)
    }
  }

  fileprivate func evaluated(_ index: Int, as kind: String?) -> EvaluatedValue? {
    guard let value = value(index) else { return nil }
    switch (kind, value) {
    case ("decimal", .integer(let value)): return .decimal(Decimal(value))
    // A Double among decimals represents its shortest digits, so that 0.1 is
    // exactly 0.1.
    case ("decimal", .double(let value)): return .decimal(Decimal(shortest: value))
    case ("decimal", .text(let text)), ("tagged", .text(let text)):
      return Decimal(exactly: text).map(EvaluatedValue.decimal)
    case ("date", .integer(let value)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(value)))
    case ("date", .double(let value)): return .date(Date(timeIntervalSinceReferenceDate: value))
    case ("uuid", .bytes(let bytes)): return UUID(bytes: bytes).map(EvaluatedValue.uuid)
    case ("data", .bytes(let bytes)): return .data(Data(bytes))
    case (_, .integer(let value)): return .integer(value)
    case (_, .double(let value)): return .double(value)
    case (_, .text(let value)): return .string(value)
    default: return nil
    }
  }
}

extension EvaluatedValue {
  /// The value in the form that stores keep.
  fileprivate var functionResult: FunctionResult {
    switch self {
    case .null, .object, .collection: .null
    case .boolean(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .decimal(let value): value.functionResult
    case .string(let value): .text(value)
    case .url(let value): .text(value.absoluteString)
    case .date(let value): .double(value.timeIntervalSinceReferenceDate)
    case .data(let value): .bytes(Array(value))
    case .uuid(let value): .bytes(value.bytes)
    case .objectID(let value): .integer(value.key)
    }
  }
}

extension Decimal {
  /// The number as a DECIMAL column stores it: as digits if no Double
  /// represents it.
  fileprivate var functionResult: FunctionResult {
    if let whole = Int64(description) { return .integer(whole) }
    if isNaN { return .null }
    let double = nearestDouble
    return Decimal(shortest: double) == self ? .double(double) : .text(description)
  }
}
