internal import ModelLanguage

/// The model that a store holds: the one that this library keeps in the metadata, or
/// the one that Core Data keeps in the table `Z_MODELCACHE`.
///
/// A program without a model can open the store with this model, and use
/// objects by name:
///
///     guard let model = try StoredModel.model(of: url) else { return }
///     let container = try PersistentContainer(
///       CompiledModel(model), configuration: StoreConfiguration(url: url))
public enum StoredModel {
  /// Reads the model; nil if the store has none, or a model of another version.
  ///
  /// - Throws: `StoreError` if the store cannot be read, `ModelFileError` if its model
  ///   contradicts itself.
  public static func model(of store: URL) throws -> ManagedObjectModel? {
    try own(of: store)?.model
  }

  static func own(of store: URL) throws -> OwnModel? {
    let type = try StoreType.detected(at: store)
    guard type == .sqlite else {
      return try PersistentContainer.metadata(at: store, type: type).model
        .map { try OwnModel(recorded: $0, in: store.path(percentEncoded: false)) }
    }
    return try StoreInspection(url: store).ownModel()
  }
}

/// The model of a store, and where it is from.
struct OwnModel {
  let model: ManagedObjectModel
  /// True if Core Data wrote the model, without the names and types that only models of
  /// this library have.
  var isCoreDatas = true
}

extension OwnModel {
  /// Creates a model from the metadata of a store. The metadata may be damaged.
  init(recorded model: ManagedObjectModel, in path: String) throws {
    self.init(
      model: try ManagedObjectModel(json: model.encoded(), name: "'\(path)'"), isCoreDatas: false)
  }
}

extension StoreInspection {
  /// The problem that the store has a compiled model that cannot be read; nil if it has none, or
  /// one that can be read.
  func unreadableModel() throws -> IntegrityFinding? {
    guard try hasCachedModel, try cachedModel().flatMap(CompiledDataModel.contents) == nil else {
      return nil
    }
    return IntegrityFinding(
      .damagedMetadata, message: "the model in Z_MODELCACHE cannot be read",
      cure: "name the store's model with '--model'; 'modelstore migrate' writes it anew")
  }

  /// Returns the store's own model; nil if the store has none, or a model of
  /// another version.
  func ownModel() throws -> OwnModel? {
    if let model = try model() { return try OwnModel(recorded: model, in: path) }
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    let file = "\(ImportedName.identifier(name, otherwise: "Store")).xcdatamodel"
    let hashes = try versionHashes()
    guard let text = try cachedModel().flatMap(CompiledDataModel.contents),
      let model = readDataModel(
        DataModelFiles(path: file, contents: ["contents": Array(text.utf8)])
      ).current?.reading.model,
      Set(model.entities.map(\.name)) == Set(hashes.keys)
    else { return nil }
    // The model is the store's, so it keeps the store's hashes even if others are
    // computed.
    return OwnModel(
      model: model.versionHashes == hashes ? model : model.keeping(versionHashes: hashes))
  }
}
