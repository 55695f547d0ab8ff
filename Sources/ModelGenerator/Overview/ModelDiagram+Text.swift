extension ModelDiagram {
  /// The diagram in the syntax of Mermaid, which Markdown pages can show.
  public var mermaid: String {
    var lines = ["classDiagram"]
    for box in boxes {
      lines.append("  class \(Self.identifier(box.name)) {")
      if box.isAbstract { lines.append("    <<abstract>>") }
      lines += box.rows.map { "    \(Self.plain($0.type)) \($0.name)" }
      lines.append("  }")
    }
    for arrow in arrows {
      let from = Self.identifier(arrow.from)
      let to = Self.identifier(arrow.to)
      if arrow.head == .parent {
        lines.append("  \(to) <|-- \(from)")
      } else {
        lines.append(
          "  \(from)\(Self.count(arrow.tail)) --> \(Self.count(arrow.head, isLast: true))\(to) : "
            + arrow.label)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func count(_ head: Head, isLast: Bool = false) -> String {
    let text: String
    switch head {
    case .optional: text = "\"0..1\""
    case .one: text = "\"1\""
    case .many(min: 0, max: 0): text = "\"*\""
    case .many(let min, max: 0): text = "\"\(min)..*\""
    case .many(let min, let max): text = min == max ? "\"\(min)\"" : "\"\(min)..\(max)\""
    case .none, .parent: return ""
    }
    return isLast ? text + " " : " " + text
  }

  /// Returns a type in the syntax of Mermaid, in which a generic type is
  /// written as `Set~Tag~`, and an array as `Tag[]`.
  private static func plain(_ type: String) -> String {
    if type.hasPrefix("["), let end = type.lastIndex(of: "]") {
      let element = type[type.index(after: type.startIndex)..<end]
      return plain(String(element)) + "[]" + type[type.index(after: end)...]
    }
    return String(type.map { "<>".contains($0) ? "~" : $0 })
  }

  private static func identifier(_ name: String) -> String { name.filter { $0 != "`" } }
}

extension ModelDiagram {
  /// The diagram in the language of Graphviz.
  public var dot: String {
    var lines = [
      "digraph \(Self.quoted(title)) {", "  rankdir=LR;",
      "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];",
      "  edge [fontname=\"Helvetica\", fontsize=9, dir=both];",
    ]
    lines += boxes.map { "  \(Self.quoted($0.name)) [label=<\(Self.table($0))>];" }
    for arrow in arrows {
      let ends = "arrowtail=\(Self.shape(arrow.tail)), arrowhead=\(Self.shape(arrow.head))"
      let label = arrow.label.isEmpty ? "" : ", label=\(Self.quoted(arrow.label))"
      lines.append(
        "  \(Self.quoted(arrow.from)) -> \(Self.quoted(arrow.to)) [\(ends)\(label)];")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func table(_ box: Box) -> String {
    let name = HTMLText.escaped(box.name)
    let title = box.isAbstract ? "<I>\(name)</I>" : "<B>\(name)</B>"
    let rows = box.rows.map {
      "<TR><TD ALIGN=\"LEFT\">\(HTMLText.escaped($0.name)): \(HTMLText.escaped($0.type))</TD></TR>"
    }
    return "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\"><TR><TD>\(title)</TD></TR>"
      + rows.joined() + "</TABLE>"
  }

  private static func shape(_ head: Head) -> String {
    switch head {
    case .none: "none"
    case .optional, .one: "vee"
    case .many: "veevee"
    case .parent: "onormal"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "\""
  }
}
