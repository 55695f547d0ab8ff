/// An error that prevented the migration of a store. The store is unchanged.
public struct MigrationError: Error, Sendable, Hashable {
  /// The kind of error, for programs.
  public enum Reason: String, Sendable, Hashable {
    /// The store has another version, and automatic migration is switched off.
    case notAutomatic
    /// The store is read-only and has another version.
    case readOnly
    /// The store was written by a newer version of the model than the
    /// program's.
    case newerStore
    /// The program does not contain the store's version.
    case unknownVersion
    /// The store's version differs from the program's version with the same
    /// number.
    case editedVersion
    /// The store belongs to another model.
    case otherModel
    /// A change requires a mapping or code.
    case noMapping
    /// The data break a rule of the newer version.
    case dataBreaksRule
    /// The migration refers to Swift code that is not registered.
    case missingCode
    /// A policy threw an error, which is in ``MigrationError/underlying``.
    case policyFailed
    /// An expression of a mapping cannot be evaluated.
    case invalidMapping
    /// The migration was cancelled.
    case cancelled
    /// The verification of the migrated copy failed.
    case verification
  }

  /// A condition on the data, and the objects that break it.
  public struct Failure: Sendable, Hashable {
    /// The condition that the objects break.
    public var condition: DataCondition
    /// The number of objects that break the condition.
    public var count: Int
    /// The first objects that break the condition, at most twenty.
    public var objectIDs: [ObjectID]
  }

  /// The kind of error, for programs.
  public var reason: Reason
  /// A human-readable description, which explains the error and how to resolve
  /// it.
  public var message: String
  /// The obstacles between the two models.
  public var diagnostics: [MappingDiagnostic]
  /// The objects that break conditions.
  public var failures: [Failure]
  /// The error that the program's own Swift code threw; nil if it threw none.
  public var underlying: (any Error)?

  /// Creates an error with a reason and a human-readable message.
  public init(
    _ reason: Reason, _ message: String, diagnostics: [MappingDiagnostic] = [],
    failures: [Failure] = [], underlying: (any Error)? = nil
  ) {
    self.reason = reason
    self.message = message
    self.diagnostics = diagnostics
    self.failures = failures
    self.underlying = underlying
  }

  /// The error code that Core Data uses for the reason.
  public var coreDataCode: Int {
    switch reason {
    case .notAutomatic, .readOnly, .otherModel: 134100
    case .newerStore, .unknownVersion, .editedVersion: 134130
    case .noMapping: 134190
    case .missingCode, .invalidMapping: 134140
    case .dataBreaksRule: 134111
    case .cancelled: 134120
    case .verification, .policyFailed: 134110
    }
  }
}

// Errors thrown by programs cannot be compared, but the message contains their
// descriptions.
extension MigrationError {
  /// Returns whether both errors have the same reason, message, diagnostics and
  /// failures.
  public static func == (one: MigrationError, other: MigrationError) -> Bool {
    one.reason == other.reason && one.message == other.message
      && one.diagnostics == other.diagnostics && one.failures == other.failures
  }

  /// Hashes the reason and the message.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(message)
  }
}

extension MigrationError: CustomStringConvertible {
  /// The message, followed by a line for each diagnostic and each broken rule.
  public var description: String {
    ([message] + diagnostics.map { "  \($0)" } + failures.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension MigrationError.Failure: CustomStringConvertible {
  /// The condition, and the first objects that break it.
  public var description: String {
    let names = objectIDs.prefix(10).map { "\($0.entity.name) p\($0.key)" }
    let more = count > names.count ? " and \(count - names.count) more" : ""
    return "\(condition): \(count) \(count == 1 ? "does" : "do") not: "
      + names.joined(separator: ", ") + more
  }
}
