// Models as files. A model is a JSON document written by `modelgen`; the
// versions of a model are a folder of such documents (`ModelVersions`).

extension ManagedObjectModel {
  /// The model as a JSON value.
  package var json: JSONTree {
    (try? encoded()).flatMap { JSONTree.decoded(fromJSON: String(decoding: $0, as: UTF8.self)) }
      ?? .null
  }

  /// Returns the model as a JSON document; equal models give equal bytes.
  ///
  /// - Throws: `EncodingError` if an expression is nested more deeply than the
  ///   limit allows.
  public func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  /// Reads a model from the JSON document that `modelgen` wrote.
  ///
  /// - Throws: `ModelFileError` if the document is not a model, or is
  ///   inconsistent.
  public init(json: Data, name: String = "the document") throws {
    do {
      self = try JSONDecoder().decode(ManagedObjectModel.self, from: json)
    } catch {
      throw ModelFileError(.notAModel, "\(name) holds no model as modelgen writes it")
    }
    if let failure = StructureCheck(self).failure {
      throw ModelFileError(.inconsistent, "\(name) is no sound model: \(failure)")
    }
  }

  /// Loads a model from a file, or the current version from a versions folder.
  ///
  /// - Throws: `ModelFileError` if the file cannot be read or is not a model.
  public init(contentsOf url: URL) throws {
    if ModelVersions.isVersionsFolder(url) {
      self = try ModelVersions(contentsOf: url).current
      return
    }
    let name = "'\(url.path)'"
    guard let data = try? Data(contentsOf: url) else {
      throw ModelFileError(
        .unreadable, "\(name) cannot be read: \(FileObstacle.reading(url.path))")
    }
    try self.init(json: data, name: name)
  }

  /// Returns all models of a folder, merged into one: its `.json` files, and
  /// the current version of each versions folder in it.
  ///
  /// - Throws: `ModelFileError` if the folder contains no model, a model cannot
  ///   be read, or two models have different entities with the same name.
  public static func merged(from folder: URL) throws -> ManagedObjectModel {
    try merged(try models(in: folder))
  }

  /// Returns the models of a folder in the order of their file names, with the
  /// current version of each versions folder.
  private static func models(in folder: URL) throws -> [ManagedObjectModel] {
    if ModelVersions.isVersionsFolder(folder) {
      return [try ModelVersions(contentsOf: folder).current]
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      throw ModelFileError(.unreadable, "the folder '\(folder.path)' cannot be read")
    }
    let files = names.sorted().map { folder.appending(path: $0) }.filter {
      $0.pathExtension == "json" || ModelVersions.isVersionsFolder($0)
    }
    guard !files.isEmpty else {
      throw ModelFileError(.empty, "the folder '\(folder.path)' holds no model")
    }
    return try files.map(ManagedObjectModel.init(contentsOf:))
  }
}
