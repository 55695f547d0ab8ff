/// The released versions of a model, and the current version.
///
/// On disk, the versions are a folder, such as `Bank.versions`, with a JSON
/// document for each version, such as `1.json`, and the file `current.json`,
/// which identifies the current version.
public struct ModelVersions: Sendable, Hashable {
  /// The version that a program uses.
  public let current: ManagedObjectModel
  /// The older versions, in the order of their numbers.
  public let released: [ManagedObjectModel]

  /// Creates a list of versions. The released versions are sorted by number.
  public init(current: ManagedObjectModel, released: [ManagedObjectModel] = []) {
    self.current = current
    self.released = released.sorted { ($0.version ?? 0) < ($1.version ?? 0) }
  }

  /// All versions, the oldest first.
  public var all: [ManagedObjectModel] { released + [current] }

  /// Returns the version with the given number; nil if there is none.
  public func version(_ number: Int) -> ManagedObjectModel? {
    all.first { $0.version == number }
  }

  /// Returns the version that matches the hashes of a store's entities; nil if
  /// there is none. If several versions have the same storage, the newest is
  /// returned.
  public func version(
    matching hashes: [String: ManagedObjectModel.EntityHash]
  ) -> ManagedObjectModel? {
    all.last { $0.versionHashes == hashes }
  }
}

// MARK: - Files

extension ModelVersions {
  /// The contents of `current.json`, which identifies the current version.
  private struct Index: Codable {
    var model: String
    var current: Int
    /// The checksum of each version, by number.
    var checksums: [String: String]
    /// The names of the versions of an imported model, by number; nil for any
    /// other model.
    var names: [String: String]?
  }

  /// The name of the file that identifies the current version.
  package static let indexName = "current.json"

  /// Returns the numbers of an imported model's versions, by name.
  package static func numbers(fromIndex data: Data) -> [String: Int] {
    guard let index = try? JSONDecoder().decode(Index.self, from: data) else { return [:] }
    let numbers = (index.names ?? [:]).compactMap { number, name in Int(number).map { (name, $0) } }
    return Dictionary(first: numbers)
  }

  /// Returns whether a folder contains versions.
  static func isVersionsFolder(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: indexName).path)
  }

  /// Loads the versions of a folder.
  ///
  /// - Throws: `ModelFileError` if a file cannot be read or is not a model, or
  ///   a version does not match the index.
  public init(contentsOf folder: URL) throws {
    let path = folder.appending(path: Self.indexName)
    guard let data = try? Data(contentsOf: path) else {
      throw ModelFileError(
        .unreadable,
        "'\(folder.path)' is no folder of versions: it has no '\(Self.indexName)'; modelgen writes "
          + "it beside a model: 'modelgen Models/Bank.model' makes 'Models/Bank.versions'")
    }
    guard let index = try? JSONDecoder().decode(Index.self, from: data) else {
      throw ModelFileError(.notAModel, "'\(path.path)' does not name the current version")
    }
    var models: [Int: ManagedObjectModel] = [:]
    for (name, checksum) in index.checksums {
      let file = folder.appending(path: "\(name).json")
      let model = try ManagedObjectModel(contentsOf: file)
      guard let number = Int(name), model.version == number, model.storageChecksum == checksum
      else {
        throw ModelFileError(
          .inconsistent,
          "'\(file.path)' is not the version \(name) that '\(path.path)' names; "
            + "write both again with modelgen")
      }
      models[number] = model
    }
    guard let current = models.removeValue(forKey: index.current) else {
      throw ModelFileError(
        .inconsistent, "'\(path.path)' names version \(index.current), which is not there")
    }
    self.init(current: current, released: Array(models.values))
  }

  /// Returns the files of the folder that `modelgen` writes, by name.
  ///
  /// - Parameter names: The names of an imported model's versions, by number.
  /// - Throws: `ModelFileError` if a version has no number, or two versions
  ///   have the same number.
  public func files(names: [Int: String] = [:]) throws -> [(name: String, text: String)] {
    var index = Index(model: current.name, current: current.version ?? 0, checksums: [:])
    if !names.isEmpty {
      index.names = Dictionary(uniqueKeysWithValues: names.map { (String($0.key), $0.value) })
    }
    var files: [(name: String, text: String)] = []
    for model in all {
      guard let number = model.version else {
        throw ModelFileError(.inconsistent, "the model '\(model.name)' has no version number")
      }
      guard index.checksums.updateValue(model.storageChecksum, forKey: String(number)) == nil
      else {
        throw ModelFileError(.conflict, "there are two versions \(number) of '\(model.name)'")
      }
      files.append(("\(number).json", Self.text(try model.encoded())))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    files.append((Self.indexName, Self.text(try encoder.encode(index))))
    return files
  }

  /// Returns whether a string is the content of a file of model versions, even
  /// one from another version of `modelgen`.
  package static func isFile(_ text: String) -> Bool {
    struct Trait: Decodable {
      struct Entity: Decodable {}
      var entities: [Entity]?
      var checksums: [String: String]?
    }
    let trait = try? JSONDecoder().decode(Trait.self, from: Data(text.utf8))
    return trait?.entities != nil || trait?.checksums != nil
  }

  private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) + "\n" }
}
