internal import BankModel
public import ModelCommands
public import ModelRuntime

/// An import of a list of banks, which inserts new banks, and updates banks
/// whose certificate numbers are known.
public struct BankImport {
  private let context: ManagedObjectContext

  /// Creates an import into a context, which the import saves.
  public init(in context: ManagedObjectContext) {
    self.context = context
  }

  /// Imports a list in one transaction.
  ///
  /// - Throws: `StoreError` if the store cannot be read or written,
  ///   `ValidationError` if banks break rules of the model; in that case, no
  ///   bank is imported.
  public func run(_ list: BankList) throws -> ImportReport {
    var report = ImportReport()
    let known = try knownBanks(list)
    for listed in list.banks {
      if let bank = known[listed.cert] {
        if update(bank, from: listed) { report.updated += 1 } else { report.unchanged += 1 }
      } else {
        insert(listed)
        report.inserted += 1
      }
    }
    do {
      try context.save()
    } catch {
      context.rollback()
      throw error
    }
    return report
  }

  private func knownBanks(_ list: BankList) throws -> [Int32: FailedBankInfo] {
    let certs = list.banks.map(\.cert)
    let banks = try context.fetch(FailedBankInfo.where { $0.cert.in(certs) })
    return Dictionary(
      banks.compactMap { bank in bank.cert.map { ($0, bank) } }, uniquingKeysWith: { one, _ in one }
    )
  }

  private func insert(_ listed: ListedBank) {
    let details = FailedBankDetails(
      in: context, closeDate: listed.closeDate, updateDate: listed.updateDate)
    _ = FailedBankInfo(
      in: context, name: listed.name, city: listed.city, state: listed.state, cert: listed.cert,
      acquirer: listed.acquirer, details: details)
  }

  /// Sets the values of a bank to those in the list.
  ///
  /// - Returns: True if a value has changed.
  private func update(_ bank: FailedBankInfo, from listed: ListedBank) -> Bool {
    let details = bank.details ?? FailedBankDetails(in: context, info: bank)
    bank.name = listed.name
    bank.city = listed.city
    bank.state = listed.state
    bank.acquirer = listed.acquirer
    details.closeDate = listed.closeDate
    if let day = listed.updateDate { details.updateDate = day }
    return bank.hasPersistentChangedValues || details.hasPersistentChangedValues
  }
}
