/// A breadth-first search for the shortest path that loses no data.
///
/// 1. A single step loses no data that exist at both ends, because the two ends
///    are compared. Paths of several steps are tried only if a single step is
///    not possible.
/// 2. If there are no migration blocks and mapping models for the versions on
/// the path, types and destinations that do not match at both ends do not match
/// in one of the steps either, so no search is needed.
struct PathSearch {
  /// The source, followed by the later versions in order.
  private let models: [ManagedObjectModel]
  private let mappings: [MigrationPath.Stride: MappingModel]
  private let options: InferredMapping.Options
  private let isEmpty: (String) throws -> Bool
  /// The known findings about the versions; nil if the versions cannot be
  /// distinguished by their numbers.
  private let memo: VersionMemo?
  /// True if the memo is shared with other searches. These searches do not know
  /// which entities have objects.
  private let isShared: Bool
  /// The obstacles of impossible steps, by the indexes of both versions.
  private var obstacles: [Places: [MappingDiagnostic]] = [:]
  /// The properties for which a version was rejected, with their former types;
  /// nil for properties that did not exist.
  private var refusals: [Int: [CarriedData.Place: FormerType?]] = [:]
  /// The current and former names of all renamed elements.
  private lazy var renamed = Set(models.flatMap(\.renamedNames))
  /// The number of steps that have been compared.
  private(set) var comparisons = 0

  /// The indexes of two versions in `models`: 0 for the source, the last index
  /// for the program's version.
  private struct Places: Hashable {
    let from: Int
    let to: Int
  }

  /// The properties of an attribute's type that determine whether another
  /// attribute can receive its values.
  private struct FormerType: Hashable {
    let type: AttributeType
    let isExact: Bool

    init(_ attribute: AttributeDescription) {
      type = attribute.type
      isExact = attribute.isExact
    }
  }

  /// A path to a version, with the places of the data in that version.
  private struct Arrival {
    var steps: [MigrationPath.Step] = []
    var data: CarriedData
  }

  init(
    _ source: ManagedObjectModel, _ versions: ModelVersions,
    _ mappings: [MigrationPath.Stride: MappingModel], _ options: InferredMapping.Options,
    _ isEmpty: @escaping (String) throws -> Bool, _ memo: VersionMemo? = nil
  ) {
    self.mappings = mappings
    self.options = options
    self.isEmpty = isEmpty
    var between = versions.released.between(source, versions.current)
    // A version of the program may have the same number as a version of its
    // model.
    for index in between.indices.dropFirst().reversed()
    where between[index].version == between[index - 1].version {
      between.remove(at: index)
    }
    models = [source] + between + [versions.current]
    isShared = memo != nil
    let isTold =
      source.version != nil && versions.current.version.map { $0 != source.version } == true
    self.memo = memo ?? (isTold ? VersionMemo() : nil)
  }

  private var last: Int { models.count - 1 }
  /// The number of steps that may be compared, since opening a store must not
  /// take long. A path that is not found within the limit is regarded as
  /// missing.
  private var limit: Int { 8 * models.count }

  /// Finds the path.
  ///
  /// - Throws: `NoMigrationPath` if there is no path.
  mutating func run() throws -> [MigrationPath.Step] {
    if let step = try step(0, last) { return [step] }
    let wanted = CarriedData(keptBy: correspondence(0, last))
    if let steps = isHopeless(0, last) ? nil : try shortest(wanted, comparing: limit) {
      return steps
    }
    throw try failure(wanted)
  }

  private mutating func shortest(
    _ wanted: CarriedData, comparing limit: Int
  ) throws -> [MigrationPath.Step]? {
    var arrivals = [0: Arrival(data: wanted)]
    // Versions that the data cannot reach on any path without a loss.
    var closed: Set<Int> = []
    var queue = [0]
    while !queue.isEmpty {
      let place = queue.removeFirst()
      guard let arrival = arrivals[place] else { continue }
      // The latest version comes first, so that among paths of equal length the one
      // with the longest stride wins.
      for next in stride(from: last, to: place, by: -1)
      where arrivals[next] == nil && !closed.contains(next) {
        guard comparisons < limit else { return nil }
        guard let step = try step(place, next) else {
          if place == 0, isHopeless(0, next, wanted) { closed.insert(next) }
          continue
        }
        var reached = arrival
        guard try reached.data.take(step).silent.allSatisfy({ try isEmpty($0.entity) }) else {
          continue
        }
        reached.steps.append(step)
        // The first path that arrives has the fewest steps, because the queue is
        // ordered by their number.
        if next == last { return reached.steps }
        arrivals[next] = reached
        queue.append(next)
      }
    }
    return nil
  }

  // MARK: Steps

  /// Returns the step from a version to a later version; nil if the data cannot
  /// be converted in one step.
  private mutating func step(_ from: Int, _ to: Int) throws -> MigrationPath.Step? {
    let places = Places(from: from, to: to)
    guard obstacles[places] == nil, !isRefused(from, to) else { return nil }
    // The memo's results were found without objects, so they apply to every
    // search with a shared memo.
    if isShared, to != last || from != 0, memo?.leads(models[from], to: models[to]) == false {
      return nil
    }
    let found = try compare(from, to)
    if isShared { memo?.note(found != nil, from: models[from], to: models[to]) }
    return found
  }

  private mutating func compare(_ from: Int, _ to: Int) throws -> MigrationPath.Step? {
    let (block, mapping) = (block(from, to), mapping(from, to))
    // Skipping a block would silently omit its work.
    guard block != nil || mapping != nil || !stepsOverBlock(from, to) else {
      obstacles[Places(from: from, to: to)] = []
      return nil
    }
    comparisons += 1
    let inferred = inferred(from, to)
    let diagnostics = try inferred.diagnostics.filter { diagnostic in
      // Only the source has objects that can be counted.
      guard from == 0, !diagnostic.concernedEntities.isEmpty else { return true }
      return try !diagnostic.concernedEntities.allSatisfy(isEmpty)
    }
    guard diagnostics.isEmpty else {
      obstacles[Places(from: from, to: to)] = diagnostics
      note(diagnostics, from, to)
      return nil
    }
    return MigrationPath.Step(
      steps: block?.steps ?? [], mapping: mapping, inferred: inferred)
  }

  private func inferred(_ from: Int, _ to: Int) -> InferredMapping {
    InferredMapping(
      // The skipped versions still contribute renames.
      from: models[from], to: models[to], through: Array(models[(from + 1)..<to]),
      mapping: mapping(from, to), options: options, memo: memo)
  }

  private func correspondence(_ from: Int, _ to: Int) -> ModelCorrespondence {
    let between = Array(models[(from + 1)..<to])
    return memo?.correspondence(from: models[from], to: models[to], through: between)
      ?? ModelCorrespondence(from: models[from], to: models[to], through: between)
  }

  private func mapping(_ from: Int, _ to: Int) -> MappingModel? {
    guard let old = models[from].version, let new = models[to].version else { return nil }
    return mappings[MigrationPath.Stride(from: old, to: new)] ?? block(from, to)?.mapping
  }

  private func block(_ from: Int, _ to: Int) -> MigrationDescription? {
    models[to].migrations.first { $0.fromVersion == models[from].version }
  }

  /// Returns whether a step would skip a migration block that is needed for the
  /// data.
  private func stepsOverBlock(_ from: Int, _ to: Int) -> Bool {
    guard let start = models[from].version else { return false }
    // A version without a number is the current version, after all others.
    let end = models[to].version ?? Int.max
    // Mappings of the program are as binding as blocks, and a longer stride
    // would skip them.
    if mappings.keys.contains(where: { $0.from >= start && $0.to <= end }) { return true }
    return models[(from + 1)...to].contains { model in
      model.migrations.contains {
        $0.fromVersion >= start && $0.steps.contains(where: \.changesData)
      }
    }
  }

  // MARK: Impossible paths

  /// Returns true if no path leads from a version to a later one, because data
  /// that both versions have cannot be converted, and nothing determines how.
  ///
  /// - Parameter wanted: The data that must be kept; nil for all data that both
  ///   versions have.
  private func isHopeless(_ from: Int, _ to: Int, _ wanted: CarriedData? = nil) -> Bool {
    guard let diagnostics = obstacles[Places(from: from, to: to)], !diagnostics.isEmpty,
      !stepsOverBlock(from, to)
    else { return false }
    return diagnostics.contains { diagnostic in
      switch diagnostic.kind {
      // Conversions in sequence can achieve more than each of them: dates to
      // strings, then strings to numbers.
      case .typeChange where options.convertsTypes: false
      case .typeChange, .kindChange, .destination:
        wanted.map { isAbout($0, diagnostic, from, to) } ?? true
      case .mergedHierarchies: wanted == nil
      case .missingValue, .splitEntity, .mergedEntities, .invalidMapping, .lostOnTheWay: false
      }
    }
  }

  private func isAbout(
    _ wanted: CarriedData, _ diagnostic: MappingDiagnostic, _ from: Int, _ to: Int
  ) -> Bool {
    let pairs = correspondence(from, to)
    guard let entity = models[to].entity(named: diagnostic.entityName),
      let source = pairs.source(of: entity),
      let property = pairs.properties(of: entity, from: source)
        .first(where: { $0.new.name == diagnostic.propertyName })?.old
    else { return false }
    return wanted.contains(CarriedData.Place(entity: source.name, path: [property.name]))
  }

  /// Records the reasons for which a later version rejected an older version,
  /// so that similar versions need not be compared with the later version.
  private mutating func note(_ diagnostics: [MappingDiagnostic], _ from: Int, _ to: Int) {
    for diagnostic in diagnostics {
      guard let name = diagnostic.propertyName, !name.contains(".") else { continue }
      let place = CarriedData.Place(entity: diagnostic.entityName, path: [name])
      switch diagnostic.kind {
      case .missingValue: refusals[to, default: [:]][place] = .some(nil)
      case .typeChange:
        let before = attribute(at: place, in: from)
        if case .composite? = before?.type { continue }
        if let before { refusals[to, default: [:]][place] = FormerType(before) }
      case .destination, .mergedHierarchies, .splitEntity, .mergedEntities, .kindChange,
        .invalidMapping, .lostOnTheWay:
        break
      }
    }
  }

  private func attribute(at place: CarriedData.Place, in version: Int) -> AttributeDescription? {
    memo?.properties(of: models[version])[place.entity]?
      .first { [$0.name] == place.path }?.attribute
  }

  /// Returns whether the reason for which a later version rejected another
  /// version is known to apply to an older version as well: that version lacks
  /// a required property, or the property has another type.
  private mutating func isRefused(_ from: Int, _ to: Int) -> Bool {
    guard from != 0, let places = refusals[to], let memo, mapping(from, to) == nil,
      models[(from + 1)...to].allSatisfy(\.migrations.isEmpty)
    else { return false }
    let properties = memo.properties(of: models[from])
    return places.contains { place, former in
      // For such an entity and such a property, the predecessors are determined
      // by names alone.
      guard !renamed.contains(place.entity), !renamed.contains(place.path[0]),
        let own = properties[place.entity]
      else { return false }
      let property = own.first { [$0.name] == place.path }
      guard let former else { return property == nil }
      return property?.attribute.map(FormerType.init) == former
    }
  }

  // MARK: Errors

  /// Returns the error that explains why there is no path.
  private mutating func failure(_ wanted: CarriedData) throws -> NoMigrationPath {
    let (old, new) = (models[0], models[last])
    let names = (old.versionTitle, new.versionTitle)
    let diagnostics = inferred(0, last).diagnostics
    let losses = try losses(wanted)
    if diagnostics.isEmpty, losses.isEmpty {
      let sources = models.dropFirst().flatMap(\.migrations).map { String($0.fromVersion) }
      return NoMigrationPath(
        message: "'\(new.name)' \(names.1) has migration blocks from "
          + "\(sources.joined(separator: ", ")), and no known version leads there from \(names.0); "
          + "add the versions in between to the program", diagnostics: [])
    }
    return NoMigrationPath(
      message: "data of '\(old.name)' \(names.0) cannot become those of \(names.1) without help",
      diagnostics: diagnostics + losses)
  }

  /// Returns the losses of the path that would be chosen if no data had to be
  /// kept, with a diagnostic for each step.
  private mutating func losses(_ wanted: CarriedData) throws -> [MappingDiagnostic] {
    // The losses only serve as an explanation, and a long search would keep
    // users waiting.
    let limit = comparisons + min(2 * models.count, 64)
    let steps = try shortest(CarriedData(noneOf: models[0]), comparing: limit) ?? []
    var wanted = wanted
    return try steps.compactMap { step in
      let lost = try wanted.take(step).silent.filter { try !isEmpty($0.entity) }
      guard let first = lost.first else { return nil }
      let versions = (step.source.versionTitle, step.destination.versionTitle)
      return MappingDiagnostic(
        kind: .lostOnTheWay, entityName: first.entity, propertyName: first.path.first,
        message: "the step from \(versions.0) to \(versions.1) would lose "
          + "\(lost.map { "'\($0.name)'" }.sorted().joined(separator: ", ")), which "
          + "\(models[0].versionTitle) and \(models[last].versionTitle) both have",
        cure:
          "say in a migration block from \(models[0].versionTitle) what becomes of the data, or "
          + "'drop' them there",
        concernedEntities: Set(lost.map(\.entity)).sorted())
    }
  }
}
