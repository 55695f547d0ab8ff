internal import BankModel
internal import Foundation
internal import ModelRuntime
internal import ModelScreens

/// A bank as commands print it.
struct BankRecord: Encodable {
  let id: String
  let name: String
  let city: String
  let state: String
  let cert: Int32?
  let acquirer: String?
  /// The days, as 2012-05-27.
  let closed: String?
  let updated: String?
  let zip: Int32?
  let tags: [String]

  init(_ bank: FailedBankInfo) {
    id = "p\(bank.objectID.key)"
    name = bank.name
    city = bank.city
    state = bank.state
    cert = bank.cert
    acquirer = bank.acquirer
    closed = bank.details?.closeDate.map(Self.day)
    updated = bank.details?.updateDate.map(Self.day)
    zip = bank.details?.zip
    tags = (bank.details?.tags.map(\.name) ?? []).sorted()
  }

  private static func day(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day())
  }
}

/// A tag as commands print it.
struct TagRecord: Encodable {
  let name: String
  let banks: Int

  /// The tag on one line.
  var line: String { "\(name.onOneLine)  \(banks)\n" }
}

/// What an import did, as commands print it.
struct ImportRecord: Encodable {
  let inserted: Int
  let updated: Int
  let unchanged: Int
  let assumptions: [String]

  init(_ report: BankImport.Report, of list: BankList) {
    (inserted, updated, unchanged) = (report.inserted, report.updated, report.unchanged)
    assumptions = list.assumptions
  }
}

/// A bar of a chart.
struct StatisticsRecord: Encodable {
  let key: String
  let failures: Int
}

extension Encodable {
  /// The value as JSON on several lines.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension String {
  /// The text on one line: what would steer a terminal becomes U+FFFD.
  var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}

extension FailedBankInfo {
  /// The bank on one line: when it closed, name, place and tags.
  var line: String {
    let day = details?.closeDate.map { ScreenDate.text($0) } ?? ""
    let tags = (details?.tags.map(\.name) ?? []).sorted().map { " #\($0)" }.joined()
    let padding = String(repeating: " ", count: max(14 - day.count, 1))
    return "\(day)\(padding)\(name), \(city), \(state)\(tags)".onOneLine
  }

  /// Everything about the bank, a line for each.
  var page: String {
    let values: [(String, String)] = [
      ("Name", name), ("City", city), ("State", state),
      ("Zip", details.map { "\($0.zip)" } ?? ""), ("Certificate", cert.map { "\($0)" } ?? ""),
      ("Acquirer", acquirer ?? ""),
      ("Closed", details?.closeDate.map { ScreenDate.text($0) } ?? ""),
      ("Updated", details?.updateDate.map { ScreenDate.text($0) } ?? ""),
      ("Tags", (details?.tags.map(\.name) ?? []).sorted().joined(separator: ",")),
      ("ID", "p\(objectID.key)"),
    ]
    return values.map { label, value in
      let padding = String(repeating: " ", count: 13 - label.count)
      return value.isEmpty ? "\(label)\n" : "\(label)\(padding)\(value.onOneLine)\n"
    }.joined()
  }
}
