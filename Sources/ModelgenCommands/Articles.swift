/// The articles of the documentation, which `modelgen help TOPIC` shows.
///
/// They are read from the tool's own source folder, because a copy in the
/// program could differ from them.
struct Articles {
  private static let source = #filePath

  private let files: FileSystem
  private let folder: String

  init(files: FileSystem) {
    self.files = files
    folder = Path.joined(
      Path.folder(Path.folder(Self.source)), "ModelRuntime/ModelRuntime.docc")
  }

  /// The names of all articles; empty if the source folder does not exist.
  var names: [String] {
    files.names(in: folder).filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
  }

  /// Returns the name of the article that a word denotes, ignoring case; nil if
  /// there is none.
  func name(_ word: String) -> String? {
    names.first { $0.lowercased() == word.lowercased() }
  }

  /// Returns the text of an article for a terminal, without markup that is only
  /// for a documentation browser, and without lists of symbols.
  func text(of name: String) throws(FileSystem.Failure) -> String {
    let text = try files.text(of: Path.joined(folder, name + ".md"))
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "## Topics" { break }
      lines.append(Self.plain(String(line)))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a line with links replaced by the names to which they lead.
  private static func plain(_ line: String) -> String {
    var text = ""
    var rest = line[...]
    while let character = rest.first {
      if rest.hasPrefix("<doc:"), let end = rest.firstIndex(of: ">") {
        text += "'modelgen help \(rest[..<end].dropFirst(5))'"
        rest = rest[end...].dropFirst()
      } else if rest.hasPrefix("``"), !rest.hasPrefix("```") {
        text += "`"
        rest = rest.dropFirst(2)
      } else {
        let marks = rest.prefix { $0 == "`" }
        text += marks.isEmpty ? String(character) : String(marks)
        rest = rest.dropFirst(max(1, marks.count))
      }
    }
    return text
  }
}
