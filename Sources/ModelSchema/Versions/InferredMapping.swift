/// The migration that needs no help: the mapping that follows from two models,
/// what is in its way, and what it asks of the data.
public struct InferredMapping: Sendable, Hashable {
  /// The freedoms of inference beyond Core Data's.
  public struct Options: Sendable, Hashable {
    /// A Boolean value that says whether values of attributes whose type
    /// changed are converted, where every one of them keeps its meaning.
    public var convertsTypes = false

    /// The default: no conversions.
    public init() {}
  }

  /// The mapping; complete where nothing is in its way.
  public let mapping: MappingModel
  /// The obstacles, whatever the data.
  public let diagnostics: [MappingDiagnostic]
  /// The conditions that the data must meet.
  public let conditions: [DataCondition]
  /// The pairs of elements that belong together.
  package let correspondence: ModelCorrespondence

  /// Infers what can be inferred.
  ///
  /// - Parameters:
  ///   - old: The older version.
  ///   - new: The newer version.
  ///   - versions: The versions in between, the oldest first: a name that one
  ///     of them renamed is followed through all of them.
  ///   - steps: The steps of a migration block; what they assign, map or insert
  ///     is no obstacle. Nil for those of the newer version's block.
  ///   - mapping: What somebody says about it; the rest is inferred.
  ///   - options: What may be done with values beyond the usual.
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
    // What the memo keeps follows from the versions alone.
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
  /// The mapping that follows from two models: a dry run of what opening an
  /// older store does.
  ///
  /// - Parameters:
  ///   - old: The older version.
  ///   - new: The newer version.
  ///   - versions: The versions in between, the oldest first.
  ///   - options: What inference may do beyond what Core Data's does.
  /// - Throws: The first `MappingDiagnostic` that is in the way.
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
