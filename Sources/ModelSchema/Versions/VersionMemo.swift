/// The answers that are wanted again and again where many versions are compared
/// with each other: their hashes, and how each goes on in a newer one.
///
/// It is for versions that have different numbers, and for one thread.
package final class VersionMemo {
  private var hashes: [Int: [String: ManagedObjectModel.EntityHash]] = [:]
  private var storageHashes: [Int: [String: ManagedObjectModel.EntityHash]] = [:]
  private var renames: [Int: Bool] = [:]
  /// The correspondences that end at one version, by where they begin.
  private var correspondences: [Int: ModelCorrespondence] = [:]
  private var destination: Int?
  /// The pairs of versions that were tried, and whether the older one's data can
  /// become the newer one's at once.
  private var strides: [MigrationPath.Stride: Bool] = [:]

  /// Begins with nothing known.
  package init() {}

  /// The version hashes of a version.
  func versionHashes(of model: ManagedObjectModel) -> [String: ManagedObjectModel.EntityHash] {
    Self.value(\.versionHashes, of: model, in: &hashes)
  }

  /// The storage hashes of a version.
  func storageHashes(of model: ManagedObjectModel) -> [String: ManagedObjectModel.EntityHash] {
    Self.value(\.storageHashes, of: model, in: &storageHashes)
  }

  /// Returns whether names alone say what goes on in these versions.
  func goByNames(_ models: [ManagedObjectModel]) -> Bool {
    models.allSatisfy { !Self.value(\.hasRenames, of: $0, in: &renames) }
  }

  /// Returns whether two versions alone say what goes on, whatever is in between:
  /// names do, and no composite type has elements that went and came again.
  func goByEnds(_ models: [ManagedObjectModel]) -> Bool {
    models.allSatisfy { $0.composites.isEmpty } && goByNames(models)
  }

  /// Returns whether the data of a version can become those of another at once; nil
  /// where nobody has asked.
  func leads(_ old: ManagedObjectModel, to new: ManagedObjectModel) -> Bool? {
    guard let from = old.version, let to = new.version else { return nil }
    return strides[MigrationPath.Stride(from: from, to: to)]
  }

  /// Notes whether the data of a version can become those of another at once.
  func note(_ isPossible: Bool, from old: ManagedObjectModel, to new: ManagedObjectModel) {
    guard let from = old.version, let to = new.version else { return }
    strides[MigrationPath.Stride(from: from, to: to)] = isPossible
  }

  private static func value<Value>(
    _ property: (ManagedObjectModel) -> Value, of model: ManagedObjectModel,
    in known: inout [Int: Value]
  ) -> Value {
    // Models without a number cannot be told from each other.
    guard let number = model.version else { return property(model) }
    if let value = known[number] { return value }
    let value = property(model)
    known[number] = value
    return value
  }

  /// Returns how an older version goes on in a newer one, through all in
  /// between.
  package func correspondence(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    through versions: [ManagedObjectModel]
  ) -> ModelCorrespondence {
    guard let number = old.version, let last = new.version else {
      return ModelCorrespondence(from: old, to: new, through: versions)
    }
    // Only those of one newer version are kept, or memory would be as many as their square.
    if destination != last { (destination, correspondences) = (last, [:]) }
    if let known = correspondences[number] { return known }
    let found = ModelCorrespondence(from: old, to: new, through: versions, memo: self)
    correspondences[number] = found
    return found
  }
}
