extension ScreenPainter {
  /// Draws a question over everything else.
  mutating func paint(_ dialog: ScreenDialog) {
    let layout = DialogLayout(dialog, size: buffer.size)
    let (row, column, inner) = (layout.row, layout.column, layout.inner)
    if layout.isFramed {
      paintFrame(row: row, column: column - 2, width: inner + 4, height: layout.height)
    } else {
      buffer.clear(rows: 0..<rows, columns: 0..<columns)
    }
    buffer.putShortened(
      layout.title, row: row, column: column, width: inner, style: [.bold, .accent])
    for (place, line) in layout.message.enumerated() {
      buffer.putShortened(line, row: layout.messageRow + place, column: column, width: inner)
    }
    buffer.cursor = nil
    targets = []
    if dialog.input != nil, let editor {
      let inputRow = layout.messageRow + layout.message.count
      buffer.putShortened(
        dialog.complaint, row: inputRow + 1, column: column, width: inner, style: [.bold, .error])
      paintInput(editor, row: inputRow, column: column, width: inner)
    }
    paintAnswers(of: dialog, layout)
  }

  private mutating func paintAnswers(of dialog: ScreenDialog, _ layout: DialogLayout) {
    var place = layout.column
    for (offset, number) in layout.answers.enumerated() {
      let isSelected = number == dialog.selection
      let text = isSelected ? "›\(dialog.options[number])‹" : " \(dialog.options[number]) "
      let row = layout.answerRow + (layout.isTall ? offset : 0)
      let end = buffer.putShortened(
        text, row: row, column: place, width: max(layout.column + layout.inner - place, 0),
        style: isSelected ? .reversed : [])
      targets.append(Target(row: row, columns: place..<end, action: .answer(number)))
      if !layout.isTall { place = end + 2 }
    }
  }

  /// Draws the lines of a box over everything else.
  ///
  /// - Returns: The number of lines that do not fit.
  @discardableResult
  mutating func paint(_ box: TextBox) -> Int {
    let widest = max(box.lines.map(\.terminalWidth).max() ?? 0, TextBox.closing.terminalWidth)
    let inner = max(min(widest, columns - 4), 1)
    let lines = box.lines(width: inner)
    let height = min(lines.count + 2, rows)
    let hidden = max(lines.count + 2 - height, 0)
    let row = (rows - height) / 2
    let column = max((columns - inner - 4) / 2, 0)
    targets = []
    paintFrame(row: row, column: column, width: inner + 4, height: height)
    buffer.putShortened(
      box.title, row: row, column: column + 2, width: inner, style: [.bold, .accent])
    buffer.putShortened(
      hidden > 0 ? TextBox.more : TextBox.closing, row: row + height - 1, column: column + 2,
      width: inner, style: .dim)
    let style: TextStyle = box.isError ? [.bold, .error] : []
    for (place, line) in lines.dropFirst(min(box.top, hidden)).prefix(max(height - 2, 0))
      .enumerated()
    {
      buffer.putShortened(
        line, row: row + 1 + place, column: column + 2, width: inner, style: style)
    }
    buffer.cursor = nil
    return hidden
  }

  private mutating func paintFrame(row: Int, column: Int, width: Int, height: Int) {
    buffer.clear(rows: row..<row + height, columns: column..<column + width)
    let line = String(repeating: "─", count: max(width - 2, 0))
    buffer.put("┌\(line)┐", row: row, column: column)
    buffer.put("└\(line)┘", row: row + height - 1, column: column)
    for side in row + 1..<max(row + height - 1, row + 1) {
      buffer.put("│", row: side, column: column)
      buffer.put("│", row: side, column: column + width - 1)
    }
  }
}
