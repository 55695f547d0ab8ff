/// The answers about pairs of versions, as lines of text. An answer that
/// several pairs have in common is listed once.
struct CompatibilityLines {
  /// The newer versions of pairs, by the older versions.
  private typealias Strides = [Int: [Int]]

  let cells: [VersionCompatibility]

  /// The conditions, the code and the obstacles, with the pairs that they are about.
  var findings: [String] {
    let groups = Dictionary(grouping: cells) { [$0.kind.rawValue] + $0.findings }
      .filter { $0.key.count > 1 }
    return groups.sorted { ($0.value[0].from, $0.value[0].to) < ($1.value[0].from, $1.value[0].to) }
      .flatMap { lines, cells in
        let strides = Dictionary(grouping: cells, by: \.from).mapValues { $0.map(\.to) }
        return ["", "\(words(strides)): \(lines[0])"] + lines.dropFirst().map { "  " + $0 }
      }
  }

  /// A heading, and a line for all data dropped between the same versions; empty if
  /// nothing is dropped.
  var drops: [String] {
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

  /// Returns the migrations as text, such as `1, 2 to 4 and later`.
  private func words(_ strides: Strides) -> String {
    let groups = Dictionary(grouping: strides.keys, by: { strides[$0]?.sorted() ?? [] })
    return groups.map { to, from in (from: from.sorted(), to: to) }
      .sorted { ($0.from[0], $0.to[0]) < ($1.from[0], $1.to[0]) }
      .map { "\(list($0.from)) to \(destinations($0.to))" }.joined(separator: "; ")
  }

  /// Returns a list of versions as text. A list of all versions from the first
  /// one on is written as `4 and later`.
  private func destinations(_ versions: [Int]) -> String {
    let all = Set(cells.map(\.to)).filter { $0 >= versions[0] }
    return versions.count > 1 && all.count == versions.count
      ? "\(versions[0]) and later" : list(versions)
  }

  /// Returns a list of versions as text, with consecutive versions shortened,
  /// such as `1, 3 ... 9`.
  private func list(_ versions: [Int]) -> String {
    RangeSet(versions.map { $0..<($0 + 1) }).ranges.flatMap { run in
      run.count > 2 ? ["\(run.lowerBound) ... \(run.upperBound - 1)"] : run.map(String.init)
    }.joined(separator: ", ")
  }
}

extension VersionCompatibility {
  fileprivate var findings: [String] {
    conditions.map { "if \($0)" } + code.map { "calls \($0)" } + problems
  }

  /// The obstacles, or another reason why there is no path.
  var problems: [String] { diagnostics.map(\.description) + (reason.map { [$0] } ?? []) }
}
