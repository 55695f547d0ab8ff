/// The effort of converting data from one version to another.
public struct VersionCompatibility: Sendable, Hashable {
  /// The kind of effort that a conversion requires.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No effort, since both versions have the same storage.
    case same
    /// No code or mapping, since the conversion is inferred from the two
    /// models.
    case inferred
    /// A migration block, since the conversion cannot be inferred.
    case mapped
    /// Swift code from the program is needed.
    case code = "needs code"
    /// Values must be converted to other types, which the option `convertsTypes` allows.
    case convertible = "needs option"
    /// There is no path.
    case impossible
  }

  /// The older version's number.
  public let from: Int
  /// The newer version's number.
  public let to: Int
  /// The kind of effort that the conversion requires.
  public let kind: Kind
  /// The versions on the path, excluding both ends.
  public let via: [Int]
  /// The conditions that the data must meet.
  public let conditions: [DataCondition]
  /// The data of the older version that are lost: `Album`, `Show.name`.
  public let drops: [String]
  /// The Swift functions that are called, by name.
  public let code: [String]
  /// The obstacles, if the conversion is impossible and the models show why.
  public let diagnostics: [MappingDiagnostic]
  /// The reason why there is no path; nil if there is a path, or if obstacles
  /// are the reason.
  public var reason: String?

  /// True if the result depends on the data.
  public var isConditional: Bool { !conditions.isEmpty }
}

extension ModelVersions {
  /// The efforts of converting every version to every later version, the oldest
  /// first.
  public var compatibilities: [VersionCompatibility] {
    let (memo, converting) = (VersionMemo(), VersionMemo())
    let data = all.map(CarriedData.init(all:))
    // The loop is over newer versions, because the memo keeps the results for
    // one of them at a time.
    var rows = [[VersionCompatibility]](repeating: [], count: all.count)
    for to in all.indices {
      for from in all.indices[..<to] {
        rows[from].append(compatibility(all[from], data[from], all[to], memo, converting))
      }
    }
    return rows.flatMap(\.self)
  }

  private func compatibility(
    _ old: ManagedObjectModel, _ data: CarriedData, _ new: ManagedObjectModel, _ memo: VersionMemo,
    _ converting: VersionMemo
  ) -> VersionCompatibility {
    let versions = ModelVersions(
      current: new, released: all.filter { ($0.version ?? 0) < (new.version ?? 0) })
    do {
      let path = try MigrationPath(from: old, in: versions, memo: memo)
      let steps = path.steps
      let code = steps.flatMap(\.steps).compactMap { step -> String? in
        switch step {
        case .before(let name), .after(let name): name
        case .mapping(let mapping): mapping.policyName
        case .policy(let name): "the policy of \(name)"
        case .map, .insert, .drop, .optionalPolicy: nil
        }
      }
      let isSame =
        code.isEmpty && memo.storageHashes(of: old) == memo.storageHashes(of: new)
      let kind: VersionCompatibility.Kind =
        !code.isEmpty
        ? .code : steps.contains(where: \.isMapped) ? .mapped : isSame ? .same : .inferred
      return VersionCompatibility(
        from: old.version ?? 0, to: new.version ?? 0, kind: kind,
        via: steps.dropLast().compactMap(\.destination.version),
        conditions: steps.flatMap(\.inferred.conditions),
        drops: isSame ? [] : path.drops(of: data).flatMap(\.names), code: code, diagnostics: [])
    } catch {
      let failure = error as? NoMigrationPath
      let diagnostics = failure?.diagnostics ?? []
      let options = InferredMapping.Options(convertsTypes: true)
      let hasOption =
        !diagnostics.isEmpty && diagnostics.allSatisfy { $0.kind == .typeChange }
        && (try? MigrationPath(from: old, in: versions, options: options, memo: converting)) != nil
      return VersionCompatibility(
        from: old.version ?? 0, to: new.version ?? 0, kind: hasOption ? .convertible : .impossible,
        via: [], conditions: [], drops: [], code: [], diagnostics: diagnostics,
        reason: diagnostics.isEmpty ? failure?.message ?? "\(error)" : nil)
    }
  }
}
