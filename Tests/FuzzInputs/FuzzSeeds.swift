import BankModel
package import Foundation
import ModelRuntime
import ModelSQLite

/// What mutations begin with, for the inputs that no file of the repository is one of.
package enum FuzzSeeds {
  /// Writes a file into the folder of each such input.
  package static func write(into folder: URL) throws {
    try write(StoreInputs.file(of: .xml), .xmlStore, folder)
    try write(StoreInputs.file(of: .binary), .binaryStore, folder)
    try write(metadata(), .metadata, folder)
  }

  /// The bytes for an input in the tests, where there are any.
  package static func bytes(for input: FuzzInput) throws -> [UInt8]? {
    switch input {
    case .xmlStore: try Array(StoreInputs.file(of: .xml))
    case .binaryStore: try Array(StoreInputs.file(of: .binary))
    case .metadata: try Array(metadata())
    case .model, .dataModel, .compiledModel, .template, .format, .csv: nil
    }
  }

  private static func write(_ bytes: Data, _ input: FuzzInput, _ folder: URL) throws {
    let own = folder.appending(path: input.rawValue, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try bytes.write(to: own.appending(path: "seed"))
  }

  private static func metadata() throws -> Data {
    let url = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try StoreInputs.sound.get().write(to: url)
    var bytes = Data()
    try Connection(path: url.path(percentEncoded: false))
      .prepare("SELECT Z_PLIST FROM Z_METADATA").forEachRow { bytes = $0.data(0) }
    return bytes
  }
}
