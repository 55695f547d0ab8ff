extension StoreMigration {
  /// Returns the version of a store that must be migrated; nil if there is
  /// nothing to migrate.
  ///
  /// - Throws: `MigrationError` if the store cannot be migrated.
  func source(_ metadata: StoreMetadata) throws -> ManagedObjectModel? {
    let current = model.description
    if metadata.versionHashes == model.fingerprint.hashes,
      metadata.storageChecksum.map({ $0 == model.fingerprint.storage }) != false
    {
      guard let checksum = metadata.indexChecksum, checksum != model.fingerprint.indexes,
        configuration.migration.isAutomatic, !configuration.isReadOnly
      else { return nil }
      // The data are the same, and only the indexes differ. The indexes are
      // adapted to the model.
      return metadata.model
    }
    // Data written by version 0.1 are identified by their former names.
    if configuration.isReadOnly, metadata.versionHashes == current.formerVersionHashes {
      return nil
    }
    let written = metadata.model
    // A model that has been renamed since is recognised by its hashes.
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
    // The current version of an imported model may have a lower number than
    // other versions, since imported numbers are kept.
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

  /// Returns the differences between a store's version and the program's, as a
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
    guard !numbers.isEmpty else { return "any version" }
    return numbers.count == 1
      ? "version \(numbers[0])"
      : "versions \(numbers.dropLast().joined(separator: ", ")) and \(numbers.last ?? "")"
  }

  private func known(_ hashes: [String: Data]) -> ManagedObjectModel? {
    versions.last { $0.versionHashes == hashes }
  }

  /// Throws an error if the store's version differs from the program's version
  /// with the same number.
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

  // MARK: Stores without a model

  /// Returns the version from which a store of Apple's Core Data must be
  /// migrated, which is recognised by the store's tables; nil if the store can
  /// be opened unchanged.
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
    // A complete store is opened unchanged. For an incomplete store, opening reports
    // the missing parts.
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
