/// The line of an arrow between two boxes.
struct DiagramLine {
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  let start: Point
  let end: Point
  /// The horizontal direction in which the line leaves its first box: 1 to the
  /// right, -1 to the left.
  let startDirection: Double
  let endDirection: Double
  /// The end points of the curve in the gap between columns.
  private let curve: (from: Point, to: Point)
  /// The control points of the curve, which determine how it bends.
  private let pull: (from: Point, to: Point)

  /// Creates a line between two boxes. It is horizontal where it meets the
  /// boxes, and bends only in the gap between columns.
  init(
    from: DiagramLayout.Frame, at startY: Double, right leavesRight: Bool,
    to: DiagramLayout.Frame, at endY: Double, right arrivesRight: Bool, bulge: Double
  ) {
    start = Point(x: leavesRight ? from.right : from.x, y: startY)
    end = Point(x: arrivesRight ? to.right : to.x, y: endY)
    startDirection = leavesRight ? -1 : 1
    endDirection = arrivesRight ? -1 : 1
    let first = Point(x: leavesRight ? from.columnEdge : from.x, y: startY)
    let last = Point(x: arrivesRight ? to.columnEdge : to.x, y: endY)
    curve = (first, last)
    if leavesRight == arrivesRight {
      let x = max(first.x, last.x) + bulge
      pull = (Point(x: x, y: startY), Point(x: x, y: endY))
    } else {
      let x = (first.x + last.x) / 2
      pull = (Point(x: x, y: startY), Point(x: x, y: endY))
    }
  }

  /// Returns the point of the curve for a parameter from 0 to 1.
  func point(at part: Double) -> Point {
    let rest = 1 - part
    let weights = (
      rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part
    )
    return Point(
      x: weights.0 * curve.from.x + weights.1 * pull.from.x + weights.2 * pull.to.x
        + weights.3 * curve.to.x,
      y: weights.0 * curve.from.y + weights.1 * pull.from.y + weights.2 * pull.to.y
        + weights.3 * curve.to.y)
  }

  var path: String {
    "M\(text(start))L\(text(curve.from))C\(text(pull.from)) \(text(pull.to)) \(text(curve.to))"
      + "L\(text(end))"
  }

  private func text(_ point: Point) -> String {
    "\(ModelDiagram.number(point.x)) \(ModelDiagram.number(point.y))"
  }
}
