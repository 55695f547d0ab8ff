/// The features that may be used by a condition or an order that is evaluated in
/// memory.
///
/// Memory could answer more than a store: transient attributes, elements of collections
/// without an order, values of several types in one place. A condition that works on
/// some objects but is an error in a fetch, or in the same fetch once all changes are
/// saved, is a trap. It is therefore refused in both, unless evaluation in memory is
/// requested.
public enum PredicateEvaluation: Sendable, Hashable {
  /// The features that the objects' store supports in a fetch. Any other feature is the
  /// error that the fetch would throw. Subjects without a store accept everything.
  case fetchable
  /// All features that can be evaluated.
  case inMemory
}

/// The condition and the order that each type of subjects has to accept before they are
/// evaluated.
final class Acceptance {
  private let predicate: ObjectPredicate?
  private let sortKeys: [SortKey]
  private let type: (any PredicateSubject.Type)?
  private var typeNames: Set<String> = []

  /// - Parameter type: The declared type of the subjects, which may be a superclass of
  ///   theirs.
  init(
    of predicate: ObjectPredicate?, sortKeys: [SortKey] = [],
    by type: (any PredicateSubject.Type)? = nil
  ) {
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.type = type
  }

  /// Asks a subject whether it accepts the condition, once for each type of subject.
  ///
  /// - Throws: `ObjectPredicateError` if the subject refuses.
  func check(_ subject: any PredicateSubject) throws(ObjectPredicateError) {
    guard !typeNames.contains(subject.predicateTypeName) else { return }
    try subject.predicateAccept(predicate, sortedBy: sortKeys, as: type)
    typeNames.insert(subject.predicateTypeName)
  }
}
