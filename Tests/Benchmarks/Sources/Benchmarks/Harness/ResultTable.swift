import Foundation

/// One cell's figures, by contender's name.
struct ResultRow {
  var cell: Cell
  /// How the row is called; the cell's title where nothing else is said.
  var title: String
  var figures: [String: Double]

  init(_ cell: Cell, title: String? = nil, figures: [String: Double]) {
    self.cell = cell
    self.title = title ?? cell.title
    self.figures = figures
  }
}

/// A table of ratios against the reference, as text.
struct ResultTable {
  var heading: String
  /// What the first column of figures counts, such as "ns a row".
  var unit: String
  var contenders: [ContenderEntry]

  /// The head, the rows that are fair to compare, and the rows where an object graph may do less.
  func render(_ rows: [ResultRow]) -> String {
    let plain = rows.filter { !$0.cell.isObjectGraphOnly }
    let graph = rows.filter { $0.cell.isObjectGraphOnly }
    var lines = [heading, "", header] + plain.map(line)
    if !graph.isEmpty {
      lines += ["", "where an object graph may do less than T1:"] + graph.map(line)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let titleWidth = 42
  private static let width = 15

  private var header: String {
    let names = contenders.filter { $0.name != Contenders.reference.name }.map(\.name)
    return "ratio to T1".padded(to: ResultTable.titleWidth)
      + ([unit] + names).map { $0.padded(left: ResultTable.width) }.joined()
  }

  private func line(_ row: ResultRow) -> String {
    let reference = row.figures[Contenders.reference.name]
    let ratios = contenders.filter { $0.name != Contenders.reference.name }.map { contender in
      ResultTable.ratio(row.figures[contender.name], to: reference)
    }
    let first = reference.map { String(format: "%.0f", $0) } ?? "-"
    return row.title.padded(to: ResultTable.titleWidth)
      + ([first] + ratios).map { $0.padded(left: ResultTable.width) }.joined()
  }

  /// The figure itself, marked so, where there is no reference to divide by.
  private static func ratio(_ figure: Double?, to reference: Double?) -> String {
    guard let figure else { return "-" }
    guard let reference, reference > 0 else { return String(format: "(%.0f)", figure) }
    return String(format: "%.2f", figure / reference)
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }

  func padded(left width: Int) -> String {
    String(repeating: " ", count: max(1, width - count)) + self
  }
}
