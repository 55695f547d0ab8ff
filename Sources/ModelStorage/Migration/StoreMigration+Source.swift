extension StoreMigration {
  /// The version that a store is of, where that is not the program's; nil
  /// where there is nothing to migrate.
  ///
  /// - Throws: `MigrationError` where the store is not one to migrate.
  func source(_ metadata: StoreMetadata) throws -> ManagedObjectModel? {
    let current = model.description
    if metadata.versionHashes == model.fingerprint.hashes,
      metadata.storageChecksum.map({ $0 == model.fingerprint.storage }) != false
    {
      guard let checksum = metadata.indexChecksum, checksum != model.fingerprint.indexes,
        configuration.migration.isAutomatic, !configuration.isReadOnly
      else { return nil }
      // The same data with other indexes: they are made and removed as the model says.
      return metadata.model
    }
    // What version 0.1 wrote is found under the names that it has.
    if configuration.isReadOnly, metadata.versionHashes == current.formerVersionHashes {
      return nil
    }
    let written = metadata.model
    // A model that is called otherwise since is known by its hashes.
    let namesake = written.flatMap { $0.name == current.name ? $0 : nil }
    guard let stored = namesake ?? known(metadata.versionHashes) ?? written else {
      return try recognized(metadata)
    }
    guard stored.name == current.name else {
      throw MigrationError(
        .otherModel,
        "'\(path)' is a store of '\(stored.name)', and this program's model is "
          + "'\(current.name)': \(words(stored))")
    }
    // The current version of an imported model may have a number below those of others: numbers
    // stay as they were given.
    if let old = stored.version, let new = current.version, old > new,
      !versions.contains(where: { $0.version == old })
    {
      throw MigrationError(
        .newerStore,
        "'\(path)' was written by \(stored.name) version \(old); this program knows "
          + "\(knownVersions): \(words(stored)); use a newer build of the program")
    }
    try checkSeal(of: stored)
    guard configuration.migration.isAutomatic else {
      throw MigrationError(
        .notAutomatic,
        "'\(path)' is of \(stored.versionTitle) and automatic migration is off: "
          + "\(words(stored)); switch it on, or run 'modelstore migrate'")
    }
    return stored
  }

  private var path: String { configuration.displayPath }

  /// The differences between a store's version and the program's, in a
  /// sentence.
  private func words(_ stored: ManagedObjectModel) -> String {
    ModelDifference(
      from: stored, to: model.description,
      through: versions.between(stored, model.description)
    )
    .sentence(old: "the store", new: "the program")
  }

  private var versions: [ManagedObjectModel] {
    model.versions.all + configuration.migration.olderVersions
  }

  private var knownVersions: String {
    let numbers = Set(versions.compactMap(\.version)).sorted().map(String.init)
    return numbers.count == 1
      ? "version \(numbers[0])"
      : "versions \(numbers.dropLast().joined(separator: ", ")) and \(numbers.last ?? "")"
  }

  private func known(_ hashes: [String: Data]) -> ManagedObjectModel? {
    versions.last { $0.versionHashes == hashes }
  }

  /// A version of a number that the program knows must be what the program
  /// knows.
  private func checkSeal(of stored: ManagedObjectModel) throws {
    guard stored.version != model.description.version,
      let known = versions.first(where: { $0.version != nil && $0.version == stored.version }),
      known.storageHashes != stored.storageHashes
    else { return }
    let difference = ModelDifference(from: known, to: stored)
      .sentence(old: "the program's \(known.versionTitle)", new: "the store's")
    throw MigrationError(
      .editedVersion,
      "'\(path)' is of \(stored.versionTitle), but not of the one that this program knows, which was "
        + "edited after it was released: \(difference); take the released text back ('modelgen "
        + "validate' finds it) and build again")
  }

  // MARK: Stores that do not say what they are

  /// The version of a store that Apple's Core Data wrote: the one whose tables
  /// it has; nil where that is the program's.
  private func recognized(_ metadata: StoreMetadata) throws -> ManagedObjectModel? {
    let schema = try ExistingSchema(connection)
    let settles = configuration.migration.settlesVersion
    if schema.isOf(model.description) {
      return settles && !metadata.hasHashesOfCoreData ? model.description : nil
    }
    if let version = versions.last(where: schema.isOf) {
      guard configuration.migration.isAutomatic else {
        throw MigrationError(
          .notAutomatic,
          "'\(path)' has the tables of \(version.versionTitle) and automatic migration "
            + "is off: \(words(version)); switch it on, or run 'modelstore migrate'")
      }
      return version
    }
    // What lacks nothing is opened as it is; what lacks something is named there.
    guard settles else { return nil }
    try StoreComparison(
      mapping: StoreMapping(model, in: schema), tables: schema.tables, path: path
    ).check(metadata)
    throw MigrationError(
      .unknownVersion,
      "'\(path)' has neither the version hashes nor the tables of \(knownVersions) of "
        + "'\(model.description.name)'; name the model that it was made with")
  }
}
