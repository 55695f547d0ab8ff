// Foundation classes as arguments, for code that was written for `NSPredicate`.

extension NSNumber: PredicateArgument {
  /// The number as a constant in a predicate.
  public var predicateExpression: ObjectExpression {
    if let decimal = self as? NSDecimalNumber { return .constant(.decimal(decimal.decimalValue)) }
    switch String(cString: objCType) {
    case "d", "f": return .constant(.double(doubleValue))
    case "Q" where uint64Value > Int64.max: return uint64Value.predicateExpression
    default: return .constant(.integer(int64Value))
    }
  }
}

extension NSString: PredicateArgument {
  /// The string as a constant in a predicate.
  public var predicateExpression: ObjectExpression { .constant(.string(description)) }
}

extension NSDate: PredicateArgument {
  /// The date as a constant in a predicate.
  public var predicateExpression: ObjectExpression {
    .constant(.date(Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)))
  }
}

extension NSUUID: PredicateArgument {
  /// The UUID as a constant in a predicate.
  public var predicateExpression: ObjectExpression {
    .constant(UUID(uuidString: uuidString).map(ConstantValue.uuid) ?? .null)
  }
}

extension NSNull: PredicateArgument {
  /// The null value as the constant nil in a predicate.
  public var predicateExpression: ObjectExpression { .constant(.null) }
}

extension NSArray: PredicateArgument {
  /// The elements as a list in a predicate.
  public var predicateExpression: ObjectExpression { Array(self).predicateExpression }
}

extension NSSet: PredicateArgument {
  /// The elements as a list in a predicate.
  public var predicateExpression: ObjectExpression { allObjects.predicateExpression }
}

extension NSOrderedSet: PredicateArgument {
  /// The elements as a list in a predicate.
  public var predicateExpression: ObjectExpression { array.predicateExpression }
}
