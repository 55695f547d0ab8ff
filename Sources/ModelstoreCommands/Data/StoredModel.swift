internal import ModelLanguage

/// The model that Core Data keeps in a store, in the table `Z_MODELCACHE`.
///
/// A program without a model can open the store with this model, and use
/// objects by name:
///
///     guard let model = try StoredModel.model(of: url) else { return }
///     let container = try PersistentContainer(
///       CompiledModel(model), configuration: StoreConfiguration(url: url))
public enum StoredModel {
  /// Reads the model; nil if the store has none, or if it is of another
  /// version.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public static func model(of store: URL) throws -> ManagedObjectModel? {
    guard try StoreType.detected(at: store) == .sqlite else { return nil }
    let inspection = try StoreInspection(url: store)
    guard let archive = try inspection.cachedModel(),
      let text = CompiledDataModel.contents(of: archive)
    else { return nil }
    let name = store.deletingPathExtension().lastPathComponent
    let files = DataModelFiles(
      path: "\(ImportedName.identifier(name, otherwise: "Store")).xcdatamodel",
      contents: ["contents": Array(text.utf8)])
    let hashes = try inspection.versionHashes()
    guard let model = readDataModel(files).current?.reading.model,
      Set(model.entities.map(\.name)) == Set(hashes.keys)
    else { return nil }
    // The model belongs to the store, so it keeps the store's hashes even if
    // the computed hashes differ.
    return model.versionHashes == hashes ? model : model.keeping(versionHashes: hashes)
  }
}
