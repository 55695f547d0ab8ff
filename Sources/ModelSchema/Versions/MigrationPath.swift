/// The way from an older version to the current one.
///
/// The shortest is taken: at best one step. A migration block of a version in
/// between is never stepped over, since only it knows what its data become.
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
    isEmpty: (String) throws -> Bool = { _ in false }
  ) throws {
    var search = Search(source, versions, mappings, options, nil)
    guard let steps = try search.shortest(isEmpty) else { throw search.error }
    self.steps = steps
  }

  /// Finds the way where many are looked for among the same versions.
  init(
    from source: ManagedObjectModel, in versions: ModelVersions, memo: VersionMemo
  ) throws {
    var search = Search(source, versions, [:], .init(), memo)
    guard let steps = try search.shortest({ _ in false }) else { throw search.error }
    self.steps = steps
  }
}

extension MigrationPath {
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
  /// or a policy to be written.
  package var changesData: Bool {
    switch self {
    case .drop, .policy: false
    case .map, .insert, .before, .after, .mapping: true
    }
  }
}

/// A search for the shortest way, breadth first.
private struct Search {
  /// The source, then the later versions in order.
  let models: [ManagedObjectModel]
  let mappings: [MigrationPath.Stride: MappingModel]
  let options: InferredMapping.Options
  /// The findings of other searches among the same versions; nil for a search
  /// alone, whose objects count too.
  let memo: VersionMemo?
  /// The steps that were found to be possible, by the places of both versions.
  private var made: [[Int]: MigrationPath.Step] = [:]

  init(
    _ source: ManagedObjectModel, _ versions: ModelVersions,
    _ mappings: [MigrationPath.Stride: MappingModel], _ options: InferredMapping.Options,
    _ memo: VersionMemo?
  ) {
    self.mappings = mappings
    self.memo = memo
    models = [source] + versions.released.between(source, versions.current) + [versions.current]
    self.options = options
  }

  mutating func shortest(_ isEmpty: (String) throws -> Bool) throws -> [MigrationPath.Step]? {
    let last = models.count - 1
    // Places in `models`: 0 is the source, the last one the program's version.
    var ways: [Int: [Int]] = [0: [0]]
    var queue = [0]
    while ways[last] == nil, !queue.isEmpty {
      let place = queue.removeFirst()
      // The latest first, so that of ways of one length the one with the longest stride wins.
      for next in stride(from: last, to: place, by: -1) where ways[next] == nil {
        guard try isPossible(place, next, isEmpty), let way = ways[place] else { continue }
        ways[next] = way + [next]
        if next == last { break }
        queue.append(next)
      }
    }
    // The first way that arrives has the fewest steps: the queue is in the order of their number.
    guard let way = ways[last] else { return nil }
    return try zip(way, way.dropFirst()).compactMap { try step($0, $1, isEmpty) }
  }

  /// Returns whether data can go from a version to a later one at once.
  private mutating func isPossible(
    _ from: Int, _ to: Int, _ isEmpty: (String) throws -> Bool
  ) throws -> Bool {
    // What the memo knows was found without objects, and so holds for all searches that have one.
    if let known = memo?.leads(models[from], to: models[to]) { return known }
    let isPossible = try step(from, to, isEmpty) != nil
    memo?.note(isPossible, from: models[from], to: models[to])
    return isPossible
  }

  private mutating func step(
    _ from: Int, _ to: Int, _ isEmpty: (String) throws -> Bool
  ) throws -> MigrationPath.Step? {
    if let known = made[[from, to]] { return known }
    let (block, mapping) = (block(from, to), mapping(from, to))
    // To step over a block is to leave undone what it does, without a word.
    guard block != nil || mapping != nil || !stepsOverBlock(from, to) else { return nil }
    let inferred = inferred(from, to)
    for diagnostic in inferred.diagnostics {
      // Only of the source there are objects to be counted.
      guard from == 0, !diagnostic.concernedEntities.isEmpty,
        try diagnostic.concernedEntities.allSatisfy(isEmpty)
      else { return nil }
    }
    let step = MigrationPath.Step(
      steps: block?.steps ?? [], mapping: mapping, inferred: inferred)
    made[[from, to]] = step
    return step
  }

  private func inferred(_ from: Int, _ to: Int) -> InferredMapping {
    InferredMapping(
      // The versions that are stepped over still say what was renamed.
      from: models[from], to: models[to], through: Array(models[(from + 1)..<to]),
      mapping: mapping(from, to), options: options, memo: memo)
  }

  private func mapping(_ from: Int, _ to: Int) -> MappingModel? {
    guard let old = models[from].version, let new = models[to].version else { return nil }
    return mappings[MigrationPath.Stride(from: old, to: new)] ?? block(from, to)?.mapping
  }

  private func block(_ from: Int, _ to: Int) -> MigrationDescription? {
    models[to].migrations.first { $0.fromVersion == models[from].version }
  }

  /// Returns whether data would pass a migration block that they need.
  private func stepsOverBlock(_ from: Int, _ to: Int) -> Bool {
    guard let start = models[from].version else { return false }
    // A version without a number is the current one, behind all others.
    let end = models[to].version ?? Int.max
    // Mappings of the program bind as blocks do: a stride over one would leave it out.
    if mappings.keys.contains(where: { $0.from >= start && $0.to <= end }) { return true }
    return models[(from + 1)...to].contains { model in
      model.migrations.contains {
        $0.fromVersion >= start && $0.steps.contains(where: \.changesData)
      }
    }
  }

  /// The error that says why there is no way.
  var error: NoMigrationPath {
    let (old, new) = (models[0], models[models.count - 1])
    let diagnostics = inferred(0, models.count - 1).diagnostics
    let names = (old.versionTitle, new.versionTitle)
    if diagnostics.isEmpty {
      let sources = models.dropFirst().flatMap(\.migrations).map { String($0.fromVersion) }
      return NoMigrationPath(
        message: "'\(new.name)' \(names.1) has migration blocks from "
          + "\(sources.joined(separator: ", ")), and no known version leads there from \(names.0); "
          + "add the versions in between to the program", diagnostics: [])
    }
    return NoMigrationPath(
      message: "data of '\(old.name)' \(names.0) cannot become those of \(names.1) without help",
      diagnostics: diagnostics)
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
