/// The order of two values of comparable types.
package enum ValueOrder: Int {
  case less = -1
  case equal = 0
  case greater = 1

  init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .less : left == right ? .equal : .greater
  }

  /// The order of the two values if they are exchanged.
  var turned: ValueOrder { ValueOrder(rawValue: -rawValue) ?? .equal }
}

extension EvaluatedValue {
  /// Returns whether two values are equal: nil equals nil, and numbers are
  /// compared by value regardless of type, text by its bytes, objects by their
  /// IDs. Values of different types are never equal.
  package func equals(_ other: EvaluatedValue, folding: TextFolding) -> Bool {
    switch (self, other) {
    case (.null, .null):
      return true
    case (.null, .object(let subject)), (.object(let subject), .null):
      return subject.predicateIsNil
    case (.collection(let first), .collection(let second)):
      return first.count == second.count
        && zip(first, second).allSatisfy { $0.equals($1, folding: folding) }
    default:
      // Objects are equal by their identity, and have no order.
      if let id = objectIdentity { return id == other.objectIdentity }
      return order(to: other, folding: folding) == .equal
    }
  }

  /// Returns the order of two values; nil if one of them is nil, or if their
  /// types cannot be compared.
  ///
  /// Booleans are the numbers 0 and 1. An integer and a Double are compared
  /// exactly, and so are a 64-bit integer stored as a Decimal and a Double; any
  /// other Decimal is rounded to the nearest Double before it is compared with
  /// a Double, so that `price == 0.1` works as expected. Strings, URLs, data
  /// and UUIDs are compared by their bytes.
  package func order(to other: EvaluatedValue, folding: TextFolding) -> ValueOrder? {
    if let number = EvaluatedNumber(self) {
      return EvaluatedNumber(other).flatMap { number.order(to: $0) }
    }
    if let text = textValue {
      guard let otherText = other.textValue else { return nil }
      return Self.order(folding.fold(text).utf8, folding.fold(otherText).utf8)
    }
    switch (self, other) {
    case (.date(let first), .date(let second)):
      return EvaluatedNumber.real(first.timeIntervalSinceReferenceDate)
        .order(to: .real(second.timeIntervalSinceReferenceDate))
    case (.data(let first), .data(let second)): return Self.order(first, second)
    case (.uuid(let first), .uuid(let second)):
      return Self.order(first.uuidString.utf8, second.uuidString.utf8)
    default: return nil
    }
  }

  /// The text of a string or a URL; nil for any other value.
  package var textValue: String? {
    switch self {
    case .string(let text): text
    case .url(let url): url.absoluteString
    default: nil
    }
  }

  private var objectIdentity: ObjectID? {
    switch self {
    case .objectID(let id): id
    case .object(let subject): subject.predicateObjectID
    default: nil
    }
  }

  private static func order(
    _ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>
  ) -> ValueOrder {
    var others = second.makeIterator()
    for byte in first {
      guard let other = others.next() else { return .greater }
      if byte != other { return byte < other ? .less : .greater }
    }
    return others.next() == nil ? .equal : .less
  }
}
