/// Lines of a source with markers under them, in the same layout as the Swift
/// compiler's messages.
struct Excerpt {
  /// The lines that are shown in addition to the marked lines.
  enum Context {
    case none
    case after
    case both
  }

  private struct Mark {
    var column: Int
    var text: String
  }

  private let source: SourceText
  private let context: Context
  private var marks: [Int: [Mark]] = [:]

  init(source: SourceText, context: Context) {
    self.source = source
    self.context = context
  }

  /// Adds a marker under a line.
  mutating func mark(line: Int, column: Int, text: String) {
    marks[line, default: []].append(Mark(column: column, text: text))
  }

  /// The source lines with their numbers, each followed by its markers.
  var lines: [String] {
    let numbers = shownLines
    let width = String(numbers.last ?? 0).count
    let empty = String(repeating: " ", count: width)
    var lines: [String] = []
    var previous: Int?
    for number in numbers {
      if let previous, number > previous + 1 { lines.append("\(empty) :") }
      let marks = (marks[number] ?? []).sorted { $0.column < $1.column }
      let window = LineWindow(source.line(number) ?? "", around: marks.first?.column ?? 1)
      let text = window.text
      let label = String(repeating: " ", count: width - String(number).count) + String(number)
      lines.append(String("\(label) | \(text.printable)".trimmingEnd { $0 == " " }))
      for mark in marks {
        let column = window.column(of: mark.column)
        lines.append("\(empty) | \(padding(to: column, in: text))`- \(mark.text)")
      }
      previous = number
    }
    return lines
  }

  private var shownLines: [Int] {
    var shown = Set(marks.keys)
    for number in marks.keys {
      if context != .none, isWorthShowing(number + 1) { shown.insert(number + 1) }
      if context == .both, isWorthShowing(number - 1) { shown.insert(number - 1) }
    }
    return shown.sorted()
  }

  private func isWorthShowing(_ number: Int) -> Bool {
    source.line(number)?.contains { !$0.isWhitespace } ?? false
  }

  /// Returns the white space before a marker: a tab for each tab, so that the
  /// marker is aligned at any tab width, and two spaces for each wide
  /// character.
  private func padding(to column: Int, in text: String) -> String {
    var padding = ""
    for character in text.prefix(column - 1) {
      padding += character == "\t" ? "\t" : character.isWide ? "  " : " "
    }
    return padding + String(repeating: " ", count: max(0, column - 1 - text.count))
  }
}

/// The visible part of a line: the whole line, or the part around a column if the
/// line is too long.
private struct LineWindow {
  let text: String
  /// The number of columns that are left out at the start.
  private let start: Int

  private static let limit = 300

  init(_ line: String, around column: Int) {
    let count = line.count
    guard count > Self.limit else {
      text = line
      start = 0
      return
    }
    start = max(0, min(column - Self.limit / 3, count - Self.limit))
    let part = line.dropFirst(start).prefix(Self.limit)
    text = (start > 0 ? "…" : "") + part + (start + Self.limit < count ? "…" : "")
  }

  /// Returns the column within the visible part.
  func column(of column: Int) -> Int {
    start == 0 ? column : min(max(column - start + 1, 1), text.count)
  }
}

extension Character {
  /// True if terminals show the character in two columns, like East Asian
  /// characters and emoji.
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}

extension String {
  /// The string with a visible symbol in place of each character that would
  /// control a terminal or the direction of text.
  fileprivate var printable: String {
    guard unicodeScalars.contains(where: { $0.isSteering && $0 != "\t" }) else { return self }
    return String(
      map { character in
        guard let scalar = character.unicodeScalars.first(where: { $0.isSteering && $0 != "\t" })
        else {
          return character
        }
        let picture = scalar.value < 0x20 ? 0x2400 + scalar.value : 0x2421
        return Unicode.Scalar(scalar.isASCII ? picture : 0xFFFD).map(Character.init) ?? "?"
      })
  }
}
