extension PredicateArgument where Self: BinaryInteger {
  /// The number as a constant. A number outside the range of `Int64` becomes a decimal,
  /// so that no digit is lost.
  public var predicateExpression: ObjectExpression {
    if let integer = Int64(exactly: self) { return .constant(.integer(integer)) }
    return .constant(.decimal(Decimal(UInt64(truncatingIfNeeded: self))))
  }
}

extension Int: PredicateArgument {}
extension Int8: PredicateArgument {}
extension Int16: PredicateArgument {}
extension Int32: PredicateArgument {}
extension Int64: PredicateArgument {}
extension UInt: PredicateArgument {}
extension UInt8: PredicateArgument {}
extension UInt16: PredicateArgument {}
extension UInt32: PredicateArgument {}
extension UInt64: PredicateArgument {}
