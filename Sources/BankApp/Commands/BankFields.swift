internal import BankModel
internal import Foundation
internal import ModelRuntime
internal import ModelSchema
internal import ModelScreens

/// The fields of a bank that commands set, as `FIELD=VALUE`.
enum BankField: String, CaseIterable {
  case name, city, state, zip, cert, acquirer, closed, updated

  /// Sets the field of a bank; details are made where there are none.
  ///
  /// - Throws: `FieldError` where the text is no value of the field.
  func set(_ text: String, of bank: FailedBankInfo, in context: ManagedObjectContext)
    throws(FieldError)
  {
    do {
      switch self {
      case .name: bank.name = String(fieldText: text)
      case .city: bank.city = String(fieldText: text)
      case .state: bank.state = String(fieldText: text)
      case .cert: bank.cert = try Int32?(fieldText: text)
      case .acquirer: bank.acquirer = try String?(fieldText: text)
      case .zip: bank.details(in: context).zip = try Int32(fieldText: text)
      case .closed: bank.details(in: context).closeDate = try Date?(fieldText: text)
      case .updated: bank.details(in: context).updateDate = try Date?(fieldText: text)
      }
    } catch {
      throw FieldError(error.message, label: rawValue)
    }
  }

  /// Sets fields from words such as `zip=123`.
  static func set(
    _ words: some Sequence<String>, of bank: FailedBankInfo, in context: ManagedObjectContext
  ) throws {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw CommandError("'\(word)' is not FIELD=VALUE") }
      guard let field = BankField(rawValue: String(parts[0])) else {
        let known = allCases.map(\.rawValue)
        let near = nearestWord(to: String(parts[0]), in: known)
        let hint =
          near.map { "did you mean '\($0)'?" } ?? "fields are \(known.joined(separator: ", "))"
        throw CommandError("a bank has no field '\(parts[0])'; \(hint)")
      }
      try field.set(String(parts[1]), of: bank, in: context)
    }
  }
}

extension FailedBankInfo {
  /// The details, made where there are none.
  func details(in context: ManagedObjectContext) -> FailedBankDetails {
    details ?? FailedBankDetails(in: context, info: self)
  }
}
