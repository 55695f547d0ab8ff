public import Foundation

/// A block of code in a text in Markdown.
public struct MarkdownBlock: Sendable {
  /// What stands behind the back-ticks: `swift`, `console`, `diff`, or nothing.
  public let language: String
  public let text: String
  /// The last word in back-ticks before the block that is the name of a file.
  public let file: String?
  /// The line that the block begins on, from 1.
  public let line: Int

  /// All blocks of a file.
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
