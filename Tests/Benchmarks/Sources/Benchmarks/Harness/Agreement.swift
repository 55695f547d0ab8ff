/// The checksum of a cell, which all contenders must come to.
struct Agreement {
  let cell: Cell
  private var first: (name: String, checksum: Checksum)?

  init(cell: Cell) {
    self.cell = cell
  }

  /// - Throws: ``BenchError`` if another contender came to something else, or to nothing.
  mutating func add(_ checksum: Checksum?, of name: String) throws {
    guard let checksum, checksum.count > 0 else {
      throw BenchError("\(cell.rawValue): \(name) did nothing")
    }
    guard let first else {
      first = (name, checksum)
      return
    }
    guard first.checksum == checksum else {
      throw BenchError(
        "\(cell.rawValue): \(name) came to \(checksum), \(first.name) to \(first.checksum)")
    }
  }
}
