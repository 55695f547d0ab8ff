/// The version hashes that Core Data wrote, from a file that `--hashes` names:
/// the `VersionInfo.plist` of a compiled model, its `.momd` folder or an `.omo` in
/// there, or the JSON that `modelstore hashes` prints.
struct VersionHashFile {
  private let path: String
  /// The hashes of each version, by its name; JSON has a single version without a name.
  private let versions: [String: [String: Data]]
  private let current: String?

  /// The file with the hashes, for the path of a compiled model.
  static func file(_ path: String, files: FileSystem) -> String {
    // The optimized form of a compiled model is beside the list with its hashes.
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

  /// The versions of a model, the current one last, with the hashes that the file
  /// has for them.
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
    // A store belongs to one version: the most similar one, and of several the newest.
    let best = versions.indices.reversed().filter { fits(versions[$0], hashes) }.max {
      equal(versions[$0].versionHashes, hashes) < equal(versions[$1].versionHashes, hashes)
    }
    guard let best else { throw failure(current) }
    var kept = versions
    kept[best] = kept[best].keeping(versionHashes: hashes)
    return kept
  }

  /// The model with the hashes of the version most similar to it, preferring the
  /// current version; unchanged if those hashes belong to a released version.
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
    // With the hashes of the previous version, stores of that version would not be
    // migrated.
    let isReleased = released.contains {
      fits($0, best.value) && equal($0.versionHashes, best.value) > equal(own, best.value)
    }
    return isReleased ? model : model.keeping(versionHashes: best.value)
  }

  /// A released version with the hashes of the version of the file that is most similar
  /// to it; unchanged if there is none.
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
