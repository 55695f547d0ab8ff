/// An error that kept a store from being migrated. The store is as it was
/// before.
public struct MigrationError: Error, Sendable, Hashable {
  /// The kind of the error, for programs.
  public enum Reason: String, Sendable, Hashable {
    /// The store is of another version, and migrating is switched off.
    case notAutomatic
    /// The store is read-only and of another version.
    case readOnly
    /// The store was written by a newer version than the program knows.
    case newerStore
    /// The store's version is none that the program knows.
    case unknownVersion
    /// The store's version differs from the version of that number that the
    /// program knows.
    case editedVersion
    /// The store belongs to another model.
    case otherModel
    /// A change needs a mapping, or code.
    case noMapping
    /// The data break a rule of the newer version.
    case dataBreaksRule
    /// A migration names Swift that nobody registered.
    case missingCode
    /// A policy threw an error, which `underlying` is.
    case policyFailed
    /// An expression of a mapping cannot be carried out.
    case invalidMapping
    /// Somebody stopped it.
    case cancelled
    /// The migrated copy is not sound.
    case verification
  }

  /// Objects that break a rule.
  public struct Failure: Sendable, Hashable {
    /// The condition on the data.
    public var condition: DataCondition
    /// The number of objects that break it.
    public var count: Int
    /// The first of them, at most twenty.
    public var objectIDs: [ObjectID]
  }

  /// The kind of the error, for programs.
  public var reason: Reason
  /// A description for people: the error, and what to do.
  public var message: String
  /// The obstacles between the two models.
  public var diagnostics: [MappingDiagnostic]
  /// The objects that break conditions.
  public var failures: [Failure]
  /// The error of the program's own Swift; nil where it threw none.
  public var underlying: (any Error)?

  /// Makes an error.
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

  /// Core Data's number for the error, for those who know them.
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

// Errors of programs are no values that can be compared; the message says what they say.
extension MigrationError {
  /// A Boolean value that says whether both say the same.
  public static func == (one: MigrationError, other: MigrationError) -> Bool {
    one.reason == other.reason && one.message == other.message
      && one.diagnostics == other.diagnostics && one.failures == other.failures
  }

  /// Hashes what the error says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(message)
  }
}

extension MigrationError: CustomStringConvertible {
  /// The message, and a line for each diagnostic and each broken rule.
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
