internal import BankModel
internal import Foundation
internal import ModelRuntime

extension BankCommands {
  func statistics(_ words: CommandWords, _ url: URL) throws -> String {
    _ = try words.operands(0...0, "no words")
    let what = words.value("--by") ?? "year"
    guard ["year", "state"].contains(what) else {
      throw words.usage("'--by' takes year or state, not '\(what)'")
    }
    return try open(url).performAndWait { context in
      let bars = what == "year" ? try Self.years(context) : try Self.states(context)
      if words.has("--json") {
        return bars.map { StatisticsRecord(key: $0.label, failures: $0.count) }.json
      }
      return BarChart(bars: bars).text
    }
  }

  /// Failures by the year in which they happened, none left out in between.
  private static func years(_ context: ManagedObjectContext) throws -> [BarChart.Bar] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let dates = try context.fetch(FailedBankDetails.all).compactMap(\.closeDate)
    let counts = Dictionary(dates.map { (calendar.component(.year, from: $0), 1) }) { $0 + $1 }
    guard let first = counts.keys.min(), let last = counts.keys.max() else { return [] }
    guard last - first < 200 else {
      return counts.sorted { $0.key < $1.key }.map { BarChart.Bar("\($0.key)", $0.value) }
    }
    return (first...last).map { BarChart.Bar("\($0)", counts[$0] ?? 0) }
  }

  /// Failures by state, most first.
  private static func states(_ context: ManagedObjectContext) throws -> [BarChart.Bar] {
    let states = try context.fetch(FailedBankInfo.all).map(\.state)
    return Dictionary(states.map { ($0, 1) }) { $0 + $1 }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { BarChart.Bar($0.key.onOneLine, $0.value) }
  }
}
