extension Decimal {
  /// The digits of the decimal, which a column of numeric affinity converts to a
  /// number.
  package var storedText: String { description }
}
