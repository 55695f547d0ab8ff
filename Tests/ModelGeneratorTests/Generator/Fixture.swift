import Foundation
import ModelLanguage
import ModelSchema

/// A model of the tests, with its released versions.
struct Fixture {
  let name: String
  let model: ManagedObjectModel
  var released: [ManagedObjectModel] = []
  var text = ""
  var releasedTexts: [String] = []

  /// The names of models that the generator does not support yet.
  private static let waiting: Set = ["Mistakes"]

  static func all() throws -> [Fixture] {
    let folders = [
      "Tests/ModelLanguageTests/Fixtures/DataModels", "Tests/Client/Tests/PluginTests",
      "Tests/ObjectGraphTests", "Tests/FetchingTests", "Tests/StoreFileTests", "Models",
    ]
    return try folders.flatMap(all)
  }

  /// Returns the models in a folder.
  static func all(in folder: String) throws -> [Fixture] {
    try texts(in: repository.appending(path: folder)).compactMap { url in
      let name = url.deletingPathExtension().lastPathComponent
      guard !waiting.contains(name) else { return nil }
      return try Fixture(url)
    }
  }

  init(name: String, model: ManagedObjectModel) {
    self.name = name
    self.model = model
  }

  /// Reads a file; nil if it has mistakes.
  init?(_ url: URL) throws {
    name = url.deletingPathExtension().lastPathComponent
    let whole = try String(contentsOf: url, encoding: .utf8)
    // The text of a data model with several versions contains them one after the other.
    let first = whole.range(of: "\nmodel ").map { String(whole[..<$0.lowerBound]) } ?? whole
    for text in [first, whole] {
      guard let model = readModel([SourceFile(path: name, text: text)]).model else { continue }
      self.text = text
      self.model = model
      let folder = url.deletingPathExtension().appendingPathExtension("versions")
      for url in try Self.texts(in: folder) {
        let text = try String(contentsOf: url, encoding: .utf8)
        let version = readModel([SourceFile(path: url.lastPathComponent, text: text)]).model
        guard let version, version.version != model.version else { continue }
        released.append(version)
        releasedTexts.append(text)
      }
      return
    }
    return nil
  }

  private static func texts(in folder: URL) throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
      return []
    }
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "model" }.sorted {
      $0.path(percentEncoded: false) < $1.path(percentEncoded: false)
    }
  }
}
