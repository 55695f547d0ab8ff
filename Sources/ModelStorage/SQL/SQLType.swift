/// The type of an expression in SQL. Values of different types are not comparable.
package enum SQLType: Hashable {
  /// The form in which SQLite represents a number.
  package enum Number: Hashable {
    case integer
    case real
    /// An integer or a Double, which may differ from row to row.
    case mixed
    /// A number whose decimal digits are significant.
    case decimal
    /// A decimal that a Double may not be able to represent: a constant bound
    /// as text, or the result of a cast.
    case digits
    /// The digits of a decimal as text, or another number, which may differ
    /// from row to row. Integers, Doubles and decimals follow different rules
    /// of arithmetic.
    case tagged
  }

  case null
  /// NaN, which is not even equal to itself.
  case notANumber
  case number(Number)
  case text, date, data, uuid
  /// An object, identified by the index of its root entity, or -1 for an object
  /// of another store.
  case object(Int)

  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Returns whether values of the two types are comparable, regardless of the
  /// forms of numbers.
  package func isComparable(to other: SQLType) -> Bool {
    if case .number = self, case .number = other { return true }
    return self == other
  }
}
