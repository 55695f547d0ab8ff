/// The form in which a decimal constant is passed to SQLite, which has no decimal type.
package enum DecimalForm: Int {
  /// An integer that a Double also represents.
  case integer
  /// A Double that represents the decimal exactly, which is possible for up to
  /// 15 digits.
  case real
  /// The digits of a decimal that no SQLite number represents.
  case digits
  /// No form, since the decimal is not a number.
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
  /// The integer or Double that equals the decimal, or else the decimal itself.
  package var asPlainNumber: ConstantValue {
    if let whole = Int64(description) { return .integer(whole) }
    return DecimalForm(self) == .real ? .double(nearestDouble) : .decimal(self)
  }
}
