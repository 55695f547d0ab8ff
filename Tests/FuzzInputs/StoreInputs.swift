import BankModel
import Foundation
import ModelRuntime
import ModelSQLite

/// Stores and their metadata: an error or an answer.
enum StoreInputs {
  /// The bytes are the file of a store.
  static func finding(in bytes: [UInt8], _ type: StoreType) -> String? {
    inFolder { folder in
      let url = folder.appending(path: "S.store")
      try Data(bytes).write(to: url)
      try use(url, type)
    }
  }

  /// The bytes are the metadata of a store that is sound.
  static func findingInMetadata(_ bytes: [UInt8]) -> String? {
    inFolder { folder in
      let url = folder.appending(path: "S.store")
      try sound.get().write(to: url)
      let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      try Connection(path: url.path(percentEncoded: false))
        .execute("UPDATE Z_METADATA SET Z_PLIST = x'\(digits)'")
      _ = try StoreInspection(url: url).findings()
      try use(url, .sqlite)
    }
  }

  /// Opens a store, reads all of it, changes it, and saves.
  private static func use(_ url: URL, _ type: StoreType) throws {
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = .delete
    let container = try PersistentContainer(.bank, configuration: configuration)
    _ = try container.integrityCheck()
    let context = try container.makeContext()
    for bank in try context.fetch(FailedBankInfo.all) {
      bank.city += "x"
      _ = bank.details?.tags.map(\.name)
    }
    if let tag = try context.fetch(Tag.all).first { context.delete(tag) }
    try context.save()
  }

  private static func inFolder(_ body: (URL) throws -> Void) -> String? {
    let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    let files = FileManager.default
    let root = files.isWritableFile(atPath: "/dev/shm") ? memory : files.temporaryDirectory
    let folder = root.appending(path: "model-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try body(folder)
      return nil
    } catch  where error is StoreError || error is ValidationError || error is MigrationError {
      return nil
    } catch {
      return "\(type(of: error)): \(error)"
    }
  }

  /// The file of a store with a few banks.
  static let sound = Result { try file(of: .sqlite) }

  static func file(of type: StoreType) throws -> Data {
    let url = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = .delete
    do {
      let context = try PersistentContainer(.bank, configuration: configuration).makeContext()
      try SampleBanks.insert(into: context)
    }
    return try Data(contentsOf: url)
  }
}
