public import ModelSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BinaryInteger {
  /// The number as a constant; one that is greater than every Int64 is a
  /// decimal, so that no digit is lost.
  fileprivate var constantExpression: ObjectExpression {
    if let integer = Int64(exactly: self) { return .constant(.integer(integer)) }
    return .constant(.decimal(Decimal(UInt64(truncatingIfNeeded: self))))
  }
}

extension Int: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension Int8: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension Int16: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension Int32: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension Int64: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension UInt: PredicateArgument {
  /// The number as a constant; a decimal where it is greater than every Int64.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension UInt8: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension UInt16: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension UInt32: PredicateArgument {
  /// The number as a constant.
  public var predicateExpression: ObjectExpression { constantExpression }
}

extension UInt64: PredicateArgument {
  /// The number as a constant; a decimal where it is greater than every Int64.
  public var predicateExpression: ObjectExpression { constantExpression }
}
