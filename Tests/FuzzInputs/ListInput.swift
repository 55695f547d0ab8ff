import BankApp
import BankModel
import Foundation
import ModelCommands
import ModelRuntime

/// Lists of banks: imported as a whole, or nothing is.
enum ListInput {
  static func finding(in bytes: [UInt8]) -> String? {
    do {
      let container = try PersistentContainer(.bank, configuration: .inMemory)
      guard try isRead(bytes, into: container) else {
        return try count(container) == 0 ? nil : "a refused list left objects"
      }
      let once = try count(container)
      let isRead = try isRead(bytes, into: container)
      // Without certificate numbers nobody knows a bank again.
      guard BankList.isList(bytes) else { return nil }
      let isSame = try count(container) == once
      return isRead && isSame ? nil : "a list read again is another"
    } catch {
      return "\(type(of: error)): \(error)"
    }
  }

  /// Whether the list was not refused in words.
  private static func isRead(_ bytes: [UInt8], into container: PersistentContainer) throws -> Bool {
    let context = try container.makeContext()
    do {
      if BankList.isList(bytes) {
        _ = try BankImport(in: context).run(BankList(bytes, name: "list"))
      } else {
        _ = try ObjectImport("FailedBankInfo", of: .bank, in: context).run(bytes, name: "list")
      }
      return true
    } catch  where error is any LocalizedError && !(error is CocoaError) {
      return false
    }
  }

  private static func count(_ container: PersistentContainer) throws -> Int {
    let context = try container.makeContext()
    return try context.count(FailedBankInfo.all) + context.count(FailedBankDetails.all)
  }
}
