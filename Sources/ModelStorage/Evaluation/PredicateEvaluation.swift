/// The features that a condition, or an order, that is evaluated in memory may
/// use.
///
/// Memory could answer more than a store: transient attributes, elements of what
/// has no order, values of several types in one place. A condition that works on
/// some objects and is an error in a fetch, or in the same fetch once nothing is
/// unsaved, is a trap; so it is refused in both, unless memory alone is asked for.
public enum PredicateEvaluation: Sendable, Hashable {
  /// The features that the objects' store answers in a fetch; everything else
  /// is the error that the fetch would throw. Subjects without a store accept
  /// everything.
  case fetchable
  /// All features that can be evaluated.
  case inMemory
}

/// The condition and the order that subjects are asked to accept before they
/// are evaluated, once a type.
final class Acceptance {
  private let predicate: ObjectPredicate?
  private let sortKeys: [SortKey]
  private let type: (any PredicateSubject.Type)?
  private var typeNames: Set<String> = []

  /// - Parameter type: What the subjects are said to be, which may be a class above theirs.
  init(
    of predicate: ObjectPredicate?, sortKeys: [SortKey] = [],
    by type: (any PredicateSubject.Type)? = nil
  ) {
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.type = type
  }

  /// Asks a subject, the first of its type.
  ///
  /// - Throws: `ObjectPredicateError` where it refuses.
  func check(_ subject: any PredicateSubject) throws(ObjectPredicateError) {
    guard !typeNames.contains(subject.predicateTypeName) else { return }
    try subject.predicateAccept(predicate, sortedBy: sortKeys, as: type)
    typeNames.insert(subject.predicateTypeName)
  }
}
