internal import ModelLanguage

/// A model in files of one of several formats, which are read once.
struct ModelFile {
  private enum Content {
    case versions(ModelVersions)
    case dataModel(DataModelReading)
  }

  private let path: String
  private let content: Content

  /// Reads a folder written by `modelgen`, a document with one version, a `.model` file, or an
  /// Xcode folder.
  ///
  /// - Throws: `ModelFileError` if there is no model, or a `.model` file has mistakes.
  init(at path: String) throws {
    self.path = path
    content =
      DataModelFiles.isDataModel(path)
      ? .dataModel(try Self.dataModelReading(path)) : .versions(try Self.versions(at: path))
  }

  private static func versions(at path: String) throws -> ModelVersions {
    if path.hasSuffix(".model") {
      return try textVersions(at: path)
    }
    if path.hasSuffix(".json"), !path.hasSuffix("current.json") {
      return ModelVersions(current: try ManagedObjectModel(contentsOf: URL(filePath: path)))
    }
    return try ModelVersions(contentsOf: URL(filePath: path))
  }

  /// The versions of the model.
  ///
  /// - Throws: `ModelFileError` if there is no model, or it has mistakes.
  var versions: ModelVersions {
    get throws {
      switch content {
      case .versions(let versions): versions
      case .dataModel(let reading): try dataModel(reading)
      }
    }
  }

  /// The versions of the model with human-readable names, the current one last.
  var named: [NamedVersion] {
    switch content {
    case .versions(let versions): versions.named
    case .dataModel(let reading): Self.named(reading)
    }
  }

  private static func named(_ reading: DataModelReading) -> [NamedVersion] {
    let models = reading.versions.filter { $0.name != reading.current?.name } + [reading.current]
    return models.compactMap { version in
      version.flatMap { version in
        version.reading.model.map { NamedVersion(name: "'\(version.name)'", model: $0) }
      }
    }
  }

  /// Returns the versions of a model in text form. The released versions are
  /// beside it: `Bank.versions/1.model`.
  private static func textVersions(at path: String) throws -> ModelVersions {
    let folder = String(path.dropLast(".model".count)) + ".versions"
    let released = try StoredFiles().names(in: folder).filter { $0.hasSuffix(".model") }
      .map { try source("\(folder)/\($0)") }
    let readings = VersionReadings(current: [try source(path)], released: released)
    let current = try model(of: readings.current, path)
    let models = try zip(readings.released, released).map { try model(of: $0, $1.path) }
    return ModelVersions(
      current: current,
      released: models.filter { $0.version != nil && $0.version != current.version })
  }

  private static func source(_ path: String) throws -> SourceFile {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw ModelFileError(
        .unreadable, "'\(path)' cannot be read: \(FileObstacle.reading(path))")
    }
    return SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
  }

  private static func model(of reading: ModelReading, _ path: String) throws -> ManagedObjectModel {
    guard let model = reading.model else {
      let first = reading.diagnostics.first { $0.severity == .error }
      throw ModelFileError(
        .notAModel,
        "'\(path)' has mistakes: "
          + (first.map { "\($0.path):\($0.line): \($0.message)" } ?? "it cannot be read"))
    }
    return model
  }

  private static func dataModelReading(_ path: String) throws -> DataModelReading {
    let files = StoredFiles()
    return readDataModel(
      try files.dataModel(at: path),
      numbers: files.versionNumbers(in: DataModelFiles.versionFolder(of: path)))
  }

  private func dataModel(_ reading: DataModelReading) throws -> ModelVersions {
    guard let current = reading.current else {
      throw ModelFileError(.unreadable, "there is no model in '\(path)'")
    }
    return ModelVersions(
      current: try Self.model(of: current.reading, path),
      released: reading.versions.filter { $0.name != current.name }.compactMap(\.reading.model))
  }
}

/// Access to the files on the disk, for reading data models.
private struct StoredFiles: DataModelFileSystem {
  private var manager: FileManager { .default }

  func names(in folder: String) -> [String] {
    ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  func isFolder(_ path: String) -> Bool { (try? manager.contentsOfDirectory(atPath: path)) != nil }

  func bytes(of path: String) throws(ModelFileError) -> [UInt8] {
    guard let data = manager.contents(atPath: path) else {
      throw failure("'\(path)' cannot be read", fix: "")
    }
    return Array(data)
  }

  func failure(_ message: String, fix: String) -> ModelFileError {
    ModelFileError(.unreadable, message + (fix.isEmpty ? "" : "; \(fix)"))
  }
}

struct NamedVersion {
  let name: String
  let model: ManagedObjectModel
}

extension ModelVersions {
  /// The versions by number, the current version last.
  var named: [NamedVersion] {
    all.map { NamedVersion(name: "\($0.name) \($0.versionTitle)", model: $0) }
  }
}
