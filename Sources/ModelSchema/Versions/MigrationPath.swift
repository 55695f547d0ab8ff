/// The way from an older version to the current one.
///
/// The shortest is taken: at best one step. A migration block of a version in
/// between is never stepped over, since only it knows what its data become; and
/// no way leads over a version that has no place for data which both ends have.
public struct MigrationPath: Sendable, Hashable {
  /// A step from one version to a later one.
  public struct Step: Sendable, Hashable {
    /// The steps of the migration block that does it; none where it is
    /// inferred.
    public let steps: [MigrationDescription.Step]
    /// The mapping that the program, or else the block, has; nil for none.
    public let mapping: MappingModel?
    /// The mapping that follows from both models.
    public let inferred: InferredMapping

    /// The version that the data are of.
    public var source: ManagedObjectModel { inferred.correspondence.old }

    /// The version that they become.
    public var destination: ManagedObjectModel { inferred.correspondence.new }

    /// A Boolean value that says whether a migration block, a mapping model or
    /// a policy has a part in it.
    public var isMapped: Bool { mapping != nil || steps.contains(where: \.changesData) }
  }

  /// A stride from the number of one version to that of another.
  public struct Stride: Sendable, Hashable {
    /// The older version.
    public let from: Int
    /// The newer version.
    public let to: Int

    /// Makes a stride.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The steps, in order; none where both versions store the same.
  public let steps: [Step]

  /// Finds the way.
  ///
  /// - Parameters:
  ///   - source: The version that the data are of.
  ///   - versions: The versions that the program knows.
  ///   - mappings: The mapping models that the program has.
  ///   - options: What inference may do.
  ///   - isEmpty: Whether an entity of the source has no objects; what is in
  ///     the way of objects is not in the way of none.
  /// - Throws: `NoMigrationPath` where there is none, and what `isEmpty`
  ///   throws.
  public init(
    from source: ManagedObjectModel, in versions: ModelVersions,
    mappings: [Stride: MappingModel] = [:], options: InferredMapping.Options = .init(),
    isEmpty: @escaping (String) throws -> Bool = { _ in false }
  ) throws {
    var search = PathSearch(source, versions, mappings, options, isEmpty)
    steps = try search.run()
  }

  /// Finds the way where many are looked for among the same versions.
  init(
    from source: ManagedObjectModel, in versions: ModelVersions, memo: VersionMemo
  ) throws {
    var search = PathSearch(source, versions, [:], .init(), { _ in false }, memo)
    steps = try search.run()
  }
}

extension MigrationPath {
  /// The data that a step drops: entities, properties, and elements of composite
  /// attributes.
  public struct Drop: Sendable, Hashable {
    /// The number of the version that has no place for the data; nil for one without.
    public let version: Int?
    /// The names that the data have in the version that the way begins with, in
    /// order: `Album`, `Show.name`.
    public let names: [String]
  }

  /// The data of the source that do not arrive, step by step.
  public var drops: [Drop] { steps.first.map { drops(of: CarriedData(all: $0.source)) } ?? [] }

  /// The same, of data of the source that are known.
  func drops(of data: CarriedData) -> [Drop] {
    var data = data
    return steps.compactMap { step in
      let names = data.take(step).all.map(\.name).sorted()
      return names.isEmpty ? nil : Drop(version: step.destination.version, names: names)
    }
  }

  /// The name of the entity of the source that an entity of the current version continues; nil for
  /// one that is new.
  package func source(of entity: String) -> String? { source(of: nil, entity)?.entity }

  /// The same for a property of an entity, with the name of the property.
  package func source(
    of property: String, in entity: String
  ) -> (entity: String, property: String)? {
    guard let found = source(of: property, entity), let name = found.property else { return nil }
    return (found.entity, name)
  }

  private func source(
    of property: String?, _ entity: String
  ) -> (entity: String, property: String?)? {
    var (entity, property) = (entity, property)
    for step in steps.reversed() {
      let mappings = step.inferred.mapping.entities.filter { $0.destinationName == entity }
      // Where several entities become one, it goes on from the one that has its name.
      guard let next = mappings.first(where: { $0.sourceName == entity }) ?? mappings.first,
        let name = next.sourceName
      else { return nil }
      entity = name
      guard let known = property else { continue }
      guard case .source(let former)? = next.property(named: known)?.value else { return nil }
      property = former
    }
    return (entity, property)
  }
}

extension MigrationDescription.Step {
  /// A Boolean value that says whether it does more than allow data to be lost,
  /// or a policy to be written that may be left out.
  package var changesData: Bool {
    switch self {
    case .drop, .optionalPolicy: false
    case .policy, .map, .insert, .before, .after, .mapping: true
    }
  }
}

/// An error that says why the data of one version cannot become those of
/// another.
public struct NoMigrationPath: Error, Sendable, Hashable {
  /// The message, for people.
  public var message: String
  /// The obstacles; none where a version in between is missing.
  public var diagnostics: [MappingDiagnostic]
}

extension NoMigrationPath: CustomStringConvertible {
  /// The message, and a line for each diagnostic.
  public var description: String {
    ([message] + diagnostics.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension ManagedObjectModel {
  /// The name of this version in errors.
  package var versionTitle: String {
    version.map { "version \($0)" } ?? "(without a version number)"
  }
}
