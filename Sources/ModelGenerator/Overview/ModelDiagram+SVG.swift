extension ModelDiagram {
  /// The diagram as a picture.
  public var svg: String {
    let layout = DiagramLayout(self)
    let size = "\(Self.number(layout.width)) \(Self.number(layout.height))"
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" "
        + "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">",
      Self.style,
    ]
    lines += arrows.compactMap { line(for: $0, layout) }
    lines += zip(boxes, layout.frames).map { Self.box($0, $1) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static let style = """
    <style>
      rect { fill: #ffffff; stroke: #8a8a8e; rx: 6 }
      path { fill: none; stroke: #6c6c70 }
      .title { font-weight: bold; text-anchor: middle }
      .abstract { font-style: italic }
      .label { font-size: 10px; fill: #6c6c70; text-anchor: middle }
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

  private func line(for arrow: Arrow, _ layout: DiagramLayout) -> String? {
    guard let from = boxes.firstIndex(where: { $0.name == arrow.from }),
      let to = boxes.firstIndex(where: { $0.name == arrow.to })
    else { return nil }
    // Arrows between the same boxes run beside each other.
    let others = arrows.filter { Set([$0.from, $0.to]) == Set([arrow.from, arrow.to]) }
    let place = others.firstIndex(of: arrow) ?? 0
    let shift = Double(place) * 22 - Double(others.count - 1) * 11
    let line =
      from == to
      ? DiagramLine(loopAt: layout.frames[from], shift: Double(place) * 16)
      : DiagramLine(from: layout.frames[from], to: layout.frames[to], shift: shift)
    var parts = ["<path d=\"\(line.path)\"/>"]
    parts += Self.head(arrow.tail, at: line.start, towards: line.startDirection)
    parts += Self.head(arrow.head, at: line.end, towards: line.endDirection)
    if !arrow.label.isEmpty {
      parts.append(
        "<text class=\"label\" x=\"\(Self.number(line.middle.x))\" "
          + "y=\"\(Self.number(line.middle.y - 4))\">\(HTMLText.escaped(arrow.label))</text>")
    }
    return parts.joined(separator: "\n")
  }

  /// The strokes of an arrow's head: one for a to-one, two for a to-many, a
  /// closed one for a parent.
  private static func head(
    _ head: Head, at point: DiagramLine.Point, towards direction: DiagramLine.Point
  ) -> [String] {
    func stroke(_ distance: Double, _ close: String) -> String {
      let tip = DiagramLine.Point(
        x: point.x - direction.x * distance, y: point.y - direction.y * distance)
      let back = DiagramLine.Point(x: tip.x - direction.x * 8, y: tip.y - direction.y * 8)
      let side = DiagramLine.Point(x: -direction.y * 4.5, y: direction.x * 4.5)
      return "<path d=\"M\(number(back.x + side.x)) \(number(back.y + side.y))"
        + "L\(number(tip.x)) \(number(tip.y))L\(number(back.x - side.x)) "
        + "\(number(back.y - side.y))\(close)\"\(close.isEmpty ? "" : " style=\"fill: #ffffff\"")/>"
    }
    switch head {
    case .none: return []
    case .one: return [stroke(0, "")]
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
