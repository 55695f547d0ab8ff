/// A box of lines that is shown until a key is pressed: help, or a message that
/// does not fit elsewhere.
struct TextBox {
  /// The last line, which explains how to close the box.
  static let closing = "any key closes"
  /// The last line if the box shows only a part of its lines.
  static let more = "↓ ↑ more"

  let title: String
  let lines: [String]
  var isError = false
  /// True if a key that closes the box also has its usual effect.
  var passesKeys = false
  /// The index of the first visible line.
  var top = 0
}

extension TextBox {
  /// Returns the lines folded to a width. A long line is folded between words;
  /// a line with a mark below it is divided at the width, and each part is
  /// followed by its part of the mark.
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
  /// True if the line only marks a part of the line above it: `   ^~~~`.
  fileprivate var isUnderline: Bool {
    contains("^") && allSatisfy { $0 == " " || $0 == "^" || $0 == "~" }
  }

  /// Returns the string in lines of a given width, folded between words if
  /// possible.
  func folded(_ width: Int) -> [String] {
    ScreenPainter.folded(split(separator: " "), joinedBy: " ", width: width, lines: .max)
      .flatMap { Self.chunks($0, width) }
  }

  /// Returns the parts of a word that is longer than the width.
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
