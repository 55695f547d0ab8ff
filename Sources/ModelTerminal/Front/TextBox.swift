/// Lines that are shown in a box until a key is pressed: help, or a message that
/// does not fit elsewhere.
struct TextBox {
  /// The line that says how to close it.
  static let closing = "any key closes"
  /// The text of its last line where more is below, or above.
  static let more = "↓ ↑ more"

  let title: String
  let lines: [String]
  var isError = false
  /// A Boolean value that says whether a key that closes it does what it does
  /// else, too.
  var passesKeys = false
  /// The first line that is shown.
  var top = 0
}

extension TextBox {
  /// The lines for a width: a line that is too long is folded between its words,
  /// one that a mark points into where it ends, with the mark below its part.
  func lines(width: Int) -> [String] {
    var folded: [String] = []
    for (place, line) in lines.enumerated() {
      if line.isUnderline, place > 0 { continue }
      guard place + 1 < lines.count, lines[place + 1].isUnderline else {
        folded += line.terminalWidth <= width ? [line] : line.folded(width)
        continue
      }
      folded += Self.marked(line, lines[place + 1], width)
    }
    return folded
  }

  private static func marked(_ line: String, _ mark: String, _ width: Int) -> [String] {
    var (line, mark) = (line[...], mark[...])
    var folded: [String] = []
    while !line.isEmpty || mark.contains("^") || mark.contains("~") {
      folded.append(String(line.prefix(width)))
      let part = String(mark.prefix(width))
      if part.contains(where: { $0 != " " }) { folded.append(part) }
      (line, mark) = (line.dropFirst(width), mark.dropFirst(width))
    }
    return folded
  }
}

extension String {
  /// A Boolean value that says whether it is a mark below a line: `   ^~~~`.
  fileprivate var isUnderline: Bool {
    contains("^") && allSatisfy { $0 == " " || $0 == "^" || $0 == "~" }
  }

  /// The text in lines of a width, folded between words where that can be.
  func folded(_ width: Int) -> [String] {
    ScreenPainter.folded(split(separator: " "), joinedBy: " ", width: width, lines: .max)
      .flatMap { Self.chunks($0, width) }
  }

  /// A word that is longer than the width, cut.
  private static func chunks(_ line: String, _ width: Int) -> [String] {
    var rest = line[...]
    var chunks: [String] = []
    repeat {
      var end = rest.startIndex
      var columns = 0
      while end < rest.endIndex {
        columns += String(rest[end]).terminalWidth
        if columns > width, end > rest.startIndex { break }
        end = rest.index(after: end)
      }
      chunks.append(String(rest[..<end]))
      rest = rest[end...]
    } while !rest.isEmpty
    return chunks
  }
}
