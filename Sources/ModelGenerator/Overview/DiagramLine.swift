/// The line of an arrow, between the borders of two boxes.
struct DiagramLine {
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  let start: Point
  let end: Point
  let middle: Point
  /// Where the line points at its start and at its end, outwards.
  let startDirection: Point
  let endDirection: Point
  let path: String

  /// A straight line from border to border, moved aside.
  init(from: DiagramLayout.Frame, to: DiagramLayout.Frame, shift: Double) {
    start = Self.border(of: from, towards: to, shift: shift)
    end = Self.border(of: to, towards: from, shift: shift)
    middle = Point(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    let length = max(Self.distance(start, end), 1)
    endDirection = Point(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
    startDirection = Point(x: -endDirection.x, y: -endDirection.y)
    path = "M\(Self.text(start))L\(Self.text(end))"
  }

  /// A loop at the right side of a box.
  init(loopAt frame: DiagramLayout.Frame, shift: Double) {
    let right = frame.x + frame.width
    start = Point(x: right, y: frame.y + 10)
    end = Point(x: right, y: frame.y + frame.height - 10)
    middle = Point(x: right + 34, y: frame.y + frame.height / 2 + shift)
    startDirection = Point(x: -1, y: 0)
    endDirection = Point(x: -1, y: 0)
    let out = ModelDiagram.number(right + 40 + shift)
    path =
      "M\(Self.text(start))C\(out) \(ModelDiagram.number(start.y)) \(out) "
      + "\(ModelDiagram.number(end.y)) \(Self.text(end))"
  }

  /// Where the line between two middles leaves the first box.
  private static func border(
    of frame: DiagramLayout.Frame, towards other: DiagramLayout.Frame, shift: Double
  ) -> Point {
    let dx = other.middle.x - frame.middle.x
    let dy = other.middle.y - frame.middle.y
    let scaleX = dx == 0 ? Double.infinity : frame.width / 2 / abs(dx)
    let scaleY = dy == 0 ? Double.infinity : frame.height / 2 / abs(dy)
    let scale = min(scaleX, scaleY)
    guard scale.isFinite else { return Point(x: frame.middle.x, y: frame.middle.y) }
    // Aside along the border that the line leaves through.
    let isSide = scaleX <= scaleY
    return Point(
      x: frame.middle.x + dx * scale + (isSide ? 0 : shift),
      y: frame.middle.y + dy * scale + (isSide ? shift : 0))
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    let x = b.x - a.x
    let y = b.y - a.y
    return (x * x + y * y).squareRoot()
  }

  private static func text(_ point: Point) -> String {
    "\(ModelDiagram.number(point.x)) \(ModelDiagram.number(point.y))"
  }
}
