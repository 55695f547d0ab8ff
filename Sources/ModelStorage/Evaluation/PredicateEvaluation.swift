/// The features that may be used by a condition or an order that is evaluated in
/// memory.
///
/// Evaluation in memory could support more than a store: transient attributes,
/// elements of unordered collections, values of several types in one
/// collection. But a condition that works on some objects and is an error in a
/// fetch, or in the same fetch once all changes are saved, would be a trap.
/// Such a condition is therefore an error in both cases, unless evaluation in
/// memory is requested.
public enum PredicateEvaluation: Sendable, Hashable {
  /// The features that the objects' store supports in a fetch. For any other
  /// feature, the evaluation throws the same error as the fetch. Subjects
  /// without a store accept everything.
  case fetchable
  /// All features that can be evaluated in memory.
  case inMemory
}

/// A condition and an order that subjects of each type must accept before they
/// are evaluated.
final class Acceptance {
  private let predicate: ObjectPredicate?
  private let sortKeys: [SortKey]
  private let type: (any PredicateSubject.Type)?
  private var typeNames: Set<String> = []

  /// Creates an acceptance of a condition and an order that no type has been
  /// asked about yet.
  ///
  /// - Parameter type: The declared type of the subjects, which may be a
  ///   superclass of their actual types.
  init(
    of predicate: ObjectPredicate?, sortKeys: [SortKey] = [],
    by type: (any PredicateSubject.Type)? = nil
  ) {
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.type = type
  }

  /// Asks a subject whether it accepts the condition, once for each type of
  /// subject.
  ///
  /// - Throws: `ObjectPredicateError` if the subject does not accept the
  ///   condition.
  func check(_ subject: any PredicateSubject) throws(ObjectPredicateError) {
    guard !typeNames.contains(subject.predicateTypeName) else { return }
    try subject.predicateAccept(predicate, sortedBy: sortKeys, as: type)
    typeNames.insert(subject.predicateTypeName)
  }
}
