import BankApp
import Foundation
import TestSupport

/// Lists of invented banks, which are the same in every run, in the formats that the FDIC
/// has used over the years.
enum InventedBanks {
  /// The format of a list, named after its year.
  enum Form: Int, CaseIterable {
    /// Names with commas are quoted, and some names end with a blank.
    case of2012 = 2012
    /// The headings differ, and no field contains a comma.
    case of2017 = 2017
    /// The encoding is Windows-1252, the headings contain no-break spaces, and there is a
    /// column `Fund` instead of `Updated Date`.
    case of2023 = 2023

    /// The number of banks: a newer list contains all banks of the older lists.
    var count: Int {
      switch self {
      case .of2012: 320
      case .of2017: 400
      case .of2023: 420
      }
    }

    fileprivate var headings: [String] {
      switch self {
      case .of2012:
        [
          "Bank Name", "City", "State", "CERT #", "Acquiring Institution", "Closing Date",
          "Updated Date",
        ]
      case .of2017:
        ["BankName", "City", "ST", "CERT", "AcquiringInstitution", "ClosingDate", "UpdatedDate"]
      case .of2023:
        ["Bank Name", "City", "State", "Cert", "Acquiring Institution", "Closing Date", "Fund"]
          .map { $0 + "\u{A0}" }
      }
    }
  }

  /// Returns the bytes of a list's file, with the latest failure first.
  static func bytes(_ form: Form) -> [UInt8] {
    let rows = banks.prefix(form.count).reversed().map { fields(of: $0, form) }
    let text = ([form.headings] + rows).map { $0.map(quoted).joined(separator: ",") + "\r\n" }
      .joined()
    // Every character is in Latin-1, or the en dash of Windows-1252.
    guard form == .of2023 else { return Array(text.utf8) }
    return text.unicodeScalars.map { $0 == "\u{2013}" ? 0x96 : UInt8($0.value) }
  }

  /// Returns a list as the importer reads it.
  static func list(_ form: Form) throws -> BankList {
    try BankList(bytes(form), name: "invented-\(form.rawValue).csv")
  }

  private struct Bank {
    let name: String
    let city: String
    let state: String
    let cert: Int
    let acquirer: String
    let closed: String
    let updated: [Form: String]
    let fund: Int
  }

  private static func fields(of bank: Bank, _ form: Form) -> [String] {
    let last = form == .of2023 ? "\(bank.fund)" : bank.updated[form] ?? bank.closed
    let row = [
      bank.name, bank.city, bank.state, "\(bank.cert)", bank.acquirer, bank.closed, last,
    ]
    switch form {
    case .of2012: return row
    case .of2017: return row.map { $0.replacingOccurrences(of: ",", with: " ") }
    case .of2023:
      return row.map {
        $0.replacingOccurrences(of: " - ", with: " \u{2013} ")
          .replacingOccurrences(of: "Peoples", with: "Pe\u{F3}ples")
      }
    }
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" }) else { return field }
    return "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  private static let banks: [Bank] = {
    var random = RandomSource(seed: 2012)
    return (0..<420).map { bank($0, &random) }
  }()

  private static func bank(_ index: Int, _ random: inout RandomSource) -> Bank {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    // The years begin with 1999 and 2000, and most failures are around 2009.
    let year = index == 0 ? 99 : 0 + min(index / 20, 9) + max(0, index - 300) / 12
    let closed =
      index % 40 == 7
      ? "30-Oct-09"
      : String(format: "%d-%@-%02d", 1 + random.number(below: 28), random.pick(months), year)
    let later = String(
      format: "%d-%@-12", 1 + random.number(below: 28), random.pick(months))
    return Bank(
      name: name(index, &random), city: random.pick(cities), state: random.pick(states),
      cert: 1_000 + index * 61 % 58_000, acquirer: random.pick(acquirers), closed: closed,
      updated: [.of2012: later, .of2017: index % 3 == 0 ? "21-Sep-15" : later],
      fund: 10_000 + index)
  }

  private static func name(_ index: Int, _ random: inout RandomSource) -> String {
    let first = random.pick(beginnings)
    let name = "\(first) \(random.pick(endings))"
    switch index % 24 {
    case 3: return name + " "
    case 5: return name + ", National Association"
    case 9: return "Western Trust"
    case 11: return "Summit Bank"
    case 13: return "\"\(first)\" Savings Bank, FSB"
    case 17: return name + " - \(random.pick(cities)) Branch"
    default: return name
    }
  }

  private static let beginnings = [
    "First", "First State", "Security", "Community", "Peoples", "Citizens", "Home Valley",
    "Horizon", "Park Avenue", "Georgian", "Frontier", "Legacy", "County", "The Farmers'",
  ]
  private static let endings = [
    "Bank", "Bank and Trust", "National Bank", "Savings Bank", "Savings & Loan", "Bank of Commerce",
    "Trust Company", "Bank, FSB", "Thrift", "Bank of Illinois",
  ]
  private static let cities = [
    "Atlanta", "Chicago", "Macon", "St. Paul", "Coral Gables", "Winston-Salem", "Coeur d'Alene",
    "Sioux City",
  ]
  private static let states = ["GA", "IL", "FL", "CA", "MN", "WA", "PR", "NV"]
  private static let acquirers = [
    "No Acquirer", "State Bank and Trust Company", "U.S. Bank, N.A.", "Bank of \"the\" West",
    "Ameris Bank", "Roundbank",
  ]
}
