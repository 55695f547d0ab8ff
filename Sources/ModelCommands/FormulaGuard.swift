/// Protects cells of CSV that a spreadsheet would compute, such as `=HYPERLINK(…)`,
/// `@SUM` or `+1+1`: a quote before them makes them texts, and is removed when they are
/// read.
///
/// A cell that has quotes before such a beginning already gets one more, so that every
/// text is read as it was written. Numbers are left alone, since spreadsheets keep them
/// as numbers.
enum FormulaGuard {
  static func guarded(_ cell: String) -> String {
    beginsFormula(cell) && Double(cell) == nil ? "'" + cell : cell
  }

  static func read(_ cell: String) -> String {
    cell.unicodeScalars.first == "'" && beginsFormula(cell)
      ? String(cell.unicodeScalars.dropFirst()) : cell
  }

  private static func beginsFormula(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return ["=", "+", "-", "@", "\t", "\r"].contains(first)
  }
}

extension CSVReader {
  /// A row of fields for people, none of which a spreadsheet computes.
  ///
  /// - Parameter isPlain: True to write the fields unchanged, for programs.
  package static func line(_ fields: [String], isPlain: Bool) -> String {
    line(isPlain ? fields : fields.map(FormulaGuard.guarded))
  }
}

extension CSVReader.Row {
  /// The row without the quotes that keep spreadsheets from computing.
  var withoutGuards: CSVReader.Row {
    var row = self
    row.fields = fields.map(FormulaGuard.read)
    return row
  }
}
