public import Foundation
public import ModelCommands

/// A failed bank as the FDIC lists it.
public struct ListedBank: Sendable, Hashable {
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
  /// The assumptions that were made to read the list, a sentence each.
  public let assumptions: [String]

  /// Returns whether a file is a list of the FDIC: one with a column
  /// `Bank Name`.
  public static func isList(_ bytes: [UInt8]) -> Bool {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let header = try? CSVTable(Array(line), name: "").header
    return header?.fields.contains { BankListReader.heading($0) == "bankname" } ?? false
  }

  /// Reads a list.
  ///
  /// - Parameter name: What messages call the file.
  /// - Throws: `ImportError` with everything that is wrong, so that one run
  ///   shows it all.
  public init(_ bytes: [UInt8], name: String) throws(ImportError) {
    let table = try CSVTable(bytes, name: name)
    let reader = try BankListReader(table)
    banks = try reader.banks()
    assumptions = table.notes + reader.assumptions
  }
}
