/// The form in which a decimal constant is handed to SQLite, which has no such
/// type.
package enum DecimalForm: Int {
  /// It is a whole number that a Double holds too.
  case integer
  /// A Double names it exactly, as up to 15 digits do.
  case real
  /// Only its digits say what it is.
  case digits
  /// It is no number.
  case none

  package init(_ value: Decimal) {
    if value.isNaN {
      self = .none
    } else if let whole = Int64(value.description) {
      self = Int64(exactly: Double(whole)) == whole ? .integer : .digits
    } else {
      self = Decimal(shortest: value.nearestDouble) == value ? .real : .digits
    }
  }
}

extension Decimal {
  /// The whole number or Double that is the same number, else the decimal itself.
  package var asPlainNumber: ConstantValue {
    if let whole = Int64(description) { return .integer(whole) }
    return DecimalForm(self) == .real ? .double(nearestDouble) : .decimal(self)
  }
}
