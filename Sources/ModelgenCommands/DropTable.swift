/// The data that migrations drop, as lines of text. Data that are dropped in
/// several versions are listed once.
struct DropTable {
  /// The older versions from which data are dropped, by the newer version.
  private typealias Strides = [Int: [Int]]

  private let cells: [VersionCompatibility]

  init(_ cells: [VersionCompatibility]) {
    self.cells = cells
  }

  /// A heading, followed by a line for all data dropped between the same
  /// versions; empty if nothing is dropped.
  var lines: [String] {
    var strides: [String: Strides] = [:]
    for cell in cells {
      for name in cell.drops { strides[name, default: [:]][cell.from, default: []].append(cell.to) }
    }
    let groups = Dictionary(grouping: strides.keys, by: { strides[$0] ?? [:] })
    let rows = groups.map { strides, names in
      (
        first: strides.keys.min() ?? 0,
        text: "  \(words(strides)): \(names.sorted().map { "'\($0)'" }.joined(separator: ", "))"
      )
    }
    guard !rows.isEmpty else { return [] }
    return ["", "data that are dropped"]
      + rows.sorted { ($0.first, $0.text) < ($1.first, $1.text) }.map(\.text)
  }

  /// Returns the steps between versions in words: `1, 2 to 4 and later`.
  private func words(_ strides: Strides) -> String {
    let groups = Dictionary(grouping: strides.keys, by: { strides[$0]?.sorted() ?? [] })
    return groups.map { to, from in (from: from.sorted(), to: to) }
      .sorted { ($0.from[0], $0.to[0]) < ($1.from[0], $1.to[0]) }
      .map { "\(list($0.from)) to \(destinations($0.to))" }.joined(separator: "; ")
  }

  /// Returns a list of versions; a list that extends to the last version is
  /// written as `4 and later`.
  private func destinations(_ versions: [Int]) -> String {
    let all = Set(cells.map(\.to)).filter { $0 >= versions[0] }
    return versions.count > 1 && all.count == versions.count
      ? "\(versions[0]) and later" : list(versions)
  }

  /// Returns a list of versions in which runs are shortened: `1, 3 ... 9`.
  private func list(_ versions: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for version in versions {
      if let last = runs.last, last.upperBound == version - 1 {
        runs[runs.count - 1] = last.lowerBound...version
      } else {
        runs.append(version...version)
      }
    }
    return runs.flatMap { run in
      run.count > 2 ? ["\(run.lowerBound) ... \(run.upperBound)"] : run.map(String.init)
    }.joined(separator: ", ")
  }
}
