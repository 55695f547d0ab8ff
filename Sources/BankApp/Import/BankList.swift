public import Foundation
internal import ModelCommands

/// A failed bank as the FDIC lists it.
public struct ListedBank: Sendable, Hashable {
  /// Line of the list that it stands on, from 1.
  public var line: Int
  /// Name of the bank.
  public var name: String
  /// City of the main office.
  public var city: String
  /// Postal code of the state.
  public var state: String
  /// Certificate number.
  public var cert: Int32
  /// The bank that took over, nil where there was none.
  public var acquirer: String?
  /// Day it was closed.
  public var closeDate: Date
  /// Day its entry was last changed; nil where the list does not say.
  public var updateDate: Date?
}

/// The FDIC's list of failed banks, read from a file.
///
/// The lists of different years head their columns differently, and those since
/// 2019 do not say when an entry was changed. Blanks around a value do not count,
/// `No Acquirer` stands for none, and text that is not UTF-8 is Windows-1252.
public struct BankList: Sendable {
  /// The banks, in the order of the list.
  public let banks: [ListedBank]
  /// What was assumed to read the list, a sentence each.
  public let assumptions: [String]

  /// Reads a list.
  ///
  /// - Parameter name: What messages call the file.
  /// - Throws: `BankListError` with everything that is wrong, so that one run
  ///   shows it all.
  public init(_ bytes: [UInt8], name: String) throws(BankListError) {
    let rows: [CSVReader.Row]
    let western = WesternText.utf8(of: bytes)
    do {
      rows = try CSVReader.rows(of: western ?? bytes)
    } catch {
      throw BankListError(file: name, problems: [.init(line: error.line, message: error.message)])
    }
    guard let header = rows.first else {
      throw BankListError(
        file: name, problems: [.init(line: 1, message: "the file is empty; it needs a header line")]
      )
    }
    let reader = try BankListReader(header: header, file: name)
    banks = try reader.banks(of: rows.dropFirst())
    assumptions =
      (western == nil ? [] : ["the text is not UTF-8; it was read as Windows-1252"])
      + reader.assumptions
  }
}

/// What is wrong with a list of banks; nothing of it was imported.
public struct BankListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong with one line.
  public struct Problem: Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// What is wrong.
    public var message: String
  }

  /// What the list is called.
  public var file: String
  /// What is wrong, in the order of the lines.
  public var problems: [Problem]

  /// One line for each problem, such as `list.csv:12: error: …`.
  public var description: String {
    problems.map { "\(file):\($0.line): error: \($0.message)" }.joined(separator: "\n")
  }
}
