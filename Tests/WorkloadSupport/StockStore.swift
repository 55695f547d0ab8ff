package import Foundation
package import ModelRuntime

/// Where and how a stock is stored.
package struct StockStore: Sendable {
  package let url: URL
  package var type = StoreType.sqlite
  package var journalMode = SQLiteOptions.JournalMode.writeAheadLog
  package var groupsSaves = false
  package var busyTimeout: TimeInterval = 20

  package init(
    _ url: URL, type: StoreType = .sqlite,
    journalMode: SQLiteOptions.JournalMode = .writeAheadLog, groupsSaves: Bool = false
  ) {
    self.url = url
    self.type = type
    self.journalMode = journalMode
    self.groupsSaves = groupsSaves
  }

  /// True if the store is a database, with a history; others are written as a whole.
  package var isDatabase: Bool { type.name == StoreType.sqlite.name }

  package func open(
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = journalMode
    configuration.busyTimeout = busyTimeout
    configuration.externalStorageThreshold = StockContent.threshold
    configuration.keepsHistory = isDatabase
    configuration.groupsSaves = groupsSaves
    change(&configuration)
    return try PersistentContainer(.stock, configuration: configuration)
  }

  /// Makes the store with a stock in it.
  package func make(_ stock: PlainStock) throws {
    let context = try open().makeContext()
    StockObjects.insert(stock, context)
    try context.save()
  }

  /// Makes the next save of the first clerk, which is always the same after the same ones.
  package static func saveRepeatably(_ context: ManagedObjectContext) throws {
    var objects = try StockObjects(context)
    let stock = objects.plain
    context.transactionAuthor = "save \((stock.saves[0] ?? 0) + 1)"
    objects.make(stock.repeatableSave)
    try context.save()
  }

  /// The files of large values, by their names.
  package var valueFiles: [String] {
    let name = url.deletingPathExtension().lastPathComponent
    let folder = url.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA")
    let path = folder.path(percentEncoded: false)
    return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}
