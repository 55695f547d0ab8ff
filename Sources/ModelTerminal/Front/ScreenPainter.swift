internal import ModelScreens

/// Draws what a session shows into a buffer.
///
/// From top to bottom: title, content, what there is to say, keys. Every place
/// is computed from the size, so that any size gives something that can be read.
struct ScreenPainter {
  var buffer: CellBuffer
  /// The text that is edited, with its cursor; nil where none is.
  let editor: LineEditor?
  /// The first row of the content that was shown; moved where the selection is
  /// not in sight.
  var top: Int
  /// What a click on a part of a row does, and a click on what is chosen.
  private(set) var targets: [Target] = []
  /// A Boolean value that says whether the message does not fit on its lines.
  private(set) var isMessageCut = false

  /// A part of a row that can be clicked.
  struct Target {
    let row: Int
    let columns: Range<Int>
    let action: ScreenAction
  }

  private var rows: Int { buffer.size.rows }
  private var columns: Int { buffer.size.columns }

  init(size: TerminalSize, editor: LineEditor?, top: Int) {
    buffer = CellBuffer(size: size)
    self.editor = editor
    self.top = top
  }

  /// How many rows a list has, on a terminal of a size.
  static func page(_ size: TerminalSize) -> Int { max(size.rows - 5, 1) }

  /// Draws everything.
  mutating func paint(_ session: ScreenSession) {
    let view = session.view
    paintTitle(view.title, notes: place(in: view.content) ?? [session.catalog.title])
    let lines = messageLines(session.message)
    isMessageCut = isMessageCut || lines.contains { $0.terminalWidth > columns - 2 }
    let help = helpLines(view, session.dialog)
    // Where there is little room, no row stays blank.
    let start = rows > 6 ? 2 : 1
    let reserved = help.count + max(lines.count, rows > 6 ? 1 : 0)
    let content = start..<max(rows - reserved, start)
    switch view.content {
    case .list(let list):
      paintRows(list.rows, list.selection, list.placeholder, in: content)
      if list.jump != nil, let editor {
        let end = buffer.put("Find ", row: rows - help.count - 1, column: 1)
        paintInput(editor, row: rows - help.count - 1, column: end, width: columns - end - 1)
      }
    case .picker(let picker):
      paintRows(picker.rows, picker.selection, picker.placeholder, in: content)
    case .form(let form): paint(form, in: content)
    case .search(let search): paint(search, in: content)
    }
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

  /// Where the selection is, such as `5 of 550`, with the words about another
  /// order and without them; nil where there is none.
  private func place(in content: ScreenView.Content) -> [String]? {
    let (selection, count): (Int?, Int)
    switch content {
    case .list(let list): (selection, count) = (list.selection, list.rows.count)
    case .picker(let picker): (selection, count) = (picker.selection, picker.rows.count)
    case .search(let search): (selection, count) = (search.selection, search.rows.count)
    case .form: return nil
    }
    guard let selection else { return nil }
    let place = "\(selection + 1) of \(count)"
    guard case .list(let list) = content, !list.order.isEmpty else { return [place] }
    return ["\(place), \(list.order)", place]
  }

  /// The title, and the first of the notes that there is room for.
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

  /// The keys, folded where there is room for more than one line.
  private func helpLines(_ view: ScreenView, _ dialog: ScreenDialog?) -> [String] {
    guard rows > 4 else { return [] }
    var isForm = false
    if case .form = view.content { isForm = true }
    let text = dialog.map(HelpLine.text) ?? HelpLine.text(view.commands, isForm: isForm)
    var hints = text.split(separator: "  ")
    let isTyped = editor != nil
    func lines() -> [String] {
      Self.folded(hints, joinedBy: "  ", width: columns - 2, lines: max(rows / 6, 1))
    }
    // Where not all of them fit, the last says how to see the others.
    guard dialog == nil, lines().contains(where: { $0.terminalWidth > columns - 2 }) else {
      return lines()
    }
    let more = isTyped ? "F1 more" : "? more"
    repeat {
      hints = hints.filter { $0 != more }.dropLast() + [Substring(more)]
    } while hints.count > 1 && lines().contains { $0.terminalWidth > columns - 2 }
    return lines()
  }

  /// Texts on so many lines at most; what does not fit stays on the last.
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

  /// Draws at the right side which part of a long list is in sight.
  private mutating func paintScrollMark(count: Int, in area: Range<Int>) {
    guard count > area.count, !area.isEmpty else { return }
    let length = max(area.count * area.count / count, 1)
    let start = top * (area.count - length) / (count - area.count)
    for row in 0..<length {
      buffer.put("▐", row: area.lowerBound + start + row, column: columns - 1, style: .dim)
    }
  }

  /// Moves the first row so that a place is in sight.
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
    // The second column gets what it needs from what the first does not, and so the other way.
    let wanted = min(width * 3 / 5, width - widths.subtitle)
    let left = max(wanted, min(widths.title + 2, width * 2 / 5))
    buffer.putShortened(item.title, row: row, column: start, width: left - 1, style: style)
    buffer.putShortened(
      item.subtitle, row: row, column: start + left, width: width - left, style: style)
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
    // A calendar stands beside the fields, so that it never covers one.
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

  /// Draws a line that is edited: the part around the cursor.
  private mutating func paintInput(_ editor: LineEditor, row: Int, column: Int, width: Int) {
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
    // Where there is no room for both, a hit that is chosen is what is looked at.
    if area.count < 4, search.selection != nil {
      return paintRows(search.rows, search.selection, "", in: area)
    }
    var row = area.lowerBound
    for kept in search.kept.suffix(max(area.count - 4, 0)) {
      buffer.putShortened("\(kept), and", row: row, column: 2, width: columns - 3, style: .dim)
      row += 1
    }
    let count = "\(search.kind + 1) of \(search.kinds.count)"
    buffer.putShortened(
      "\(search.kinds[search.kind]) (\(count))", row: row, column: 2, width: columns - 3)
    if search.takesText {
      targets.append(Target(row: row + 1, columns: 0..<columns, action: .select(-1)))
      buffer.put("›", row: row + 1, column: 0, style: search.selection == nil ? .bold : .dim)
      if search.selection == nil, let editor {
        paintInput(editor, row: row + 1, column: 2, width: columns - 4)
      } else {
        buffer.putShortened(search.text, row: row + 1, column: 2, width: columns - 4)
      }
    }
    buffer.putShortened(search.note, row: row + 2, column: 2, width: columns - 3, style: .bold)
    guard row + 3 < area.upperBound, !search.rows.isEmpty else { return }
    paintRows(search.rows, search.selection, "", in: row + 3..<area.upperBound)
  }

  // MARK: Questions

  private mutating func paint(_ dialog: ScreenDialog) {
    let answers = dialog.options.map { $0.terminalWidth + 2 }
    let inner = min(
      max(
        dialog.message.terminalWidth, dialog.title.terminalWidth,
        answers.reduce(0, +) + 2 * answers.count - 2, 36), columns - 6)
    // Where the answers do not fit on a line, each has its own while there is room.
    let isTall =
      answers.reduce(0, +) + 2 * answers.count - 2 > inner && rows >= 3 + answers.count
    let answerRows = isTall ? answers.count : 1
    let hasInput = dialog.input != nil
    var message = dialog.message.folded(inner)
    let fixed = (hasInput ? 2 : 0) + 2 + answerRows
    // Where there is little room, no row stays blank, and the answers stay in sight.
    let gap = message.count + fixed + 2 <= rows ? 1 : 0
    message = Array(message.prefix(max(rows - fixed - 2 * gap, 0)))
    let height = message.count + fixed + 2 * gap
    let row = max((rows - height) / 2, 0)
    let column = max((columns - inner - 4) / 2, 0)
    paintFrame(row: row, column: column, width: inner + 4, height: height)
    buffer.putShortened(
      dialog.title, row: row, column: column + 2, width: inner, style: [.bold, .accent])
    for (place, line) in message.enumerated() {
      buffer.put(line, row: row + 1 + gap + place, column: column + 2, width: inner)
    }
    buffer.cursor = nil
    targets = []
    if hasInput, let editor {
      buffer.putShortened(
        dialog.complaint, row: row + message.count + gap + 2, column: column + 2, width: inner,
        style: [.bold, .error])
      paintInput(editor, row: row + message.count + gap + 1, column: column + 2, width: inner)
    }
    var place = column + 2
    for (number, option) in dialog.options.enumerated() {
      let style: TextStyle = number == dialog.selection ? .reversed : []
      let text = number == dialog.selection ? "›\(option)‹" : " \(option) "
      let width = max(column + 2 + inner - place, 0)
      let answerRow = row + height - 1 - answerRows + (isTall ? number : 0)
      let end = buffer.putShortened(text, row: answerRow, column: place, width: width, style: style)
      targets.append(Target(row: answerRow, columns: place..<end, action: .answer(number)))
      if !isTall { place = end + 2 }
    }
  }

  /// Draws lines in a box over everything else.
  ///
  /// - Returns: The number of lines that do not fit.
  @discardableResult
  mutating func paint(_ box: TextBox) -> Int {
    let inner = max(min(box.lines.map(\.terminalWidth).max() ?? 0, columns - 4), 1)
    let lines = box.lines(width: inner)
    let height = min(lines.count + 2, rows)
    let hidden = max(lines.count + 2 - height, 0)
    let row = (rows - height) / 2
    let column = max((columns - inner - 4) / 2, 0)
    targets = []
    paintFrame(row: row, column: column, width: inner + 4, height: height)
    buffer.putShortened(
      box.title, row: row, column: column + 2, width: inner, style: [.bold, .accent])
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
