/// Writes XML in the same form as Xcode: four spaces for each level, an empty
/// element in one tag, and no line ending after the last tag.
package struct XMLWriter {
  private var text = ""

  private init() {}

  /// Returns the text of a document, which begins with the XML declaration.
  package static func document(_ root: XMLElementNode) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n" + lines(root)
  }

  /// Returns the text of an element on several lines, without the XML
  /// declaration.
  package static func lines(_ element: XMLElementNode) -> String {
    var writer = XMLWriter()
    writer.write(element, level: 0)
    return writer.text
  }

  /// Returns the text of an element on one line.
  package static func line(_ element: XMLElementNode) -> String {
    var writer = XMLWriter()
    writer.write(element, level: nil)
    return writer.text
  }

  /// Writes an element; on one line if `level` is nil.
  private mutating func write(_ element: XMLElementNode, level: Int?) {
    text += "<" + element.name
    for attribute in element.attributes {
      text += " " + attribute.name + "=\"" + Self.escaped(attribute.value) + "\""
    }
    guard !element.content.isEmpty else {
      text += "/>"
      return
    }
    text += ">"
    let breaks = level != nil && element.content.allSatisfy(\.isElement)
    for content in element.content {
      if breaks { breakLine((level ?? 0) + 1) }
      switch content {
      case .element(let child): write(child, level: breaks ? level.map { $0 + 1 } : nil)
      case .text(let content): text += Self.escaped(content, isValue: false)
      }
    }
    if breaks { breakLine(level ?? 0) }
    text += "</" + element.name + ">"
  }

  private mutating func breakLine(_ level: Int) {
    text += "\n" + String(repeating: "    ", count: level)
  }

  /// Returns a string with references for characters that have a meaning in
  /// XML; characters that a document cannot contain become the replacement
  /// character.
  private static func escaped(_ text: String, isValue: Bool = true) -> String {
    text.escaped {
      switch $0 {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"" where isValue: "&quot;"
      case "\r": "&#13;"
      case "\n" where isValue: "&#10;"
      case "\t" where isValue: "&#9;"
      default: $0.isXMLCharacter ? nil : "\u{FFFD}"
      }
    }
  }
}

extension XMLElementNode.Content {
  fileprivate var isElement: Bool {
    if case .element = self { true } else { false }
  }
}
