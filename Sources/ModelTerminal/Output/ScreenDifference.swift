/// The difference between two buffers, as text that is sent to a terminal.
package struct ScreenDifference: Sendable {
  /// True if colours may be used.
  package var isColored: Bool

  /// Creates a difference with or without colours.
  package init(isColored: Bool = true) {
    self.isColored = isColored
  }

  /// Returns the text to send, which contains only the runs of cells that have changed.
  ///
  /// If the shown buffer is nil or has another size, the terminal's content is unknown,
  /// so the terminal is cleared first.
  package func text(from shown: CellBuffer?, to wanted: CellBuffer) -> String {
    var output = ""
    var base = CellBuffer(size: wanted.size)
    if let shown, shown.size == wanted.size {
      base = shown
    } else {
      output += "\u{1B}[0m\u{1B}[2J"
    }
    for row in 0..<wanted.size.rows { append(row, from: base, to: wanted, &output) }
    guard !output.isEmpty || base.cursor != wanted.cursor || shown == nil else { return "" }
    return "\u{1B}[?25l" + output + cursor(wanted)
  }

  private func cursor(_ buffer: CellBuffer) -> String {
    guard let cursor = buffer.cursor else { return "" }
    return Self.position(cursor.row, cursor.column) + "\u{1B}[?25h"
  }

  private func append(
    _ row: Int, from base: CellBuffer, to wanted: CellBuffer, _ output: inout String
  ) {
    var style: TextStyle?
    // The column of the terminal's cursor; nil if it is uncertain.
    var place: Int?
    for column in 0..<wanted.size.columns {
      let cell = wanted[row, column]
      let isHalf = column + 1 < wanted.size.columns && wanted[row, column + 1].character == nil
      let isSame =
        base[row, column] == cell && (!isHalf || base[row, column + 1] == wanted[row, column + 1])
      guard let character = cell.character, !isSame else { continue }
      if place != column { output += Self.position(row, column) }
      if style != cell.style {
        output += cell.style.sequence(isColored: isColored)
        style = cell.style
      }
      // The width of joined characters differs between terminals.
      let isJoined = character.unicodeScalars.count > 1
      if isJoined, isHalf { output += "  " + Self.position(row, column) }
      output.append(character)
      place = isJoined ? nil : column + character.terminalWidth
    }
    if let style, !style.isEmpty { output += "\u{1B}[0m" }
  }

  private static func position(_ row: Int, _ column: Int) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H"
  }
}
