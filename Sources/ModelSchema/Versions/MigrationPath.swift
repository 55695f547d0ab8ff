/// The path from an older version to the current version.
///
/// The shortest path is chosen, ideally a single step. The migration block of
/// an intermediate version is never skipped, since only the block can convert
/// the version's data, and no path contains a version that has no place for
/// data that exist at both ends.
public struct MigrationPath: Sendable, Hashable {
  /// A step from one version to a later version.
  public struct Step: Sendable, Hashable {
    /// The steps of the migration block; empty if the conversion is inferred.
    public let steps: [MigrationDescription.Step]
    /// The mapping model of the program, or else the mapping model of the
    /// block; nil if there is none.
    public let mapping: MappingModel?
    /// The mapping that is inferred from both models.
    public let inferred: InferredMapping

    /// The version of the data before the step.
    public var source: ManagedObjectModel { inferred.correspondence.old }

    /// The version of the data after the step.
    public var destination: ManagedObjectModel { inferred.correspondence.new }

    /// True if the step uses a migration block, a mapping model or a policy.
    public var isMapped: Bool { mapping != nil || steps.contains(where: \.changesData) }
  }

  /// A pair of versions, given by their numbers.
  public struct Stride: Sendable, Hashable {
    /// The number of the older version.
    public let from: Int
    /// The number of the newer version.
    public let to: Int

    /// Creates the stride between the versions with the given numbers.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The steps, in order; empty if both versions have the same storage.
  public let steps: [Step]

  /// Finds the path.
  ///
  /// - Parameters:
  ///   - source: The version of the data.
  ///   - versions: The versions that the program knows.
  ///   - mappings: The mapping models of the program.
  ///   - options: The options of inference.
  ///   - isEmpty: A closure that returns true if an entity of the source has no
  ///     objects. Obstacles for the entity are then ignored.
  /// - Throws: `NoMigrationPath` if there is no path, and any error that `isEmpty`
  ///   throws.
  public init(
    from source: ManagedObjectModel, in versions: ModelVersions,
    mappings: [Stride: MappingModel] = [:], options: InferredMapping.Options = .init(),
    isEmpty: @escaping (String) throws -> Bool = { _ in false }
  ) throws {
    var search = PathSearch(source, versions, mappings, options, isEmpty)
    steps = try search.run()
  }

  /// Finds the path, with a memo for many searches among the same versions.
  init(
    from source: ManagedObjectModel, in versions: ModelVersions,
    options: InferredMapping.Options = .init(), memo: VersionMemo
  ) throws {
    var search = PathSearch(source, versions, [:], options, { _ in false }, memo)
    steps = try search.run()
  }
}

extension MigrationPath {
  /// The data that a step drops: entities, properties, and elements of composite
  /// attributes.
  public struct Drop: Sendable, Hashable {
    /// The number of the version that has no place for the data; nil if that
    /// version has no number.
    public let version: Int?
    /// The names of the data in the first version of the path, sorted: `Album`,
    /// `Show.name`.
    public let names: [String]
  }

  /// The data of the source that are lost, by step.
  public var drops: [Drop] { steps.first.map { drops(of: CarriedData(all: $0.source)) } ?? [] }

  /// Returns the drops that concern the given data of the source.
  func drops(of data: CarriedData) -> [Drop] {
    var data = data
    return steps.compactMap { step in
      let names = data.take(step).all.map(\.name).sorted()
      return names.isEmpty ? nil : Drop(version: step.destination.version, names: names)
    }
  }

  /// Returns the name of the source's entity that an entity of the current
  /// version continues; nil for a new entity.
  package func source(of entity: String) -> String? { source(of: nil, entity)?.entity }

  /// Returns the entity and the property of the source that a property of the
  /// current version continues; nil for a new property.
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
      // If several entities become one, the one with the same name is followed.
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
  /// True if the step does more than allow data loss or call an optional
  /// policy.
  package var changesData: Bool {
    switch self {
    case .drop, .optionalPolicy: false
    case .policy, .map, .insert, .before, .after, .mapping: true
    }
  }
}

/// An error that explains why the data of one version cannot be converted to another.
public struct NoMigrationPath: Error, Sendable, Hashable {
  /// The message, for users.
  public var message: String
  /// The obstacles; empty if an intermediate version is missing.
  public var diagnostics: [MappingDiagnostic]
}

extension NoMigrationPath: CustomStringConvertible {
  /// The message, followed by a line for each diagnostic.
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
