public import Foundation

/// A code block of a Markdown file.
public struct MarkdownBlock: Sendable {
  /// The language after the back-ticks, such as `swift`, `console` or `diff`, or an
  /// empty text.
  public let language: String
  public let text: String
  /// The last file name in back-ticks before the block, or nil if there is none.
  public let file: String?
  /// The number of the first line of the code, counted from 1.
  public let line: Int

  /// Returns all code blocks of a file, in order.
  public static func blocks(of url: URL) throws -> [MarkdownBlock] {
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    var blocks: [MarkdownBlock] = []
    var file: String?
    var start: Int?
    for (index, line) in lines.enumerated() {
      if let first = start {
        guard line == "```" else { continue }
        blocks.append(
          MarkdownBlock(
            language: String(lines[first].dropFirst(3)),
            text: lines[first + 1..<index].map { $0 + "\n" }.joined(), file: file,
            line: first + 2))
        start = nil
      } else if line.hasPrefix("```") {
        start = index
      } else {
        file = fileName(in: line) ?? file
      }
    }
    return blocks
  }

  private static func fileName(in line: String) -> String? {
    let words = line.components(separatedBy: "`")
    return words.indices.filter { $0 % 2 == 1 }.map { words[$0] }.last { word in
      [".swift", ".model", ".json"].contains(where: word.hasSuffix) && !word.contains(" ")
    }
  }
}
