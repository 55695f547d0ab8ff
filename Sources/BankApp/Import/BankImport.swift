internal import BankModel
public import ModelRuntime

/// Brings a list of banks into a store: unknown ones are inserted, known ones
/// updated by their certificate number.
public struct BankImport {
  /// What an import did.
  public struct Report: Sendable, Hashable {
    /// How many banks were new.
    public var inserted = 0
    /// How many known banks had other values.
    public var updated = 0
    /// How many known banks had the same values.
    public var unchanged = 0

    /// A report of an import.
    public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) {
      self.inserted = inserted
      self.updated = updated
      self.unchanged = unchanged
    }

    /// A sentence about the import.
    public var text: String {
      let total = inserted + updated + unchanged
      let read = total == 1 ? "1 bank read" : "\(total) banks read"
      guard inserted + updated > 0 else { return "\(read), nothing changed" }
      return "\(read): \(inserted) new, \(updated) updated, \(unchanged) unchanged"
    }
  }

  private let context: ManagedObjectContext

  /// An import into a context, which it saves.
  public init(in context: ManagedObjectContext) {
    self.context = context
  }

  /// Imports a list in one transaction.
  ///
  /// - Parameter progress: Called with the number of banks done, from time to
  ///   time.
  /// - Throws: `StoreError` or `ValidationError`; nothing is imported then.
  public func run(_ list: BankList, progress: (Int) -> Void = { _ in }) throws -> Report {
    var report = Report()
    let known = try knownBanks(list)
    for (index, listed) in list.banks.enumerated() {
      if let bank = known[listed.cert] {
        if update(bank, from: listed) { report.updated += 1 } else { report.unchanged += 1 }
      } else {
        insert(listed)
        report.inserted += 1
      }
      if (index + 1).isMultiple(of: 50) { progress(index + 1) }
    }
    progress(list.banks.count)
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

  /// Gives a bank the listed values.
  ///
  /// - Returns: Whether any was another.
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
