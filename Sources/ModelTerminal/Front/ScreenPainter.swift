/// A painter that draws the state of a session into a buffer.
///
/// It draws the title, the content, the message and the keys, from top to
/// bottom. All positions are computed from the size, so the result is readable
/// at any size.
struct ScreenPainter {
  var buffer: CellBuffer
  /// The edited text with its cursor; nil if no text is edited.
  let editor: LineEditor?
  /// The index of the first visible row of the content, which is changed to
  /// keep the selection visible.
  var top: Int
  /// The clickable areas and their actions.
  var targets: [Target] = []
  /// True if the message does not fit on its lines.
  private(set) var isMessageCut = false

  /// A clickable part of a row.
  struct Target {
    let row: Int
    let columns: Range<Int>
    let action: ScreenAction
  }

  var rows: Int { buffer.size.rows }
  var columns: Int { buffer.size.columns }

  init(size: TerminalSize, editor: LineEditor?, top: Int) {
    buffer = CellBuffer(size: size)
    self.editor = editor
    self.top = top
  }

  /// Returns the number of list rows that fit on a terminal of a given size.
  static func page(_ size: TerminalSize) -> Int { max(size.rows - 5, 1) }

  /// Draws the screen, the message, the keys, and the open question, if any.
  mutating func paint(_ session: ScreenSession) {
    let view = session.view
    let lines = messageLines(session.message)
    isMessageCut = isMessageCut || lines.contains { $0.terminalWidth > columns - 2 }
    let help = helpLines(view, session.dialog)
    // A small terminal has no room for blank rows.
    let start = rows > 6 ? 2 : 1
    let reserved = help.count + max(lines.count, rows > 6 ? 1 : 0)
    let content = start..<max(rows - reserved, start)
    let title = title(of: view, in: content)
    paintTitle(title.text, notes: title.notes + [session.catalog.title])
    switch view.content {
    case .list(let list): paintRows(list.rows, list.selection, list.placeholder, in: content)
    case .picker(let picker):
      paintRows(picker.rows, picker.selection, picker.placeholder, in: content)
    case .form(let form): paint(form, in: content)
    case .search(let search): paint(search, in: content)
    }
    if let jump = view.jump { paint(jump, row: rows - help.count - 1) }
    for (place, line) in lines.enumerated() {
      let style: TextStyle = session.message?.isError == true ? [.bold, .error] : [.bold]
      buffer.putShortened(
        line, row: rows - help.count - lines.count + place, column: 1, width: columns - 2,
        style: style)
    }
    for (place, line) in help.enumerated() {
      buffer.putShortened(
        line, row: rows - help.count + place, column: 1, width: columns - 2, style: .dim)
    }
    if let dialog = session.dialog { paint(dialog) }
  }

  /// Returns the title and the alternatives for the note beside it, the longest
  /// first: the position of the selection, such as `5 of 550`, with and without
  /// the order. A form that is completely visible has no note.
  private func title(
    of view: ScreenView, in area: Range<Int>
  ) -> (text: String, notes: [String]) {
    var title = view.title
    if case .search(let search) = view.content, area.count < Self.searchHeight {
      title = search.kinds[search.kind]
    }
    if case .form(let form) = view.content, form.fields.count <= area.count { return (title, []) }
    guard let selection = view.selection else { return (title, []) }
    let place = "\(selection + 1) of \(view.count)"
    return (title, view.order.isEmpty ? [place] : ["\(place), \(view.order)", place])
  }

  /// Draws the input line of a jump.
  private mutating func paint(_ jump: RowJump, row: Int) {
    guard let editor else { return }
    let end = buffer.put("Find ", row: row, column: 1)
    let note = jump.isFound ? "" : "nothing begins so"
    let width = columns - end - 2 - note.terminalWidth
    paintInput(editor, row: row, column: end, width: width)
    buffer.putShortened(
      note, row: row, column: max(end + width + 1, end), width: columns - end - 1,
      style: [.bold, .error])
  }

  /// Draws the title, and the first note that fits beside it.
  private mutating func paintTitle(_ title: String, notes: [String]) {
    let end = buffer.putShortened(
      title, row: 0, column: 1, width: columns - 2, style: [.bold, .accent])
    for note in notes {
      let start = columns - note.terminalWidth - 1
      guard start <= end + 2 else {
        buffer.put(note, row: 0, column: start, style: .dim)
        return
      }
    }
  }

  private mutating func messageLines(_ message: ScreenMessage?) -> [Substring] {
    guard let message, !message.isBoxed else { return [] }
    let lines = message.text.split(separator: "\n")
    let shown = lines.prefix(max(min(4, rows - 6), 1))
    isMessageCut = shown.count < lines.count
    return Array(shown)
  }

  /// Returns the lines with the keys, folded if there is room for several.
  private func helpLines(_ view: ScreenView, _ dialog: ScreenDialog?) -> [String] {
    guard rows > 4 else { return [] }
    var hints =
      dialog.map { HelpLine.text($0).split(separator: "  ") }
      ?? HelpLine.hints(view, isTyped: editor != nil)
    func lines() -> [String] {
      Self.folded(hints, joinedBy: "  ", width: columns - 2, lines: max(rows / 6, 1))
    }
    // The last hint explains how to see all keys, so it is kept when others are
    // dropped.
    while dialog == nil, hints.count > 1,
      lines().contains(where: { $0.terminalWidth > columns - 2 })
    {
      hints.remove(at: hints.count - 2)
    }
    return lines()
  }

  /// Returns strings folded to a limited number of lines. The last line
  /// contains the rest, even if it is too long.
  static func folded(
    _ texts: [Substring], joinedBy space: String, width: Int, lines count: Int
  ) -> [String] {
    var lines = [""]
    for text in texts {
      let last = lines[lines.count - 1]
      let joined = last.isEmpty ? String(text) : last + space + text
      if joined.terminalWidth <= width || last.isEmpty || lines.count == count {
        lines[lines.count - 1] = joined
      } else {
        lines.append(String(text))
      }
    }
    return lines
  }

  // MARK: Lists

  private mutating func paintRows(
    _ list: ScreenRows, _ selection: Int?, _ placeholder: String, in area: Range<Int>
  ) {
    guard !list.isEmpty else {
      buffer.putShortened(placeholder, row: area.lowerBound, column: 2, width: columns - 3)
      return
    }
    scroll(to: selection ?? 0, height: area.count, count: list.count)
    let visible = zip(area, top..<list.count).map { ($0, $1, list[$1]) }
    let widest = visible.map {
      ($0.2.title.terminalWidth(upTo: columns), $0.2.subtitle.terminalWidth(upTo: columns))
    }
    let widths = (widest.map(\.0).max() ?? 0, widest.map(\.1).max() ?? 0)
    for (row, place, item) in visible {
      paint(item, row: row, isSelected: place == selection, widths)
      targets.append(Target(row: row, columns: 0..<columns, action: .select(place)))
    }
    paintScrollMark(count: list.count, in: area)
  }

  /// Draws a mark at the right edge for the visible part of a long list.
  private mutating func paintScrollMark(count: Int, in area: Range<Int>) {
    guard count > area.count, !area.isEmpty else { return }
    let length = max(area.count * area.count / count, 1)
    let start = top * (area.count - length) / (count - area.count)
    for row in 0..<length {
      buffer.put("▐", row: area.lowerBound + start + row, column: columns - 1, style: .dim)
    }
  }

  /// Changes the first visible row so that the row at an index becomes visible.
  private mutating func scroll(to place: Int, height: Int, count: Int) {
    let height = max(height, 1)
    top = min(max(top, place - height + 1), place)
    top = max(min(top, count - height), 0)
  }

  private mutating func paint(
    _ item: ScreenRows.Row, row: Int, isSelected: Bool, _ widths: (title: Int, subtitle: Int)
  ) {
    let style: TextStyle = isSelected ? .reversed : []
    if isSelected {
      buffer.paint(style, row: row, columns: 0..<columns)
      buffer.put("›", row: row, column: 0, style: style)
    }
    let start = buffer.put(mark(item.mark), row: row, column: 2, style: style)
    let width = columns - start - 1
    guard !item.subtitle.isEmpty, width > 20 else {
      let text = item.subtitle.isEmpty ? item.title : "\(item.title), \(item.subtitle)"
      buffer.putShortened(text, row: row, column: start, width: width, style: style)
      return
    }
    // Each column gets the width that is not needed by the other column.
    let wanted = min(width * 3 / 5, width - widths.subtitle)
    let left = max(wanted, min(widths.title + 2, width * 2 / 5))
    buffer.putShortened(item.title, row: row, column: start, width: left - 1, style: style)
    paintSubtitle(of: item, row: row, column: start + left, width: width - left, style)
  }

  /// Draws the second column. If it is too narrow, the values that the row is
  /// sorted by are kept.
  private mutating func paintSubtitle(
    of item: ScreenRows.Row, row: Int, column: Int, width: Int, _ style: TextStyle
  ) {
    let rest = width - item.reason.terminalWidth(upTo: width) - 2
    guard !item.reason.isEmpty, item.subtitle.terminalWidth(upTo: width) > width else {
      buffer.putShortened(item.subtitle, row: row, column: column, width: width, style: style)
      return
    }
    var place = column
    if rest > 3, item.subtitle.count > item.reason.count + 2 {
      let others = item.subtitle.dropLast(item.reason.count + 2)
      place = buffer.putShortened(others, row: row, column: column, width: rest, style: style)
      place = buffer.put(", ", row: row, column: place, style: style)
    }
    buffer.putShortened(
      item.reason, row: row, column: place, width: column + width - place, style: style)
  }

  private func mark(_ mark: ScreenRows.Row.Mark) -> String {
    switch mark {
    case .none: ""
    case .unpicked: "  "
    case .picked: "✓ "
    case .place(let place): "\(place) "
    }
  }

  // MARK: Forms

  private mutating func paint(_ form: FormView, in area: Range<Int>) {
    scroll(to: form.selection ?? 0, height: area.count, count: form.fields.count)
    let marks = form.fields.contains(where: \.isRequired) ? 5 : 3
    let labels = min((form.fields.map(\.label.terminalWidth).max() ?? 0) + marks, columns / 2)
    // The calendar is beside the fields, so that it never covers a field.
    let hasCalendar = form.calendar != nil && columns >= labels + 50 && area.count >= 8
    let width = columns - labels - 3 - (hasCalendar ? 24 : 0)
    for (row, place) in zip(area, top..<max(form.fields.count, top)) {
      targets.append(Target(row: row, columns: 0..<columns, action: .select(place)))
      paint(
        form.fields[place], row: row, labels: labels, width: width,
        isSelected: place == form.selection)
    }
    if hasCalendar, let calendar = form.calendar {
      paint(calendar, row: area.lowerBound, column: columns - 22)
    }
    paintScrollMark(count: form.fields.count, in: area)
  }

  private mutating func paint(
    _ field: FormView.Field, row: Int, labels: Int, width: Int, isSelected: Bool
  ) {
    if isSelected { buffer.put("›", row: row, column: 0, style: .bold) }
    let style: TextStyle = isSelected ? .bold : field.isEditable ? [] : .dim
    let label = field.label + (field.isRequired ? " *" : "") + (field.isChanged ? " •" : "")
    buffer.putShortened(label, row: row, column: 2, width: labels - 1, style: style)
    let column = labels + 2
    if isSelected, field.isEditable, field.kind.isTyped, let editor {
      paintInput(editor, row: row, column: column, width: width)
    } else {
      let isBlank = isSelected && field.text.isEmpty && field.isEditable && !field.kind.isTyped
      let text = isBlank ? "none" : field.text
      let textStyle: TextStyle = isSelected && field.isEditable ? .reversed : []
      buffer.putShortened(text, row: row, column: column, width: width, style: textStyle)
    }
  }

  /// Draws an edited line, scrolled so that the cursor is visible.
  mutating func paintInput(_ editor: LineEditor, row: Int, column: Int, width: Int) {
    let width = max(width, 2)
    var text = Substring(editor.text)
    var cursor = editor.cursorColumn
    while cursor >= width, let first = text.first {
      cursor -= max(String(first).terminalWidth, 0)
      text = text.dropFirst()
    }
    let end = buffer.put(text, row: row, column: column, width: width, style: .underlined)
    if end < column + width {
      let blanks = String(repeating: " ", count: column + width - end)
      buffer.put(blanks, row: row, column: end, style: .underlined)
    }
    buffer.cursor = .init(row: row, column: min(column + cursor, columns - 1))
  }

  private mutating func paint(_ month: MonthView, row: Int, column: Int) {
    buffer.put(month.title, row: row, column: column, style: .bold)
    buffer.put(
      MonthView.dayNames.joined(separator: " "), row: row + 1, column: column, style: .dim)
    for (week, days) in month.weeks.enumerated() {
      for (place, day) in days.enumerated() {
        guard let day else { continue }
        let text = day < 10 ? " \(day)" : "\(day)"
        let style: TextStyle = day == month.selectedDay ? .reversed : []
        buffer.put(text, row: row + 2 + week, column: column + place * 3, style: style)
      }
    }
  }

  // MARK: Searches

  private mutating func paint(_ search: SearchView, in area: Range<Int>) {
    // On a small terminal, the title contains the kind of search, a selected
    // result takes all other rows, and the note about results is shown only if
    // there are none.
    let isShort = area.count < Self.searchHeight
    if isShort, search.selection != nil {
      return paintRows(search.rows, search.selection, "", in: area)
    }
    var row = area.lowerBound
    for kept in search.kept.suffix(max(area.count - Self.searchHeight, 0)) {
      buffer.putShortened("\(kept), and", row: row, column: 2, width: columns - 3, style: .dim)
      row += 1
    }
    if !isShort {
      let count = "\(search.kind + 1) of \(search.kinds.count)"
      buffer.putShortened(
        "\(search.kinds[search.kind]) (\(count))", row: row, column: 2, width: columns - 3)
      row += 1
    }
    if search.takesText {
      paintInput(of: search, row: row)
      row += 1
    } else if !isShort {
      row += 1
    }
    if !isShort || search.rows.isEmpty {
      buffer.putShortened(search.note, row: row, column: 2, width: columns - 3, style: .bold)
      row += 1
    }
    guard row < area.upperBound, !search.rows.isEmpty else { return }
    paintRows(search.rows, search.selection, "", in: row..<area.upperBound)
  }

  /// The number of rows of a search with one result: the kind, the input, the note and
  /// the result.
  private static let searchHeight = 4

  private mutating func paintInput(of search: SearchView, row: Int) {
    targets.append(Target(row: row, columns: 0..<columns, action: .select(-1)))
    buffer.put("›", row: row, column: 0, style: search.selection == nil ? .bold : .dim)
    if search.selection == nil, let editor {
      paintInput(editor, row: row, column: 2, width: columns - 4)
    } else {
      buffer.putShortened(search.text, row: row, column: 2, width: columns - 4)
    }
  }
}
