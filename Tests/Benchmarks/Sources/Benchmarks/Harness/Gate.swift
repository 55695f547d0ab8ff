import Foundation

/// The ratios to T1 that this library is held to, a line each: a cell's name and its ratio.
///
/// Ratios and no instructions: another version of SQLite or of the C library changes both sides.
struct Gate {
  /// What a ratio may grow by: counts repeat to a tenth of a percent.
  private static let allowance = 1.03

  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// Compares the ratios with the table; where there is none, they become it.
  ///
  /// - Throws: ``BenchError`` that names each cell that grew, and those that the table lacks.
  func check(_ rows: [ResultRow]) throws {
    let measured = rows.compactMap { row in row.ratio.map { (row.cell.rawValue, $0) } }
    guard FileManager.default.fileExists(atPath: path) else {
      let lines = measured.map { String(format: "\($0) %.3f\n", $1) }
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
      return print("\(path) has \(lines.count) ratios now")
    }
    let limits = try table()
    let failures = measured.compactMap { name, ratio -> String? in
      guard let limit = limits[name] else { return "\(name): \(path) has no ratio" }
      guard ratio > limit * Self.allowance else { return nil }
      return String(format: "\(name): %.3f, where %.3f was committed", ratio, limit)
    }
    guard failures.isEmpty else {
      throw BenchError(
        "grown by more than 3 percent; mend it, or remove \(path) to write it anew:\n"
          + failures.joined(separator: "\n"))
    }
    print("no cell has grown by more than 3 percent against \(path)")
  }

  private func table() throws -> [String: Double] {
    var limits: [String: Double] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let limit = Double(words[1]) else {
        throw BenchError("\(path): '\(line)' is no cell and ratio")
      }
      limits[String(words[0])] = limit
    }
    return limits
  }
}

extension ResultRow {
  /// What this library takes, as a ratio to T1.
  fileprivate var ratio: Double? {
    guard let ours = figures["ours"], let reference = figures[Contenders.reference.name],
      reference > 0
    else { return nil }
    return ours / reference
  }
}
