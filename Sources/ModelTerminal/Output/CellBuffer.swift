/// The size of a terminal in rows and columns.
package struct TerminalSize: Sendable, Hashable {
  package var rows: Int
  package var columns: Int

  /// Creates a size with at least one row and one column.
  package init(rows: Int, columns: Int) {
    self.rows = max(rows, 1)
    self.columns = max(columns, 1)
  }
}

/// The cells of a terminal's content, each with a character and a style.
package struct CellBuffer: Sendable, Hashable {
  package struct Cell: Sendable, Hashable {
    /// The character in the cell; nil for the right half of a wide character.
    package var character: Character?
    package var style: TextStyle

    static let blank = Cell(character: " ", style: [])
  }

  /// A position, given by a row and a column, counted from 0.
  package struct Place: Sendable, Hashable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The size in rows and columns.
  package let size: TerminalSize
  /// The position of the cursor; nil if the cursor is hidden.
  package var cursor: Place?
  private var cells: [Cell]

  /// Creates a buffer of blank cells.
  package init(size: TerminalSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// The cell at a position; a blank cell outside the buffer.
  package subscript(row: Int, column: Int) -> Cell {
    holds(row, column) ? cells[row * size.columns + column] : .blank
  }

  /// Writes text into a row, truncated at the given width or at the end of the
  /// buffer.
  ///
  /// - Returns: The column after the text.
  @discardableResult
  package mutating func put(
    _ text: some StringProtocol, row: Int, column: Int, width: Int = .max, style: TextStyle = []
  ) -> Int {
    let (sum, overflows) = column.addingReportingOverflow(width)
    let end = min(size.columns, overflows ? .max : sum)
    var place = column
    for character in text.lazy.flatMap({ $0.shownInTerminal.cellParts }) {
      let columns = character.terminalWidth
      if columns == 0 {
        combine(character, row: row, column: place - 1)
        continue
      }
      guard place + columns <= end else { break }
      erase(row, place)
      if columns == 2 {
        erase(row, place + 1)
        set(Cell(character: nil, style: style), row, place + 1)
      }
      set(Cell(character: character, style: style), row, place)
      place += columns
    }
    return place
  }

  /// Writes text into a row. If the text is too long, it ends with "…".
  ///
  /// - Returns: The column after the text.
  @discardableResult
  package mutating func putShortened(
    _ text: some StringProtocol, row: Int, column: Int, width: Int, style: TextStyle = []
  ) -> Int {
    let width = min(width, size.columns - column)
    guard text.terminalWidth(upTo: width) > width else {
      return put(text, row: row, column: column, width: width, style: style)
    }
    guard width > 0 else { return column }
    let place = put(text, row: row, column: column, width: width - 1, style: style)
    return put("…", row: row, column: place, style: style)
  }

  /// Sets the style of a range of columns in a row.
  package mutating func paint(_ style: TextStyle, row: Int, columns: Range<Int>) {
    for column in columns where holds(row, column) {
      cells[row * size.columns + column].style.formUnion(style)
    }
  }

  /// Clears the cells of a rectangle.
  package mutating func clear(rows: Range<Int>, columns: Range<Int>) {
    for row in rows {
      for column in columns { erase(row, column) }
    }
  }

  private func holds(_ row: Int, _ column: Int) -> Bool {
    (0..<size.rows).contains(row) && (0..<size.columns).contains(column)
  }

  private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
    if holds(row, column) { cells[row * size.columns + column] = cell }
  }

  /// Clears a cell, including the other half of a wide character.
  private mutating func erase(_ row: Int, _ column: Int) {
    guard holds(row, column) else { return }
    let index = row * size.columns + column
    if cells[index].character == nil, column > 0 { cells[index - 1].character = " " }
    if holds(row, column + 1), cells[index + 1].character == nil {
      cells[index + 1].character = " "
    }
    cells[index] = .blank
  }

  /// Adds a combining mark to the character before a position.
  private mutating func combine(_ mark: Character, row: Int, column: Int) {
    guard holds(row, column) else { return }
    let index = row * size.columns + column
    guard let base = cells[index].character else { return }
    let combined = String(base) + String(mark)
    if combined.count == 1, let character = combined.first { cells[index].character = character }
  }
}
