extension Decimal {
  /// The digits; a column of numeric affinity makes a number of them.
  package var storedText: String { description }
}
