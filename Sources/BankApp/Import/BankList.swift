public import Foundation
public import ModelCommands

/// An entry in the FDIC's list of failed banks.
public struct ListedBank: Sendable, Hashable {
  /// The name of the failed bank, as the list spells it.
  public var name: String
  /// The city of the bank's main office.
  public var city: String
  /// The postal code of the bank's state.
  public var state: String
  /// The certificate number of the bank.
  public var cert: Int32
  /// The name of the bank that acquired the failed bank; nil if no bank
  /// acquired it.
  public var acquirer: String?
  /// The day on which the bank was closed.
  public var closeDate: Date
  /// The day on which the entry was last changed; nil if the list does not
  /// contain this day.
  public var updateDate: Date?
}

/// The FDIC's list of failed banks, read from a file.
///
/// The column headings differ between years, and lists since 2019 do not
/// contain the day on which an entry was last changed. Spaces around a value
/// are ignored, `No Acquirer` means that no bank acquired the failed bank, and
/// text that is not UTF-8 is read as Windows-1252.
public struct BankList: Sendable {
  /// The banks, in the order of the list.
  public let banks: [ListedBank]
  /// The assumptions that were made when the list was read, as sentences.
  public let assumptions: [String]

  /// Returns whether a file is an FDIC list, which has a column `Bank Name`.
  public static func isList(_ bytes: [UInt8]) -> Bool {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let header = try? CSVTable(Array(line), name: "").header
    return header?.fields.contains { BankListReader.heading($0) == "bankname" } ?? false
  }

  /// Reads a list from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - name: The name of the file, for error messages.
  /// - Throws: `ImportError` with all errors in the file.
  public init(_ bytes: [UInt8], name: String) throws(ImportError) {
    let table = try CSVTable(bytes, name: name)
    let reader = try BankListReader(table)
    banks = try reader.banks()
    assumptions = table.notes + reader.assumptions
  }
}
