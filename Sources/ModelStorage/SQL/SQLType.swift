/// The type of an expression in SQL; values of different types never compare.
package enum SQLType: Hashable {
  /// The storage class in which SQLite holds a number.
  package enum Number: Hashable {
    case integer
    case real
    /// A whole number or not, as each row has it.
    case mixed
    /// A number that stands for decimal digits.
    case decimal
    /// A decimal that a Double may not hold: a constant bound as text, or the
    /// result of a cast.
    case digits
    /// The digits of a decimal as text, or another number, as each row has it:
    /// with a whole number, a Double and a decimal arithmetic is not the same.
    case tagged
  }

  case null
  /// The value that is not a number: equal to nothing, not even to itself.
  case notANumber
  case number(Number)
  case text, date, data, uuid
  /// An object, by the root of its hierarchy; -1 for another store's.
  case object(Int)

  var isNumber: Bool { if case .number = self { true } else { false } }

  /// The types that compare with it, without regard to how numbers are held.
  package func isComparable(to other: SQLType) -> Bool {
    if case .number = self, case .number = other { return true }
    return self == other
  }
}
