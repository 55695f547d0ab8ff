/// The data that migrations drop, in lines: what many versions share is said
/// once.
struct DropTable {
  /// The older versions that data are dropped from on the way to each of the newer
  /// ones.
  private typealias Strides = [Int: [Int]]

  private let cells: [VersionCompatibility]

  init(_ cells: [VersionCompatibility]) {
    self.cells = cells
  }

  /// A heading, and a line for all data that are dropped on the same ways; none
  /// where nothing is.
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

  /// The ways in words: `1, 2 to 4 and later`.
  private func words(_ strides: Strides) -> String {
    let groups = Dictionary(grouping: strides.keys, by: { strides[$0]?.sorted() ?? [] })
    return groups.map { to, from in (from: from.sorted(), to: to) }
      .sorted { ($0.from[0], $0.to[0]) < ($1.from[0], $1.to[0]) }
      .map { "\(list($0.from)) to \(destinations($0.to))" }.joined(separator: "; ")
  }

  /// Versions from one to the last, as `4 and later`; others one by one.
  private func destinations(_ versions: [Int]) -> String {
    let all = Set(cells.map(\.to)).filter { $0 >= versions[0] }
    return versions.count > 1 && all.count == versions.count
      ? "\(versions[0]) and later" : list(versions)
  }

  /// Versions with runs in short: `1, 3 ... 9`.
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
