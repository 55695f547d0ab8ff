/// The lines of a diagram's arrows, each with a position for its label.
struct DiagramLines {
  /// An arrow, its line, and the position of its label.
  struct Drawn {
    let arrow: ModelDiagram.Arrow
    let line: DiagramLine
    /// The position of the label, which is the middle of its baseline.
    var label: DiagramLine.Point
  }

  private(set) var drawn: [Drawn] = []

  init(_ diagram: ModelDiagram, _ layout: DiagramLayout) {
    let ends = Ends(diagram, layout)
    for (index, arrow) in diagram.arrows.enumerated() {
      guard let (from, to) = ends.boxes[index] else { continue }
      let sides = layout.sides(from: from, to: to)
      let line = DiagramLine(
        from: layout.frames[from], at: ends.y(of: .init(arrow: index, isStart: true)),
        right: sides.leavesRight,
        to: layout.frames[to], at: ends.y(of: .init(arrow: index, isStart: false)),
        right: from == to || sides.arrivesRight, bulge: from == to ? 44 : 60)
      drawn.append(Drawn(arrow: arrow, line: line, label: line.point(at: 0.5)))
    }
    placeLabels()
  }

  /// Moves the labels along their lines, so that they do not overlap.
  private mutating func placeLabels() {
    var taken: [(middle: DiagramLine.Point, width: Double)] = []
    for index in drawn.indices where !drawn[index].arrow.label.isEmpty {
      let width = DiagramLayout.labelWidth(drawn[index].arrow.label)
      let line = drawn[index].line
      let isLoop = line.startDirection == line.endDirection
      let places = [0.5, 0.4, 0.6, 0.3, 0.7].map { part in
        let point = line.point(at: part)
        return DiagramLine.Point(x: point.x + (isLoop ? width / 2 + 6 : 0), y: point.y - 4)
      }
      let free = places.first { place in
        !taken.contains { other in
          abs(other.middle.y - place.y) < 12
            && abs(other.middle.x - place.x) < (other.width + width) / 2 + 4
        }
      }
      drawn[index].label = free ?? places[0]
      taken.append((drawn[index].label, width))
    }
  }
}

/// The points where arrows meet the sides of boxes. The points are evenly
/// spaced, in the order of the boxes at the other ends of the arrows, so that
/// few arrows cross.
private struct Ends {
  struct End: Hashable {
    let arrow: Int
    let isStart: Bool
  }

  private struct Side: Hashable {
    let box: Int
    let isRight: Bool
  }

  /// The indexes of the two boxes of each arrow; nil if the diagram does not
  /// contain one of them.
  private(set) var boxes: [(from: Int, to: Int)?] = []
  private var heights: [End: Double] = [:]

  init(_ diagram: ModelDiagram, _ layout: DiagramLayout) {
    let numbers = Dictionary(first: diagram.boxes.enumerated().map { ($1.name, $0) })
    var sides: [Side: [(end: End, other: Double)]] = [:]
    for (index, arrow) in diagram.arrows.enumerated() {
      guard let from = numbers[arrow.from], let to = numbers[arrow.to] else {
        boxes.append(nil)
        continue
      }
      boxes.append((from, to))
      let (leaves, arrives) = layout.sides(from: from, to: to)
      sides[Side(box: from, isRight: leaves), default: []].append(
        (End(arrow: index, isStart: true), layout.frames[to].middle.y))
      sides[Side(box: to, isRight: arrives), default: []].append(
        (End(arrow: index, isStart: false), layout.frames[from].middle.y))
    }
    for (side, ends) in sides {
      let frame = layout.frames[side.box]
      let sorted = ends.sorted {
        ($0.other, $0.end.arrow, $0.end.isStart ? 0 : 1)
          < ($1.other, $1.end.arrow, $1.end.isStart ? 0 : 1)
      }
      for (place, entry) in sorted.enumerated() {
        let part = (Double(place) + 0.5) / Double(sorted.count)
        heights[entry.end] = frame.y + 4 + (frame.height - 8) * part
      }
    }
  }

  func y(of end: End) -> Double { heights[end] ?? 0 }
}
