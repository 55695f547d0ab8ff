import BankModel
import Foundation
import ModelRuntime

/// A few banks with names that are hard.
enum SampleBanks {
  static func insert(into context: ManagedObjectContext) throws {
    let names = ["Georgian Bank", " ", "Ünïcode", "a'b\"c", "100 %"]
    for (number, name) in names.enumerated() {
      let details = FailedBankDetails(
        in: context, closeDate: Date(timeIntervalSinceReferenceDate: Double(number) * 1e8),
        zip: Int32(number))
      let bank = FailedBankInfo(
        in: context, name: name, city: name, state: "GA", cert: Int32(number))
      if number != 2 { bank.details = details }
      details.tags.insert(Tag(in: context, name: name))
    }
    try context.save()
  }
}
