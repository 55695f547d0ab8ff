/// The text of a `Package.swift`, in which the tool searches for targets and
/// dependencies.
struct PackageManifest {
  let text: [Character]

  init(_ text: String) {
    self.text = Array(text)
  }

  /// Returns whether a target uses modelgen's build tool plugin, which
  /// generates the code of the target during a build.
  ///
  /// A manifest is a program, which is not run for this. Instead, the text
  /// between the brackets around `name: "FooModel"` is searched for the plugin.
  func feeds(target: String) -> Bool {
    let name = Array("\"\(target)\"")
    for start in text.indices where text[start...].starts(with: name) {
      guard let open = openBracket(before: start), follows("name:", before: start) else { continue }
      if Substring(text[open..<closingBracket(from: open)]).contains(plugin: "\"ModelgenPlugin\"") {
        return true
      }
    }
    return false
  }

  /// Returns the position of the opening bracket around a position in the text,
  /// or nil if there is none.
  private func openBracket(before place: Int) -> Int? {
    var depth = 0
    for index in text[..<place].indices.reversed() {
      if text[index] == ")" { depth += 1 }
      if text[index] == "(" {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return nil
  }

  private func follows(_ word: String, before place: Int) -> Bool {
    let before = text[..<place].reversed().drop { $0.isWhitespace }
    return before.starts(with: word.reversed())
  }

  func closingBracket(from open: Int) -> Int {
    var depth = 0
    for index in open..<text.count {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return text.count - 1
  }
}

extension Substring {
  fileprivate init(_ characters: ArraySlice<Character>) {
    self = String(characters)[...]
  }

  fileprivate func contains(plugin name: String) -> Bool {
    indices.contains { self[$0...].hasPrefix(name) }
  }
}
