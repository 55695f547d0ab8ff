import Foundation
import ModelRuntime
import TestSupport
import WorkloadSupport

extension FaultScenario {
  /// Returns the scenarios for SQLite stores in a journal mode.
  static func all(_ mode: SQLiteOptions.JournalMode) -> [FaultScenario] {
    let scenarios = [
      opening, openingNew, recovering, saving, savingInGroup, savingWithReader, reservingKeys,
      insertingBatch,
      updatingBatch, deletingBatch, copying, copyingOver, replacing, migrating(.inPlace),
      migrating(.onCopy),
    ]
    return scenarios.map { scenario in
      var scenario = scenario
      scenario.journalMode = mode
      return scenario
    }
  }

  /// Returns the scenarios for a type of store that is written as a whole.
  static func whole(_ type: StoreType) -> [FaultScenario] {
    [opening, openingNew, saving, copyingAsXML].map { scenario in
      var scenario = scenario
      scenario.type = type
      return scenario
    }
  }

  static let opening = FaultScenario(
    name: "open",
    begin: { scenario, folder in
      { _ = try StockObjects(try scenario.open(folder).makeContext()).problems() }
    })

  static let openingNew = FaultScenario(
    name: "open a new store",
    prepare: { _, _ in },
    begin: { scenario, folder in { _ = try scenario.open(folder) } },
    text: { scenario, folder in
      // A file without tables is as good as none.
      let text = try scenario.storeText(folder)
      return text == "no store" ? "" : text
    })

  /// The previous program was killed, so its write-ahead log or journal still exists.
  static let recovering = FaultScenario(
    name: "open after a kill",
    prepare: { scenario, folder in
      let killed = try MemoryFolder()
      try scenario.makeStore(killed)
      let path = scenario.url(killed)
      let container = try scenario.open(killed)
      try Unfinished.write(path) { try folder.fill(from: killed) }
      withExtendedLifetime(container) {}
    },
    begin: { scenario, folder in
      { _ = try StockObjects(try scenario.open(folder).makeContext()).problems() }
    })

  static let saving = FaultScenario(
    name: "save", keepsHistory: true,
    begin: { scenario, folder in
      let context = try scenario.open(folder).makeContext()
      try change(context)
      return { try context.save() }
    })

  /// The same alone in a group, over the way that saves of several contexts go.
  static let savingInGroup = {
    var scenario = FaultScenario(
      name: "save in a group", keepsHistory: true, begin: saving.begin)
    scenario.groupsSaves = true
    return scenario
  }()

  /// The changes of the next save.
  private static func change(_ context: ManagedObjectContext) throws {
    var objects = try StockObjects(context)
    objects.make(objects.plain.repeatableSave)
  }

  static let savingWithReader = FaultScenario(
    name: "save beside a reader",
    begin: { scenario, folder in
      let container = try scenario.open(folder)
      let context = try container.makeContext()
      let reader = try container.makeContext()
      try change(context)
      _ = try reader.fetch(Volume.all)
      return {
        try context.save()
        withExtendedLifetime(reader) {}
      }
    })

  static let reservingKeys = FaultScenario(
    name: "reserve keys and save",
    begin: { scenario, folder in
      let context = try scenario.open(folder).makeContext()
      var made = false
      return {
        if !made { for number in 100..<160 { _ = Clerk(in: context, number: Int32(number)) } }
        made = true
        try context.save()
      }
    })

  static let insertingBatch = FaultScenario(
    name: "batch insert",
    begin: { scenario, folder in
      let context = try scenario.open(folder).makeContext()
      return {
        _ = try context.batchInsert(Array(200..<260), into: Volume.self) { volume, number in
          volume.code = Int64(number)
          volume.title = "batch \(number)"
          volume.scan = number < 203 ? picture(UInt8(number)) : nil
        }
      }
    })

  static let updatingBatch = FaultScenario(
    name: "batch update",
    begin: { scenario, folder in
      let context = try scenario.open(folder).makeContext()
      return {
        _ = try context.batchUpdate(
          Volume.where { $0.code < 20 }.setting { [$0.scan.set(to: picture(9))] })
      }
    })

  static let deletingBatch = FaultScenario(
    name: "batch delete",
    begin: { scenario, folder in
      let context = try scenario.open(folder).makeContext()
      return { _ = try context.batchDelete(Volume.where { $0.code > 3 }) }
    })

  static let copying = FaultScenario(
    name: "copy",
    begin: { scenario, folder in
      let container = try scenario.open(folder)
      return { try container.copyStore(to: folder.file("copy.store")) }
    }, text: both("copy.store"))

  /// A store already exists at the destination of the copy.
  static let copyingOver = FaultScenario(
    name: "copy over a store",
    prepare: { scenario, folder in
      try scenario.makeStore(folder)
      try scenario.makeOther(folder)
    },
    begin: { scenario, folder in
      let container = try scenario.open(folder)
      return { try container.copyStore(to: folder.file("other.store")) }
    }, text: both("other.store"))

  static let replacing = FaultScenario(
    name: "replace",
    prepare: { scenario, folder in
      try scenario.makeStore(folder)
      try scenario.makeOther(folder)
    },
    begin: { scenario, folder in
      {
        try PersistentContainer.replaceStore(
          at: folder.file("other.store"), with: scenario.url(folder))
      }
    }, text: both("other.store"))

  static let copyingAsXML = FaultScenario(
    name: "copy as XML",
    begin: { scenario, folder in
      let container = try scenario.open(folder)
      return { try container.copyStore(to: folder.file("copy.store")) }
    }, text: both("copy.store"))

  private static func both(
    _ name: String
  ) -> @Sendable (FaultScenario, MemoryFolder) throws -> String {
    { scenario, folder in
      let copy = try scenario.storeText(folder, name)
      // A file without tables is as good as none.
      return try scenario.storeText(folder) + "\n--\n" + (copy == "" ? "no store" : copy)
    }
  }

  /// Makes a second store with other content.
  private func makeOther(_ folder: MemoryFolder) throws {
    let context = try open(folder, "other.store").makeContext()
    StockObjects.insert(PlainStock(shelves: 1), context)
    try context.save()
  }
}

/// An uncommitted transaction that a killed program left in its log or journal.
enum Unfinished {
  /// Runs the body while the files are in the state that a kill would leave.
  static func write(_ url: URL, _ body: () throws -> Void) throws {
    try SQLTransaction.leaving(
      "PRAGMA cache_size = 1; PRAGMA cache_spill = 1",
      """
      UPDATE ZVOLUME SET ZCODE = ZCODE + 1000; UPDATE ZSHELF SET ZNUMBER = ZNUMBER + 1000; \
      CREATE TABLE filler (bytes); INSERT INTO filler SELECT randomblob(3000) FROM ZVOLUME
      """, in: url, body)
  }
}
