/// Protects CSV cells that a spreadsheet would compute, such as
/// `=HYPERLINK(…)`, `@SUM` or `+1+1`: a quote before such a cell makes it text,
/// and is removed when the cell is read.
///
/// A cell that already has quotes before such a beginning gets one more, so
/// that every cell is read as it was written. Numbers are unchanged, since
/// spreadsheets keep them as numbers.
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
    // Spreadsheets of East Asia take the wide signs for the narrow ones.
    return ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].contains(first)
  }
}

extension CSVReader {
  /// Returns a row of fields for users, in which no field is computed by a
  /// spreadsheet.
  ///
  /// - Parameter isPlain: True to write the fields unchanged, for programs.
  package static func line(_ fields: [String], isPlain: Bool) -> String {
    line(isPlain ? fields : fields.map(FormulaGuard.guarded))
  }
}

extension CSVReader.Row {
  /// The row without the quotes that prevent spreadsheets from computing cells.
  var withoutGuards: CSVReader.Row {
    var row = self
    row.fields = fields.map(FormulaGuard.read)
    return row
  }
}
