/// The layout of a question: in a box, or on the whole terminal if the terminal
/// is too small for a box.
struct DialogLayout {
  let isFramed: Bool
  /// The title, followed by the message if there is no row for the message.
  let title: String
  /// The row of the dialog's title.
  let row: Int
  let column: Int
  /// The number of columns available for text.
  let inner: Int
  let height: Int
  let message: [String]
  let messageRow: Int
  /// True if each answer has its own row.
  let isTall: Bool
  /// The visible answers, which include the selected answer.
  let answers: Range<Int>
  let answerRow: Int

  init(_ dialog: ScreenDialog, size: TerminalSize) {
    let all = dialog.options.map { $0.terminalWidth + 4 }.reduce(-2, +)
    let texts = max(dialog.message.terminalWidth, dialog.title.terminalWidth, all, 36)
    let boxed = min(texts, size.columns - 6)
    let isTallInBox = all > boxed && size.rows >= 3 + dialog.options.count
    let lines = dialog.message.folded(max(boxed, 1))
    let inputs = dialog.input == nil ? 0 : 2
    let fixed = 2 + inputs + (isTallInBox ? dialog.options.count : 1)
    // The frame must leave at least one column for the text.
    isFramed =
      boxed > 0 && lines.count + fixed <= size.rows && (isTallInBox || all <= boxed)
    if isFramed {
      // A small terminal has no room for blank rows.
      let gap = lines.count + fixed + 2 <= size.rows ? 1 : 0
      title = dialog.title
      (inner, isTall, message, height) = (boxed, isTallInBox, lines, lines.count + fixed + 2 * gap)
      row = (size.rows - height) / 2
      column = max((size.columns - inner) / 2, 2)
      messageRow = row + 1 + gap
      answers = 0..<dialog.options.count
      answerRow = row + height - 1 - (isTall ? dialog.options.count : 1)
    } else {
      (row, column, inner, height) = (0, 0, size.columns, size.rows)
      isTall = all > size.columns
      messageRow = 1
      // On a small terminal, the answers take precedence over the input, and
      // the input over the message.
      let count = isTall ? min(dialog.options.count, max(size.rows - 1 - inputs, 1)) : 1
      let first = isTall ? max(dialog.selection - count + 1, 0) : 0
      answers = isTall ? first..<first + count : 0..<dialog.options.count
      answerRow = max(size.rows - count, 0)
      message = Self.lines(dialog.message, inner, count: max(answerRow - 1 - inputs, 0))
      let isCut = message.isEmpty && !dialog.message.isEmpty
      title = isCut ? "\(dialog.title): \(dialog.message)" : dialog.title
    }
  }

  /// Returns text folded to a limited number of lines. The last line contains
  /// the remaining text, which is truncated when it is drawn.
  private static func lines(_ text: String, _ width: Int, count: Int) -> [String] {
    let lines = text.folded(max(width, 1))
    guard lines.count > count, count > 0 else { return Array(lines.prefix(count)) }
    return lines.prefix(count - 1) + [lines[(count - 1)...].joined(separator: " ")]
  }
}
