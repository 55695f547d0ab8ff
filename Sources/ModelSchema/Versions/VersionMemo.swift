/// Results that are needed repeatedly when many versions are compared with each other:
/// their hashes, and the correspondences between them.
///
/// A memo can only be used for versions with different numbers, and by one
/// thread.
package final class VersionMemo {
  private var hashes: [Int: [String: ManagedObjectModel.EntityHash]] = [:]
  private var storageHashes: [Int: [String: ManagedObjectModel.EntityHash]] = [:]
  private var renames: [Int: Bool] = [:]
  private var properties: [Int: [String: [PropertyDescription]]] = [:]
  /// The numbers of the entities' settings, by version.
  private var settings: [Int: [String: Int]] = [:]
  private var knownSettings = Numbered<EntitySetting>()
  private var knownEntities = Numbered<EntityDescription>()
  /// The destinations of new relationships, by the settings before and after.
  private var added: [[Int]: [String]?] = [:]
  /// The findings about entities, by their settings before and after.
  private var findings: [EntityStride: EntityFindings] = [:]
  /// The latest correspondences, by the numbers of both versions, and the
  /// generation before them. Keeping all of them would require memory
  /// proportional to the square of the number of versions.
  private var correspondences: [MigrationPath.Stride: ModelCorrespondence] = [:]
  private var formerCorrespondences: [MigrationPath.Stride: ModelCorrespondence] = [:]
  /// The pairs of versions that have been tried, and whether the older
  /// version's data can be converted to the newer version in one step.
  private var strides: [MigrationPath.Stride: Bool] = [:]

  /// The number of correspondences that are certainly kept: enough for one
  /// version with all others, and for its neighbour.
  private static let generation = 300

  package init() {}

  func versionHashes(of model: ManagedObjectModel) -> [String: ManagedObjectModel.EntityHash] {
    Self.value(\.versionHashes, of: model, in: &hashes)
  }

  func storageHashes(of model: ManagedObjectModel) -> [String: ManagedObjectModel.EntityHash] {
    let hashes = versionHashes(of: model)
    return Self.value({ $0.storageHashes(extending: hashes) }, of: model, in: &storageHashes)
  }

  /// Returns the properties of each entity of a version, including inherited
  /// properties.
  func properties(of model: ManagedObjectModel) -> [String: [PropertyDescription]] {
    Self.value(\.propertiesByEntity, of: model, in: &properties)
  }

  /// Returns whether names alone determine the correspondence of the given
  /// versions.
  func goByNames(_ models: [ManagedObjectModel]) -> Bool {
    models.allSatisfy { !Self.value(\.hasRenames, of: $0, in: &renames) }
  }

  /// Returns whether the first and the last version alone determine the result,
  /// whatever versions are in between: names are sufficient, and no composite
  /// type can have elements that were removed and added again.
  func goByEnds(_ models: [ManagedObjectModel]) -> Bool {
    models.allSatisfy { $0.composites.isEmpty } && goByNames(models)
  }

  /// Returns whether the data of a version can be converted to another version
  /// in one step; nil if this has not been tried.
  func leads(_ old: ManagedObjectModel, to new: ManagedObjectModel) -> Bool? {
    guard let from = old.version, let to = new.version else { return nil }
    return strides[MigrationPath.Stride(from: from, to: to)]
  }

  /// Records whether the data of a version can be converted to another version
  /// in one step.
  func note(_ isPossible: Bool, from old: ManagedObjectModel, to new: ManagedObjectModel) {
    guard let from = old.version, let to = new.version else { return }
    strides[MigrationPath.Stride(from: from, to: to)] = isPossible
  }

  // MARK: Entities

  /// Returns the stride of an entity between two versions that are compared
  /// only by names; nil if the findings about it depend on more than both ends.
  func stride(
    of source: EntityDescription, in old: ManagedObjectModel, to entity: EntityDescription,
    in new: ManagedObjectModel
  ) -> EntityStride? {
    let older = settings(of: old)
    guard let before = older[source.name], let after = settings(of: new)[entity.name],
      let others = others(before, after)
    else { return nil }
    return EntityStride(before: before, after: after, others: others.map { older[$0] })
  }

  private func others(_ before: Int, _ after: Int) -> [String]? {
    if before == after { return [] }
    if let known = added[[before, after]] { return known }
    let others = knownSettings[after].added(since: knownSettings[before])
    added[[before, after]] = .some(others)
    return others
  }

  /// Returns the findings about an entity; nil if they are not known yet.
  func findings(about stride: EntityStride) -> EntityFindings? { findings[stride] }

  func note(_ found: EntityFindings, about stride: EntityStride) { findings[stride] = found }

  private func settings(of model: ManagedObjectModel) -> [String: Int] {
    Self.value(makeSettings, of: model, in: &settings)
  }

  private func makeSettings(of model: ManagedObjectModel) -> [String: Int] {
    let numbers = Dictionary(first: model.entities.map { ($0.name, knownEntities.number(of: $0)) })
    let settings = model.entities.map { entity in
      (entity.name, knownSettings.number(of: EntitySetting(entity, in: model, numbers)))
    }
    return Dictionary(first: settings)
  }

  private static func value<Value>(
    _ property: (ManagedObjectModel) -> Value, of model: ManagedObjectModel,
    in known: inout [Int: Value]
  ) -> Value {
    // Models without a number cannot be distinguished.
    guard let number = model.version else { return property(model) }
    if let value = known[number] { return value }
    let value = property(model)
    known[number] = value
    return value
  }

  /// Returns the correspondence between an older and a newer version.
  package func correspondence(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    through versions: [ManagedObjectModel]
  ) -> ModelCorrespondence {
    guard let number = old.version, let last = new.version else {
      return ModelCorrespondence(from: old, to: new, through: versions)
    }
    let stride = MigrationPath.Stride(from: number, to: last)
    if let known = correspondences[stride] { return known }
    let found =
      formerCorrespondences[stride]
      ?? ModelCorrespondence(from: old, to: new, through: versions, memo: self)
    if correspondences.count == Self.generation {
      formerCorrespondences = correspondences
      correspondences = [:]
    }
    correspondences[stride] = found
    return found
  }
}

/// Values, each with a number. Equal values have the same number.
private struct Numbered<Value: Hashable> {
  private var numbers: [Value: Int] = [:]
  private var values: [Value] = []

  subscript(number: Int) -> Value { values[number] }

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
