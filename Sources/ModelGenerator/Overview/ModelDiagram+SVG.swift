extension ModelDiagram {
  /// The diagram as an SVG picture.
  public var svg: String { svg(linkingTo: { _ in nil }) }

  /// Returns the diagram as an SVG picture whose boxes are links.
  ///
  /// - Parameter anchor: A closure that returns the anchor, in the surrounding
  ///   page, of the entity with a name; nil for no link.
  func svg(linkingTo anchor: (String) -> String?) -> String {
    let layout = DiagramLayout(self)
    let size = "\(Self.number(layout.width)) \(Self.number(layout.height))"
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" "
        + "width=\"\(Self.number(layout.width))\" height=\"\(Self.number(layout.height))\" "
        + "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">",
      Self.style,
    ]
    let drawn = DiagramLines(self, layout).drawn
    lines += drawn.map(Self.line)
    lines += zip(boxes, layout.frames).map { box, frame in
      let drawn = Self.box(box, frame)
      return anchor(box.name).map { "<a href=\"#\($0)\">\n\(drawn)\n</a>" } ?? drawn
    }
    lines += drawn.filter { !$0.arrow.label.isEmpty }.map(Self.label)
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static let style = """
    <style>
      rect { fill: #ffffff; stroke: #8a8a8e; rx: 6 }
      svg { background: #ffffff }
      path { fill: none; stroke: #6c6c70 }
      .title { font-weight: bold; text-anchor: middle }
      .abstract { font-style: italic }
      .label {
        font-size: 10px; fill: #48484a; text-anchor: middle
      }
      .halo { fill: #ffffff; stroke: #ffffff; stroke-width: 3px }
      .type { fill: #6c6c70 }
    </style>
    """

  private static func box(_ box: Box, _ frame: DiagramLayout.Frame) -> String {
    let titleClass = box.isAbstract ? "title abstract" : "title"
    let line = frame.y + DiagramLayout.titleHeight
    var parts = [
      "<rect x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" width=\"\(number(frame.width))\" "
        + "height=\"\(number(frame.height))\"/>",
      "<text class=\"\(titleClass)\" x=\"\(number(frame.middle.x))\" y=\"\(number(frame.y + 16))\">"
        + "\(HTMLText.escaped(box.name))</text>",
      "<path d=\"M\(number(frame.x)) \(number(line))h\(number(frame.width))\"/>",
    ]
    for (index, row) in box.rows.enumerated() {
      let y = line + Double(index + 1) * DiagramLayout.rowHeight - 2
      parts.append(
        "<text x=\"\(number(frame.x + 8))\" y=\"\(number(y))\">\(HTMLText.escaped(row.name)) "
          + "<tspan class=\"type\">\(HTMLText.escaped(row.type))</tspan></text>")
    }
    return parts.joined(separator: "\n")
  }

  private static func line(_ drawn: DiagramLines.Drawn) -> String {
    let line = drawn.line
    let parts =
      ["<path d=\"\(line.path)\"/>"]
      + head(drawn.arrow.tail, at: line.start, towards: line.startDirection)
      + head(drawn.arrow.head, at: line.end, towards: line.endDirection)
    return parts.joined(separator: "\n")
  }

  private static func label(_ drawn: DiagramLines.Drawn) -> String {
    // Not every renderer paints a text's stroke before its fill, so the halo is a text
    // element of its own.
    ["label halo", "label"].map { style in
      "<text class=\"\(style)\" x=\"\(number(drawn.label.x))\" y=\"\(number(drawn.label.y))\">"
        + "\(HTMLText.escaped(drawn.arrow.label))</text>"
    }.joined(separator: "\n")
  }

  /// Returns the strokes of an arrowhead: one for a to-one relationship, two
  /// for a to-many relationship, and a closed one for a parent.
  private static func head(
    _ head: Head, at point: DiagramLine.Point, towards direction: Double
  ) -> [String] {
    func stroke(_ distance: Double, _ close: String) -> String {
      let tip = point.x - direction * distance
      let back = number(tip - direction * 8)
      return "<path d=\"M\(back) \(number(point.y - 4.5))L\(number(tip)) \(number(point.y))"
        + "L\(back) \(number(point.y + 4.5))\(close)\""
        + "\(close.isEmpty ? "" : " style=\"fill: #ffffff\"")/>"
    }
    switch head {
    case .none: return []
    case .optional, .one: return [stroke(0, "")]
    case .many: return [stroke(0, ""), stroke(6, "")]
    case .parent: return [stroke(0, "Z")]
    }
  }

  static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    let whole = Int(tenths) / 10
    let rest = abs(Int(tenths) % 10)
    let sign = tenths < 0 && whole == 0 ? "-" : ""
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }
}
