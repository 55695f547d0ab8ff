/// A file of version hashes that Core Data has written, which is given with
/// `--hashes`. It is the `VersionInfo.plist` of a compiled model, which is also
/// found by the `.momd` folder or an `.omo` file in it, or the JSON that
/// `modelstore hashes` prints.
struct VersionHashFile {
  private let path: String
  /// The hashes of each version, by the name of the version. JSON contains a
  /// single version without a name.
  private let versions: [String: [String: Data]]
  private let current: String?

  /// Returns the path of the file with the hashes for the path of a compiled
  /// model. Any other path is returned unchanged.
  static func file(_ path: String, files: FileSystem) -> String {
    // The optimized form of a compiled model is in the same folder as the list
    // with its hashes.
    let folder = path.hasSuffix(".omo") ? Path.folder(path) : path
    return files.isFolder(folder) ? Path.joined(folder, "VersionInfo.plist") : path
  }

  init(_ path: String, files: FileSystem) throws(FileSystem.Failure) {
    let path = Self.file(path, files: files)
    let bytes = try files.bytes(of: path)
    self.path = path
    if let info = CompiledVersionInformation(bytes), !info.hashes.isEmpty {
      (versions, current) = (info.hashes, info.current)
    } else if let hashes = try? JSONDecoder().decode([String: Data].self, from: Data(bytes)) {
      (versions, current) = (["": hashes], "")
    } else {
      throw FileSystem.Failure(
        message: "error: '\(path)' has no version hashes\nfix: name the 'VersionInfo.plist' of a "
          + "compiled model, its '.momd' folder, or what 'modelstore hashes STORE' printed")
    }
  }

  /// Returns the given versions of a model, the last of which is the current
  /// version, with the hashes in the file added to them.
  ///
  /// - Throws: `FileSystem.Failure` if no version has the model's entities.
  func keeping(
    in versions: [ManagedObjectModel]
  ) throws(FileSystem.Failure) -> [ManagedObjectModel] {
    guard let current = versions.last else { return [] }
    guard self.versions.count == 1, let hashes = self.versions.first?.value else {
      let released = Array(versions.dropLast())
      return try released.map(keeping(inReleased:)) + [keeping(in: current, since: released)]
    }
    // A store belongs to one version: the most similar one or, if there are
    // several, the newest of them.
    let best = versions.indices.reversed().filter { fits(versions[$0], hashes) }.max {
      equal(versions[$0].versionHashes, hashes) < equal(versions[$1].versionHashes, hashes)
    }
    guard let best else { throw failure(current) }
    var kept = versions
    kept[best] = kept[best].keeping(versionHashes: hashes)
    return kept
  }

  /// Returns the model with the hashes of the most similar version, preferring
  /// the current version. If these hashes belong to a released version, the
  /// model is returned unchanged.
  private func keeping(
    in model: ManagedObjectModel, since released: [ManagedObjectModel] = []
  ) throws(FileSystem.Failure) -> ManagedObjectModel {
    let own = model.versionHashes
    let fitting = versions.filter { fits(model, $0.value) }
    let best = fitting.max { one, other in
      let (first, second) = (equal(own, one.value), equal(own, other.value))
      return first == second ? other.key == current && one.key != current : first < second
    }
    guard let best else { throw failure(model) }
    // If the hashes of the previous version were used, stores of that version
    // would not be migrated.
    let isReleased = released.contains {
      fits($0, best.value) && equal($0.versionHashes, best.value) > equal(own, best.value)
    }
    return isReleased ? model : model.keeping(versionHashes: best.value)
  }

  /// Returns a released version with the hashes of the most similar version in
  /// the file. If there is none, the version is returned unchanged.
  private func keeping(inReleased model: ManagedObjectModel) -> ManagedObjectModel {
    guard let kept = try? keeping(in: model) else { return model }
    let own = model.versionHashes
    return equal(own, kept.versionHashes) > 0 ? kept : model
  }

  private func failure(_ model: ManagedObjectModel) -> FileSystem.Failure {
    FileSystem.Failure(
      message: "error: no version in '\(path)' has the entities of '\(model.name)': "
        + model.entities.map(\.name).sorted().joined(separator: ", "))
  }

  private func fits(_ model: ManagedObjectModel, _ hashes: [String: Data]) -> Bool {
    Set(model.entities.map(\.name)) == Set(hashes.keys)
  }

  private func equal(_ own: [String: Data], _ other: [String: Data]) -> Int {
    own.count { other[$0.key] == $0.value }
  }
}
