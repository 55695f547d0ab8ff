internal import ModelLanguage

/// The model that a store of Core Data's brings along, in its table `Z_MODELCACHE`.
///
/// A program that knows no model opens the store with it, and its objects by name:
///
///     guard let model = try StoredModel.model(of: url) else { return }
///     let container = try PersistentContainer(
///       CompiledModel(model), configuration: StoreConfiguration(url: url))
public enum StoredModel {
  /// Reads it; nil where a store has none, or that of another version.
  ///
  /// - Throws: `StoreError` where the store cannot be read.
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
    // It is the store's, whatever is computed of it.
    return model.versionHashes == hashes ? model : model.keeping(versionHashes: hashes)
  }
}
