/// The mapping that is inferred from two models, the obstacles to it, and its
/// conditions on the data.
public struct InferredMapping: Sendable, Hashable {
  /// The options of inference that go beyond those of Core Data.
  public struct Options: Sendable, Hashable {
    /// True if the values of attributes whose type changed are converted,
    /// provided that each value keeps its meaning.
    public var convertsTypes: Bool

    /// Creates the options; by default, there are no conversions.
    public init(convertsTypes: Bool = false) { self.convertsTypes = convertsTypes }
  }

  /// The mapping, which is complete if there are no obstacles.
  public let mapping: MappingModel
  /// The obstacles that do not depend on the data.
  public let diagnostics: [MappingDiagnostic]
  /// The conditions that the data must meet.
  public let conditions: [DataCondition]
  /// The pairs of elements that continue each other.
  package let correspondence: ModelCorrespondence

  /// Infers a mapping between two models.
  ///
  /// - Parameters:
  ///   - old: The older version.
  ///   - new: The newer version.
  ///   - versions: The versions in between, the oldest first. Renames in one of
  ///     them are followed through all of them.
  ///   - steps: The steps of a migration block; their assignments, maps and inserts
  ///     remove obstacles. Nil for the steps of the newer version's block.
  ///   - mapping: A mapping model for a part of the entities; the rest is inferred.
  ///   - options: The options of inference.
  public init(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    through versions: [ManagedObjectModel] = [], steps: [MigrationDescription.Step]? = nil,
    mapping: MappingModel? = nil, options: Options = Options()
  ) {
    self.init(
      from: old, to: new, through: versions, steps: steps, mapping: mapping, options: options,
      memo: nil)
  }

  init(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    through versions: [ManagedObjectModel], steps: [MigrationDescription.Step]? = nil,
    mapping: MappingModel?, options: Options, memo: VersionMemo?
  ) {
    let steps = steps ?? new.migrationSteps(from: old)
    // The memo's correspondences depend only on the versions.
    correspondence =
      memo.flatMap { memo in
        steps == new.migrationSteps(from: old) && mapping == steps.mapping
          ? memo.correspondence(from: old, to: new, through: versions) : nil
      }
      ?? ModelCorrespondence(
        from: old, to: new, through: versions, steps: steps, mapping: mapping, memo: memo)
    let inference = MappingInference(
      correspondence, steps: steps, mapping: mapping, options: options, memo: memo)
    inference.run()
    self.mapping = MappingModel(entities: inference.entities)
    diagnostics = inference.diagnostics
    conditions = inference.conditions
  }
}

extension MappingModel {
  /// Infers the mapping between two models, without a store. This shows in
  /// advance whether an older store can be opened.
  ///
  /// - Parameters:
  ///   - old: The older version.
  ///   - new: The newer version.
  ///   - versions: The versions in between, the oldest first.
  ///   - options: The options of inference that go beyond those of Core Data.
  /// - Throws: The first `MappingDiagnostic`, if there are obstacles.
  public static func inferred(
    from old: ManagedObjectModel, to new: ManagedObjectModel,
    through versions: [ManagedObjectModel] = [], options: InferredMapping.Options = .init()
  ) throws -> MappingModel {
    let inferred = InferredMapping(
      from: old, to: new, through: versions, steps: [], options: options)
    if let diagnostic = inferred.diagnostics.first { throw diagnostic }
    return inferred.mapping
  }
}
