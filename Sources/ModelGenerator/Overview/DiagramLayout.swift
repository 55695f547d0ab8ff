/// Where the boxes of a diagram stand.
///
/// Boxes stand in columns by their distance, over arrows, from the box with the
/// most of them; a column is as wide as its widest box, and in it the boxes
/// stand beneath each other, each near the boxes it is joined with. What is
/// joined with nothing comes last.
struct DiagramLayout {
  /// A box with its place, in points.
  struct Frame: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }
  }

  static let rowHeight = 16.0
  static let titleHeight = 24.0
  static let characterWidth = 7.0
  static let gap = (x: 110.0, y: 36.0)
  static let margin = 24.0

  /// The frames, in the order of the boxes.
  let frames: [Frame]
  let width: Double
  let height: Double

  init(_ diagram: ModelDiagram) {
    let sizes = diagram.boxes.map(Self.size)
    var frames = sizes.map { Frame(x: 0, y: 0, width: $0.width, height: $0.height) }
    var x = Self.margin
    var height = 0.0
    for column in Self.columns(of: diagram) {
      var y = Self.margin
      for index in column {
        frames[index].x = x
        frames[index].y = y
        y += frames[index].height + Self.gap.y
      }
      height = max(height, y - Self.gap.y + Self.margin)
      x += (column.map { frames[$0].width }.max() ?? 0) + Self.gap.x
    }
    self.frames = frames
    width = max(x - Self.gap.x, 0) + Self.margin
    self.height = max(height, 2 * Self.margin)
  }

  private static func size(of box: ModelDiagram.Box) -> (width: Double, height: Double) {
    let widest = box.rows.map { $0.name.count + $0.type.count + 3 }.max() ?? 0
    let characters = max(widest, box.name.count + 2, 10)
    return (
      Double(characters) * characterWidth + 16,
      titleHeight + Double(max(box.rows.count, 1)) * rowHeight + 6
    )
  }

  /// The numbers of the boxes, column by column.
  private static func columns(of diagram: ModelDiagram) -> [[Int]] {
    let numbers = Dictionary(
      diagram.boxes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var neighbours = Array(repeating: [Int](), count: diagram.boxes.count)
    for arrow in diagram.arrows {
      guard let from = numbers[arrow.from], let to = numbers[arrow.to], from != to else { continue }
      neighbours[from].append(to)
      neighbours[to].append(from)
    }
    var columns: [[Int]] = []
    var isPlaced = Array(repeating: false, count: diagram.boxes.count)
    // Each part of the diagram that hangs together, the most joined box first.
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
}
