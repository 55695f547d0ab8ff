/// A screen with a whole value, which is shown as lines of text, or as the
/// hexadecimal digits of bytes.
final class ValueScreen: Screen {
  private let title: String
  private let value: WholeValue
  private var selection = 0
  /// The wrapped lines of the text, which are created again when the number of columns
  /// changes.
  private var folded: (columns: Int, lines: FoldedText)?

  init(_ name: String, _ value: WholeValue, of object: String) {
    title = "\(name) of '\(object)'"
    self.value = value
  }

  private func rows(_ columns: Int) -> ScreenRows {
    switch value {
    case .text(let text):
      if folded?.columns != columns { folded = (columns, FoldedText(text, columns: columns)) }
      let lines = folded?.lines ?? FoldedText("", columns: columns)
      return ScreenRows(count: lines.count) { ScreenRows.Row(title: lines[$0], subtitle: "") }
    case .bytes(let bytes):
      let dump = HexDump(bytes, columns: columns)
      return ScreenRows(count: dump.count) { ScreenRows.Row(title: dump[$0], subtitle: "") }
    }
  }

  /// Returns the number of columns that are available for the text of a row.
  private func columns(in session: ScreenSession) -> Int { max(session.columns - 4, 4) }

  func view(in session: ScreenSession) -> ScreenView {
    let rows = rows(columns(in: session))
    selection = selection.limited(to: rows.count) ?? 0
    return ScreenView(
      title: title,
      content: .list(
        ListView(rows: rows, selection: rows.isEmpty ? nil : selection, placeholder: "Empty")),
      commands: [.back, .quit])
  }

  func perform(_ action: ScreenAction, in session: ScreenSession) throws {
    switch action {
    case .select(let row): selection = max(row, 0)
    case .back: session.pop()
    default: break
    }
  }

  func refresh(in session: ScreenSession) throws {}
}

/// The lines of a long text. Wide lines are wrapped. Each line is created when
/// it is accessed.
struct FoldedText {
  private let text: String
  private let starts: [String.Index]

  var count: Int { starts.count }

  init(_ text: String, columns: Int) {
    self.text = text
    var starts: [String.Index] = []
    var start = text.startIndex
    while start < text.endIndex {
      starts.append(start)
      // A line has at most as many characters as columns; wide characters need two
      // columns each.
      let limit =
        text.index(start, offsetBy: columns, limitedBy: text.endIndex) ?? text.endIndex
      let line = text[start..<limit]
      let end = line.firstIndex(where: \.isNewline)
      start = end.map { text.index(after: $0) } ?? Self.fit(line, columns)
    }
    self.starts = starts
  }

  /// Returns the index after the longest prefix of a line that fits into the
  /// given number of columns.
  private static func fit(_ line: Substring, _ columns: Int) -> String.Index {
    guard line.utf8.count != line.count else { return line.endIndex }
    // Non-ASCII characters can need two columns.
    return line.index(line.startIndex, offsetBy: max(columns / 2, 1), limitedBy: line.endIndex)
      ?? line.endIndex
  }

  subscript(place: Int) -> String {
    let end = place + 1 < starts.count ? starts[place + 1] : text.endIndex
    return text[starts[place]..<end].filter { !$0.isNewline }
  }
}

/// A list of lines that show the offset, the hexadecimal digits and the ASCII
/// characters of bytes. Each line shows as many bytes as fit.
struct HexDump {
  private let bytes: Data
  private let width: Int
  private let digits: Int
  private let hasText: Bool

  init(_ bytes: Data, columns: Int) {
    self.bytes = bytes
    digits = String(max(bytes.count - 1, 0), radix: 16).count
    let room = columns - digits - 2
    width = [16, 8, 4].first { $0 * 4 + 1 <= room } ?? max(min(room / 3, 4), 1)
    hasText = width * 4 + 1 <= room
  }

  var count: Int { (bytes.count + width - 1) / width }

  subscript(place: Int) -> String {
    let start = place * width
    let part = bytes.dropFirst(start).prefix(width)
    let numbers = part.map { Self.hexadecimal(Int($0), 2) }.joined(separator: " ")
    let line = "\(Self.hexadecimal(start, digits))  \(numbers)"
    guard hasText else { return line }
    let text = String(part.map { (0x20..<0x7F).contains($0) ? Character(.init($0)) : "." })
    let blanks = String(repeating: " ", count: (width - part.count) * 3 + 2)
    return line + blanks + text
  }

  private static func hexadecimal(_ number: Int, _ count: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(count - text.count, 0)) + text
  }
}
