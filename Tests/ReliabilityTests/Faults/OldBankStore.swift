import BankModel
import Foundation
import ModelRuntime
import TestSupport

/// A store of the first released version of the banks model. Opening it migrates it.
struct OldBankStore {
  let url: URL
  var journalMode = SQLiteOptions.JournalMode.writeAheadLog
  var place = MigrationOptions.Place.inPlace

  /// Makes the store with a number of banks.
  func make(_ count: Int) throws {
    let model = CompiledModel(versions: ModelVersions(current: .bankVersion1))
    let context = try PersistentContainer(model, configuration: configuration).makeContext()
    for number in 0..<count {
      let details = try context.insert(
        entityName: "FailedBankDetails", ["zip": Int32(number)])
      try context.insert(
        entityName: "FailedBankInfo",
        ["name": "Bank \(number)", "city": "c", "state": "S"]
      ).setValue(details, forKey: "details")
    }
    try context.save()
  }

  /// Opens the store with the current version of the model, which migrates it.
  func open() throws -> PersistentContainer {
    try PersistentContainer(.bank, configuration: configuration)
  }

  private var configuration: StoreConfiguration {
    var configuration = StoreConfiguration(url: url)
    configuration.options.journalMode = journalMode
    configuration.busyTimeout = 0.01
    configuration.migration.place = place
    return configuration
  }

  /// Returns the tables, their rows and the version hashes, read with plain SQL because
  /// opening the store would migrate it. The property list in the metadata is left out
  /// because the order of its keys varies.
  func text() throws -> String {
    let tables = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z%' ORDER BY 1", in: url)
    let content = try tables.flatMap { table in
      let columns = table == "Z_METADATA" ? "Z_VERSION, Z_UUID" : "*"
      return try rows("SELECT sql FROM sqlite_schema WHERE name = '\(table)'", in: url)
        + rows("SELECT \(columns) FROM \(table) ORDER BY 1", in: url)
    }
    let hashes = try StoreInspection(url: url).versionHashes().sorted { $0.key < $1.key }
    return (content + hashes.map { "\($0.key) \($0.value)" }).joined(separator: "\n")
  }
}

extension FaultScenario {
  /// Returns the scenario that opens a store of an older version.
  static func migrating(_ place: MigrationOptions.Place) -> FaultScenario {
    FaultScenario(
      name: "migrate \(place)",
      prepare: { scenario, folder in try scenario.banks(folder, place).make(5) },
      begin: { scenario, folder in { _ = try scenario.banks(folder, place).open() } },
      text: { scenario, folder in try scenario.banks(folder, place).text() })
  }

  private func banks(_ folder: MemoryFolder, _ place: MigrationOptions.Place) -> OldBankStore {
    OldBankStore(url: url(folder), journalMode: journalMode, place: place)
  }
}
