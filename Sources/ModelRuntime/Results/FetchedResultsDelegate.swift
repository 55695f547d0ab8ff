/// A delegate that is told how a list changes, step by step, as Core Data's
/// `NSFetchedResultsControllerDelegate` is.
///
/// Every method has an implementation that does nothing. Lists that take all
/// changes at once use `FetchedResultsController.onChange`.
public protocol FetchedResultsDelegate<Object>: AnyObject {
  /// The class of the listed objects.
  associatedtype Object: ManagedObject

  /// The list is going to change; its objects and sections are the new ones
  /// already.
  func resultsWillChange(_ controller: FetchedResultsController<Object>)

  /// A section came or went.
  func results(_ controller: FetchedResultsController<Object>, didChange section: SectionChange)

  /// An object came, went, moved or changed.
  func results(
    _ controller: FetchedResultsController<Object>, didChange object: ResultChange<Object>)

  /// The list has changed.
  func resultsDidChange(_ controller: FetchedResultsController<Object>)
}

extension FetchedResultsDelegate {
  /// Does nothing.
  public func resultsWillChange(_ controller: FetchedResultsController<Object>) {}

  /// Does nothing.
  public func results(
    _ controller: FetchedResultsController<Object>, didChange section: SectionChange
  ) {}

  /// Does nothing.
  public func results(
    _ controller: FetchedResultsController<Object>, didChange object: ResultChange<Object>
  ) {}

  /// Does nothing.
  public func resultsDidChange(_ controller: FetchedResultsController<Object>) {}
}
