/// The positions of the boxes of a diagram.
///
/// The column of a box is its distance, counted in arrows, from the box with
/// the most arrows. Within a column, boxes are stacked, each close to the boxes
/// to which it is connected. An arrow therefore leads to a neighbouring column
/// or stays within its own, and runs in the gap between columns, where there is
/// no box.
struct DiagramLayout {
  /// The position and size of a box, in points.
  struct Frame: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// The x coordinate of the right edge of the box's column.
    var columnEdge = 0.0

    var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }
    var right: Double { x + width }
  }

  static let rowHeight = 16.0
  static let titleHeight = 24.0
  static let characterWidth = 7.0
  static let labelCharacterWidth = 5.5
  static let margin = 24.0
  /// The distance between the ends of neighbouring arrows at a box.
  private static let endDistance = 16.0
  private static let rowGap = 36.0

  /// The frames of the boxes, in the order of the diagram.
  let frames: [Frame]
  let width: Double
  let height: Double
  /// The number of each box's column.
  private let columnNumbers: [Int]

  init(_ diagram: ModelDiagram) {
    let columns = Self.columns(of: diagram)
    var numbers = Array(repeating: 0, count: diagram.boxes.count)
    for (number, column) in columns.enumerated() {
      for index in column { numbers[index] = number }
    }
    columnNumbers = numbers
    var frames = diagram.boxes.map { Self.frame(of: $0, with: diagram.arrows) }
    let label = diagram.arrows.map { Self.labelWidth($0.label) }.max() ?? 0
    let gap = max(110, label + 70)
    let heights = columns.map { column in
      // There is one gap fewer than there are boxes.
      column.reduce(-Self.rowGap) { $0 + frames[$1].height + Self.rowGap }
    }
    let tallest = max(heights.max() ?? 0, 0)
    var x = Self.margin
    for (column, height) in zip(columns, heights) {
      var y = Self.margin + (tallest - height) / 2
      let edge = x + (column.map { frames[$0].width }.max() ?? 0)
      for index in column {
        frames[index].x = x
        frames[index].y = y
        frames[index].columnEdge = edge
        y += frames[index].height + Self.rowGap
      }
      x = edge + gap
    }
    // Arrows within the last column run to the right of it.
    let last = columns.count - 1
    let isOpen = diagram.arrows.contains { arrow in
      let ends = diagram.boxes.indices.filter {
        diagram.boxes[$0].name == arrow.from || diagram.boxes[$0].name == arrow.to
      }
      return ends.allSatisfy { numbers[$0] == last }
    }
    self.frames = frames
    width = max(x - (isOpen ? 0 : gap), 0) + Self.margin
    height = tallest + 2 * Self.margin
  }

  /// Returns the width of a label, in points.
  static func labelWidth(_ label: String) -> Double {
    Double(label.count) * labelCharacterWidth
  }

  /// Returns the sides on which an arrow leaves its first box and reaches its
  /// second one.
  func sides(from: Int, to: Int) -> (leavesRight: Bool, arrivesRight: Bool) {
    let (here, there) = (columnNumbers[from], columnNumbers[to])
    return (here <= there, there <= here)
  }

  private static func frame(of box: ModelDiagram.Box, with arrows: [ModelDiagram.Arrow]) -> Frame {
    let widest = box.rows.map { $0.name.count + $0.type.count + 3 }.max() ?? 0
    let characters = max(widest, box.name.count + 2, 10)
    let rows = titleHeight + Double(max(box.rows.count, 1)) * rowHeight + 6
    let ends = arrows.reduce(0) {
      $0 + ($1.from == box.name ? 1 : 0) + ($1.to == box.name ? 1 : 0)
    }
    return Frame(
      x: 0, y: 0, width: Double(characters) * characterWidth + 16,
      height: max(rows, Double(ends) * endDistance + 8))
  }

  /// Returns the indexes of the boxes in each column.
  private static func columns(of diagram: ModelDiagram) -> [[Int]] {
    let neighbours = neighbours(in: diagram)
    var columns: [[Int]] = []
    var isPlaced = Array(repeating: false, count: diagram.boxes.count)
    // The connected parts of the diagram are visited one by one, each beginning with
    // the box that has the most neighbours.
    let order = neighbours.indices.sorted {
      (-neighbours[$0].count, $0) < (-neighbours[$1].count, $1)
    }
    for start in order where !isPlaced[start] {
      isPlaced[start] = true
      var column = [start]
      var depth = 0
      while !column.isEmpty {
        if depth == columns.count { columns.append([]) }
        columns[depth] += column
        var next: [Int] = []
        for index in column {
          for other in neighbours[index] where !isPlaced[other] {
            isPlaced[other] = true
            next.append(other)
          }
        }
        column = next
        depth += 1
      }
    }
    return columns
  }

  private static func neighbours(in diagram: ModelDiagram) -> [[Int]] {
    let numbers = Dictionary(first: diagram.boxes.enumerated().map { ($1.name, $0) })
    var neighbours = Array(repeating: [Int](), count: diagram.boxes.count)
    for arrow in diagram.arrows {
      guard let from = numbers[arrow.from], let to = numbers[arrow.to], from != to else { continue }
      neighbours[from].append(to)
      neighbours[to].append(from)
    }
    return neighbours
  }
}
