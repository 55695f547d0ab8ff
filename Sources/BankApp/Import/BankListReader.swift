internal import Foundation
internal import ModelCommands
internal import ModelScreens

/// A reader of the rows of an FDIC list, which creates the entries of banks.
struct BankListReader {
  private enum Column: String, CaseIterable {
    case name = "Bank Name"
    case city = "City"
    case state = "State"
    case cert = "CERT"
    case acquirer = "Acquiring Institution"
    case closeDate = "Closing Date"
    case updateDate = "Updated Date"

    /// The headings of the column in the lists of all years, reduced to
    /// lower-case letters.
    var headings: [String] {
      switch self {
      case .name: ["bankname"]
      case .city: ["city"]
      case .state: ["state", "st"]
      case .cert: ["cert"]
      case .acquirer: ["acquiringinstitution"]
      case .closeDate: ["closingdate"]
      case .updateDate: ["updateddate"]
      }
    }
  }

  private let table: CSVTable
  private let positions: [Column: Int]

  /// Creates a reader that finds the columns by their headings.
  init(_ table: CSVTable) throws(ImportError) {
    let headings = table.header.fields.map(Self.heading)
    var positions: [Column: Int] = [:]
    for column in Column.allCases {
      let places = headings.indices.filter { column.headings.contains(headings[$0]) }
      positions[column] = places.first
      guard places.count < 2 else {
        let message = "the column '\(column.rawValue)' stands there twice"
        throw ImportError(file: table.name, problems: [.init(table.header.line, message)])
      }
    }
    let missing = Column.allCases.filter { positions[$0] == nil && $0 != .updateDate }
      .map { "'\($0.rawValue)'" }
    guard missing.isEmpty else {
      let message = "the header line has no column \(missing.joined(separator: ", "))"
      throw ImportError(file: table.name, problems: [.init(table.header.line, message)])
    }
    self.table = table
    self.positions = positions
  }

  /// Returns a heading, reduced to lower-case letters.
  static func heading(_ text: String) -> String { text.lowercased().filter(\.isLetter) }

  /// The assumptions about data that the list does not contain, as sentences.
  var assumptions: [String] {
    positions[.updateDate] == nil
      ? ["there is no column 'Updated Date'; known banks keep the day that they have"] : []
  }

  /// Returns the entries in all rows of the list.
  ///
  /// - Throws: `ImportError` with all problems in the list.
  func banks() throws(ImportError) -> [ListedBank] {
    var banks: [ListedBank] = []
    var lines: [Int32: Int] = [:]
    try table.forEachRow { row in
      let bank = try bank(of: row)
      if let first = lines.updateValue(row.line, forKey: bank.cert) {
        throw CommandError("certificate number \(bank.cert) stands on line \(first) already")
      }
      banks.append(bank)
    }
    return banks
  }

  /// Returns the entry in a row.
  ///
  /// - Throws: `ImportError` with all problems in the row.
  private func bank(of row: CSVReader.Row) throws -> ListedBank {
    var mistakes: [String] = []
    func noting<Value>(_ body: () throws -> Value) -> Value? {
      do {
        return try body()
      } catch {
        mistakes.append("\(error)")
        return nil
      }
    }
    let (name, city) = (noting { try required(.name, row) }, noting { try required(.city, row) })
    let (state, cert) = (noting { try required(.state, row) }, noting { try self.cert(row) })
    let closeDate = noting { try date(.closeDate, row) }
    let updateDate = noting { () -> Date? in
      positions[.updateDate] == nil ? nil : try date(.updateDate, row)
    }
    guard let name, let city, let state, let cert, let closeDate, let updateDate else {
      throw CommandError(mistakes.joined(separator: "; "))
    }
    return ListedBank(
      name: name, city: city, state: state, cert: cert, acquirer: acquirer(row),
      closeDate: closeDate, updateDate: updateDate)
  }

  private func field(_ column: Column, _ row: CSVReader.Row) -> String {
    positions[column].map { row.fields[$0].trimmingCharacters(in: .whitespaces) } ?? ""
  }

  private func required(_ column: Column, _ row: CSVReader.Row) throws -> String {
    let text = field(column, row)
    guard !text.isEmpty else { throw CommandError("'\(column.rawValue)' is empty") }
    return text
  }

  private func cert(_ row: CSVReader.Row) throws -> Int32 {
    let text = try required(.cert, row)
    guard let cert = Int32(text), cert > 0 else {
      throw CommandError("certificate number '\(text)' is not a positive whole number")
    }
    return cert
  }

  private func acquirer(_ row: CSVReader.Row) -> String? {
    let text = field(.acquirer, row)
    return text.isEmpty || text.lowercased() == "no acquirer" ? nil : text
  }

  private func date(_ column: Column, _ row: CSVReader.Row) throws -> Date {
    let text = try required(column, row)
    guard let date = ScreenDate.date(text) else {
      throw CommandError("'\(column.rawValue)' is '\(text)', not a day such as 18-May-12")
    }
    return date
  }
}
